package check

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"snag/analyze/reach/model"
	"snag/cmd/cli"
	"snag/cmd/worktree"
)

// reference is what ${NAME} looks like in a value that is no string otherwise.
const reference = `\$\{[A-Za-z_][A-Za-z0-9_]*(:-[^}]*)?\}`

func oneOrMore(item map[string]any) map[string]any {
	return map[string]any{"anyOf": []any{item, map[string]any{"type": "array", "items": item, "minItems": 1}}}
}

func durationSchema() map[string]any {
	return map[string]any{"type": "string", "pattern": `^(\d+(\.\d*)?(ns|us|µs|ms|s|m|h))+$|` + reference}
}

// orReference allows a reference to a variable beside what a schema says.
func orReference(schema map[string]any) map[string]any {
	return map[string]any{"anyOf": []any{schema, map[string]any{"type": "string", "pattern": reference}}}
}

// targetSchema describes the value of the key that names the kind.
func (k checkKind) targetSchema() map[string]any {
	text := map[string]any{"type": "string", "minLength": 1}
	switch k.target {
	case targetPaths:
		return map[string]any{"anyOf": []any{map[string]any{"type": "null"}, text, map[string]any{"type": "array", "items": text, "minItems": 1}}}
	case targetCommand:
		return oneOrMore(text)
	case targetDocument:
		return map[string]any{"type": []string{"string", "null"}}
	}
	return text
}

// flagSchema describes the values that a flag takes in YAML.
func flagSchema(f *pflag.Flag) map[string]any {
	if e, ok := f.Value.(*cli.Enum); ok {
		var names []any
		for _, c := range e.Choices {
			names = append(names, c.Name)
		}
		return orReference(map[string]any{"enum": names})
	}
	if gate, ok := f.Value.(interface{ Names() []string }); ok && f.Name == "fail-on" && slices.Contains(gate.Names(), "proved") {
		return orReference(map[string]any{"type": "string", "pattern": `^((error|warning|note)(, *unknown)?|unknown(, *(error|warning|note))?|proved|none)$`})
	}
	if _, ok := f.Value.(cli.LevelGate); ok {
		return orReference(map[string]any{"type": "string", "pattern": `^((error|warning|note)(, *unknown)?|unknown(, *(error|warning|note))?|none)$`})
	}
	if _, ok := f.Value.(pflag.SliceValue); ok {
		if f.Value.Type() == "intSlice" {
			return oneOrMore(orReference(map[string]any{"type": "integer"}))
		}
		return oneOrMore(map[string]any{"type": []string{"string", "number"}})
	}
	switch f.Value.Type() {
	case "bool":
		return orReference(map[string]any{"type": "boolean"})
	case "int", "uint64":
		return orReference(map[string]any{"type": "integer"})
	case "float64":
		return orReference(map[string]any{"type": "number"})
	case "duration":
		return durationSchema()
	}
	return map[string]any{"type": []string{"string", "number"}}
}

// Schema is the JSON Schema of snag.yaml, made from the tables that the parser reads it by and from the
// commands below root.
func Schema(root *cobra.Command) ([]byte, error) {
	object := func(keys []configKey) map[string]any {
		properties, required := map[string]any{}, []string{}
		for _, k := range keys {
			schema := map[string]any{"description": k.help}
			for name, value := range k.schema {
				schema[name] = value
			}
			properties[k.name] = schema
			if k.required {
				required = append(required, k.name)
			}
		}
		slices.Sort(required)
		return map[string]any{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
	}
	var kinds []any
	definitions := map[string]any{"service": object(serviceKeys)}
	for _, k := range checkKinds {
		c, _, err := root.Find(k.words)
		if err != nil {
			return nil, err
		}
		definitions[k.name] = object(k.keys(c))
		kinds = append(kinds, map[string]any{"$ref": "#/$defs/" + k.name})
	}
	glob := map[string]any{"type": "string", "minLength": 1}
	ruleSchema := map[string]any{"type": "object", "description": "The levels of rules, by their ids; off leaves their findings out.",
		"additionalProperties": map[string]any{"enum": worktree.Levels}}
	names := map[string]any{"type": "array", "items": map[string]any{"type": "string"}}
	schema := map[string]any{
		"$schema":     "https://json-schema.org/draft/2020-12/schema",
		"title":       "What snag check runs (snag.yaml)",
		"description": "In every value ${NAME} stands for a variable of the environment that env lists and ${NAME:-text} for one with a default; $${ is a literal ${.",
		"type":        "object", "required": []string{"checks"}, "additionalProperties": false,
		"properties": map[string]any{
			"env": map[string]any{"description": "The variables of the environment that values may refer to: a list of names, or names with defaults, null for none.",
				"anyOf": []any{
					map[string]any{"type": "null"},
					oneOrMore(map[string]any{"type": "string", "pattern": variableName.String()}),
					map[string]any{"type": "object", "propertyNames": map[string]any{"pattern": variableName.String()},
						"additionalProperties": map[string]any{"type": []string{"string", "number", "boolean", "null"}}},
				}},
			"services": map[string]any{"type": []string{"object", "null"}, "description": "Processes that checks need, by name. They are started when the first check needs them.",
				"additionalProperties": map[string]any{"$ref": "#/$defs/service"}},
			"exclude": described(oneOrMore(glob), "Files and folders that no check reads: globs relative to the folder of this file. ** is any number of folders; a glob without a slash is about a name at any depth."),
			"rules":   ruleSchema,
			"reach":   reachSchema(),
			"paths": map[string]any{"type": []string{"array", "null"}, "description": "What holds for some files; what stands further down comes first.",
				"items": map[string]any{"type": "object", "required": []string{"match"}, "additionalProperties": false, "properties": map[string]any{
					"match":   described(oneOrMore(glob), "The files that it is about, as globs."),
					"fail-on": described(map[string]any{"enum": worktree.FailLevels}, "The least level that fails there; what is below it becomes a note."),
					"rules":   ruleSchema,
				}}},
			"only":   described(names, "Run the checks of these names alone, unless the command line names others."),
			"checks": map[string]any{"type": "array", "minItems": 1, "description": "What to run, in the order of the report.", "items": map[string]any{"oneOf": kinds}},
		},
		"$defs": definitions,
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(schema)
	return b.Bytes(), err
}

// reachSchema describes what a project says of frameworks, by its sections: what the rules in them are, the
// reader says.
func reachSchema() map[string]any {
	properties := map[string]any{"lang": map[string]any{"enum": model.Languages()}}
	for _, section := range model.Sections() {
		properties[section] = map[string]any{"type": "array", "items": map[string]any{"type": "object"}}
	}
	return map[string]any{"type": "object", "description": "What snag has to know of frameworks, libraries and files of the project to follow values: see docs/reach.md.",
		"properties": properties, "additionalProperties": false}
}

func described(schema map[string]any, description string) map[string]any {
	schema["description"] = description
	return schema
}

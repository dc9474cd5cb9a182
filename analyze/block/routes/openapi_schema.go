package routes

import (
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strings"
)

// below is the name of a member of what has a name.
func below(name, key string) string {
	if name == "" {
		return key
	}
	return name + "." + key
}

// properties are those of an object, with what it inherits, and the names of those that it has to have.
func (d *description) properties(schema map[string]any, level int) (properties map[string]any, required []any) {
	properties = map[string]any{}
	own, _ := schema["properties"].(map[string]any)
	maps.Copy(properties, own)
	required, _ = schema["required"].([]any)
	if level > mostLevels || d.spent() {
		return properties, required
	}
	for _, one := range parts(schema) {
		part, _ := d.resolve(one)
		more, wanted := d.properties(part, level+1)
		for key, value := range more {
			if _, known := properties[key]; !known {
				properties[key] = value
			}
		}
		required = slices.Concat(required, wanted)
	}
	if name, value := discriminated(schema); name != "" {
		properties[name] = map[string]any{"type": "string", "enum": []any{value}}
	}
	return properties, required
}

// parts are the schemas that a value has to be valid against beside a schema itself: all of allOf, and the first of
// oneOf and anyOf that is not null.
func parts(schema map[string]any) []any {
	all, _ := schema["allOf"].([]any)
	for _, how := range []string{"oneOf", "anyOf"} {
		list, _ := schema[how].([]any)
		for _, one := range list {
			if m, ok := one.(map[string]any); ok && m["type"] != "null" {
				all = append(slices.Clip(all), one)
				break
			}
		}
	}
	return all
}

// discriminated returns the property that tells which schema of oneOf or anyOf a value is of, and what it is for the
// first of them; name is "" where none does.
func discriminated(schema map[string]any) (name, value string) {
	rule, _ := schema["discriminator"].(map[string]any)
	name, _ = rule["propertyName"].(string)
	for _, how := range []string{"oneOf", "anyOf"} {
		list, _ := schema[how].([]any)
		if len(list) == 0 || name == "" {
			continue
		}
		first, _ := list[0].(map[string]any)
		ref, _ := first["$ref"].(string)
		mapping, _ := rule["mapping"].(map[string]any)
		for _, key := range sortedKeys(mapping) {
			if mapping[key] == ref {
				return name, key
			}
		}
		if value = ref[strings.LastIndexByte(ref, '/')+1:]; value != "" {
			return name, value
		}
	}
	return "", ""
}

// schema reads a schema, or a parameter of Swagger 2, which has the same keys.
func (d *description) schema(m map[string]any, level int) Schema {
	s := NewSchema()
	if d.spent() {
		return s
	}
	if level < mostLevels {
		for _, one := range parts(m) {
			part, _ := d.resolve(one)
			s = s.And(d.schema(part, level+1))
		}
	}
	switch t := m["type"].(type) {
	case string:
		s.Type = t
	case []any: // of OpenAPI 3.1
		for _, one := range t {
			if text, _ := one.(string); text != "null" && s.Type == "" {
				s.Type = text
			}
		}
	}
	text := func(key string, into *string) {
		if value, ok := m[key].(string); ok {
			*into = value
		}
	}
	text("format", &s.Format)
	text("pattern", &s.Pattern)
	if list, ok := m["enum"].([]any); ok && len(list) > 0 {
		s.Enum = list
	}
	if value, ok := m["const"]; ok {
		s.Enum = []any{value}
	}
	if s.Example = d.example(m); s.Example == nil {
		s.Example = m["default"]
	}
	s.Example = s.typed(s.Example)
	s.bounds(m)
	for key, into := range map[string]*int{"minLength": &s.MinLength, "maxLength": &s.MaxLength} {
		if value, ok := number(m[key]); ok {
			*into = int(value)
		}
	}
	if s.Type == "array" {
		for key, into := range map[string]*int{"minItems": &s.MinLength, "maxItems": &s.MaxLength} {
			if value, ok := number(m[key]); ok {
				*into = int(value)
			}
		}
		if items, ok := d.resolve(m["items"]); ok && level < mostLevels {
			one := d.schema(items, level+1)
			if properties, _ := d.properties(items, 0); len(properties) > 0 && one.Example == nil {
				one.Type, one.Example = "object", d.object(properties, level+1)
			}
			s.Items = &one
		}
	}
	return s
}

// bounds takes the bounds of a number from its schema: what is excluded is a number, or, before OpenAPI 3.1, a mark at
// the bound.
func (s *Schema) bounds(m map[string]any) {
	for _, end := range []struct {
		bound, excluded string
		into            **float64
		step            float64
	}{{"minimum", "exclusiveMinimum", &s.Min, 1}, {"maximum", "exclusiveMaximum", &s.Max, -1}} {
		value, ok := number(m[end.bound])
		if m[end.excluded] == true {
			value += end.step
		} else if at, excluded := number(m[end.excluded]); excluded {
			value, ok = at+end.step, true
		}
		if ok {
			*end.into = &value
		}
	}
	if step, ok := number(m["multipleOf"]); ok && step > 1 {
		least := step
		if s.Min != nil {
			least = math.Ceil(*s.Min/step) * step
		}
		s.Min = &least
	}
}

// object is an example of an object with properties.
func (d *description) object(properties map[string]any, level int) map[string]any {
	object := map[string]any{}
	for _, key := range sortedKeys(properties) {
		value := properties[key]
		if child, ok := d.resolve(value); ok && level < mostLevels && !d.spent() {
			if nested, _ := d.properties(child, 0); len(nested) > 0 {
				object[key] = d.object(nested, level+1)
			} else {
				object[key] = Input{Body, key, false, d.schema(child, level+1)}.guess(0)
			}
		}
	}
	return object
}

// typed is an example as a value of the type: many a description has the text 123 as a number, or a document as text.
func (s Schema) typed(example any) any {
	text, isText := example.(string)
	switch {
	case s.Type == "string" && (typeOf(example) == "number" || typeOf(example) == "boolean"):
		return plain(example)
	case !isText || s.Type == "string" || s.Type == "":
		return example
	}
	var value any
	if json.Unmarshal([]byte(text), &value) == nil && typeOf(value) == strings.Replace(s.Type, "integer", "number", 1) {
		return value
	}
	return example
}

// example is the first that an object of a description gives, nil for none.
func (d *description) example(m map[string]any) any {
	if value, ok := m["example"]; ok {
		return value
	}
	switch all := m["examples"].(type) {
	case []any:
		if len(all) > 0 {
			return all[0]
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(all)) {
			if one, ok := d.resolve(all[key]); ok && one["value"] != nil {
				return one["value"]
			}
		}
	}
	return nil
}

// number returns a value of JSON or YAML as a number.
func number(value any) (float64, bool) {
	switch n := value.(type) {
	case float64:
		return n, true
	case int:
		return float64(n), true
	case int64:
		return float64(n), true
	case uint64:
		return float64(n), true
	}
	return 0, false
}

// typeOf is the type of a value of JSON.
func typeOf(value any) string {
	switch value.(type) {
	case string:
		return "string"
	case bool:
		return "boolean"
	case []any:
		return "array"
	case map[string]any:
		return "object"
	}
	if _, ok := number(value); ok {
		return "number"
	}
	return ""
}

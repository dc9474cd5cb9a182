package cmd

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// schemaBase is what the identifiers of the schemas of reports begin with.
const schemaBase = "https://snag.invalid/schema/v1/"

// reportSchema compiles one of the schemas of reports, or a part of it. They allow keys that they do not
// describe, since reports may gain keys; here such keys are mistakes, so that none goes undescribed.
func reportSchema(t *testing.T, name string) *jsonschema.Schema {
	t.Helper()
	files, err := filepath.Glob("../docs/schema/*.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var v any
		if err := json.Unmarshal(text, &v); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if at(v, "$id") != nil {
			closeObjects(v)
		}
		if err := c.AddResource(schemaBase+filepath.Base(file), v); err != nil {
			t.Fatal(err)
		}
	}
	schema, err := c.Compile(schemaBase + name)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// closeObjects forbids keys that are not described in all objects whose keys are described in one place.
func closeObjects(v any) {
	switch v := v.(type) {
	case map[string]any:
		_, described := v["properties"].(map[string]any)
		_, said := v["additionalProperties"]
		if described && !said && v["type"] == "object" {
			v["additionalProperties"] = false
		}
		for _, below := range v {
			closeObjects(below)
		}
	case []any:
		for _, below := range v {
			closeObjects(below)
		}
	}
}

// TestSchemasAreOpen holds that programs which validate reports are not broken by a new key, and that each
// schema has an identifier.
func TestSchemasAreOpen(t *testing.T) {
	files, err := filepath.Glob("../docs/schema/*.schema.json")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		name := filepath.Base(file)
		if name == "snag.yaml.schema.json" {
			continue // an unknown key of the config is a mistake
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var v any
		if err := json.Unmarshal(text, &v); err != nil {
			t.Fatal(err)
		}
		if got, want := at(v, "$id"), schemaBase+name; got != want {
			t.Errorf("%s: $id is %v, want %s", name, got, want)
		}
		var visit func(v any)
		visit = func(v any) {
			switch v := v.(type) {
			case map[string]any:
				if v["additionalProperties"] == false {
					t.Errorf("%s: an object allows no new keys: %v", name, v["properties"])
				}
				for _, below := range v {
					visit(below)
				}
			case []any:
				for _, below := range v {
					visit(below)
				}
			}
		}
		visit(v)
	}
}

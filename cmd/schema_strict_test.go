package cmd

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"snag/cmd/cli"
	"snag/probe/snagtest"
)

// schemaBase is what the identifiers of the schemas of reports begin with.
const schemaBase = "https://snag.invalid/schema/v1/"

// validate holds documents against one of the schemas of reports, or a part of it. No key may go undescribed.
func validate(t *testing.T, schema string, documents ...string) error {
	t.Helper()
	for _, d := range documents {
		if !json.Valid([]byte(d)) {
			return fmt.Errorf("not one document in JSON: %s", d)
		}
	}
	return runValidate(t, strings.Join(documents, "\n"), "../docs/schema", schema)
}

// runValidate runs the program that validates, with documents as its input.
func runValidate(t *testing.T, documents string, args ...string) error {
	t.Helper()
	c := exec.CommandContext(t.Context(), snagtest.Build(t, "testdata/validate"), args...)
	c.Stdin = strings.NewReader(documents)
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("%q: %w: %s", args, err, out)
	}
	return nil
}

// TestUndescribed holds that documents which do not keep to a schema are found.
func TestUndescribed(t *testing.T) {
	t.Parallel()
	var stdout bytes.Buffer
	args := []string{"retry", "herd", "--policy", "exp:base=100ms", "--clients", "3", "-f", "json"}
	if status := execute(t.Context(), args, &cli.Stdio{In: strings.NewReader(""), Out: &stdout, Err: io.Discard}); status > cli.ExitFindings {
		t.Fatalf("%q: status %d", args, status)
	}
	for _, test := range []struct {
		what, document string
		valid          bool
	}{
		{"a report", stdout.String(), true},
		{"one with another key", strings.Replace(stdout.String(), "{", `{"undescribed": 1,`, 1), false},
		{"one of which a key is left", `{"schema": "snag/v1"}`, false},
		{"two in one", stdout.String() + stdout.String(), false},
		{"none", "", false},
	} {
		if err := validate(t, "retry-herd.schema.json", test.document); (err == nil) != test.valid {
			t.Errorf("%s: got %v, want that it is valid: %t", test.what, err, test.valid)
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

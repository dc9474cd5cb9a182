// Command validate reads documents in JSON, one behind the other, and holds them against a schema. The tests run it as a
// program of its own: the library that validates would take its time in each of the hundreds of processes that they start.
//
//	validate FILE         holds them against the schema in a file
//	validate FOLDER NAME  holds them against one of the schemas in a folder, or a part of it; no key may go undescribed
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

func main() {
	if err := validate(os.Stdin, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func validate(documents io.Reader, args []string) error {
	schema, err := compile(args)
	if err != nil {
		return err
	}
	decoder := json.NewDecoder(documents)
	decoder.UseNumber()
	for count := 0; ; count++ {
		var document any
		if err := decoder.Decode(&document); err == io.EOF && count > 0 {
			return nil
		} else if err != nil {
			return err
		}
		if err := schema.Validate(document); err != nil {
			return fmt.Errorf("document %d: %w", count+1, err)
		}
	}
}

// compile compiles the schema that the arguments name. The schemas of reports allow keys that they do not describe, since
// reports may gain keys; here such keys are mistakes.
func compile(args []string) (*jsonschema.Schema, error) {
	c := jsonschema.NewCompiler()
	if len(args) == 1 {
		return c.Compile(args[0])
	}
	if len(args) != 2 {
		return nil, errors.New("usage: validate FILE, or validate FOLDER NAME")
	}
	name, part, _ := strings.Cut(args[1], "#")
	files, err := filepath.Glob(filepath.Join(args[0], "*.schema.json"))
	if err != nil {
		return nil, err
	}
	wanted := ""
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		var v map[string]any
		if err := json.Unmarshal(text, &v); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		id, ok := v["$id"].(string)
		if !ok {
			continue // none of reports
		}
		closeObjects(v)
		if err := c.AddResource(id, v); err != nil {
			return nil, err
		}
		if filepath.Base(file) == name {
			wanted = id + "#" + part
		}
	}
	if wanted == "" {
		return nil, fmt.Errorf("no schema is named %s", name)
	}
	return c.Compile(wanted)
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

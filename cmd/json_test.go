package cmd

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"snag/cmd/cli"
	"snag/probe/runtime"
	"snag/probe/snagtest"
)

// TestBlockJSON measures small documents in this very runtime, and asserts counts.
func TestBlockJSON(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "orders.json")
	if err := os.WriteFile(file, []byte(`[`+strings.Repeat(`{"id":1,"items":[1,2,3]},`, 100)+`{}]`), 0o600); err != nil {
		t.Fatal(err)
	}
	document := validDocument(t, "json.schema.json", -1, "block", "json", "--runtime", "go", "--shape", "nulls", "--sizes", "1KB", "--budget", "1ms", "--no-depth=false", "-f", "json", file)
	for _, one := range at(document, "data", "runtimes").([]any) {
		if own := at(one, "own", "points").([]any); len(own) != 3 || at(own[2], "bytes").(float64) < 15*at(own[0], "bytes").(float64) {
			t.Errorf("%v: the document and its repetitions are %v", at(one, "name"), own)
		}
		for _, kind := range []string{"parse_arrays", "parse_objects"} {
			if limit := at(one, "depth", kind, "depth"); limit != 10000.0 {
				t.Errorf("%v: %s limit %v, want 10000", at(one, "name"), kind, limit)
			}
		}
	}
}

func TestBlockJSONInNode(t *testing.T) {
	snagtest.Long(t)
	snagtest.Needs(t, "node")
	document := validDocument(t, "json.schema.json", -1, "block", "json", "--runtime", "node", "--shape", "records,string", "--sizes", "32KB,128KB", "--max-body", "1GB", "-f", "json")
	node := at(document, "data", "runtimes").([]any)[0]
	if limit := at(node, "depth", "parse_arrays", "unlimited"); limit != true {
		t.Errorf("the depth of parsing is limited: %v", at(node, "depth"))
	}
	if limit := at(node, "depth", "stringify_arrays", "depth").(float64); limit < 1000 || limit > 100_000 {
		t.Errorf("writing is limited to %v levels", limit)
	}
	if found := rulesOf(document); !slices.Contains(found, "block/json-over-budget") || !slices.Contains(found, "block/json-depth") {
		t.Errorf("findings %v", found)
	}
	records, text := at(node, "shapes").([]any)[0], at(node, "shapes").([]any)[1]
	if at(records, "ns_per_byte").(float64) < at(text, "ns_per_byte").(float64) {
		t.Errorf("records cost less than a plain string: %v, %v", records, text)
	}
}

// TestBlockJSONDepth finds the limits of nesting of the runtimes that have fixed ones.
func TestBlockJSONDepth(t *testing.T) {
	snagtest.Long(t)
	for _, test := range []struct {
		runtime string
		least   float64
		most    float64
	}{{"python3", 900, 100_000}, {"ruby", 100, 100}, {"php", 511, 512}, {"java", 100, 2_000_000}} {
		t.Run(test.runtime, func(t *testing.T) {
			snagtest.Needs(t, test.runtime)
			if found, err := runtime.Find(t.Context(), test.runtime); err != nil {
				t.Skip(err)
			} else {
				found[0].Close()
			}
			document := validDocument(t, "json.schema.json", 0, "block", "json", "--runtime", test.runtime, "--shape", "nulls", "--sizes", "1KB", "-f", "json")
			one := at(document, "data", "runtimes").([]any)[0]
			for _, kind := range []string{"parse_arrays", "parse_objects"} {
				if depth := at(one, "depth", kind, "depth").(float64); depth < test.least || depth > test.most {
					t.Errorf("%s: got %v, want %v to %v", kind, at(one, "depth", kind), test.least, test.most)
				}
			}
		})
	}
}

// TestBlockJSONColdJVM tells a JVM that was just started from one whose compiler has seen many documents.
func TestBlockJSONColdJVM(t *testing.T) {
	snagtest.Long(t)
	snagtest.Needs(t, "java")
	found, err := runtime.Find(t.Context(), "java")
	if err != nil {
		snagtest.Skip(t, "%v", err)
	}
	found[0].Close()
	snagtest.InThree(t, func() error {
		document := validDocument(t, "json.schema.json", -1, "block", "json", "--runtime", "java", "--shape", "records", "--sizes", "64KB,256KB", "--budget", "20ms", "--no-depth", "-f", "json")
		records := at(at(document, "data", "runtimes").([]any)[0], "shapes").([]any)[0]
		warm, cold := at(records, "safe_measured_ms"), at(records, "safe_cold_ms")
		if cold == nil || cold.(float64) < 1.5*warm.(float64) {
			return fmt.Errorf("a document of the safe size takes %v ms, and %v in a JVM that was just started", warm, cold)
		}
		return nil
	})
}

func TestParseSize(t *testing.T) {
	for text, want := range map[string]int64{"100": 100, "1KB": 1024, "1.5m": 3 << 19, "2 GB": 2 << 30, "7B": 7} {
		if got, err := cli.ParseSize(text); err != nil || got != want {
			t.Errorf("%q: got %d, %v, want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "x", "-1", "0", "9999999GB"} {
		if got, err := cli.ParseSize(text); err == nil {
			t.Errorf("%q: got %d, want an error", text, got)
		}
	}
}

package cmd

import (
	"slices"
	"testing"
)

// TestBlockPool asserts what the order of answers tells, on pools and bugs of known kind.
func TestBlockPool(t *testing.T) {
	needs(t, "node")
	run := func(t *testing.T, args ...string) map[string]any {
		args = append([]string{"block", "pool", "-f", "json"}, args...)
		return validDocument(t, "pool.schema.json", -1, append(args, "--", "node", "../testdata/block/server.js")...)
	}
	for _, test := range []struct {
		k, query string
	}{{"1", ""}, {"3", ""}, {"4", "&random=1"}} {
		t.Run("size "+test.k, func(t *testing.T) {
			document := run(t, "/pool?ms=200&k="+test.k+test.query, "--light", "/pool?ms=0&k="+test.k, "--without", "overlap,context,full", "--max", "16")
			if got := at(document, "data", "size", "k"); got != float64(test.k[0]-'0') {
				t.Errorf("pool of %s: %v", test.k, at(document, "data", "size"))
			}
		})
	}
	t.Run("no limit", func(t *testing.T) {
		document := run(t, "/sleep?n=150", "--light", "/sleep?n=1", "--without", "overlap,context", "--max", "8")
		if got := at(document, "data", "size", "limit"); got != "none seen" {
			t.Errorf("%v", at(document, "data", "size"))
		}
	})
	t.Run("shedding", func(t *testing.T) {
		document := run(t, "/pool?k=2&ms=200&shed=1", "--light", "/pool?k=2&ms=0", "--without", "size,overlap", "--max", "8")
		if got := at(document, "data", "size"); got != nil {
			t.Errorf("a size without looking for it: %v", got)
		}
	})
	for _, test := range []struct {
		path, rule string
		known      bool
	}{{"/leak", "block/context-mixed", true}, {"/leakbody", "block/context-mixed", true}, {"/context", "", true}, {"/noecho", "", false}} {
		t.Run(test.path[1:], func(t *testing.T) {
			document := run(t, test.path, "--without", "size,overlap")
			if got := rulesOf(document); test.rule == "" && len(got) > 0 || test.rule != "" && !slices.Contains(got, test.rule) {
				t.Errorf("findings %v, want %q", got, test.rule)
			}
			if known := at(document, "data", "context", "known"); known != test.known {
				t.Errorf("known %v, want %t", known, test.known)
			}
		})
	}
	for _, path := range []string{"/twoslots", "/abba"} {
		t.Run(path[1:], func(t *testing.T) {
			document := run(t, path, "--without", "size,context", "--on-stall", "echo held by 7")
			if got := rulesOf(document); !slices.Contains(got, "block/overlap-hang") {
				t.Fatalf("findings %v, want a hang: %v", got, at(document, "data", "overlap"))
			}
			if at(document, "data", "overlap", "permanent") != true || at(document, "data", "evidence") != "held by 7\n" {
				t.Errorf("%v, evidence %q", at(document, "data", "overlap"), at(document, "data", "evidence"))
			}
		})
	}
}

package cmd

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"snag/probe/snagtest"
)

// TestBlockPool asserts what the order of answers tells, on pools and bugs of known kind.
func TestBlockPool(t *testing.T) {
	snagtest.Long(t)
	snagtest.Needs(t, "node")
	run := func(t *testing.T, args ...string) map[string]any {
		args = append([]string{"block", "pool", "-f", "json"}, args...)
		return validDocument(t, "pool.schema.json", -1, append(args, "--", "node", "../testdata/block/server.js")...)
	}
	for _, test := range []struct {
		k, query string
	}{{"1", ""}, {"3", ""}, {"4", "&random=1"}} {
		t.Run("size "+test.k, func(t *testing.T) {
			snagtest.InThree(t, func() error {
				document := run(t, "/pool?ms=200&k="+test.k+test.query, "--light", "/pool?ms=0&k="+test.k, "--without", "overlap,context,full", "--max", "16")
				size := at(document, "data", "size").(map[string]any)
				if why, _ := size["unknown"].(string); strings.Contains(why, "too busy") {
					snagtest.Skip(t, "%s", why)
				}
				if size["k"] != float64(test.k[0]-'0') {
					return fmt.Errorf("pool of %s: %v", test.k, size)
				}
				return nil
			})
		})
	}
	t.Run("no limit", func(t *testing.T) {
		snagtest.InThree(t, func() error {
			document := run(t, "/sleep?n=150", "--light", "/sleep?n=1", "--without", "overlap,context", "--max", "8")
			if got := at(document, "data", "size", "limit"); got != "none seen" {
				return fmt.Errorf("%v", at(document, "data", "size"))
			}
			return nil
		})
	})
	t.Run("shedding", func(t *testing.T) {
		document := run(t, "/pool?k=2&ms=200&shed=1", "--light", "/pool?k=2&ms=0", "--without", "size,overlap", "--max", "8")
		if got := at(document, "data", "size"); got != nil {
			t.Errorf("a size without looking for it: %v", got)
		}
	})
	t.Run("no echo", func(t *testing.T) {
		document := run(t, "/noecho", "--without", "size,overlap")
		if len(rulesOf(document)) > 0 || at(document, "data", "context", "known") != false {
			t.Errorf("findings %v, %v", rulesOf(document), at(document, "data", "context"))
		}
	})
	t.Run("evidence", func(t *testing.T) {
		snagtest.InThree(t, func() error {
			document := run(t, "/twoslots", "--without", "size,context", "--on-stall", "echo held by 7")
			if got := rulesOf(document); !slices.Contains(got, "block/hang") || at(document, "data", "evidence") != "held by 7\n" {
				return fmt.Errorf("findings %v, %v, evidence %q", got, at(document, "data", "overlap"), at(document, "data", "evidence"))
			}
			return nil
		})
	})
}

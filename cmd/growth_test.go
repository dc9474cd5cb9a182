package cmd

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"snag/analyze/block/growth"
	"snag/cmd/block"
	"snag/cmd/cli"
	"snag/probe/snagtest"
)

// growing are handlers of known cost, and the levels of growth that are right for them. What allocates
// as it goes lies between levels.
var growing = []struct{ server, path, levels string }{
	{"node", "/constant?n={{n}}", "flat"}, {"node", "/log?n={{n}}", "flat"}, {"node", "/linear?n={{n}}", "linear"},
	{"node", "/sort?n={{n}}", "linear"}, {"node", "/square?n={{n}}", "polynomial"}, {"node", "/pairs?n={{n}}", "polynomial"},
	{"node", "/includes?n={{n}}", "polynomial"}, {"node", "/cube?n={{n}}", "polynomial"}, {"node", "/binary?n={{n}}", "exponential"},
	{"node", "/fib?n={{n}}", "exponential"}, {"node", "/permute?n={{n}}", "exponential"}, {"node", "/regex?n={{n}}", "exponential"},
	{"node", "/regex2?n={{n}}", "polynomial"}, {"node", "/step?n={{n}}", "threshold"}, {"node", "/hash?n={{n}}", "linear"},
	{"node", "/gzip?n={{n}}", "linear"}, {"node", "/sleep?n={{n}}", "linear"}, {"node", "/chunks?n={{n}}", "linear"},
	{"node", "/items?items={{repeat \"1,\" n}}", "polynomial"}, {"node", "/count?n={{n}}", "linear"},
	{"python", "/constant?n={{n}}", "flat"}, {"python", "/linear?n={{n}}", "linear"}, {"python", "/square?n={{n}}", "polynomial"},
	{"python", "/cube?n={{n}}", "polynomial"}, {"python", "/list?n={{n}}", "polynomial"}, {"python", "/fib?n={{n}}", "exponential"},
	{"python", "/sort?n={{n}}", "linear"}, {"python", "/sleep?n={{n}}", "linear"},
	{"go", "/constant?n={{n}}", "flat"}, {"go", "/linear?n={{n}}", "linear"}, {"go", "/square?n={{n}}", "polynomial"},
	{"go", "/cube?n={{n}}", "polynomial"}, {"go", "/fib?n={{n}}", "exponential"}, {"go", "/subsets?n={{n}}", "exponential"},
	{"go", "/sort?n={{n}}", "linear"}, {"go", "/sleep?n={{n}}", "linear"}, {"go", "/concat?n={{n}}", "polynomial|superlinear|linear"},
}

const observedGrowth = "testdata/observed/growth.jsonl"

// growthOf judges costs by size as they were saved.
func growthOf(costs []growth.SizeCosts) growth.Growth {
	s := growth.Series{Noise: 300 * time.Microsecond, Pressure: -1}
	for _, c := range costs {
		for _, ms := range c.Ms {
			s.Measurements = append(s.Measurements, growth.Measurement{N: c.N, Wall: time.Duration(ms * float64(time.Millisecond))})
		}
	}
	return growth.Judge(s)
}

// TestGrowthLevels judges all handlers of known cost. With -update it records what they cost, for
// TestRecordedGrowth.
func TestGrowthLevels(t *testing.T) {
	snagtest.Long(t)
	recorder := snagtest.NewRecorder(t, observedGrowth, *update)
	for range snagtest.Number(t, "SNAG_REPEATS", 1) {
		for i, g := range growing {
			if !snagtest.IsWhole() && !*update && i%8 != 5 {
				continue
			}
			t.Run(g.server+g.path, func(t *testing.T) {
				argv := hangingServer(t, g.server)
				snagtest.Needs(t, argv[0])
				saved := filepath.Join(t.TempDir(), "run.json")
				args := []string{"block", "handler", "-f", "json", "--startup", "120s", "--trials", "1", "--save", saved, g.path, "--"}
				snagtest.InThree(t, func() error {
					document := validDocument(t, "handler.schema.json", -1, append(args, argv...)...)
					class := fmt.Sprint(at(document, "data", "growth", "class"))
					t.Logf("%s, %v confidence, pressure %v", class, at(document, "data", "growth", "grade"), at(document, "data", "pressure"))
					if !strings.Contains(g.levels, class) {
						return fmt.Errorf("%s, want %s: %v", class, g.levels, at(document, "data", "growth"))
					}
					earlier, err := cli.ReadEarlier(saved, "block handler")
					if err != nil {
						return err
					}
					run, err := block.RunOf(earlier)
					if err != nil {
						return err
					}
					if *update {
						if again := growthOf(run.Costs); !strings.Contains(g.levels, again.Class()) {
							return fmt.Errorf("%s of what is saved, want %s", again.Class(), g.levels)
						}
					}
					recorder.Record(g.server+g.path, run.Costs)
					return nil
				})
			})
		}
	}
}

// TestRecordedGrowth judges what was recorded of all handlers of known cost.
func TestRecordedGrowth(t *testing.T) {
	recorded := snagtest.Recorded[[]growth.SizeCosts](t, observedGrowth)
	for _, g := range growing {
		costs, ok := recorded[g.server+g.path]
		if !ok {
			t.Errorf("%s: nothing is recorded; SNAG_LONG=1 go test ./cmd -run TestGrowthLevels -update records it", g.server+g.path)
			continue
		}
		if got := growthOf(costs); !strings.Contains(g.levels, got.Class()) {
			t.Errorf("%s: %s (%s), want %s", g.server+g.path, got, got.Reason, g.levels)
		}
		delete(recorded, g.server+g.path)
	}
	for name := range recorded {
		t.Errorf("%s is recorded, but is no handler", name)
	}
}

// TestNoTargetIsHung grows the inputs of exponential handlers again and again: no request takes longer
// than the limit, and the server answers afterwards.
func TestNoTargetIsHung(t *testing.T) {
	snagtest.Long(t)
	hung, longest, all := 0, 0.0, 0
	for i := range snagtest.Number(t, "SNAG_REPEATS", 1) {
		paths := []string{"/binary", "/regex", "/cube", "/fib", "/permute"}
		if !snagtest.IsWhole() {
			paths = paths[:2]
		}
		for _, path := range paths {
			snagtest.Needs(t, "node")
			document := validDocument(t, "handler.schema.json", -1, "block", "handler", "-f", "json", "--trials", "1", "--seed", strconv.Itoa(i+1), path+"?n={{n}}",
				"--", "node", "../testdata/block/server.js")
			all++
			if failure := at(document, "data", "failure"); failure != nil {
				hung++
				t.Errorf("%s: %v", path, failure)
			}
			if own, ok := at(document, "data", "collateral", "own_ms").(float64); ok {
				longest = max(longest, own)
			}
		}
	}
	t.Logf("%d of %d runs hung the target; the longest request of a trial took %.0f ms", hung, all, longest)
}

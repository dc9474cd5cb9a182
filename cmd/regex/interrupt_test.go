package regex

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"testing"

	"snag/analyze/regex/redos"
	"snag/cmd/cli"
	"snag/cmd/regex/pattern"
	"snag/probe/cache"
)

// TestInterrupt checks that an interrupted run prints what is known, marked partial, and ends
// although its input goes on for ever.
func TestInterrupt(t *testing.T) {
	t.Setenv(cache.Variable, "off")
	verdict, err := redos.Analyze(t.Context(), redos.Pattern{Text: "(a|a)+$"}, redos.DefaultLimits)
	if err != nil {
		t.Fatal(err)
	}
	for _, engines := range []string{"none", "regexp2"} {
		ctx, cancel := context.WithCancel(t.Context())
		r, w := io.Pipe()
		go func() {
			for i := range 4 * listBatch { // and then silence
				fmt.Fprintf(w, `{"pattern": "(a|a)+$|%d"}`+"\n", i)
			}
		}()
		var judged atomic.Int64
		var stdout, stderr bytes.Buffer
		stdio := &cli.Stdio{In: r, Out: &stdout, Err: &stderr}
		stdio.Color = cli.NewEnum("never")
		o := &regexOptions{
			stdio: stdio, pattern: pattern.NewFlags(), list: "-", engines: []string{engines}, jobs: 1,
			failOn: pattern.NewGate("polynomial"), budget: pattern.NewBudget(),
			judge: func(ctx context.Context, _ redos.Pattern, _ redos.Limits) (redos.Verdict, error) {
				if judged.Add(1) == 3*listBatch {
					cancel()
				}
				return verdict, ctx.Err()
			},
		}
		out := &cli.Output{Stdio: stdio, Command: "regex", Format: cli.FormatNamed("json")}
		err := auditRegexes(ctx, o, out)
		if !errors.Is(err, cli.ErrPartial) {
			t.Errorf("%s: %v, want %v", engines, err, cli.ErrPartial)
		}
		var got struct {
			Partial  bool
			Findings []any
		}
		if err := json.Unmarshal(stdout.Bytes(), &got); err != nil {
			t.Fatalf("%s: %v in %s", engines, err, stdout.String())
		}
		if !got.Partial || len(got.Findings) < listBatch {
			t.Errorf("%s: partial %v with %d findings, want true with at least %d", engines, got.Partial, len(got.Findings), listBatch)
		}
		r.Close()
	}
}

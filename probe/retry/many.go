package retry

import (
	"context"
	"fmt"
	"strings"
	"time"

	"snag/analyze/retry/experiment"
)

// Many lets the client serve one operation and then so many while the server fails, and one that is not
// answered for the time of patience. Where the command names {other}, it also lets it serve them between two
// servers of which the first one is well, and then fails.
func (d *Driver) Many(ctx context.Context, f experiment.Fault, operations int, patience, timeout time.Duration) (experiment.Many, error) {
	m := experiment.Many{Operations: operations}
	run := func(name string, n int, other bool, script ...experiment.Fault) (experiment.Trace, error) {
		return d.Run(ctx, experiment.Scenario{Name: name, Script: script, Timeout: timeout, Operations: n, Other: other})
	}
	named := strings.Contains(strings.Join(d.client.Argv, " "), otherServer)
	for range 2 {
		t, err := run("one operation", 1, named, f)
		if err != nil {
			return m, err
		}
		m.Alone = append(m.Alone, t)
	}
	var err error
	if m.Outage, err = run(fmt.Sprintf("%d operations", operations), operations, named, f); err != nil {
		return m, err
	}
	timeout = patience
	if m.Slow, err = run("one operation without an answer", 1, named, experiment.Fault{Kind: experiment.Silence}, experiment.OK); err != nil || !named {
		return m, err
	}
	timeout = max(timeout, m.Outage.Duration*2)
	calm, err := run("two servers that are well", operations, true, experiment.OK)
	if err != nil {
		return m, err
	}
	m.Calm, m.Torn = &calm, &m.Outage
	return m, nil
}

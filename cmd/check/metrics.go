package check

import (
	"fmt"
	"io"
	"strconv"
	"time"

	"snag/cmd/cli"
	"snag/cmd/openmetrics"
)

// writeMetrics writes what came of a run that ended at the given time to a file, which appears when it is complete.
func writeMetrics(path string, results []checkResult, version string, ended time.Time) error {
	t, err := cli.NewTarget(path, nil)
	if err != nil {
		return fmt.Errorf("--metrics: %w", err)
	}
	defer t.Discard()
	if _, err := io.WriteString(t, metricsOf(results, version, ended)); err != nil {
		return fmt.Errorf("--metrics: %w", err)
	}
	return t.Commit()
}

// metricsOf is what came of the checks. Each has all results, one of which is 1, so that no series ends when a
// check gets better. Only types that the older text format of Prometheus has are used, as collectors of files read it.
func metricsOf(results []checkResult, version string, ended time.Time) string {
	text := &openmetrics.Text{}
	text.Family("snag_check_version", "gauge", "", "1 for the version of snag.")
	text.Sample("snag_check_version", "1", "version", version)
	text.Family("snag_check_result", "gauge", "", "1 for the result that the check had.")
	for _, r := range results {
		for _, result := range []string{checkPassed, checkFindings, checkUnknown, checkNotRun} {
			text.Sample("snag_check_result", strconv.Itoa(cli.Count(r.result() == result)), "check", r.name, "kind", r.kind.name, "result", result)
		}
	}
	text.Family("snag_check_findings", "gauge", "", "Findings that are not suppressed, for checks that could run.")
	for _, r := range results {
		if r.Report == nil {
			continue
		}
		tally := r.Report.Tally()
		for _, level := range []struct {
			name string
			n    int
		}{{"error", tally.Errors}, {"warning", tally.Warnings}, {"note", tally.Notes}} {
			text.Sample("snag_check_findings", strconv.Itoa(level.n), "check", r.name, "kind", r.kind.name, "level", level.name)
		}
	}
	text.Family("snag_check_duration_seconds", "gauge", "seconds", "How long the check took.")
	for _, r := range results {
		text.Sample("snag_check_duration_seconds", openmetrics.Seconds(r.Took), "check", r.name, "kind", r.kind.name)
	}
	text.Family("snag_check_ended_timestamp_seconds", "gauge", "seconds", "When the run ended.")
	text.Sample("snag_check_ended_timestamp_seconds", strconv.FormatInt(ended.Unix(), 10))
	return text.End()
}

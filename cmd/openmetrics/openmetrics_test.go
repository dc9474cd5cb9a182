package openmetrics_test

import (
	"testing"
	"time"

	"snag/cmd/openmetrics"
)

func TestText(t *testing.T) {
	text := &openmetrics.Text{}
	text.Family("a_seconds", "gauge", "seconds", "A.")
	text.Sample("a_seconds", openmetrics.Seconds(1500*time.Millisecond))
	text.Sample("a_seconds", openmetrics.Seconds(2*time.Second), "b", "x\\y\"z\n\xff", "c", "")
	const want = "# TYPE a_seconds gauge\n# UNIT a_seconds seconds\n# HELP a_seconds A.\na_seconds 1.5\n" +
		`a_seconds{b="x\\y\"z\n` + "\uFFFD" + `",c=""} 2.0` + "\n# EOF\n"
	if got := text.End(); got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

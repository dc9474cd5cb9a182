// Package openmetrics writes metrics in the text format of OpenMetrics 1.0.
package openmetrics

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// MediaType is that of the text format (section 4.1).
const MediaType = "application/openmetrics-text; version=1.0.0; charset=utf-8"

// Text is an exposition that is being written. The zero Text is empty.
type Text struct{ b strings.Builder }

// Family begins a metric family; its samples follow. An empty unit is none.
func (t *Text) Family(name, kind, unit, help string) {
	fmt.Fprintf(&t.b, "# TYPE %s %s\n", name, kind)
	if unit != "" {
		fmt.Fprintf(&t.b, "# UNIT %s %s\n", name, unit)
	}
	fmt.Fprintf(&t.b, "# HELP %s %s\n", name, help)
}

// Sample writes a sample with its labels, in pairs of name and value.
func (t *Text) Sample(name, value string, labels ...string) {
	t.b.WriteString(name)
	for i := 0; i+1 < len(labels); i += 2 {
		separator := ","
		if i == 0 {
			separator = "{"
		}
		fmt.Fprintf(&t.b, `%s%s="%s"`, separator, labels[i], escaped.Replace(strings.ToValidUTF8(labels[i+1], "\uFFFD")))
	}
	if len(labels) > 1 {
		t.b.WriteString("}")
	}
	fmt.Fprintf(&t.b, " %s\n", value)
}

var escaped = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

// End returns the exposition with the mark of its end.
func (t *Text) End() string { return t.b.String() + "# EOF\n" }

// Seconds is a duration in seconds in the canonical form of bounds, with a point.
func Seconds(d time.Duration) string {
	text := strconv.FormatFloat(d.Seconds(), 'f', -1, 64)
	if !strings.Contains(text, ".") {
		text += ".0"
	}
	return text
}

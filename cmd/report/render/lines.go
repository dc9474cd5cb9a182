package render

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"snag/cmd/report"
)

// renderLines writes one line a finding in the form of compilers, which editors and the problem
// matchers of CI systems read: file:line:column: level: message [rule]. Suppressed findings are left
// out.
func renderLines(w io.Writer, r *report.Report, _ View) error {
	var b strings.Builder
	for _, f := range r.Findings {
		if f.Suppression == nil {
			fmt.Fprintf(&b, "%s: %s: %s [%s]\n", report.Visible(cmp.Or(f.Location.String(), r.Command)), f.Level, report.Visible(f.Message), f.Rule)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

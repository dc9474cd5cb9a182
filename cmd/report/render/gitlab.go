package render

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"path"

	"snag/analyze/judge"
	"snag/cmd/report"
)

// What GitLab needs of a Code Quality report: one array in JSON without a byte order mark, of issues with a description,
// a fingerprint that no other issue has (of equal ones it shows the first), a severity from info to blocker, and a place
// by its path from the root of the repository. What has no file has no place there.

type qualityIssue struct {
	Description string          `json:"description"`
	Check       string          `json:"check_name"`
	Fingerprint string          `json:"fingerprint"`
	Severity    string          `json:"severity"`
	Location    qualityLocation `json:"location"`
}

type qualityLocation struct {
	Path  string       `json:"path"`
	Lines qualityLines `json:"lines"`
}

type qualityLines struct {
	Begin int `json:"begin"`
	End   int `json:"end,omitempty"`
}

// remoteRank is the least Rank of what anybody can send.
const remoteRank = 90

// renderGitLab writes the findings that stand in files as a Code Quality report of GitLab, the worst first.
func renderGitLab(w io.Writer, r *report.Report, _ View) error {
	issues := []qualityIssue{}
	taken := map[string]bool{}
	for _, f := range worstFirst(r.Findings) {
		if f.Location.File == "" {
			continue
		}
		file := valid(path.Clean(f.Location.File))
		print := f.Fingerprint
		for n := 0; print == "" || taken[print]; n++ {
			sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%s\x00%s\x00%d", f.Fingerprint, f.Rule, file, f.Message, n))
			print = hex.EncodeToString(sum[:16])
		}
		taken[print] = true
		issues = append(issues, qualityIssue{
			Description: annotationText(r, f), Check: f.Rule, Fingerprint: print, Severity: qualitySeverity(f),
			Location: qualityLocation{Path: file, Lines: qualityLines{Begin: max(f.Location.Start.Line, 1), End: f.Location.End.Line}},
		})
	}
	e := report.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(issues)
}

// qualitySeverity is the severity of a finding in GitLab.
func qualitySeverity(f report.Finding) string {
	switch {
	case f.Level == judge.Error && f.Rank >= remoteRank:
		return "blocker"
	case f.Level == judge.Error:
		return "critical"
	case f.Level == judge.Warning:
		return "major"
	}
	return "info"
}

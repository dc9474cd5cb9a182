package lsp

import (
	"cmp"
	"context"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"snag/analyze/block/calls"
	"snag/analyze/judge"
	"snag/analyze/reach"
	"snag/analyze/regex/audit"
	"snag/analyze/sorting"
	"snag/cmd/regex/editor"
	"snag/cmd/report"
)

// shown is a finding in a document, with the regex that it is about; nil for one about something else.
type shown struct {
	report.Finding
	regex    *editor.Found
	severity int
}

// findings returns what to show of what was found in a document.
func (s *server) findings(at snapshot, found *judged) []shown {
	s.mu.Lock()
	var known editor.Reach
	policy := noPolicy
	left := ""
	if f := at.folder; f != nil {
		known, policy, left = f.reach, f.policy, f.leftOut(at.name)
	}
	set := s.settings
	lens := s.showsLenses()
	s.mu.Unlock()
	if left != "" {
		return nil
	}
	var all []shown
	add := func(f report.Finding, r *editor.Found) {
		one := shown{Finding: f, regex: r}
		level, file := f.Level, f.Location.File
		if at.path != "" {
			one.Location.File = at.path // policies match paths
		}
		policy.Apply(&one.Finding)
		one.Location.File = file
		if one.Suppression != nil || !set.All && isMinor(one.Finding) {
			return
		}
		one.severity = severityOf(one.Finding, r, one.Level != level)
		all = append(all, one)
	}
	for _, r := range found.regexes {
		r = r.With(known)
		if f, ok := r.Finding(); ok {
			add(f, r)
		}
	}
	for _, f := range found.comments {
		add(f, nil)
	}
	if set.Calls == "diagnostics" || set.Calls == "auto" && !lens {
		for _, line := range found.calls {
			add(findingOf(at.name, line), nil)
		}
	}
	return all
}

// isMinor reports whether a finding is only shown where all are asked for: growth that is fast enough, and
// patterns that the program puts together.
func isMinor(f report.Finding) bool {
	return f.Minor != "" || f.Level == judge.Note && f.Rule == audit.RuleUnknown
}

// findingOf returns the finding of calls on one line.
func findingOf(name string, line []calls.Call) report.Finding {
	first, last := line[0], line[len(line)-1]
	f := report.Finding{Finding: calls.Judge(line), Location: report.Location{File: name}}
	f.Location.Start = report.Position{Line: first.Line, Offset: first.Offset}
	f.Location.End = report.Position{Line: last.Line, Offset: last.End}
	return f
}

// severityOf returns how a finding is shown: by its level, and where it is known who can send the attack, by who
// that is. A level that the project has set holds as it is.
func severityOf(f report.Finding, r *editor.Found, set bool) int {
	severity := severityInformation
	switch f.Level {
	case judge.Error:
		severity = severityError
	case judge.Warning:
		severity = severityWarning
	}
	if f.Minor != "" || f.Rule == audit.RuleUnusedIgnore {
		return severityHint
	}
	if set || r == nil || !r.IsVulnerable() || f.Level == judge.Note {
		return severity
	}
	level, known := r.Level()
	if !known {
		return severity
	}
	switch level {
	case reach.Remote:
		return severityError
	case reach.RemotePossible, reach.Library, reach.Unknown:
		return max(severity, severityWarning)
	case reach.Local:
		return severityInformation
	}
	return severityHint
}

// publish judges a document and sends its diagnostics, unless it has changed meanwhile.
func (s *server) publish(ctx context.Context, uri string) {
	at, found, err := s.judgedOf(ctx, uri)
	if err != nil {
		return // the next version has its own turn
	}
	p := publishDiagnosticsParams{URI: uri, Diagnostics: s.diagnostics(at, s.findings(at, found))}
	if s.client.TextDocument.PublishDiagnostics.VersionSupport {
		p.Version = &at.version
	}
	s.sending.Lock()
	defer s.sending.Unlock()
	s.mu.Lock()
	d := s.documents[uri]
	news := d != nil && d.text == at.text && ctx.Err() == nil && (d.sent == nil || !reflect.DeepEqual(*d.sent, p))
	if news {
		d.sent = &p
	}
	s.mu.Unlock()
	if news {
		s.notify("textDocument/publishDiagnostics", p)
	}
}

// diagnostic answers textDocument/diagnostic.
func (s *server) diagnostic(ctx context.Context, p documentParams) (any, error) {
	at, found, err := s.judgedOf(ctx, p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	return documentDiagnosticReport{Kind: "full", Items: s.diagnostics(at, s.findings(at, found))}, nil
}

// mostDiagnostics is how many findings of one document are shown: an editor that is told of tens of thousands
// stands still.
const mostDiagnostics = 1000

// diagnostics returns findings in the form of the protocol: the worst, when they are very many, and a remark on what
// is left out.
func (s *server) diagnostics(at snapshot, all []shown) []diagnostic {
	left := len(all) - mostDiagnostics
	if left > 0 {
		all = slices.Clone(all)
		sorting.Stable(all, func(a, b shown) int {
			return cmp.Or(cmp.Compare(a.severity, b.severity), cmp.Compare(b.Level, a.Level), cmp.Compare(b.Weight, a.Weight))
		})
		all = all[:mostDiagnostics]
	}
	list := make([]diagnostic, 0, len(all)+1)
	for _, f := range all {
		list = append(list, s.diagnosticOf(at, f))
	}
	if left > 0 {
		start, end := at.text.Line(0)
		list = append(list, diagnostic{Range: at.text.Range(start, end, s.encoding), Severity: severityInformation, Source: "snag",
			Message: judge.Plural(left, "finding") + " more, not shown here: snag regex --all on this file lists them"})
	}
	return list
}

func (s *server) diagnosticOf(at snapshot, f shown) diagnostic {
	can := s.client.TextDocument.PublishDiagnostics
	d := diagnostic{
		Range: at.text.Range(f.Location.Start.Offset, f.Location.End.Offset, s.encoding), Severity: f.severity,
		Code: f.Rule, Source: "snag", Message: messageOf(f),
	}
	if f.Location.Start.Offset == 0 && f.Location.End == (report.Position{}) && f.Location.Start.Line > 0 { // only its line is known
		start, end := at.text.Line(f.Location.Start.Line - 1)
		d.Range = at.text.Range(start, end, s.encoding)
	}
	if f.Rule == audit.RuleUnusedIgnore && slices.Contains(can.TagSupport.ValueSet, tagUnnecessary) {
		d.Tags = []int{tagUnnecessary}
	}
	if can.RelatedInformation && f.regex != nil {
		d.Related = s.steps(at, f.regex.Trace())
	}
	return d
}

// messageOf says in a few lines what is wrong: how bad it is, why, and who can send it.
func messageOf(f shown) string {
	lines := []string{report.Visible(f.Message)}
	if f.Short != "" && f.Short != f.Message {
		lines = append([]string{report.Visible(f.Short)}, lines...)
	}
	if f.regex != nil {
		if words := f.regex.ReachWords(); words != "" {
			lines = append(lines, report.Visible(words))
		}
	} else if f.Help != "" {
		lines = append(lines, report.Visible(f.Help))
	}
	return strings.Join(lines, "\n")
}

// steps are the places on the way of an attack, as far as they can be shown.
func (s *server) steps(at snapshot, trace []report.Location) []relatedInformation {
	if at.folder == nil || len(trace) < 2 {
		return nil
	}
	var all []relatedInformation
	for i, l := range trace {
		what := "goes on here"
		switch i {
		case 0:
			what = "the text comes in here"
		case len(trace) - 1:
			what = "and meets the regex here"
		}
		all = append(all, relatedInformation{s.locate(at.folder, l), what})
	}
	return all
}

// locate returns a place of a report about a folder. In an open document the place is that of the version which was
// read, which is as near as the next look gets.
func (s *server) locate(f *folder, l report.Location) location {
	uri := uriOf(filepath.Join(f.path, filepath.FromSlash(l.File)))
	if at, err := s.snapshotOf(uri); err == nil {
		return location{uri, at.text.Range(l.Start.Offset, l.End.Offset, s.encoding)}
	}
	place := location{URI: uri}
	place.Range.Start.Line, place.Range.End.Line = max(l.Start.Line-1, 0), max(l.End.Line-1, 0)
	place.Range.Start.Character, place.Range.End.Character = s.units(l.Start), s.units(l.End)
	return place
}

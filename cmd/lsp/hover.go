package lsp

import (
	"context"

	"snag/analyze/block/calls"
	"snag/cmd/report"
	"snag/cmd/report/render"
)

// at returns the bytes of a document that a finding is about: all of the expression that makes its regex, and
// elsewhere its place.
func (f shown) spans() []report.Span {
	own := report.Span{Start: f.Location.Start.Offset, End: f.Location.End.Offset}
	if f.regex == nil {
		return []report.Span{own}
	}
	expr, text := f.regex.Span()
	return []report.Span{text, expr, own}
}

// touches reports whether a finding is about some of the bytes from one offset to another, which may be the same.
func (f shown) touches(from, to int) bool {
	for _, s := range f.spans() {
		if s.Start <= to && from <= s.End {
			return true
		}
	}
	return false
}

// findingsAt returns what is shown in a document between two places. Lenses count, too.
func (s *server) findingsAt(ctx context.Context, uri string, place func(snapshot) (from, to int)) (snapshot, *judged, []shown, error) {
	at, found, err := s.judgedOf(ctx, uri)
	if err != nil {
		return at, nil, nil, err
	}
	from, to := place(at)
	var all []shown
	for _, f := range append(s.findings(at, found), s.lenses(at, found)...) {
		if f.touches(from, to) {
			all = append(all, f)
		}
	}
	return at, found, all, nil
}

// hover tells what is known of the regex, or the call, at a place.
func (s *server) hover(ctx context.Context, p documentPositionParams) (any, error) {
	at, _, all, err := s.findingsAt(ctx, p.TextDocument.URI, func(at snapshot) (int, int) {
		offset := at.text.Offset(p.Position, s.encoding)
		return offset, offset
	})
	if err != nil || len(all) == 0 {
		return nil, err
	}
	f := all[0]
	shown := f.Finding
	if f.regex != nil && f.regex.IsVulnerable() {
		if full, ok := f.regex.WithFixes(ctx).Finding(); ok {
			full.Level = shown.Level
			shown = full
		}
	}
	shown.Excerpt = nil // the reader looks at it
	span := f.spans()[0]
	return hover{markupContent{"markdown", render.MarkdownOf(shown)}, at.text.Range(span.Start, span.End, s.encoding)}, nil
}

// lenses returns the calls of a document that block, where these have lenses.
func (s *server) lenses(at snapshot, found *judged) []shown {
	s.mu.Lock()
	set, policy, left := s.settings.Calls, noPolicy, ""
	if f := at.folder; f != nil {
		policy, left = f.policy, f.leftOut(at.name)
	}
	s.mu.Unlock()
	if left != "" || set == "off" || set == "diagnostics" || set == "auto" && !s.showsLenses() {
		return nil
	}
	var all []shown
	for _, line := range found.calls {
		f := findingOf(at.name, line)
		f.Location.File = at.path
		if policy.Apply(&f); f.Suppression == nil {
			all = append(all, shown{Finding: f})
		}
	}
	return all
}

// codeLens says above the lines of calls that they block everybody.
func (s *server) codeLens(ctx context.Context, p documentParams) (any, error) {
	at, found, err := s.judgedOf(ctx, p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	list := []codeLens{}
	for _, f := range s.lenses(at, found) {
		where := at.text.Range(f.Location.Start.Offset, f.Location.End.Offset, s.encoding)
		list = append(list, codeLens{where, command{lensTitle(found.calls, f), commandAbout, []any{at.uri, where.Start}}})
	}
	return list, nil
}

func lensTitle(all [][]calls.Call, f shown) string {
	for _, line := range all {
		if line[0].Offset == f.Location.Start.Offset {
			if line[0].Routed {
				return "blocks everybody for each request: " + line[0].Name
			}
			return "may block everybody for each request: " + line[0].Name
		}
	}
	return f.Rule
}

package lsp

import (
	"context"
	"strings"

	"snag/analyze/regex/audit"
	"snag/analyze/regex/repair"
	"snag/analyze/wtf8"
	"snag/cmd/regex/editor"
	"snag/cmd/report"
)

// codeAction offers what can be done about the findings in a range.
func (s *server) codeAction(ctx context.Context, p codeActionParams) (any, error) {
	list := []codeAction{}
	if wants(p.Context.Only, fixAll) && len(p.Context.Only) > 0 {
		all, err := s.fixAll(ctx, p.TextDocument.URI)
		if err != nil {
			return nil, err
		}
		list = append(list, all...)
	}
	if !wants(p.Context.Only, quickFix) {
		return list, nil
	}
	at, found, all, err := s.findingsAt(ctx, p.TextDocument.URI, func(at snapshot) (int, int) {
		return at.text.Offset(p.Range.Start, s.encoding), at.text.Offset(p.Range.End, s.encoding)
	})
	if err != nil {
		return nil, err
	}
	for _, f := range all {
		actions, err := s.actions(ctx, at, found, f)
		if err != nil {
			return nil, err
		}
		list = append(list, actions...)
	}
	return list, nil
}

// wants reports whether a client that asks for some kinds of actions alone wants one of a kind.
func wants(only []string, kind string) bool {
	for _, k := range only {
		if k == "" || k == kind || strings.HasPrefix(kind, k+".") {
			return true
		}
	}
	return len(only) == 0
}

// actions offers what can be done about one finding.
func (s *server) actions(ctx context.Context, at snapshot, found *judged, f shown) ([]codeAction, error) {
	var list []codeAction
	about := []diagnostic{s.diagnosticOf(at, f)}
	if f.regex != nil && f.regex.IsVulnerable() {
		offers, err := s.offers(ctx, at, found, f.regex)
		if err != nil {
			return nil, err
		}
		for _, o := range offers {
			list = append(list, codeAction{
				Title: offerTitle(o), Kind: quickFix, Diagnostics: about, IsPreferred: o.Proved,
				Edit: s.editOf(at, textEdit{at.text.Range(o.Edit.Start, o.Edit.End, s.encoding), o.Edit.Text}),
			})
		}
	}
	list = append(list, s.acceptances(at, f, about)...)
	if f.regex != nil && f.regex.IsVulnerable() {
		where := at.text.Position(f.spans()[0].Start, s.encoding)
		list = append(list, codeAction{
			Title: "snag: explain this regex in the browser", Kind: quickFix, Diagnostics: about,
			Command: &command{"Explain", commandExplain, []any{at.uri, where}},
		})
	}
	return list, nil
}

// offers returns what may be written instead of a regex, which is sought once for a version of a document.
func (s *server) offers(ctx context.Context, at snapshot, found *judged, r *editor.Found) ([]editor.Offer, error) {
	if known, ok := found.offers.Load(r.Key()); ok {
		return known.([]editor.Offer), nil
	}
	offers, err := found.judge.Offers(ctx, at.language, at.text.Bytes(), r)
	if err == nil {
		found.offers.Store(r.Key(), offers)
	}
	return offers, err
}

// longestTitle is how many characters of a pattern a title has.
const longestTitle = 60

func offerTitle(o editor.Offer) string {
	pattern := []rune(report.Visible(o.Fix.Pattern))
	if len(pattern) > longestTitle {
		pattern = append(pattern[:longestTitle-1:longestTitle-1], '…')
	}
	title := "snag: rewrite as " + string(pattern)
	switch {
	case o.Proved && o.Fix.Equivalence == repair.SameMatches:
		return title + " (proved: the same matches)"
	case o.Proved:
		return title + " (proved to match the same inputs)"
	}
	words, _, _ := strings.Cut(o.Fix.Words(), ". ")
	if len(o.Fix.Loses) > 0 {
		words += "; no longer matches " + report.Visible(wtf8.Quote(o.Fix.Loses[0]))
	}
	if len(o.Fix.Gains) > 0 {
		words += "; also matches " + report.Visible(wtf8.Quote(o.Fix.Gains[0]))
	}
	return title + " (" + strings.ToLower(words[:1]) + strings.TrimSuffix(words[1:], ".") + ")"
}

// acceptances offers comments that accept a finding: with the reason that is known, and with one to be written,
// until which the comment accepts nothing.
func (s *server) acceptances(at snapshot, f shown, about []diagnostic) []codeAction {
	switch f.Rule {
	case audit.RuleUnreasoned, audit.RuleUnusedIgnore:
		return nil
	}
	lines := []int{f.Location.Start.Line}
	reason := ""
	if f.regex != nil {
		lines, reason = f.regex.Lines(), f.regex.AcceptableWords()
	}
	var list []codeAction
	if reason != "" {
		if in, ok := audit.Accept(at.language, at.text.Bytes(), f.Rule, reason, lines...); ok {
			list = append(list, codeAction{Title: "snag: accept this: " + reason, Kind: quickFix, Diagnostics: about, Edit: s.insertion(at, in)})
		}
	}
	if in, ok := audit.Accept(at.language, at.text.Bytes(), f.Rule, "", lines...); ok {
		a := codeAction{Title: "snag: accept this, for a reason to be written", Kind: quickFix, Diagnostics: about, Edit: s.insertion(at, in)}
		if s.client.Window.ShowDocument.Support {
			after := at.text.Replace(at.text.Range(in.Offset, in.Offset, s.encoding), s.encoding, in.Text)
			a.Command = &command{"Write the reason", commandReason, []any{at.uri, after.Position(in.Offset+in.Reason, s.encoding)}}
		}
		list = append(list, a)
	}
	return list
}

func (s *server) insertion(at snapshot, in audit.Insertion) *workspaceEdit {
	return s.editOf(at, textEdit{at.text.Range(in.Offset, in.Offset, s.encoding), in.Text})
}

// fixAll offers all rewrites of a document that change nothing else, as one action.
func (s *server) fixAll(ctx context.Context, uri string) ([]codeAction, error) {
	at, found, err := s.judgedOf(ctx, uri)
	if err != nil {
		return nil, err
	}
	var edits []textEdit
	var written []audit.Edit
	for _, f := range s.findings(at, found) {
		if f.regex == nil || !f.regex.IsVulnerable() {
			continue
		}
		offers, err := s.offers(ctx, at, found, f.regex)
		if err != nil {
			return nil, err
		}
		if len(offers) == 0 || !offers[0].Proved {
			continue
		}
		more := append(written[:len(written):len(written)], offers[0].Edit)
		if _, err := audit.Apply(at.language, at.text.Bytes(), more); err != nil {
			continue // it does not go with the others
		}
		e := offers[0].Edit
		written, edits = more, append(edits, textEdit{at.text.Range(e.Start, e.End, s.encoding), e.Text})
	}
	if len(edits) == 0 {
		return nil, nil
	}
	return []codeAction{{Title: "snag: make all rewrites that are proved", Kind: fixAll, Edit: s.editOf(at, edits...)}}, nil
}

// editOf returns edits of a document, of the version that they are meant for where the client can tell.
func (s *server) editOf(at snapshot, edits ...textEdit) *workspaceEdit {
	if s.client.Workspace.WorkspaceEdit.DocumentChanges {
		return &workspaceEdit{DocumentChanges: []textDocumentEdit{{versionedTextDocumentIdentifier{at.uri, at.version}, edits}}}
	}
	return &workspaceEdit{Changes: map[string][]textEdit{at.uri: edits}}
}

package regex

import (
	"context"
	"slices"

	"snag/analyze/regex/audit"
	"snag/analyze/regex/redos"
	"snag/analyze/source/extract"
	"snag/analyze/source/literal"
	"snag/cmd/report"
	"snag/cmd/worktree"
	"snag/probe/cache"
	"snag/probe/source"
)

// unit is a portion of the inputs that one goroutine works on: a source file, or some patterns.
type unit struct {
	name     string
	language extract.Language
	file     source.File
	read     func() ([]byte, *source.Skip)      // the text of a source file, nil for patterns
	touched  func(firstLine, lastLine int) bool // whether to report on these lines, nil for all
	// whole asks for all vulnerable patterns of a source file, and for the others on these lines alone;
	// unchanged reports that there are no such lines.
	whole, unchanged bool
	subjects         []subject
	worktree.Omitted
}

// unitResult is what an audit of a unit found.
type unitResult struct {
	name     string
	files    int
	audited  []audited
	findings []report.Finding
	worktree.Omitted
}

// auditor is how units are audited.
type auditor struct {
	decide audit.Decider
	limits redos.Limits
	known  *cache.Verdicts // what is not decided again
	fix    bool            // propose rewrites that can be written into the source
}

// audit finds and judges the patterns of a unit.
func (u unit) audit(ctx context.Context, by auditor) unitResult {
	if u.read == nil {
		r := u.result()
		by.decide = by.known.Decider(by.decide)
		_ = r.judge(ctx, by, u.subjects, nil) // interrupted: what was judged until then counts
		return r
	}
	text, skip := u.read()
	if skip != nil && u.unchanged {
		return unitResult{name: u.name}
	}
	if skip != nil {
		u.LeaveOut(u.name, u.file, skip)
		return u.result()
	}
	r := u.result()
	r.auditSource(ctx, u, text, by)
	if u.whole {
		r.audited = slices.DeleteFunc(r.audited, func(a audited) bool { return a.untouched && !a.IsVulnerable() })
	}
	if (len(r.audited) > 0 || !u.language.Data) && !u.unchanged { // most data has no patterns, and is no subject of the report
		r.files = 1
	}
	return r
}

// result returns what is known about a unit before its patterns are judged.
func (u unit) result() unitResult {
	r := unitResult{name: u.name, Omitted: u.Omitted}
	for _, item := range u.Unreadable {
		r.findings = append(r.findings, item.Finding())
	}
	return r
}

// auditSource adds what an audit of the text of a source file finds, which an earlier run may have found.
func (r *unitResult) auditSource(ctx context.Context, u unit, text []byte, by auditor) {
	if u.touched != nil && !u.whole {
		by.known = nil // it holds what is on all lines
	}
	if u.whole {
		defer func() {
			for i := range r.audited {
				a := &r.audited[i]
				a.untouched = !u.covers(a.Expr.Start.Line, a.Expr.End.Line)
			}
		}()
	}
	key := by.known.FileKey(u.language, text)
	if all, ok := by.known.File(key); ok {
		for _, found := range all {
			r.audited = append(r.audited, audited{Result: found, id: placeIn(u.name, found.At).String(), file: u.name})
		}
		r.quote(text)
		return
	}
	file := u.language.Extract(text)
	comments := audit.NewComments(file)
	var edits *sourceEdits
	if by.fix {
		edits = &sourceEdits{name: u.name, path: u.file.Path, language: u.language, content: text}
	}
	err := r.judge(ctx, by, u.literals(file, comments), edits)
	r.quote(text)
	if err != nil {
		return
	}
	for i, s := range file.Suppressions {
		if f, ok := comments.Finding(i); ok && u.covers(s.Line, s.Line) {
			place := report.Location{File: u.name, Start: report.Position{Line: s.Line}}
			r.findings = append(r.findings, report.Finding{Finding: f, Location: place})
		}
	}
	if len(file.Suppressions) == 0 { // which comments were of use is not kept
		all := make([]audit.Result, len(r.audited))
		for i := range r.audited {
			all[i] = r.audited[i].Result
		}
		by.known.PutFile(key, all)
	}
}

// covers reports whether to report on lines.
func (u unit) covers(first, last int) bool { return u.touched == nil || u.touched(first, last) }

// literals returns the patterns of a source file that stand on lines to report on.
func (u unit) literals(file *extract.File, comments *audit.Comments) []subject {
	var subjects []subject
	for i := range file.Literals {
		if l := &file.Literals[i]; u.whole || u.covers(l.Expr.Start.Line, l.Expr.End.Line) {
			s := subject{Subject: audit.OfLiteral(comments, l), file: u.name, untouched: !u.covers(l.Expr.Start.Line, l.Expr.End.Line)}
			s.id = placeIn(u.name, s.At).String()
			subjects = append(subjects, s)
		}
	}
	return subjects
}

// judge adds what an audit of the subjects finds. The error is that of ctx.
func (r *unitResult) judge(ctx context.Context, by auditor, subjects []subject, edits *sourceEdits) error {
	for _, s := range subjects {
		found, err := s.Audit(ctx, by.decide, by.limits, by.fix && !s.untouched)
		if err != nil {
			return err
		}
		if !found.IsVulnerable() {
			found.Verdict.Tree = nil // long lists must fit into memory, and nobody asks again
		}
		r.audited = append(r.audited, audited{Result: found, id: s.id, file: s.file, source: edits})
	}
	return nil
}

// quote adds to the findings of a source file the lines that they are about.
func (r *unitResult) quote(text []byte) {
	for i := range r.audited {
		a := &r.audited[i]
		if a.Rule() == "" {
			continue
		}
		place := a.Hotspot
		if place == (literal.Range{}) {
			place = a.At
		}
		a.excerpt = report.ExcerptOf(text, spanOf(place), spanOf(a.At))
	}
}

// part returns the part of a unit that a shard takes. Source text of stdin goes by its name, and patterns by what
// identifies them, so that equal ones are counted together.
func (u unit) part(s *worktree.Shard) (part unit, ok bool) {
	if s.Of == 0 {
		return u, true
	}
	if u.subjects == nil {
		return u, s.Takes(u.name)
	}
	mine := func(one subject) bool { return s.Takes(identity(one.file, one.Subject)) }
	u.subjects = slices.DeleteFunc(slices.Clone(u.subjects), func(one subject) bool { return !mine(one) })
	return u, len(u.subjects) > 0
}

func spanOf(r literal.Range) report.Span {
	return report.Span{Start: r.Start.Offset, End: r.End.Offset}
}

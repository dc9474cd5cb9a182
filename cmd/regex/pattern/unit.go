package pattern

import (
	"context"
	"slices"

	"snag/analyze/regex/audit"
	"snag/analyze/regex/redos"
	"snag/analyze/source/constant"
	"snag/analyze/source/extract"
	"snag/analyze/source/literal"
	"snag/cmd/report"
	"snag/cmd/worktree"
	"snag/probe/cache"
	"snag/probe/source"
)

// Unit is a portion of the inputs that one goroutine works on: a source file, or some patterns.
type Unit struct {
	Name     string
	Language extract.Language
	File     source.File
	Read     func() ([]byte, *source.Skip)      // the text of a source file, nil for patterns
	Touched  func(firstLine, lastLine int) bool // whether to report on these lines, nil for all
	// Whole asks for all vulnerable patterns of a source file, and for the others on these lines alone;
	// Unchanged reports that there are no such lines.
	Whole, Unchanged bool
	Subjects         []Subject
	// Constants find the values that a source file takes from others, among which it has a path; nil for none.
	Constants *constant.Project
	Path      string
	worktree.Omitted
}

// UnitResult is what an audit of a unit found.
type UnitResult struct {
	Name     string
	Files    int
	Audited  []Audited
	Findings []report.Finding
	worktree.Omitted
}

// Auditor is how units are audited.
type Auditor struct {
	Decide  audit.Decider
	Limits  redos.Limits
	Known   *cache.Verdicts // what is not decided again
	Propose audit.Proposer  // looks for rewrites that can be written into the source, nil for none
}

// Audit finds and judges the patterns of a unit.
func (u Unit) Audit(ctx context.Context, by Auditor) UnitResult {
	if u.Read == nil {
		r := u.result()
		by.Decide = by.Known.Decider(by.Decide)
		_ = r.judge(ctx, by, u.Subjects, nil) // interrupted: what was judged until then counts
		return r
	}
	text, skip := u.Read()
	if skip != nil && u.Unchanged {
		return UnitResult{Name: u.Name}
	}
	if skip != nil {
		u.LeaveOut(u.Name, u.File, skip)
		return u.result()
	}
	r := u.result()
	r.auditSource(ctx, u, text, by)
	if u.Whole {
		r.Audited = slices.DeleteFunc(r.Audited, func(a Audited) bool { return a.Untouched && !a.IsVulnerable() })
	}
	if (len(r.Audited) > 0 || !u.Language.Data) && !u.Unchanged { // most data has no patterns, and is no subject of the report
		r.Files = 1
	}
	return r
}

// result returns what is known about a unit before its patterns are judged.
func (u Unit) result() UnitResult {
	r := UnitResult{Name: u.Name, Omitted: u.Omitted}
	for _, item := range u.Unreadable {
		r.Findings = append(r.Findings, item.Finding())
	}
	return r
}

// auditSource adds what an audit of the text of a source file finds, which an earlier run may have found.
func (r *UnitResult) auditSource(ctx context.Context, u Unit, text []byte, by Auditor) {
	if u.Touched != nil && !u.Whole {
		by.Known = nil // it holds what is on all lines
	}
	if u.Whole {
		defer func() {
			for i := range r.Audited {
				a := &r.Audited[i]
				a.Untouched = !u.covers(a.Expr.Start.Line, a.Expr.End.Line)
			}
		}()
	}
	key := by.Known.FileKey(u.Language, text)
	if all, ok := by.Known.File(key); ok {
		for _, found := range all {
			r.Audited = append(r.Audited, Audited{Result: found, ID: placeIn(u.Name, found.At).String(), File: u.Name})
		}
		r.quote(text)
		return
	}
	file, alone := u.extract(text)
	comments := audit.NewComments(file)
	var edits *SourceEdits
	if by.Propose != nil {
		edits = &SourceEdits{Name: u.Name, path: u.File.Path, Language: u.Language, Content: text}
	}
	err := r.judge(ctx, by, u.literals(file, comments), edits)
	r.quote(text)
	if err != nil {
		return
	}
	for i, s := range file.Suppressions {
		if f, ok := comments.Finding(i); ok && u.covers(s.Line, s.Line) {
			place := report.Location{File: u.Name, Start: report.Position{Line: s.Line}}
			r.Findings = append(r.Findings, report.Finding{Finding: f, Location: place})
		}
	}
	if alone && len(file.Suppressions) == 0 { // which comments were of use is not kept
		all := make([]audit.Result, len(r.Audited))
		for i := range r.Audited {
			all[i] = r.Audited[i].Result
		}
		by.Known.PutFile(key, all)
	}
}

// extract finds the patterns in the text of a source file, and reports whether they depend on that text alone.
func (u Unit) extract(text []byte) (file *extract.File, alone bool) {
	if u.Constants == nil {
		return u.Language.Extract(text), true
	}
	scope := u.Constants.In(u.Path, u.Language, text)
	file = u.Language.ExtractWith(text, scope.Value)
	return file, !scope.Asked
}

// covers reports whether to report on lines.
func (u Unit) covers(first, last int) bool { return u.Touched == nil || u.Touched(first, last) }

// literals returns the patterns of a source file that stand on lines to report on.
func (u Unit) literals(file *extract.File, comments *audit.Comments) []Subject {
	var subjects []Subject
	for i := range file.Literals {
		if l := &file.Literals[i]; u.Whole || u.covers(l.Expr.Start.Line, l.Expr.End.Line) {
			s := Subject{Subject: audit.OfLiteral(comments, l), File: u.Name, untouched: !u.covers(l.Expr.Start.Line, l.Expr.End.Line)}
			s.ID = placeIn(u.Name, s.At).String()
			subjects = append(subjects, s)
		}
	}
	return subjects
}

// judge adds what an audit of the subjects finds. The error is that of ctx.
func (r *UnitResult) judge(ctx context.Context, by Auditor, subjects []Subject, edits *SourceEdits) error {
	for _, s := range subjects {
		propose := by.Propose
		if s.untouched {
			propose = nil
		}
		found, err := s.Audit(ctx, by.Decide, by.Limits, propose)
		if err != nil {
			return err
		}
		if !found.IsVulnerable() {
			found.Verdict.Tree = nil // long lists must fit into memory, and nobody asks again
		}
		r.Audited = append(r.Audited, Audited{Result: found, ID: s.ID, File: s.File, Source: edits})
	}
	return nil
}

// quote adds to the findings of a source file the lines that they are about.
func (r *UnitResult) quote(text []byte) {
	for i := range r.Audited {
		a := &r.Audited[i]
		if a.Rule() == "" {
			continue
		}
		place := a.Hotspot
		if place == (literal.Range{}) {
			place = a.At
		}
		a.excerpt = report.ExcerptOf(text, SpanOf(place), SpanOf(a.At))
	}
}

// Part returns the part of a unit that a shard takes. Source text of stdin goes by its name, and patterns by what
// identifies them, so that equal ones are counted together.
func (u Unit) Part(s *worktree.Shard) (part Unit, ok bool) {
	if s.Of == 0 {
		return u, true
	}
	if u.Subjects == nil {
		return u, s.Takes(u.Name)
	}
	mine := func(one Subject) bool { return s.Takes(identity(one.File, one.Subject)) }
	u.Subjects = slices.DeleteFunc(slices.Clone(u.Subjects), func(one Subject) bool { return !mine(one) })
	return u, len(u.Subjects) > 0
}

// SpanOf returns the bytes of a range.
func SpanOf(r literal.Range) report.Span {
	return report.Span{Start: r.Start.Offset, End: r.End.Offset}
}

// SubjectIn returns the subject that a pattern is in the text that it was read from; ok is false where it is not there.
func (a *Audited) SubjectIn(l extract.Language, text []byte) (s audit.Subject, ok bool) {
	file := l.Extract(text)
	at := slices.IndexFunc(file.Literals, func(one literal.Literal) bool {
		return one.Expr == a.Expr && one.At == a.At && one.Pattern == a.Text
	})
	if at < 0 {
		return s, false
	}
	return audit.OfLiteral(audit.NewComments(file), &file.Literals[at]), true
}

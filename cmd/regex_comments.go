package cmd

import (
	"snag/analyze/judge"
	"snag/analyze/source/extract"
	"snag/cmd/report"
)

// comments are the suppressions in a source file, and which of them were of use.
type comments struct {
	name    string
	file    *extract.File
	touched func(firstLine, lastLine int) bool
	used    []bool // by index into the file's suppressions
}

func newComments(name string, file *extract.File, touched func(int, int) bool) *comments {
	return &comments{name: name, file: file, touched: touched, used: make([]bool, len(file.Suppressions))}
}

// suppression returns what the comments say about a finding at a literal, nil when it counts.
func (c *comments) suppression(l *extract.Literal, rule string) *report.Suppression {
	var found *report.Suppression
	for i := range c.file.Suppressions {
		s := &c.file.Suppressions[i]
		on := s.AppliesTo >= l.Expr.Start.Line && s.AppliesTo <= l.Expr.End.Line ||
			s.AppliesTo >= l.At.Start.Line && s.AppliesTo <= l.At.End.Line
		if !on || !s.Covers(rule) {
			continue
		}
		c.used[i] = true
		if s.Reason != "" && found == nil {
			found = &report.Suppression{InSource: true, Reason: s.Reason}
		}
	}
	return found
}

// findings returns what is wrong with the comments themselves.
func (c *comments) findings() []report.Finding {
	var all []report.Finding
	for i, s := range c.file.Suppressions {
		if !c.touched(s.Line, s.Line) {
			continue
		}
		f := report.Finding{Location: report.Location{File: c.name, Start: report.Position{Line: s.Line}}}
		switch {
		case s.Reason == "":
			f.Rule, f.Level = ruleUnreasoned, judge.Warning
			f.Message = "The comment gives no reason, so it suppresses nothing."
		case !c.used[i]:
			f.Rule, f.Level = ruleUnusedIgnore, judge.Note
			f.Message = "The comment suppresses nothing: it matches no finding."
		default:
			continue
		}
		all = append(all, f)
	}
	return all
}

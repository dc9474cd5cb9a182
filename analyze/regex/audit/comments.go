package audit

import (
	"snag/analyze/judge"
	"snag/analyze/source/literal"
	"snag/analyze/source/scan"
)

// Comments are the suppressions in a source file, and which of them were of use.
type Comments struct {
	file *scan.File
	used []bool // by index into the file's suppressions
}

// NewComments returns the comments of a file, none of which was of use yet.
func NewComments(file *scan.File) *Comments {
	return &Comments{file: file, used: make([]bool, len(file.Suppressions))}
}

// suppression returns the comment that accepts the breach of a rule by a literal, nil when there is none.
func (c *Comments) suppression(l *literal.Literal, rule string) (found *scan.Suppression) {
	for i := range c.file.Suppressions {
		s := &c.file.Suppressions[i]
		if !s.SpeaksFor(l) || !s.Covers(rule) {
			continue
		}
		c.used[i] = true
		if s.Reason != "" && found == nil {
			found = s
		}
	}
	return found
}

// Finding returns what is wrong with suppression i of the file; ok is false when nothing is.
func (c *Comments) Finding(i int) (f judge.Finding, ok bool) {
	switch {
	case c.file.Suppressions[i].Reason == "":
		return judge.Finding{Rule: RuleUnreasoned, Level: judge.Warning,
			Message: "The comment gives no reason, so it suppresses nothing."}, true
	case !c.used[i] && !(len(c.file.Suppressions[i].Rules) > 0 && c.file.Suppressions[i].Covers(RuleInjection)): // that is found elsewhere
		return judge.Finding{Rule: RuleUnusedIgnore, Level: judge.Note,
			Message: "The comment suppresses nothing: it matches no finding."}, true
	}
	return f, false
}

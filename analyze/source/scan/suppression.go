package scan

import (
	"bytes"
	"strings"

	"snag/analyze/source/literal"
)

// marker is the word that makes a comment a suppression.
const marker = "snag-ignore"

// Suppression is a comment that asks to ignore findings:
//
//	snag-ignore: reason
//	snag-ignore[rule, rule]: reason
//	snag-ignore -- reason
type Suppression struct {
	// Rules are the rules to ignore. None means all.
	Rules []string
	// Reason is why, or "" where the comment gives none.
	Reason string
	// Line is where the comment's marker stands, from 1.
	Line int
	// AppliesTo is the line whose findings to ignore: that of the comment if there is code on it,
	// else the next one that is neither blank nor all comment.
	AppliesTo int
}

// Covers reports whether the suppression speaks for a rule. A rule may be named with or without the
// part before the slash.
func (s *Suppression) Covers(rule string) bool {
	if len(s.Rules) == 0 {
		return true
	}
	_, short, _ := strings.Cut(rule, "/")
	for _, r := range s.Rules {
		if r == rule || r == short {
			return true
		}
	}
	return false
}

// SpeaksFor reports whether the suppression applies to a literal of the same file: whether the literal,
// or the pattern in it, stands on the line that it applies to.
func (s *Suppression) SpeaksFor(l *literal.Literal) bool {
	return l.Expr.Spans(s.AppliesTo) || l.At.Spans(s.AppliesTo)
}

// Comment reads the comment src[start:end], delimiters included. The comment's AppliesTo is
// settled by placeSuppressions.
func (x *State) Comment(start, end int) {
	if !x.Marked {
		return
	}
	text := x.Src[start:end]
	at := bytes.Index(text, []byte(marker))
	if at < 0 {
		return
	}
	// The marker must be a word of its own at the start of the comment.
	if len(bytes.Trim(text[:at], "/*#<!- \t\r\n")) > 0 {
		return
	}
	rest := string(text[at+len(marker):])
	if i := strings.IndexAny(rest, "\r\n"); i >= 0 {
		rest = rest[:i]
	}
	rest = strings.TrimRight(rest, " \t")
	rest = strings.TrimSuffix(strings.TrimSuffix(rest, "*/"), "-->")
	s := Suppression{Line: start + at, AppliesTo: end}
	if inner, ok := strings.CutPrefix(rest, "["); ok {
		rules, after, closed := strings.Cut(inner, "]")
		if !closed {
			return
		}
		for rule := range strings.SplitSeq(rules, ",") {
			if rule = strings.TrimSpace(rule); rule != "" {
				s.Rules = append(s.Rules, rule)
			}
		}
		rest = after
	} else if rest != "" && !strings.HasPrefix(rest, ":") && rest[0] != ' ' && rest[0] != '\t' {
		return // snag-ignored, snag-ignore-file
	}
	rest = strings.TrimSpace(rest)
	for _, mark := range []string{":", "--"} {
		if reason, ok := strings.CutPrefix(rest, mark); ok {
			s.Reason = strings.TrimSpace(reason)
			break
		}
	}
	x.Suppressions = append(x.Suppressions, s)
}

// PlaceSuppressions turns the byte offsets that comment left in Line and AppliesTo into lines.
// A comment may stand in braces of its own, as in JSX.
func (x *State) PlaceSuppressions() {
	known, code := 0, 0 // the line of code that follows line known
	for i := len(x.Suppressions) - 1; i >= 0; i-- {
		s := &x.Suppressions[i]
		start, end := s.Line, s.AppliesTo
		s.Line = x.lines.Position(start).Line
		last := x.lines.Position(end).Line
		before := bytes.Trim(x.Src[min(x.lines.Start(s.Line), start):start], " \t/*#<!-{")
		after := x.Src[end:max(end, x.lines.End(last))]
		after = bytes.TrimLeft(after, " \t\r\n}")
		s.AppliesTo = s.Line
		if len(before) > 0 {
			continue
		}
		if len(after) > 0 {
			s.AppliesTo = last
			continue
		}
		code = x.nextCode(last+1, known, code)
		known = last + 1
		s.AppliesTo = code
	}
}

// nextCode returns the number of the first line from the given one that is not blank and not all
// comment. Where the search comes to the line known, the answer is code.
func (x *State) nextCode(line, known, code int) int {
	for n := line; n <= x.lines.Number(); n++ {
		if n == known {
			return code
		}
		text := strings.TrimSpace(x.lines.Text(n))
		comment := strings.HasPrefix(text, "//") || strings.HasPrefix(text, "/*") && strings.HasSuffix(text, "*/") ||
			strings.HasPrefix(text, "{/*") && strings.HasSuffix(text, "*/}") || x.HashComments && strings.HasPrefix(text, "#")
		if text != "" && !comment {
			return n
		}
	}
	return line
}

package repair

import (
	"strings"

	"snag/analyze/regex/syntax"
)

const reasonCommit = "The first place where the loop can end is the only one that is tried: a later one leaves less text for what follows."

// hasAtomic reports whether the dialect has atomic groups; Python has them since version 3.11.
func hasAtomic(d syntax.Dialect) bool {
	switch d {
	case syntax.Python, syntax.Java, syntax.PCRE, syntax.Ruby, syntax.Perl, syntax.DotNet:
		return true
	}
	return false
}

// commits lets loop n end at the first place where the text behind it stands, and keeps it there.
func (v *view) commits(n *syntax.Node) []candidate {
	if !hasAtomic(v.tree.Dialect) || !isSetLoop(n) || n.Min > 1 {
		return nil
	}
	at := n
	if up := v.parent[n]; up != nil && bare(up) == n {
		at = up
		if up = v.parent[up]; up != nil && up.Op == syntax.OpGroup {
			at = up
		}
	} else if up != nil && up.Op == syntax.OpGroup {
		at = up
	}
	up, i := v.place(at)
	if up == nil {
		return nil
	}
	text, end := "", at.Span.End
	for _, sub := range up.Subs[i+1:] {
		if sub.Captures() || skippable(sub) && sub.Op != syntax.OpAssert || sub.MayBeLong() || len(text) > maxCloser {
			break
		}
		text, end = text+v.text(sub), sub.Span.End
	}
	if strings.Trim(text, "^$") == "" {
		return nil
	}
	lazy := ""
	if !n.Lazy {
		lazy = "?"
	}
	whole := "(?>" + v.slice(at.Span.Start, n.Span.End) + lazy + v.slice(n.Span.End, at.Span.End) + text + ")"
	return []candidate{{edits: []edit{{syntax.Span{Start: at.Span.Start, End: end}, whole}}, rule: "atomic", reason: reasonCommit}}
}

const reasonLine = "Of the lines that the loop reads, the match begins at the first: what fails there fails at the others as well."

// firstLine lets a match of Ruby that begins at the start of a line, with a loop that reads over ends of lines,
// begin at the first such line only.
func (v *view) firstLine(n *syntax.Node) []candidate {
	parts, ok := v.opening(n)
	if v.tree.Dialect != syntax.Ruby || !ok || !isSetLoop(n) || v.tree.Root.Op == syntax.OpAlternate || !bare(n.Subs[0]).Set.Contains('\n') {
		return nil
	}
	if len(parts) == 0 || parts[0].Op != syntax.OpAssert || parts[0].Assert != syntax.LineStart || !isText(v, parts[0]) {
		return nil
	}
	for _, p := range parts[1:] {
		if !skippable(p) {
			return nil
		}
	}
	body := v.body(n)
	return []candidate{{edits: []edit{{parts[0].Span, "(?<!" + body + ")(?>" + body + `*?^)\K`}}, rule: ruleKeep, reason: reasonLine}}
}

package audit

import (
	"fmt"
	"strings"

	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
	"snag/analyze/wtf8"
)

// Particular says in sentences why this pattern is slow and what to do about it, in the parts of the pattern
// itself, and below which length no input is slow. Where there is nothing particular to say, it is the advice
// for all patterns that break the same rule of thumb.
func (r *Result) Particular() string {
	text := r.particular()
	if text == "" {
		text = r.Advice()
	}
	return strings.TrimSpace(text + " " + lengthAdvice(r.Verdict.Cost))
}

func (r *Result) particular() string {
	v := r.Verdict
	if v.Tree == nil || len(v.Ways) == 0 || len(v.Ways[0].Text) == 0 {
		return ""
	}
	sample := wtf8.Quote(wtf8.Encode(v.Ways[0].Text[:1]))
	var parts []string // that consume the sample, without the search
	var first syntax.Span
	for _, w := range v.Ways {
		if len(w.Spans) == 0 || w.Spans[0].Start >= w.Spans[0].End {
			continue
		}
		s := w.Spans[0]
		if len(parts) == 0 {
			first = s
		}
		part := fmt.Sprintf("%s at %d", sourceOf(v.Tree, s), s.Start)
		if !strings.Contains(strings.Join(parts, "\x00"), part) {
			parts = append(parts, part)
		}
	}
	loops := Loops(v.Tree, first)
	if v.Rule == redos.SearchRestart && len(loops) == 0 {
		loops = r.rereading()
	}
	switch n := len(loops); {
	case v.Rule == redos.NestedQuantifier && n >= 2:
		return fmt.Sprintf("A further round of %s and a new round of %s can both take %s, and each choice multiplies the ways. Let every round of %[2]s begin or end with something that %[1]s cannot match, or leave one of the two quantifiers out.", loops[n-1], loops[n-2], sample)
	case v.Rule == redos.OverlappingAlternatives && len(parts) >= 2:
		return fmt.Sprintf("%s and %s both match %s, so each round of the loop multiplies the ways. Make them exclude each other by their first character, or merge them.", parts[0], parts[1], sample)
	case v.Rule == redos.AdjacentLoops && len(parts) >= 2:
		return fmt.Sprintf("%s and %s both match %s, and every division of a text between them is tried. Merge them, or keep %[3]s out of one of them.", parts[0], parts[1], sample)
	case v.Rule == redos.SearchRestart && n >= 1:
		return fmt.Sprintf("The search begins anew at each %s, and %s reads on from there every time. Anchor the pattern with ^ if it need not match elsewhere, or keep it from starting inside its own loop. %s", sample, loops[n-1], r.withoutRegex())
	}
	return ""
}

// rereading are the loops that read what the search begins anew in, the outermost first.
func (r *Result) rereading() []string {
	for _, w := range r.Verdict.Ways {
		for _, s := range w.Spans {
			if s.Start < s.End {
				if loops := Loops(r.Verdict.Tree, s); len(loops) > 0 {
					return loops
				}
			}
		}
	}
	for _, s := range r.Verdict.Hotspots {
		if loops := Loops(r.Verdict.Tree, s); len(loops) > 0 {
			return loops
		}
	}
	return nil
}

// Loops are the repetitions of a pattern around a part of it, as they are written, the outermost first.
func Loops(tree *syntax.Tree, part syntax.Span) []string {
	var loops []string
	for n := tree.Root; n != nil; {
		if n.Op == syntax.OpRepeat && (n.Max == syntax.Unbounded || n.Max > 1) {
			loops = append(loops, sourceOf(tree, n.Span))
		}
		var inner *syntax.Node
		for _, sub := range n.Subs {
			if sub.Span.Start <= part.Start && part.End <= sub.Span.End {
				inner = sub
				break
			}
		}
		n = inner
	}
	return loops
}

func sourceOf(tree *syntax.Tree, s syntax.Span) string {
	return wtf8.Encode(tree.Source[s.Start:s.End])
}

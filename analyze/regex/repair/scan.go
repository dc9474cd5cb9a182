package repair

import (
	"slices"
	"strings"

	"snag/analyze/regex/equivalence"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
	"snag/analyze/wtf8"
)

// scan does in two steps what a search does that begins anew at every opener: one match goes over all that begins no
// match, and a second one matches the pattern where that ends. It is for the languages whose patterns have no way to
// say so themselves, but whose functions match at a given place. Both steps are proved to find what the search finds.
func (r *repair) scan(best attempt) (Fix, bool) {
	d := r.tree.Dialect
	if d != syntax.Python && d != syntax.Java || r.mode != syntax.Search || best.audit.class == redos.Linear {
		return Fix{}, false
	}
	most := r.work + r.limits.Work
	for _, now := range []attempt{best, r.delimited(best)} {
		v := newView(now.tree)
		ways := v.dead(v.hot(now.audit))
		if all := v.dead(v.loops()); len(all) > 0 {
			ways = append(ways, all[:min(len(all), 2)]...)
		}
		for _, dead := range ways {
			if r.ctx.Err() != nil || r.work >= most {
				return Fix{}, false
			}
			if r.finds(now.tree, dead) {
				flags, _ := split(wtf8.Encode(now.tree.Source))
				return r.twoSteps(now, flags+"(?:"+dead+")*+")
			}
		}
		if len(now.steps) == maxSteps {
			break
		}
	}
	return Fix{}, false
}

// delimited returns now with each loop that shares its characters with a loop behind it ended where these stop: a
// match at one place is then linear more often, whatever the search does.
func (r *repair) delimited(now attempt) attempt {
	for at := 0; len(now.steps) < maxSteps; {
		v := newView(now.tree)
		found := false
		for _, n := range v.loops() {
			if n.Span.Start < at {
				continue
			}
			at = n.Span.End
			for _, c := range v.boundary(n) {
				if next, ok := r.try(now, c); ok && !next.audit.worse(now.audit) {
					now, found = next, true
				}
			}
			if found {
				break
			}
		}
		if !found {
			break
		}
	}
	return now
}

// loops lists the loops of the pattern in their order.
func (v *view) loops() []*syntax.Node {
	var list []*syntax.Node
	syntax.Walk(v.tree.Root, func(n *syntax.Node) bool {
		if n.IsLoop() && n.Span.End > n.Span.Start {
			list = append(list, n)
		}
		return true
	})
	return list
}

// finds reports whether a match at the end of all rounds of dead, each of which ends at one place alone, is linear and
// always the one that a search for tree finds.
func (r *repair) finds(tree *syntax.Tree, dead string) bool {
	flags, pattern := split(wtf8.Encode(tree.Source))
	if tree.Flags.Has(syntax.Extended) || strings.Contains(flags, "x") {
		pattern += "\n" // behind a comment
	}
	both, err := parser.Parse(r.pattern.Dialect, flags+"(?:"+dead+")*(?!"+dead+")(?:"+pattern+")", r.pattern.Flags)
	if err != nil || both.Root.Op != syntax.OpConcat || len(both.Root.Subs) < 3 || both.Groups != tree.Groups {
		return false
	}
	round, err := parser.Parse(r.pattern.Dialect, flags+"(?:"+dead+")", r.pattern.Flags)
	if err != nil {
		return false
	}
	start, keep := &syntax.Node{Op: syntax.OpAssert, Assert: syntax.SearchStart}, &syntax.Node{Op: syntax.OpKeep}
	rounds, last, match := both.Root.Subs[0], both.Root.Subs[1], both.Root.Subs[2:]
	both.Root = concat(slices.Concat([]*syntax.Node{start, rounds, keep}, match)...)
	if !r.isLinear(both) {
		return false
	}
	if one, err := equivalence.OneEnd(round, r.limits.Proof); err != nil || !one {
		return false
	}
	both.Root = concat(slices.Concat([]*syntax.Node{start, rounds, last, keep}, match)...)
	return r.same(tree, both)
}

// same reports whether a and b are proved to find the same matches.
func (r *repair) same(a, b *syntax.Tree) bool {
	limits := r.limits.Proof
	limits.States, limits.Work = 3*limits.States, min(3*limits.Work, r.limits.Work) // not many of them are looked at
	diffs, err := equivalence.Compare(a, b, equivalence.Options{Mode: r.mode, Level: equivalence.Spans, Limits: limits, Work: &r.work})
	return err == nil && len(diffs) == 0
}

// twoSteps is the fix that skips what the pattern skip matches.
func (r *repair) twoSteps(best attempt, skip string) (Fix, bool) {
	f := Fix{Kind: Code, Pattern: wtf8.Encode(best.tree.Source), Skip: skip, Flags: r.pattern.Flags, Class: redos.Linear, Equivalence: SameMatches,
		Groups: r.groups(best.tree), Note: "proved to find the match that a search finds"}
	if slices.Contains(f.Groups, Different) {
		f.Note += ", but some groups capture something else"
	}
	f.Note += "; for the next match start at the end of this one"
	flags, quote := "", quoteJava
	if letters := strings.ReplaceAll(f.Flags, "b", ""); letters != "" { // b is the kind of the literal
		flags = "(?" + letters + ")"
	}
	switch {
	case r.tree.ByByte:
		quote = quoteBytes
	case r.tree.Dialect == syntax.Python:
		quote = quotePython
	}
	one, okOne := quote(flags + skip)
	two, okTwo := quote(flags + f.Pattern)
	if !okOne || !okTwo {
		return Fix{}, false
	}
	if r.tree.Dialect == syntax.Python {
		f.Code = "start = re.match(" + one + ", text).end()\nmatch = re.compile(" + two + ").match(text, start)"
		return f, true
	}
	f.Code = "Matcher skip = Pattern.compile(" + one + ").matcher(text);\nskip.lookingAt();\n" +
		"Matcher match = Pattern.compile(" + two + ").matcher(text).region(skip.end(), text.length())\n" +
		"    .useTransparentBounds(true).useAnchoringBounds(false);\nboolean found = match.lookingAt();"
	return f, true
}

// quotePython writes text as a raw literal of Python. ok is false where there is none.
func quotePython(text string) (literal string, ok bool) {
	if strings.HasSuffix(text, `\`) {
		return "", false
	}
	for _, quote := range []string{`"`, `'`, `"""`, `'''`} {
		if !strings.Contains(text, quote) && !strings.HasSuffix(text, quote[:1]) && (len(quote) == 3 || !strings.ContainsAny(text, "\r\n")) {
			return "r" + quote + text + quote, !strings.Contains(text, "\r")
		}
	}
	return "", false
}

// quoteBytes writes text as a raw literal of bytes of Python. ok is false where there is none.
func quoteBytes(text string) (literal string, ok bool) {
	literal, ok = quotePython(text)
	return "b" + literal, ok && !strings.ContainsFunc(text, func(r rune) bool { return r > 0x7F })
}

// quoteJava writes text as a literal of Java.
func quoteJava(text string) (literal string, ok bool) {
	escaped := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`).Replace(text)
	return `"` + escaped + `"`, true
}

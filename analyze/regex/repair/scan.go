package repair

import (
	"slices"
	"strings"

	"snag/analyze/regex/equivalence"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
	"snag/analyze/wtf8"
)

// scan does in two steps what a search does that begins anew at every opener: one match goes over all that begins no
// match, and a second one matches the pattern where that ends. It is for the languages whose patterns have no way to
// say so themselves, but whose functions match at a given place. Both steps are proved to find what the search finds.
func (r *repair) scan(best attempt) (Fix, bool) {
	d := r.tree.Dialect
	if d != syntax.Python && d != syntax.Java || r.mode != syntax.Search || best.audit.class == redos.Linear || r.tree.ByByte {
		return Fix{}, false
	}
	v := newView(best.tree)
	for _, n := range v.hot(best.audit) {
		for _, dead := range v.dead(n) {
			if r.ctx.Err() != nil || r.work >= 2*r.limits.Work {
				return Fix{}, false
			}
			if r.finds(best.tree, dead) {
				return r.twoSteps(best, "(?:"+dead+")*+")
			}
		}
	}
	return Fix{}, false
}

// finds reports whether a match at the end of all rounds of dead, of which there is one way each, is linear and always
// the one that a search for tree finds.
func (r *repair) finds(tree *syntax.Tree, dead string) bool {
	pattern := "(?:" + wtf8.Encode(tree.Source) + ")"
	both, err := r.pattern.Dialect.Parse("(?:"+dead+")*"+pattern, r.pattern.Flags)
	if err != nil || both.Root.Op != syntax.OpConcat || len(both.Root.Subs) != 2 || both.Groups != tree.Groups {
		return false
	}
	// From where a match can begin no round goes on: then taking as many as there are is as good as trying fewer.
	apart, err := r.pattern.Dialect.Parse("(?!"+dead+")"+pattern, r.pattern.Flags)
	if err != nil {
		return false
	}
	start := &syntax.Node{Op: syntax.OpAssert, Assert: syntax.SearchStart}
	both.Root = concat(start, both.Root.Subs[0], &syntax.Node{Op: syntax.OpKeep}, both.Root.Subs[1])
	return r.same(tree, both) && r.same(tree, apart) && r.audit(both).class == redos.Linear
}

// same reports whether a and b are proved to find the same matches.
func (r *repair) same(a, b *syntax.Tree) bool {
	diffs, err := equivalence.Compare(a, b, equivalence.Options{Mode: r.mode, Level: equivalence.Spans, Limits: r.limits.Proof, Work: &r.work})
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
	flags := ""
	if f.Flags != "" {
		flags = "(?" + f.Flags + ")"
	}
	quote := quoteJava
	if r.tree.Dialect == syntax.Python {
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

// quoteJava writes text as a literal of Java.
func quoteJava(text string) (literal string, ok bool) {
	escaped := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`).Replace(text)
	return `"` + escaped + `"`, true
}

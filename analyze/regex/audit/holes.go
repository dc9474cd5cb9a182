package audit

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"snag/analyze/lazyregexp"
	"snag/analyze/regex/backtrack"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
	"snag/analyze/source/literal"
	"snag/analyze/wtf8"
)

// samples are the texts that stand for an unknown one: of a word, and of what is none. Neither means anything in a
// pattern.
const samples = "x,"

// longestText is the length of the unknown texts that a proof is about.
const longestText = 64

// opened matches text behind which a character is part of an escape, of a count or of what begins a group.
var opened = lazyregexp.New(`(?:\\(?:x[0-9A-Fa-f]?|u[0-9A-Fa-f{]*|c|[0-9]+|[pPkgNo](?:[{<][^}>]*)?)?|\{[0-9]*,?[0-9]*|\(\?[^:=!>()]*)$`)

// outline is a pattern with holes.
type outline struct {
	redos.Pattern
	text  []rune
	holes []literal.Hole
	tree  *syntax.Tree // with the first sample in each hole
}

// judgeSketch judges what is known of a pattern with holes, if that is enough. The error is that of ctx.
func (r *Result) judgeSketch(ctx context.Context, decide Decider, limits redos.Limits, s *literal.Sketch) error {
	o := outline{Pattern: r.Pattern, text: wtf8.Decode(s.Text), holes: s.Holes}
	o.Flags = s.Flags
	if o.Text = o.filled(samples[0]); !o.parse() {
		return nil
	}
	v, err := decide(ctx, o.Pattern, limits)
	if err != nil {
		return ignoreSyntax(err)
	}
	r.Holes = o.holes
	every := func(literal.Hole) bool { return true }
	settle := func(v redos.Verdict, assumed string) {
		r.Pattern, r.Unknown, r.Verdict, r.Assumed = o.Pattern, "", v, assumed
		if !s.FlagsKnown {
			r.Doubt = "the flags are computed at run time, so it was judged without any"
		}
	}
	open := o.named(func(h literal.Hole) bool { return !h.Literal })
	if v.Class.SuperLinear() && o.before(v) {
		assumed := "holds whatever stands in place of " + o.named(every) + ", which the attack does not get to"
		if open != "" {
			assumed += ", as long as it does not begin with a quantifier and has no `|` outside of groups"
		}
		settle(v, assumed)
		return nil
	}
	if open != "" {
		r.Unknown = fmt.Sprintf("the pattern is put together at run time: depends on what stands in place of %s; with the text %q there %s", open, samples[:1], growthWords(v))
		return nil
	}
	places := o.named(every)
	other := o.Pattern
	other.Text = o.filled(samples[1])
	w, err := decide(ctx, other, limits)
	if err != nil {
		return ignoreSyntax(err)
	}
	switch {
	case v.Class.SuperLinear() && v.Class == w.Class:
		settle(v, fmt.Sprintf("judged with the texts %q and %q in place of %s; the attack is the one for %q", samples[:1], samples[1:], places, samples[:1]))
	case v.Class == redos.Linear && w.Class == redos.Linear:
		proof := o.Pattern
		var ok bool
		if proof.Text, ok = o.dominating(); ok {
			u, err := decide(ctx, proof, limits)
			if err != nil {
				return ignoreSyntax(err)
			}
			if u.Class == redos.Linear {
				settle(v, fmt.Sprintf("proved for every text of up to %d characters in place of %s", longestText, places))
				return nil
			}
		}
		fallthrough
	default:
		r.Unknown = fmt.Sprintf("the pattern is put together at run time: depends on the text in place of %s; with %q %s, with %q %s", places, samples[:1], growthWords(v), samples[1:], growthWords(w))
	}
	return nil
}

// ignoreSyntax returns an error other than that of a pattern that does not parse.
func ignoreSyntax(err error) error {
	if _, ok := errors.AsType[*syntax.Error](err); ok {
		return nil
	}
	return err
}

// growthWords says in a clause how the work grows.
func growthWords(v redos.Verdict) string {
	switch v.Class {
	case redos.Exponential:
		return "it grows exponentially"
	case redos.Polynomial:
		return "it grows with " + redos.Power(v.Degree) + " of the input's length"
	case redos.Linear:
		return "it is linear"
	}
	return "it is not decided"
}

// named lists the expressions of the holes that are wanted.
func (o *outline) named(want func(literal.Hole) bool) string {
	var names []string
	for _, h := range o.holes {
		if name := "`" + h.Expression + "`"; want(h) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return strings.Join(names, "")
}

// filled is the pattern with a character in each hole.
func (o *outline) filled(sample byte) string {
	text := slices.Clone(o.text)
	for _, h := range o.holes {
		text[h.At] = rune(sample)
	}
	return wtf8.Encode(text)
}

// parse reads the tree. It reports false unless each hole stands where a character of the text is matched.
func (o *outline) parse() bool {
	tree, err := o.Pattern.Parse()
	if err != nil {
		return false
	}
	o.tree = tree
	seen := 0
	syntax.Walk(tree.Root, func(n *syntax.Node) bool {
		if n.Op == syntax.OpSet && o.hole(n) {
			seen++
		}
		return true
	})
	if seen != len(o.holes) {
		return false
	}
	for _, h := range o.holes {
		if opened.MatchString(wtf8.Encode(o.text[max(0, h.At-40):h.At])) {
			return false
		}
	}
	return true
}

// hole reports whether a node is one of the holes.
func (o *outline) hole(n *syntax.Node) bool {
	return n.Span.End == n.Span.Start+1 && slices.ContainsFunc(o.holes, func(h literal.Hole) bool { return h.At == n.Span.Start })
}

// repeated reports whether a quantifier follows a hole: it repeats the end of what stands there, or without that what
// stands before it.
func (o *outline) repeated() bool {
	return o.tree.Root.Has(func(n *syntax.Node) bool { return n.Op == syntax.OpRepeat && o.hole(n.Subs[0]) })
}

// numbered matches what means a group or a character, depending on the groups that there are.
var numbered = lazyregexp.New(`\\[1-9k]`)

// filling are the dialects whose sources have holes, all of which read the pattern that dominating returns.
var filling = []syntax.Dialect{syntax.JavaScript, syntax.Python, syntax.PCRE, syntax.Ruby, syntax.Perl}

// dominating returns a pattern that takes at least as many steps as this one with any texts of up to longestText
// characters in its holes: it reads there whatever they read, and never matches as a whole. ok is false where what
// stands around a hole depends on its text.
func (o *outline) dominating() (text string, ok bool) {
	ok = !o.repeated()
	var before []*syntax.Node
	syntax.Walk(o.tree.Root, func(n *syntax.Node) bool {
		switch n.Op {
		case syntax.OpBackref, syntax.OpIf, syntax.OpCall, syntax.OpAbsent, syntax.OpVerb, syntax.OpKeep:
			ok = false
		case syntax.OpLook, syntax.OpAtomic: // what it finds ends the search in it
			before = append(before, n)
		}
		return ok
	})
	for _, n := range before {
		for _, h := range o.holes {
			ok = ok && (h.At < n.Span.Start || h.At >= n.Span.End)
		}
	}
	if !ok || !slices.Contains(filling, o.Dialect) {
		return "", false
	}
	var b []rune
	from := 0
	for _, h := range o.holes {
		b = append(append(b, o.text[from:h.At]...), []rune(fmt.Sprintf(`(?:[\s\S]{0,%d})`, longestText))...)
		from = h.At + 1
	}
	return "(?:" + wtf8.Encode(append(b, o.text[from:]...)) + ")(?!)", true
}

// before reports whether an attack reaches the budget before any hole is reached, so that it does whatever stands
// there, unless that changes what stands before it.
func (o *outline) before(v redos.Verdict) bool {
	if o.repeated() || numbered.MatchString(o.Text) {
		return false
	}
	c := cutter{outline: o, left: 20_000}
	root := c.cut([]*syntax.Node{o.tree.Root})
	mode := o.tree.Applied(o.Mode)
	if v.Attack == nil || v.Cost.PumpsForBudget <= 0 || c.left <= 0 || mode == syntax.Full {
		return false
	}
	tree := *o.tree
	tree.Root = root
	program, err := backtrack.Compile(&tree)
	if err != nil {
		return false
	}
	input := tree.Chars(v.Attack.Build(min(v.Cost.PumpsForBudget, 100_000)))
	res := program.Match(input, backtrack.Options{Mode: mode, MaxSteps: v.Cost.BudgetSteps / 2})
	return res.Outcome == backtrack.StepLimit
}

// cutter makes of a pattern one that takes the same steps until a hole is reached, and matches then.
type cutter struct {
	*outline
	left int // nodes that may still be made
}

// cut returns what nodes one after the other become. A hole in what is tried as a whole is taken to be reached
// as soon as that is, and one in a loop when a round of the loop ends.
func (c *cutter) cut(nodes []*syntax.Node) *syntax.Node {
	for i, n := range nodes {
		if c.left--; c.left <= 0 {
			break
		}
		if !c.holds(n) {
			continue
		}
		rest := func(first ...*syntax.Node) *syntax.Node { return c.cut(slices.Concat(first, nodes[i+1:])) }
		end := &syntax.Node{Op: syntax.OpEmpty, Span: n.Span}
		switch n.Op {
		case syntax.OpGroup, syntax.OpConcat:
			end = rest(n.Subs...)
		case syntax.OpAlternate:
			end = &syntax.Node{Op: syntax.OpAlternate, Span: n.Span}
			for _, sub := range n.Subs {
				end.Subs = append(end.Subs, rest(sub))
			}
		case syntax.OpRepeat:
			if n.Max == 0 {
				break
			}
			round := rest(n.Subs[0])
			if n.Max != 1 {
				round = c.cut(n.Subs)
			}
			end = &syntax.Node{Op: syntax.OpAlternate, Span: n.Span, Subs: []*syntax.Node{round}}
			if n.Min == 0 {
				end.Subs = append(end.Subs, rest())
			}
			if n.Lazy {
				slices.Reverse(end.Subs)
			}
		}
		return &syntax.Node{Op: syntax.OpConcat, Span: n.Span, Subs: append(slices.Clone(nodes[:i]), end)}
	}
	return &syntax.Node{Op: syntax.OpConcat, Subs: nodes}
}

// holds reports whether there is a hole in a node, or what another part would have captured.
func (c *cutter) holds(n *syntax.Node) (found bool) {
	syntax.Walk(n, func(n *syntax.Node) bool {
		if c.left--; n.Op == syntax.OpBackref || n.Op == syntax.OpIf || n.Op == syntax.OpCall || n.Op == syntax.OpSet && c.hole(n) {
			found = true
		}
		return !found
	})
	return found
}

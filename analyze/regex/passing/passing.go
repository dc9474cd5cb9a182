// Package passing finds out what a program lets through to a pattern: whether a text that takes it long is left behind
// what the program does to all texts and asks of them, and an attack that is.
package passing

import (
	"context"
	"slices"
	"strings"

	"snag/analyze/regex/attack"
	"snag/analyze/regex/backtrack"
	"snag/analyze/regex/edited"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/sample"
	"snag/analyze/regex/syntax"
	"snag/analyze/wtf8"
)

// Passage is what is known of a pattern behind some edits. The zero Passage says nothing.
type Passage struct {
	// Harmless reports whether matching takes at most linear time on every text that comes out. It is false as well where
	// that was not decided.
	Harmless bool
	// Attack is one that gets through, nil where that of the verdict does or none was found.
	Attack *attack.Attack
	// Stopped reports whether the attack of the verdict does not get through, and no other was found; At is the number of
	// the edit that keeps it back.
	Stopped bool
	At      int
}

// Through judges the texts that come out of edits for a vulnerable pattern that is applied in a mode. The error is that of
// ctx.
func Through(ctx context.Context, v redos.Verdict, mode syntax.Mode, edits []edited.Edit, limits redos.Limits) (Passage, error) {
	if len(edits) == 0 || v.Tree == nil {
		return Passage{}, nil
	}
	left := redos.Verdict{}
	texts := edited.After(edits, v.Tree)
	if texts.Limited() {
		var err error
		if left, err = redos.Tree(ctx, texts.Restrict(v.Tree), mode, limits); err != nil || left.Class == redos.Linear {
			return Passage{Harmless: err == nil}, err
		}
	}
	if v.Attack == nil {
		return Passage{}, nil
	}
	p := &passer{edits: edits, tree: v.Tree, mode: mode}
	if !p.measure(v) {
		return Passage{}, nil
	}
	at, ok := p.passes(*v.Attack)
	if ok {
		return Passage{}, nil
	}
	for _, of := range []redos.Verdict{left, v} {
		if of.Attack == nil || !p.measure(of) {
			continue
		}
		for _, a := range p.variants(*of.Attack, texts) {
			if ctx.Err() != nil || p.spent > mostSteps {
				return Passage{Stopped: ctx.Err() == nil, At: at}, ctx.Err()
			}
			if _, ok := p.passes(a); ok {
				return Passage{Attack: &a}, nil
			}
		}
	}
	return Passage{Stopped: true, At: at}, nil
}

// passer lets attacks through some edits.
type passer struct {
	edits   []edited.Edit
	tree    *syntax.Tree
	mode    syntax.Mode
	program *backtrack.Program
	pumps   int   // with which the attack that is varied takes long,
	steps   int64 // and so many steps
	spent   int64 // steps of all that was tried
}

const (
	enoughSteps = 100_000 // tell of an attack whether it still is one
	editSteps   = 2_000_000
	mostSteps   = 20_000_000
	mostPumps   = 4096
	leastShare  = 4 // of the steps of the attack
	mostWords   = 4
)

// measure finds out with how many pumps the attack of a verdict takes its pattern long. It reports whether that is known.
func (p *passer) measure(v redos.Verdict) bool {
	program, err := backtrack.Compile(v.Tree)
	if err != nil {
		return false
	}
	p.program = program
	for p.pumps = 4; p.pumps < mostPumps; p.pumps *= 2 {
		if p.steps = p.cost(v.Attack.Build(p.pumps)); p.steps >= enoughSteps {
			break
		}
	}
	p.program, err = backtrack.Compile(p.tree)
	return err == nil && p.steps >= enoughSteps
}

// passes reports whether what is left of an attack behind the edits takes the pattern about as long as the one that was
// measured, and else the number of the edit that keeps it back.
func (p *passer) passes(a attack.Attack) (at int, ok bool) {
	out, at := p.edit(a.Build(p.pumps))
	if at >= 0 {
		return at, false
	}
	for at = len(p.edits) - 1; at > 0 && p.edits[at].Kind == edited.Test; at-- {
	}
	return at, p.cost(out) >= p.steps/leastShare
}

func (p *passer) cost(text string) int64 {
	steps := p.program.Match(p.tree.Chars(text), backtrack.Options{Mode: p.mode, MaxSteps: 4 * enoughSteps}).Steps
	p.spent += steps + int64(len(text))
	return steps
}

// edit returns what comes out of the edits, or the number of the one that lets the text go no further, else -1. An edit
// that is not understood is taken to leave the text as it is.
func (p *passer) edit(text string) (out string, stopped int) {
	for i := range p.edits {
		e := &p.edits[i]
		switch e.Kind {
		case edited.Lower:
			text = strings.ToLower(text)
		case edited.Upper:
			text = strings.ToUpper(text)
		case edited.Trim:
			text = strings.TrimSpace(text)
		case edited.Test, edited.Replace, edited.Split:
			if e.Find == nil || e.Kind == edited.Replace && (!e.Known || strings.ContainsAny(e.With, `$\`)) {
				continue
			}
			program, err := backtrack.Compile(e.Find)
			if err != nil {
				continue
			}
			if e.Kind != edited.Test {
				text = p.replaced(program, e, text)
				continue
			}
			res := program.Match(e.Find.Chars(text), backtrack.Options{Mode: e.Mode, MaxSteps: editSteps})
			p.spent += res.Steps
			if res.Outcome == backtrack.Failed && !e.Refused || res.Outcome == backtrack.Matched && e.Refused {
				return "", i
			}
		}
	}
	return text, -1
}

// replaced returns a text with what stands in the place of matches, or the longest of the parts that it is split into.
func (p *passer) replaced(program *backtrack.Program, e *edited.Edit, text string) string {
	in := e.Find.Chars(text)
	var out, longest []rune
	at, end := 0, 0
	for at <= len(in) {
		res := program.Match(in, backtrack.Options{Start: at, MaxSteps: editSteps})
		if p.spent += res.Steps; res.Outcome != backtrack.Matched || res.Start < end || p.spent > mostSteps {
			break
		}
		out = append(out, in[end:res.Start]...)
		if e.Kind == edited.Split {
			if len(out) > len(longest) {
				longest = slices.Clone(out)
			}
			out = out[:0]
		} else {
			out = append(out, []rune(e.With)...)
		}
		if at, end = res.End, res.End; res.Start == res.End {
			at++
		}
		if !e.Every {
			break
		}
	}
	if out = append(out, in[end:]...); len(longest) > len(out) {
		out = longest
	}
	return wtf8.Encode(out)
}

// ends are ends of attacks that few patterns read: the dot reads no end of a line.
var ends = []string{"", "!", "x", "0", "\n!", "\u2028!", "\x00"}

// variants returns an attack, and others that begin and end as what is asked of texts may demand. They have the characters
// that can come out.
func (p *passer) variants(a attack.Attack, texts *edited.Texts) (all []attack.Attack) {
	var words []string
	for i := range p.edits {
		if e := &p.edits[i]; e.Kind == edited.Test && !e.Refused && e.Find != nil && len(words) < mostWords {
			if text, ok := sample.Shortest(e.Find.Root); ok && len(text) > 0 {
				words = append(words, wtf8.Encode(text))
			}
		}
	}
	less := attack.Attack{Pumps: slices.Clone(a.Pumps), Suffix: texts.Keep(a.Suffix)}
	for i := range less.Pumps {
		pump := &less.Pumps[i]
		pump.Prefix, pump.Pump = texts.Keep(pump.Prefix), texts.Keep(pump.Pump)
	}
	for _, of := range []attack.Attack{less, a} {
		add := func(begin, end string) {
			b := attack.Attack{Pumps: slices.Clone(of.Pumps), Suffix: of.Suffix + end}
			b.Pumps[0].Prefix = begin + b.Pumps[0].Prefix
			all = append(all, b)
		}
		for _, end := range slices.Concat(ends, words) {
			for _, begin := range append([]string{"", "x"}, words...) {
				add(begin, end)
			}
		}
	}
	return all
}

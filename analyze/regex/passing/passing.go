// Package passing finds out what a program lets through to a pattern: whether a text that takes it long is left behind
// what the program does to all texts and asks of them, and an attack that is.
package passing

import (
	"context"
	"math/rand/v2"
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
	if p.embed(); ok {
		if p.begin != "" || p.end != "" {
			a := p.between(*v.Attack, "", "")
			if _, ok = p.passes(a); ok {
				return Passage{Attack: &a}, nil
			}
		}
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
	begin   string // of what is sent, so that the piece goes on which an attack stands in,
	end     string // and its end
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
		case edited.Test, edited.Replace, edited.Split, edited.Group:
			if e.Find == nil || e.Kind == edited.Group && e.Piece == 0 || e.Kind == edited.Replace && (!e.Known || strings.ContainsAny(e.With, `$\`)) {
				continue
			}
			program, err := backtrack.Compile(e.Find)
			if err != nil {
				continue
			}
			if e.Kind == edited.Replace || e.Kind == edited.Split {
				var ok bool
				if text, ok = p.replaced(program, e, text); !ok {
					return "", i
				}
				continue
			}
			in := e.Find.Chars(text)
			res := program.Match(in, backtrack.Options{Mode: e.Mode, MaxSteps: editSteps, Captures: e.Kind == edited.Group})
			p.spent += res.Steps
			if e.Kind == edited.Group && res.Outcome == backtrack.Matched {
				lo, hi, _ := group(res.Captures, e.Piece)
				text = wtf8.Encode(in[lo:hi])
			}
			if res.Outcome == backtrack.Failed && !e.Refused || res.Outcome == backtrack.Matched && e.Refused {
				return "", i
			}
		}
	}
	return text, -1
}

// group returns where the piece of a match stands that goes on, an empty one at the beginning if ok is false: there is none.
func group(captures []int, piece int) (lo, hi int, ok bool) {
	if 2*piece > len(captures) || captures[2*piece-2] < 0 {
		return 0, 0, false
	}
	return captures[2*piece-2], captures[2*piece-1], true
}

// embed works out between which texts an attack has to stand to be the piece of a text that goes on.
func (p *passer) embed() {
	for i := range p.edits {
		e := &p.edits[i]
		if e.Find == nil || e.Piece == 0 || e.Kind != edited.Split && e.Kind != edited.Group {
			continue
		}
		if e.Kind == edited.Split {
			between := wtf8.Encode(sample.New(nil).Text(e.Find.Root))
			p.begin, p.end = p.begin+strings.Repeat("x"+between, min(e.Piece-1, mostWords)), between+p.end
			continue
		}
		program, err := backtrack.Compile(e.Find)
		if err != nil {
			continue
		}
		var random *rand.Rand // the first text is the plainest, but may lack the group
		for n := range uint64(mostWords) {
			text := sample.New(random).Text(e.Find.Root)
			res := program.Match(text, backtrack.Options{Mode: e.Mode, MaxSteps: editSteps, Captures: true})
			p.spent += res.Steps
			if lo, hi, ok := group(res.Captures, e.Piece); ok {
				p.begin, p.end = p.begin+wtf8.Encode(text[:lo]), wtf8.Encode(text[hi:])+p.end
				break
			}
			random = rand.New(rand.NewPCG(n, 0))
		}
	}
}

// replaced returns a text with what stands in the place of matches, or of the pieces that it is split into the one that
// goes on, the longest where that is not known. ok is false if there is none.
func (p *passer) replaced(program *backtrack.Program, e *edited.Edit, text string) (_ string, ok bool) {
	in := e.Find.Chars(text)
	var out, longest []rune
	at, end, piece := 0, 0, 1
	for at <= len(in) {
		res := program.Match(in, backtrack.Options{Start: at, MaxSteps: editSteps})
		if p.spent += res.Steps; res.Outcome != backtrack.Matched || res.Start < end || p.spent > mostSteps {
			break
		}
		out = append(out, in[end:res.Start]...)
		if e.Kind == edited.Split {
			if piece == e.Piece {
				return wtf8.Encode(out), true
			}
			if len(out) > len(longest) {
				longest = slices.Clone(out)
			}
			out = out[:0]
			piece++
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
	if out = append(out, in[end:]...); e.Piece == 0 && len(longest) > len(out) {
		out = longest
	}
	return wtf8.Encode(out), e.Piece <= piece
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
		for _, end := range slices.Concat(ends, words) {
			for _, begin := range append([]string{"", "x"}, words...) {
				all = append(all, p.between(of, begin, end))
			}
		}
	}
	return all
}

// between returns an attack between two texts, in the piece of what is sent that goes on.
func (p *passer) between(a attack.Attack, begin, end string) attack.Attack {
	a.Pumps = slices.Clone(a.Pumps)
	a.Pumps[0].Prefix = p.begin + begin + a.Pumps[0].Prefix
	a.Suffix += end + p.end
	return a
}

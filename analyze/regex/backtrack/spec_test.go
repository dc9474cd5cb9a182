package backtrack_test

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"snag/analyze/regex/backtrack"
	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
	"snag/analyze/wtf8"
)

// spec is the algorithm of ES2025 §22.2.2 word for word: closures that call continuations. Beside
// the specification's operations it counts steps as the package comment defines them.
type spec struct {
	input []rune
	steps int64
	limit int64
}

type specState struct {
	end      int
	captures []int // start and end of each capture, -1 if undefined
}

type (
	continuation func(specState) (specState, bool)
	matcher      func(specState, continuation) (specState, bool)
)

var errSpecLimit = errors.New("over the step limit")

func (s *spec) step() {
	if s.steps++; s.steps > s.limit {
		panic(errSpecLimit)
	}
}

func (s *spec) compile(n *syntax.Node, back bool) matcher {
	switch n.Op {
	case syntax.OpSet:
		return func(x specState, c continuation) (specState, bool) {
			s.step()
			at, next := x.end, x.end+1
			if back {
				at, next = x.end-1, x.end-1
			}
			if at < 0 || at >= len(s.input) || !contains(n.Set, s.input[at]) {
				return x, false
			}
			return c(specState{next, x.captures})
		}
	case syntax.OpConcat:
		m := func(x specState, c continuation) (specState, bool) { return c(x) }
		for _, sub := range n.Subs {
			first, second := m, s.compile(sub, back)
			if back {
				first, second = second, first
			}
			m = func(x specState, c continuation) (specState, bool) {
				return first(x, func(y specState) (specState, bool) { return second(y, c) })
			}
		}
		return m
	case syntax.OpAlternate:
		ms := make([]matcher, len(n.Subs))
		for i, sub := range n.Subs {
			ms[i] = s.compile(sub, back)
		}
		return func(x specState, c continuation) (specState, bool) {
			for _, m := range ms[:len(ms)-1] {
				s.step()
				if r, ok := m(x, c); ok {
					return r, true
				}
			}
			return ms[len(ms)-1](x, c)
		}
	case syntax.OpRepeat:
		m := s.compile(n.Subs[0], back)
		return func(x specState, c continuation) (specState, bool) {
			return s.repeat(m, n, n.Min, n.Max, x, c)
		}
	case syntax.OpGroup:
		m := s.compile(n.Subs[0], back)
		if n.Index == 0 {
			return m
		}
		return func(x specState, c continuation) (specState, bool) {
			return m(x, func(y specState) (specState, bool) {
				s.step()
				captures := slices.Clone(y.captures)
				captures[2*n.Index-2], captures[2*n.Index-1] = min(x.end, y.end), max(x.end, y.end)
				return c(specState{y.end, captures})
			})
		}
	case syntax.OpLook:
		m := s.compile(n.Subs[0], n.Behind)
		return func(x specState, c continuation) (specState, bool) {
			s.step()
			r, ok := m(x, func(y specState) (specState, bool) { return y, true })
			if n.Negate {
				if ok {
					return x, false
				}
				return c(x)
			}
			if !ok {
				return x, false
			}
			return c(specState{x.end, r.captures})
		}
	case syntax.OpBackref:
		return s.backref(n, back)
	case syntax.OpAssert:
		return func(x specState, c continuation) (specState, bool) {
			s.step()
			if !s.holds(n, x.end) {
				return x, false
			}
			return c(x)
		}
	}
	return func(x specState, c continuation) (specState, bool) { return c(x) }
}

// repeat is RepeatMatcher, §22.2.2.3.1.
func (s *spec) repeat(m matcher, n *syntax.Node, least, most int, x specState, c continuation) (specState, bool) {
	if most == 0 {
		return c(x)
	}
	s.step()
	d := func(y specState) (specState, bool) {
		if least == 0 && y.end == x.end {
			return y, false
		}
		most2 := most
		if most != syntax.Unbounded {
			most2--
		}
		return s.repeat(m, n, max(least-1, 0), most2, y, c)
	}
	xr := specState{x.end, slices.Clone(x.captures)}
	for k := n.GroupLo; k < n.GroupHi; k++ {
		xr.captures[2*k-2], xr.captures[2*k-1] = -1, -1
	}
	if least != 0 {
		return m(xr, d)
	}
	if n.Lazy {
		if z, ok := c(x); ok {
			return z, true
		}
		return m(xr, d)
	}
	if z, ok := m(xr, d); ok {
		return z, true
	}
	return c(x)
}

// backref is BackreferenceMatcher, §22.2.2.7.2.
func (s *spec) backref(n *syntax.Node, back bool) matcher {
	return func(x specState, c continuation) (specState, bool) {
		s.step()
		rs, re := -1, -1
		for _, g := range n.Refs {
			if x.captures[2*g-2] >= 0 {
				rs, re = x.captures[2*g-2], x.captures[2*g-1]
			}
		}
		if rs < 0 {
			return c(x)
		}
		f := x.end + re - rs
		if back {
			f = x.end - (re - rs)
		}
		if f < 0 || f > len(s.input) {
			return x, false
		}
		for i := range re - rs {
			s.step()
			fold := charset.Fold(n.Fold)
			if charset.Canonicalize(s.input[rs+i], fold) != charset.Canonicalize(s.input[min(x.end, f)+i], fold) {
				return x, false
			}
		}
		return c(specState{f, x.captures})
	}
}

func (s *spec) holds(n *syntax.Node, at int) bool {
	before := at > 0 && contains(n.Set, s.input[max(at-1, 0)])
	after := at < len(s.input) && contains(n.Set, s.input[min(at, len(s.input)-1)])
	switch n.Assert {
	case syntax.TextStart:
		return at == 0
	case syntax.TextEnd:
		return at == len(s.input)
	case syntax.LineStart:
		return at == 0 || before
	case syntax.LineEnd:
		return at == len(s.input) || after
	case syntax.WordBoundary:
		return before != after
	default:
		return before == after
	}
}

func contains(set charset.Set, r rune) bool {
	return slices.ContainsFunc(set, func(in charset.Range) bool { return in.Lo <= r && r <= in.Hi })
}

// match is RegExpBuiltinExec from start on.
func (s *spec) match(tree *syntax.Tree, start int, mode syntax.Mode) (captures []int, err error) {
	defer func() {
		if r := recover(); r != nil {
			if r != any(errSpecLimit) {
				panic(r)
			}
			err = errSpecLimit
		}
	}()
	m := s.compile(tree.Root, false)
	for ; start <= len(s.input); start++ {
		s.step()
		x := specState{start, slices.Repeat([]int{-1}, 2*tree.Groups)}
		r, ok := m(x, func(y specState) (specState, bool) {
			return y, mode != syntax.Full || y.end == len(s.input)
		})
		if ok {
			return append([]int{start, r.end}, r.captures...), nil
		}
		if mode != syntax.Search {
			break
		}
	}
	return nil, nil
}

func TestFollowsTheSpecificationStepByStep(t *testing.T) {
	g := &generator{Rand: rand.New(rand.NewPCG(5, 6))}
	limited := 0
	for range 6000 {
		pattern, flags := g.pattern()
		tree, err := parser.Parse(syntax.JavaScript, pattern, flags)
		if err != nil {
			t.Fatalf("/%s/%s: %v", wtf8.Quote(pattern), flags, err)
		}
		p, err := backtrack.Compile(tree)
		if err != nil {
			t.Fatal(err)
		}
		for range 4 {
			input, _ := alphabet(tree, g.input(10))
			opt := backtrack.Options{Start: g.IntN(len(input) + 1), Mode: syntax.Mode(g.IntN(3)), MaxSteps: 3000, Captures: true}
			if g.oneIn(2) {
				opt.Start = 0
			}
			s := &spec{input: input, limit: opt.MaxSteps}
			want, err := s.match(tree, opt.Start, opt.Mode)
			got := p.Match(input, opt)
			if err != nil {
				if limited++; got.Outcome != backtrack.StepLimit || got.Steps != opt.MaxSteps {
					t.Fatalf("/%s/%s on %q, %+v: got %+v, want the step limit", wtf8.Quote(pattern), flags, input, opt, got)
				}
				continue
			}
			if !reflect.DeepEqual(got.Captures, want) || got.Steps != s.steps || (got.Outcome == backtrack.Matched) != (want != nil) {
				t.Fatalf("/%s/%s on %q, %+v:\n got %+v\nwant %v in %d steps", wtf8.Quote(pattern), flags, input, opt, got, want, s.steps)
			}
			opt.Captures = false
			if again := p.Match(input, opt); again.Steps != s.steps || again.End != got.End || again.Captures != nil {
				t.Fatalf("/%s/%s on %q: without captures %+v, with them %+v", wtf8.Quote(pattern), flags, input, again, got)
			}
		}
	}
	if limited == 0 {
		t.Error("no case reached the step limit")
	}
}

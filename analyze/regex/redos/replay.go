package redos

import (
	"snag/analyze/regex/attack"
	"snag/analyze/regex/backtrack"
	"snag/analyze/regex/syntax"
)

// Work that one replay of an attack may take, in steps of the reference matcher.
const (
	quickSteps   = 8_000      // enough to tell exponential growth
	replaySteps  = 1_000_000  // enough to tell a polynomial of high degree
	boundedSteps = 10_000_000 // what growth that ends must reach to be worth a finding
)

// prover replays attacks in the reference matcher.
type prover struct {
	tree    *syntax.Tree
	program *backtrack.Program // made when first needed
	err     error              // of making it: then no attack can be replayed
	mode    syntax.Mode
	steps   int64 // spent so far
	input   []rune
	replays map[string]*replay // by the parts of their attacks
}

// newProver returns a prover for tree.
func newProver(tree *syntax.Tree, mode syntax.Mode) *prover {
	return &prover{tree: tree, mode: mode}
}

// compile makes the program, once.
func (p *prover) compile() error {
	if p.program == nil {
		if p.program, p.err = backtrack.Compile(p.tree); p.err != nil {
			p.program = &backtrack.Program{}
		}
	}
	return p.err
}

// replay is an attack whose parts are in the alphabet of the pattern, with what is known of its costs.
type replay struct {
	*prover
	prefixes, pumps [][]rune
	suffix          []rune
	seen            map[int]CostPoint
	over            map[int]CostPoint // steps that were taken before a limit was reached
	explodes        *exploding        // what exponential returned
}

// replay returns the replay of an attack, always the same one.
func (p *prover) replay(a attack.Attack) *replay {
	key := make([]byte, 0, 128)
	for _, pump := range a.Pumps {
		key = append(append(append(append(key, pump.Prefix...), 0xFF), pump.Pump...), 0xFF) // which WTF-8 does not have
	}
	key = append(key, a.Suffix...)
	if r, ok := p.replays[string(key)]; ok {
		return r
	}
	r := &replay{prover: p, suffix: p.tree.Chars(a.Suffix), seen: make(map[int]CostPoint), over: make(map[int]CostPoint)}
	if p.replays == nil {
		p.replays = make(map[string]*replay)
	}
	p.replays[string(key)] = r
	for _, pump := range a.Pumps {
		r.prefixes = append(r.prefixes, p.tree.Chars(pump.Prefix))
		r.pumps = append(r.pumps, p.tree.Chars(pump.Pump))
	}
	return r
}

// length is the number of characters of the attack with n repetitions.
func (r *replay) length(n int) int {
	length := len(r.suffix)
	for i, pump := range r.pumps {
		length += len(r.prefixes[i]) + n*len(pump)
	}
	return length
}

// cost returns what the attack costs with n repetitions. ok is false if it costs more than limit
// steps, or more memory than a matcher has.
func (r *replay) cost(n int, limit int64) (point CostPoint, ok bool) {
	if point, ok = r.seen[n]; ok {
		return point, point.Steps <= limit
	}
	if point, ok = r.over[n]; ok && point.Steps >= limit {
		return point, false
	}
	in := r.input[:0]
	for i, pump := range r.pumps {
		in = append(in, r.prefixes[i]...)
		for range n {
			in = append(in, pump...)
		}
	}
	in = append(in, r.suffix...)
	r.input = in
	if r.compile() != nil {
		return CostPoint{}, false
	}
	res := r.program.Match(in, backtrack.Options{Mode: r.mode, MaxSteps: limit})
	r.steps += res.Steps
	point = CostPoint{Pumps: n, Length: len(in), Steps: res.Steps}
	if res.Outcome == backtrack.StepLimit || res.Outcome == backtrack.MemoryLimit {
		r.over[n] = point
		return point, false
	}
	r.seen[n] = point
	return point, true
}

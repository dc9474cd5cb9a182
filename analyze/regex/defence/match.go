package defence

import (
	"math"

	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
	"snag/analyze/stats"
)

const (
	maxSteps = 60_000 // for one input
	maxInput = 1500   // characters
	maxSizes = 40     // of inputs
)

// growth is how the steps of the model grow with the pumps of the attack, with these defences. each is
// how those retries grow that are counted from one start alone.
func (p *program) growth(v redos.Verdict, d defence) (growth, each stats.Growth) {
	var points, most []stats.Point
	n, before := 2, 0
	for range maxSizes {
		input := p.tree.Chars(v.Attack.Build(n))
		if len(input) > maxInput && len(points) >= 4 {
			break
		}
		steps, one, ended := p.steps(input, d, maxSteps)
		points = append(points, stats.Point{N: float64(n), Cost: float64(steps), AtLeast: !ended})
		if ended {
			most = append(most, stats.Point{N: float64(n), Cost: float64(one)})
		}
		if !ended || len(input) > 8*maxInput {
			break
		}
		// Small steps as long as the cost may be exponential in n.
		next := n + 1
		switch {
		case n >= 16 && steps < 2*before:
			next = n + n/2
		case n >= 8:
			next = n + 2
		}
		n, before = next, steps
	}
	growth, each = stats.Fit(points, stats.Options{}), stats.Fit(most, stats.Options{})
	switch flat := growth.Kind == stats.Flat || growth.Kind == stats.Linear; {
	case flat && p.later(v, d) > fast:
		growth.Kind, growth.DegreeInt = stats.Polynomial, 2
	case growth.Kind == stats.Polynomial && d&superLinear != 0 && p.remembersLater(v, d) && p.later(v, d) < slow:
		growth.Kind = stats.Linear
	}
	return growth, each
}

// How many times as much an input of twice the size costs that grows as the square of it, at least, and one that grows as
// it does, at most.
const (
	fast = 2.8
	slow = 2.4
)

// later returns how many times as much twice as large an input costs, of inputs that are much larger than those of which
// the growth is told: what is expensive by itself hides at first what is cheap and grows, and Perl's cache begins late. It is
// infinite where more steps are taken than are counted.
func (p *program) later(v redos.Verdict, d defence) float64 {
	const large, enough = 8 * maxInput, 100 * maxSteps
	short, long := len(p.tree.Chars(v.Attack.Build(1))), len(p.tree.Chars(v.Attack.Build(2)))
	if long <= short {
		return 0
	}
	n := max(large/(long-short)/2, 1)
	small, _, _ := p.steps(p.tree.Chars(v.Attack.Build(n)), d, enough)
	twice, _, ended := p.steps(p.tree.Chars(v.Attack.Build(2*n)), d, enough)
	if !ended {
		return math.Inf(1)
	}
	return float64(twice) / float64(small)
}

// remembersLater reports whether Perl's cache begins on inputs a few times as large as those of which the growth is told, and
// on none of those.
func (p *program) remembersLater(v redos.Verdict, d defence) bool {
	n := 1
	for len(p.tree.Chars(v.Attack.Build(2*n))) <= maxInput && n < maxInput {
		n *= 2
	}
	input := p.tree.Chars(v.Attack.Build(n))
	m, _ := p.run(input, d, maxSteps)
	begin := (len(input) + 1) * p.loops
	return m.visits < begin && m.visits > begin/8
}

// A matcher tries one input.
type matcher struct {
	*program
	in     []rune
	d      defence
	steps  int
	limit  int // of the steps
	over   bool
	tries  int             // of what stands behind a repetition, as PCRE2 counts them from one start
	failed map[[2]int]bool // part and position
	visits int             // of the loops that Perl's cache counts
	groups map[int]span    // what those hold that are referred to
	ran    map[int]span    // the last runs, by part
}

// steps counts the work on one input up to a limit, and the most tries that PCRE2 counts from one start. ended is false
// when it was broken off.
func (p *program) steps(in []rune, d defence, limit int) (steps, one int, ended bool) {
	m, one := p.run(in, d, limit)
	return m.steps, one, !m.over
}

// run returns the matcher that tried one input, and the most tries that PCRE2 counts from one start.
func (p *program) run(in []rune, d defence, limit int) (m *matcher, one int) {
	m = &matcher{program: p, in: in, d: d, limit: limit, failed: map[[2]int]bool{}, ran: map[int]span{}, groups: map[int]span{}}
	last := len(in)
	if p.mode == syntax.Prefix || p.mode == syntax.Full {
		last = 0
	}
	for start := 0; start <= last && !m.over; start++ {
		if m.skips(start) {
			m.step()
			continue
		}
		end := -1
		m.tries = 0
		clear(m.groups)
		matched := m.match(p.root, start, func(i int) bool {
			if p.mode == syntax.Full && i < len(in) {
				return false
			}
			end = i
			return true
		})
		one = max(one, m.tries)
		if matched {
			if p.mode != syntax.All {
				break
			}
			start = max(start, end-1)
			clear(m.failed)
			clear(m.ran)
			m.visits = 0
		}
	}
	return m, one
}

// skips reports whether a defence lets the search leave out the start.
func (m *matcher) skips(start int) bool {
	if start == 0 || start == len(m.in) {
		return false
	}
	switch before := m.in[start-1]; {
	case m.d&implicitAnchor != 0 && m.lineRun:
		return before != '\n'
	case m.d&startOfRun != 0 && m.leading != nil:
		return m.leading.Contains(before) && m.leading.Contains(m.in[start])
	}
	return false
}

func (m *matcher) step() bool {
	m.steps++
	m.over = m.over || m.steps > m.limit
	return !m.over
}

// match matches q at i and then what next says.
func (m *matcher) match(q *part, i int, next func(int) bool) bool {
	if !m.step() {
		return false
	}
	switch q.op {
	case syntax.OpSet:
		return i < len(m.in) && q.set.Contains(m.in[i]) && next(i+1)
	case syntax.OpConcat:
		return m.sequence(q.subs, i, next)
	case syntax.OpAlternate:
		for _, s := range q.subs {
			if m.match(s, i, next) {
				return true
			}
		}
		return false
	case syntax.OpGroup:
		if m.refers && q.node.Index > 0 {
			return m.capture(q, i, next)
		}
		return m.match(q.subs[0], i, next)
	case syntax.OpBackref:
		return m.refer(q, i, next)
	case syntax.OpAtomic:
		end := m.once(q.subs[0], i)
		return end >= 0 && next(end)
	case syntax.OpLook:
		at := i - q.width
		if !q.node.Behind {
			at = i
		}
		holds := at >= 0 && m.once(q.subs[0], at) >= 0
		return holds != q.node.Negate && !m.over && next(i)
	case syntax.OpAssert:
		return m.holds(q.node, i) && next(i)
	case syntax.OpRepeat:
		if q.run() {
			return m.run(q, i, next)
		}
		return m.loop(q, i, i, 0, next)
	}
	return next(i) // empty, \K
}

func (m *matcher) sequence(parts []*part, i int, next func(int) bool) bool {
	if len(parts) == 0 {
		return next(i)
	}
	return m.match(parts[0], i, func(j int) bool { return m.sequence(parts[1:], j, next) })
}

// once returns where the first way through q ends, or -1.
func (m *matcher) once(q *part, i int) int {
	end := -1
	m.match(q, i, func(j int) bool {
		end = j
		return true
	})
	return end
}

// run matches a repetition of one character.
func (m *matcher) run(q *part, i int, next func(int) bool) bool {
	set := q.single()
	early := q.early != entersAgain && m.d&earlyFail != 0
	most := len(m.in) - i
	if q.max != syntax.Unbounded {
		most = min(most, q.max)
	}
	count := 0
	fits := func() bool { return count < most && set.Contains(m.in[i+count]) && m.step() }
	for count < q.min && fits() {
		count++
	}
	if count < q.min || early && !m.entered(q, i) {
		return false
	}
	for !q.lazy && fits() {
		count++
	}
	for first := true; ; first = false {
		if early {
			m.ran[q.id] = span{m.ran[q.id].from, max(m.ran[q.id].to, i+count)}
		}
		if first || q.retries(m.in, i+count) {
			m.tries++
		}
		if next(i + count) {
			return true
		}
		if q.lazy && fits() {
			count++
			continue
		}
		if q.lazy || q.possessive || count == q.min || !m.step() {
			break
		}
		count--
	}
	return false
}

// retries reports whether PCRE2 tries again what stands behind a shorter run that ends at i: where that begins with a
// certain character it is looked for first.
func (q *part) retries(in []rune, i int) bool {
	if q.lazy || q.next == nil {
		return true
	}
	return i < len(in) && q.next.Contains(in[i])
}

// loop matches the repetitions of a group from the one with this count on; from is where the last one
// began.
func (m *matcher) loop(q *part, i, from, count int, next func(int) bool) bool {
	if !m.step() {
		return false
	}
	if count > q.min && i == from {
		return next(i) // an empty iteration ends the loop
	}
	body := q.body && m.d&fixedBody != 0
	again := func() bool {
		m.tries++
		if q.max != syntax.Unbounded && count >= q.max {
			return false
		}
		if body {
			end := m.once(q.subs[0], i)
			return end >= 0 && m.loop(q, end, i, count+1, next)
		}
		return m.match(q.subs[0], i, func(j int) bool { return m.loop(q, j, i, count+1, next) })
	}
	if count < q.min {
		return again()
	}
	key := [2]int{q.id, i}
	cached := m.d&superLinear != 0 && q.max == syntax.Unbounded && !body
	if cached {
		// The cache begins when the loops have run as often as there are places in it.
		m.visits++
		switch begin := (len(m.in)+1)*m.loops + 1; {
		case m.visits < begin:
			cached = false
		case m.visits == begin:
			clear(m.failed) // what was known before a reference
		case m.failed[key]:
			return false
		}
	}
	remembered := m.d&remembersLoops != 0 && q.remembered && count > 0
	if q.lazy && next(i) {
		return true
	}
	if !(remembered && m.failed[key]) {
		if again() {
			return true
		}
		if remembered && !m.over {
			m.failed[key] = true
		}
	}
	if !q.lazy && next(i) {
		return true
	}
	if cached && !m.over {
		m.failed[key] = true
	}
	return false
}

// holds reports whether an assertion is true at i.
func (m *matcher) holds(n *syntax.Node, i int) bool {
	at := func(j int) bool { return j >= 0 && j < len(m.in) && n.Set.Contains(m.in[j]) }
	end := i == len(m.in)
	switch n.Assert {
	case syntax.TextStart, syntax.SearchStart:
		return i == 0
	case syntax.TextEnd:
		return end
	case syntax.LineStart:
		return i == 0 || at(i-1) && !(n.Inner && end)
	case syntax.LineEnd:
		return end || at(i)
	case syntax.TextEndLine:
		return end || i == len(m.in)-1 && at(i)
	case syntax.WordBoundary:
		return at(i-1) != at(i)
	case syntax.NotWordBoundary:
		return at(i-1) == at(i)
	}
	return false
}

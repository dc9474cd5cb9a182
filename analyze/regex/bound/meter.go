package bound

import (
	"snag/analyze/regex/backtrack"
	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
)

// Meter tells the steps that a program takes on single inputs, in a time that grows with their length and not with
// the steps. It must not be used by two goroutines at once.
type Meter struct {
	alphabet *charset.Partition
	known    map[rune]int // class of a character
	tries    *backtrack.Tries
	end      int
	again    bool // what follows a match is told with it
	courses  map[string]*course
	word     []int
	letters  []byte  // of an input, as a set
	every    []byte  // of all inputs for which there are too many courses
	key      []byte  // of the text that a word repeats, and what follows it
	sums     []sum   // room for those of a composer
	terms    []term  // and for their terms
	made     []int32 // and for what it notes of each node
	placed   []int32
	told     int // sums, for all inputs
}

// result is what a try comes to.
type result struct {
	steps    float64
	succeeds bool
}

// NewMeter returns a meter for a program that is applied in a mode. ok is false if the tries of its costs are
// not known.
func NewMeter(costs *backtrack.Costs, mode syntax.Mode) (m *Meter, ok bool) {
	if costs == nil || costs.Tries == nil {
		return nil, false
	}
	return &Meter{
		alphabet: costs.Alphabet, known: make(map[rune]int), tries: costs.Tries, end: costs.Alphabet.Len,
		again: mode == syntax.All, courses: make(map[string]*course),
	}, true
}

// class returns the class of a character.
func (m *Meter) class(r rune) int {
	class, ok := m.known[r]
	if !ok {
		class = classes(m.alphabet, []rune{r})[0]
		m.known[r] = class
	}
	return class
}

// Told returns how many sums were told for all inputs so far: what these took, whatever the time.
func (m *Meter) Told() int { return m.told }

// course is what happens on texts of some letters, in the states that these lead to.
type course struct {
	states   []result
	inner    []result
	rooms    [][2][]result          // by class, for the states behind it: what those cost that read no more stands there for good
	rows     []*rows                // by class, nil for those that no text has
	past     [maxOrder + 1][]result // behind the last repetitions of a word, of the states that read more
	unsteady [maxOrder + 1]int      // the place among those of the last one found whose differences of the order are not zero
	tails    map[string]*tail       // by the text
	within   []int                  // states that no, one and so on characters lead to from the start: they come first
	told     int                    // sums, for the last input
	before   int                    // characters before the place that is looked at: the states matter that they lead to
}

// rows are the sums of one class: those that others are made of, in order, and then one for each state.
type rows struct {
	inner, states []sum
	live          []int32 // the states that read more, in order: what the others cost no text changes
	within        []int   // inner ones that states need to which no, one and so on characters lead
}

// sum is what is tried in turn until something succeeds.
type sum struct {
	terms []term
	rest  float64 // steps after the last of them
	sure  bool    // it succeeds then
}

// term is a number of steps and then a result, which ends the sum if it succeeds. A lookaround ends it unless what
// it sees succeeds, or fails; and where every match is looked for, nothing does.
type term struct {
	steps float64
	index int32
	kind  termKind
}

type termKind uint8

const (
	stateTerm termKind = iota
	innerTerm
	lookTerm    // the rest counts if that succeeds
	lookNotTerm // the rest counts if that fails
	allTerm     // the rest counts in any case
)

// step goes on to the text with one more character in front.
func (c *course) step(class int) {
	r := c.rows[class]
	inner, count := r.inner, int32(len(r.states))
	if c.before < len(c.within) {
		inner, count = inner[:r.within[c.before]], int32(c.within[c.before])
	}
	c.before--
	c.told += len(inner) + len(r.live)
	for i := range inner {
		c.add(&inner[i], &c.inner[i])
	}
	next, states := c.room(class), c.states
	for _, i := range r.live {
		if i >= count {
			break
		}
		s, v := &r.states[i], &next[i]
		if len(s.terms) != 1 || s.terms[0].kind != stateTerm {
			c.add(s, v)
			continue
		}
		one := &states[s.terms[0].index]
		if steps := s.terms[0].steps + one.steps; one.succeeds {
			v.steps, v.succeeds = atMost(steps), true
		} else {
			v.steps, v.succeeds = atMost(steps+s.rest), s.sure
		}
	}
	c.states = next
}

// room returns room for the states behind a character of a class, where those stand already that read no more.
func (c *course) room(class int) []result {
	rooms, states := &c.rooms[class], c.rows[class].states
	i := 0
	if rooms[0] != nil && len(c.states) > 0 && &c.states[0] == &rooms[0][0] {
		i = 1
	}
	if rooms[i] == nil {
		rooms[i] = make([]result, len(states))
		for state := range states {
			if s := &states[state]; len(s.terms) == 0 {
				rooms[i][state] = result{s.rest, s.sure}
			}
		}
	}
	return rooms[i]
}

// add fills v with what a sum comes to.
func (c *course) add(s *sum, v *result) {
	states, inner := c.states, c.inner
	steps, succeeds := 0.0, s.sure
	for i := range s.terms {
		t := &s.terms[i]
		if t.kind == stateTerm { // as most are
			one := &states[t.index]
			if steps += t.steps + one.steps; one.succeeds {
				v.steps, v.succeeds = atMost(steps), true
				return
			}
			continue
		}
		one := &inner[t.index]
		steps += t.steps + one.steps
		switch {
		case t.kind == innerTerm:
			if one.succeeds {
				v.steps, v.succeeds = atMost(steps), true
				return
			}
		case t.kind == allTerm:
			succeeds = succeeds || one.succeeds
		case one.succeeds != (t.kind == lookTerm):
			v.steps, v.succeeds = atMost(steps), false
			return
		}
	}
	v.steps, v.succeeds = atMost(steps+s.rest), succeeds
}

// atMost returns steps as far as they are counted.
func atMost(steps float64) float64 {
	if steps > limit {
		return limit
	}
	return steps
}

// mostInline is the number of terms that are written out where they are needed, and not told once for all.
const mostInline = 2

// composer makes a course.
type composer struct {
	*Meter
	course
	index  map[int32]int32 // number of each state of the program
	order  []int32         // the states by number
	sums   []sum
	terms  []term
	made   []int32 // where the sum of each node is among these, from 1 on
	placed []int32 // and among the inner ones of its class
	row    *rows
	letter int // the class of the row
}

// course returns what happens on texts of some letters.
func (m *Meter) course(letters []byte) *course {
	if m.made == nil {
		m.made, m.placed = make([]int32, len(m.tries.Nodes)), make([]int32, len(m.tries.Nodes))
	}
	c := &composer{
		Meter: m, course: course{rows: make([]*rows, m.end+1)}, index: map[int32]int32{0: 0}, order: []int32{0},
		sums: m.sums[:0], made: m.made, placed: m.placed, terms: m.terms[:0],
	}
	clear(c.made)
	clear(c.placed)
	classes := []int{m.end}
	for class := range m.end {
		if letters[class/8]>>(class%8)&1 != 0 {
			classes = append(classes, class)
		}
	}
	for _, class := range classes {
		c.course.rows[class] = &rows{}
	}
	for i := 0; i < len(c.order); {
		known := len(c.order)
		for ; i < known; i++ {
			for _, class := range classes {
				c.row, c.letter = c.course.rows[class], class
				c.sum(m.tries.Rows[c.order[i]][class])
			}
		}
		c.within = append(c.within, known)
		for _, class := range classes {
			r := c.course.rows[class]
			r.within = append(r.within, len(r.inner))
		}
	}
	m.sums, m.terms = c.sums, c.terms
	most := 0
	for _, class := range classes {
		r := c.course.rows[class]
		r.states = make([]sum, len(c.order))
		for i, state := range c.order {
			if r.states[i] = c.sum(m.tries.Rows[state][class]); len(r.states[i].terms) > 0 {
				r.live = append(r.live, int32(i))
			}
		}
		most = max(most, len(r.inner))
	}
	for _, class := range classes {
		c.course.rows[class].pack()
	}
	c.inner, c.rooms = make([]result, most), make([][2][]result, m.end+1)
	return &c.course
}

// pack puts the terms next to each other, in the order in which they are read.
func (r *rows) pack() {
	count := 0
	for _, sums := range [...][]sum{r.inner, r.states} {
		for i := range sums {
			count += len(sums[i].terms)
		}
	}
	all := make([]term, 0, count)
	for _, sums := range [...][]sum{r.inner, r.states} {
		for i := range sums {
			from := len(all)
			all = append(all, sums[i].terms...)
			sums[i].terms = all[from:len(all):len(all)]
		}
	}
}

// sum returns what a try comes to.
func (c *composer) sum(n int32) sum {
	if at := c.made[n]; at > 0 {
		return c.sums[at-1]
	}
	try := &c.tries.Nodes[n]
	s := sum{rest: try.Steps}
	switch try.Op {
	case backtrack.TryMatch:
		s.sure = true
	case backtrack.TryAgain:
		if s.sure = true; c.again {
			rest := c.tries.Rows[c.tries.Searches[try.State]][c.letter]
			s.terms = append(c.room(1), term{0, c.place(rest), allTerm})
		}
	case backtrack.TryAgainAhead:
		if s.sure = true; c.again {
			ahead := sum{terms: append(c.room(1), term{0, c.number(c.tries.Searches[try.State]), stateTerm})}
			c.row.inner = append(c.row.inner, ahead)
			s.terms = append(c.room(1), term{0, int32(len(c.row.inner)) - 1, allTerm})
		}
	case backtrack.TryAhead:
		s = sum{terms: append(c.room(1), term{try.Steps, c.number(try.State), stateTerm})}
	case backtrack.TryEach:
		c.each(&s, try)
	case backtrack.TryAll:
		if c.again {
			c.each(&s, try)
			break
		}
		kids := c.tries.Of(try)
		s.terms = c.room(len(kids))
		for _, kid := range kids {
			s.terms = append(s.terms, term{s.rest, c.place(kid), allTerm})
			s.rest = 0
		}
	default:
		kids := c.tries.Of(try)
		body := c.sum(kids[0])
		kind := lookTerm
		if try.Op == backtrack.TryLookNot {
			kind = lookNotTerm
		}
		if len(body.terms) == 0 {
			if s.rest += body.rest; body.sure == (kind == lookTerm) {
				s.append(c.sum(kids[1]), func() int32 { return c.place(kids[1]) })
			}
			break
		}
		place := c.place(kids[0])
		rest := c.sum(kids[1])
		s = sum{terms: append(c.room(1+max(len(rest.terms), 1)), term{try.Steps, place, kind})}
		s.append(rest, func() int32 { return c.place(kids[1]) })
	}
	c.sums = append(c.sums, s)
	c.made[n] = int32(len(c.sums))
	return s
}

// each adds the tries of which the first one that succeeds is the last.
func (c *composer) each(s *sum, try *backtrack.Try) {
	kids := c.tries.Of(try)
	s.terms = c.room(len(kids))
	for _, kid := range kids {
		if s.sure {
			break
		}
		s.append(c.sum(kid), func() int32 { return c.place(kid) })
		if op := c.tries.Nodes[kid].Op; op == backtrack.TryAgain || op == backtrack.TryAgainAhead {
			break // which succeeds
		}
	}
}

// room returns room for so many terms.
func (c *composer) room(n int) []term {
	from := len(c.terms)
	if n > cap(c.terms)-from {
		c.terms, from = make([]term, 0, max(2*cap(c.terms), n, 256)), 0
	}
	c.terms = c.terms[:from+n]
	return c.terms[from : from : from+n]
}

// number returns the number of a state of the program.
func (c *composer) number(state int32) int32 {
	number, ok := c.index[state]
	if !ok {
		number = int32(len(c.order))
		c.index[state] = number
		c.order = append(c.order, state)
	}
	return number
}

// append adds another sum, which is tried if this one fails. place gives its number among the inner ones.
func (s *sum) append(other sum, place func() int32) {
	plain := len(other.terms) <= mostInline
	for _, t := range other.terms {
		plain = plain && t.kind <= innerTerm // others mean the rest of their own sum
	}
	if !plain {
		s.terms = append(s.terms, term{s.rest, place(), innerTerm})
		s.rest = 0
		return
	}
	for _, t := range other.terms {
		t.steps += s.rest
		s.rest = 0
		s.terms = append(s.terms, t)
	}
	s.rest += other.rest
	s.sure = other.sure
}

// place returns the number of a sum among the inner ones of its class.
func (c *composer) place(n int32) int32 {
	if c.placed[n] == 0 {
		s := c.sum(n)
		c.row.inner = append(c.row.inner, s)
		c.placed[n] = int32(len(c.row.inner))
	}
	return c.placed[n] - 1
}

package bound

import (
	"encoding/binary"
	"math"
	"slices"
)

// Part is a text that stands so many times in a row in an input.
type Part struct {
	Text  []rune
	Times int
}

// Steps returns the number of steps that an input of the program's characters takes, and 1e15 where it takes
// more. How often a part is repeated hardly matters for the
// time that this takes, once each repetition adds to the costs in the same way.
func (m *Meter) Steps(parts ...Part) float64 {
	m.word = m.word[:0]
	length := 0
	m.letters = append(m.letters[:0], make([]byte, (m.end+8)/8)...)
	for _, p := range parts {
		last, class := rune(-1), 0
		length += len(p.Text) * p.Times
		for _, r := range p.Text {
			if r != last {
				last, class = r, m.class(r)
				m.letters[class/8] |= 1 << (class % 8)
			}
			m.word = append(m.word, class)
		}
	}
	c, ok := m.courses[string(m.letters)]
	if !ok && len(m.courses) >= mostCourses {
		m.every = append(m.every, make([]byte, len(m.letters)-len(m.every))...)
		for i, set := range m.letters {
			m.every[i] |= set
		}
		m.letters = append(m.letters[:0], m.every...)
		c, ok = m.courses[string(m.letters)]
	}
	if !ok {
		c = m.course(m.letters)
		m.courses[string(m.letters)] = c
	}
	c.told = 0
	c.before = length
	c.step(m.end)
	end := len(m.word)
	last := true // what stands behind stands once
	for _, p := range slices.Backward(parts) {
		word := m.word[end-len(p.Text) : end]
		if p.Times > 2 && len(word) > 0 && c.before >= len(c.within) {
			m.key = m.key[:0]
			if last {
				m.key = tailKey(m.key, m.word[end-len(p.Text):], len(p.Text))
			}
			end, last = end-len(p.Text), false
			before := c.before - p.Times*len(word)
			c.before = math.MaxInt // all states matter for what repeats
			c.repeat(word, p.Times, m.key)
			c.before = before
			continue
		}
		end -= len(p.Text)
		last = last && (p.Times == 1 || len(word) == 0)
		for range p.Times {
			c.read(word)
		}
	}
	m.told += c.told
	return c.states[0].steps
}

// read goes on to the text with a word in front.
func (c *course) read(word []int) {
	for i := len(word) - 1; i >= 0; i-- {
		c.step(word[i])
	}
}

// tail is what repetitions of a word come to behind which an input ends.
type tail struct {
	times       int       // repetitions from which on the steps are a polynomial
	order       int       // of the differences that are zero
	differences []float64 // of the lower orders, up to those repetitions: of each state that reads more
	succeeds    []bool
}

// rarely is the part of the repetitions so far that may pass before it is asked again whether the steps are a polynomial, which
// takes as long as a repetition of a short word.
const rarely = 16

// mostCourses is the number of sets of letters from which on texts of others are told by a course for all of these letters.
const mostCourses = 12

// mostTails is the number of tails that are kept of a course.
const mostTails = 32

// tailKey appends a key of the text in which a word of some length is repeated, and what follows it.
func tailKey(key []byte, text []int, length int) []byte {
	key = binary.AppendUvarint(key, uint64(length))
	for _, class := range text {
		key = binary.AppendUvarint(key, uint64(class))
	}
	return key
}

// repeat goes on to the text with so many times a word in front. What the word makes of the steps is linear, and the
// same as long as the same states succeed behind it. So once these stay the same and the differences of the steps of
// some order vanish, they vanish from then on: the steps are a polynomial of the repetitions. That is kept by the key of the
// text, if it has one.
func (c *course) repeat(word []int, times int, key []byte) {
	if t := c.tails[string(key)]; t != nil && t.times <= times {
		c.leap(t, word[0], times)
		return
	}
	live := c.rows[word[0]].live // the others are the same from the first repetition on
	known := 0                   // of the last repetitions the same states succeed
	asked := 1                   // the repetition after which it is asked whether they vanish
	for n := 1; ; n++ {
		c.read(word)
		if n == times {
			return
		}
		latest, before := slices.Grow(c.past[n%len(c.past)][:0], len(live))[:len(live)], c.past[(n+maxOrder)%len(c.past)]
		for i, state := range live {
			latest[i] = c.states[state]
		}
		c.past[n%len(c.past)] = latest
		if known > 0 && !slices.EqualFunc(latest, before, func(a, b result) bool { return a.succeeds == b.succeeds }) {
			known = 0
		}
		if known = min(known+1, len(c.past)); n < asked {
			continue
		}
		asked = n + 1 + n/rarely
		for order := 1; order < known; order++ {
			if !c.steady(n, order, len(live)) {
				continue
			}
			t, ok := c.tail(n, order, len(live))
			if !ok {
				continue
			}
			if len(key) > 0 {
				if len(c.tails) == mostTails || c.tails == nil {
					c.tails = make(map[string]*tail)
				}
				c.tails[string(key)] = t
			}
			c.leap(t, word[0], times)
			return
		}
	}
}

// history fills row with the steps of a state that reads more, by its place, after the repetitions up to n.
func (c *course) history(row []float64, place, n int) {
	for i := range row {
		row[i] = c.past[(n-len(row)+1+i)%len(c.past)][place].steps
	}
}

// steady reports whether the differences of the order are zero after n repetitions, of so many states that read more. It
// looks first at the one where they were not, and around it: with each repetition, a count that ends does so one state
// further.
func (c *course) steady(n, order, size int) bool {
	var row [maxOrder + 1]float64
	for i := range size {
		place := (c.unsteady[order] + (i+1)/2) % size
		if i%2 == 0 {
			place = (c.unsteady[order]%size + size - i/2) % size
		}
		c.history(row[:order+1], place, n)
		if differences(row[:order+1]); row[order] != 0 || row[0] >= limit {
			c.unsteady[order] = place
			return false
		}
	}
	return true
}

// tail returns what so many states that read more come to from n repetitions on, given that the differences of the order are
// zero. ok is false unless that is exact: numbers are, as long as nothing is taken away from large ones.
func (c *course) tail(n, order, size int) (t *tail, ok bool) {
	t = &tail{times: n, order: order, differences: make([]float64, size*order), succeeds: make([]bool, size)}
	for place := range size {
		row := t.differences[place*order:][:order]
		c.history(row, place, n)
		if differences(row); slices.Min(row) < 0 {
			return nil, false
		}
		t.succeeds[place] = c.past[n%len(c.past)][place].succeeds
	}
	return t, true
}

// leap goes on to so many repetitions of a word, which begins with a class.
func (c *course) leap(t *tail, class, times int) {
	next := c.room(class)
	for place, state := range c.rows[class].live {
		row := t.differences[place*t.order:][:t.order]
		next[state] = result{min(newton(row, t.order-1+times-t.times), limit), t.succeeds[place]}
	}
	c.states = next
}

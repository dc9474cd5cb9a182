package bound

import (
	"encoding/binary"
	"math"
	"slices"
)

// Bounds on the search for what each character may cost.
const (
	mostSwaths    = 8000       // sets of runs that are followed back from one
	mostCrossings = 10_000_000 // steps of single states
	mostUnited    = 6          // repetitions that are not gone through by themselves
	mostAtOnce    = 1e7        // runs in one state
)

// Rate returns the most steps that an input of so many characters takes, and how many more each further character may
// take. ok is false where that is not found. Less than enough steps are not looked for.
//
// At each place of an input, the steps are those of the runs there: as many in each state as there are ways to it from
// a place at which the search began. So ways are followed back, from all states at once, over all texts that may come
// before, and counted where they reach the search, in which there is one run. Where they come to another repetition,
// they are counted as the most that there may be on any text: so each repetition is gone through by itself, with what
// is between it and the ones before. The values of a counter go back side by side, which leaves few sets of states.
// Where that finds no end, or too much, they are followed through all repetitions at once: see layers.
func (b *Bounds) Rate(length int, enough float64) (steps, each float64, ok bool) {
	if b.e.tangled() {
		return 0, 0, false
	}
	c, ok := newCrossing(b, length)
	if !ok {
		return 0, 0, false
	}
	start, search := c.begin()
	sum := func(w ways) float64 {
		steps := search * float64(length+1)
		for _, count := range w[:min(len(w), length+1)] {
			steps += count
		}
		return steps
	}
	w, ok := c.all(start)
	if steps := sum(w); ok && steps > enough && steps <= hopeless*enough {
		c.work = mostCrossings
		if together, ok := c.ways(start, 0); ok {
			w = together
		}
	}
	if !ok || sum(w) > enough {
		c.work = mostLayerWork
		if layers, found := c.layered(start); found {
			for n := range w {
				layers[n] = min(layers[n], w[n])
			}
			w, ok = layers, true
		}
	}
	if !ok {
		return 0, 0, false
	}
	return sum(w), search + w[length+1], true
}

// begin returns what a run in each state costs at most, and what the search does.
func (c *crossing) begin() (start []run, search float64) {
	for q := range c.Rows {
		most := 0.0
		for _, class := range append([]int{c.Alphabet.Len}, c.letters...) {
			base := 0.0
			c.flatten(c.Rows[q][class], 1, &base, func(int32) {})
			most = max(most, base)
		}
		if c.part[q] < 0 {
			search = max(search, most)
		} else if most > 0 {
			start = append(start, run{int32(q), most})
		}
	}
	return start, search + c.Success
}

// Reach returns a length below which no input exceeds the budget, as Rate tells it for costs that grow faster than the
// length, up to a length that is known to exceed it. It stops at one that is near to that. steep says that they may grow faster
// than the square of it.
func (b *Bounds) Reach(budget float64, length int, steep bool) (least int) {
	if b.e.tangled() {
		return 0
	}
	c, ok := newCrossing(b, length)
	if !ok {
		return 0
	}
	start, search := c.begin()
	c.open = true
	tries := []reach{reachSquare}
	if steep {
		tries = reaches[:]
	}
	for _, try := range tries {
		c.keep, c.work = try.keep, try.work
		if try.keep > 0 {
			for _, r := range start {
				c.keep += r.count
			}
		}
		clear(c.most)
		w, ok := c.ways(start, 0)
		if !ok {
			break // the next one takes more
		}
		n, steps := 0, 0.0
		for ; n < length; n++ {
			if steps += search + w[n]; steps > budget {
				break
			}
		}
		if least = max(least, n); float64(n)*near >= float64(length) || n*hopeless < length {
			break
		}
	}
	return least
}

// hopeless is how many times a bound an input may be that no effort is made to raise it, and how many times the steps asked
// for a bound on steps that none is made to lower it.
const hopeless = 3

// reach is how many runs may be kept track of that are in other repetitions, and the work that this may take.
type reach struct {
	keep float64
	work int
}

// reaches are tried in turn of costs that grow faster than the square of the length. Where none does, only counters leave
// a bound far from an input, and runs are worth following for longer.
var (
	reaches     = [...]reach{{0, 30_000}, {300, 80_000}}
	reachSquare = reach{300, 500_000}
)

// all returns the most ways to states of several repetitions.
func (c *crossing) all(start []run) (w ways, ok bool) {
	for range mostUnited {
		clear(c.most)
		if w, ok = c.apart(start); ok {
			return w, true
		}
		if !c.unite() {
			break
		}
	}
	return nil, false
}

// ways are how many ways there are at most behind no characters, one, and so on, and last behind any number.
type ways []float64

// add adds the ways of another set, so many times.
func (w ways) add(other ways, times float64) {
	for i, count := range other {
		w[i] += times * count
	}
}

// within reports whether there are no more ways than others.
func (w ways) within(other ways) bool {
	if other == nil {
		return w == nil
	}
	for i, count := range w {
		if count > other[i] {
			return false
		}
	}
	return true
}

// apart returns the most ways to the states of each repetition, added up.
func (c *crossing) apart(set []run) (sum ways, ok bool) {
	sum = make(ways, c.length+2)
	last := int32(-1)
	for _, p := range c.part {
		last = max(last, p)
	}
	for p := int32(0); p <= last; p++ {
		var of []run
		for _, r := range set {
			if c.part[r.state] == p {
				of = append(of, r)
			}
		}
		w, times, ok := c.unitWays(of, p)
		if !ok {
			return nil, false
		}
		sum.add(w, times)
	}
	return sum, true
}

// run is a state and how many runs are in it.
type run struct {
	state int32
	count float64
}

// crossing counts ways from the search to sets of states.
type crossing struct {
	*evaluator
	letters []int
	part    []int32         // of each state: see Costs.Part
	loops   []bool          // states that lead to themselves
	open    bool            // there may be no end of ways
	keep    float64         // runs up to which other repetitions are gone through together
	from    [][]*[]run      // by place of a letter and state, the states that lead there
	kind    []int32         // of each state, by which letters come from the same states to it
	kinds   [][]int         // of each kind, the first letter that does the same as each one
	most    map[string]ways // of sets that were gone through, nil for those that are
	length  int             // up to which ways are told apart
	room    []float64       // runs of each state, zero between uses
	beside  []float64       // and of those in other repetitions
	endless [2][]int32      // repetitions of whose ways there is no end, and those before them
	united  map[int32]bool  // repetitions that are several
	work    int

	key        []byte // room for a name
	met, found []int32
	others     [][]int32
	seenKind   []bool
}

// newCrossing returns a crossing. ok is false if lookbehinds read further than twice the length.
func newCrossing(b *Bounds, length int) (c *crossing, ok bool) {
	e := &evaluator{Costs: b.all, free: make([]float64, len(b.all.Rows))}
	if slices.Contains(e.Free, true) {
		if e = newEvaluator(b.all); !e.reach(2 * max(length, 32)) {
			return nil, false
		}
	}
	count := len(e.Rows)
	c = &crossing{
		evaluator: e, letters: b.letters, part: slices.Clone(e.Part), loops: make([]bool, count),
		length: length, most: make(map[string]ways), united: make(map[int32]bool),
		room: make([]float64, count), beside: make([]float64, count), work: mostCrossings,
	}
	g := newGraph(count)
	lists := make(map[string]*[]run)
	for _, class := range c.letters {
		from := make([][]run, count)
		for q := range e.Rows {
			if e.Free[q] {
				continue
			}
			none := 0.0
			e.flatten(e.Rows[q][class], 1, &none, func(to int32) {
				if c.part[to] < 0 {
					return
				}
				g.next[q] = append(g.next[q], to)
				if last := len(from[to]) - 1; last >= 0 && from[to][last].state == int32(q) {
					from[to][last].count++
				} else {
					from[to] = append(from[to], run{int32(q), 1})
				}
			})
		}
		row := make([]*[]run, count)
		for q, list := range from {
			if len(list) == 0 {
				continue
			}
			c.key = appendKey(c.key[:0], list)
			if row[q] = lists[string(c.key)]; row[q] == nil {
				row[q] = &list
				lists[string(c.key)] = &list
			}
		}
		c.from = append(c.from, row)
	}
	c.tell()
	loop, _ := g.loops()
	size := make([]int, count)
	for _, l := range loop {
		size[l]++
	}
	for q := range c.loops {
		c.loops[q] = size[loop[q]] > 1 || slices.Contains(g.next[q], int32(q))
	}
	return c, true
}

// tell finds the kinds of states.
func (c *crossing) tell() {
	known := make(map[string]int32)
	c.kind = make([]int32, len(c.Rows))
	for q := range c.Rows {
		first := make([]int, len(c.letters))
		key := c.key[:0]
		for l := range first {
			for c.from[first[l]][q] != c.from[l][q] {
				first[l]++
			}
			key = binary.LittleEndian.AppendUint16(key, uint16(first[l]))
		}
		c.key = key
		k, ok := known[string(key)]
		if !ok {
			k = int32(len(c.kinds))
			known[string(key)] = k
			c.kinds = append(c.kinds, first)
		}
		c.kind[q] = k
	}
	c.seenKind = make([]bool, len(c.kinds))
}

// unite makes one of the repetitions of whose ways no end was found and of those before them. It reports whether
// there are any.
func (c *crossing) unite() bool {
	homes, others := c.endless[0], c.endless[1]
	if len(homes) == 0 || len(others) == 0 {
		return false
	}
	for q, p := range c.part {
		if slices.Contains(homes, p) || slices.Contains(others, p) {
			c.part[q] = homes[0]
		}
	}
	c.united[homes[0]] = true
	c.endless = [2][]int32{}
	return true
}

// appendKey appends a name of a set of runs.
func appendKey(key []byte, set []run) []byte {
	for _, r := range set {
		key = binary.LittleEndian.AppendUint32(key, uint32(r.state))
		key = binary.LittleEndian.AppendUint64(key, math.Float64bits(r.count))
	}
	return key
}

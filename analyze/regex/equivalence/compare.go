package equivalence

import (
	"fmt"
	"slices"
	"sort"

	"snag/analyze/regex/syntax"
)

// joint is what is known of both patterns after a piece of input, and of the rest.
type joint struct {
	kind, future  int32
	waiting       bool // Prefix: the match has not begun
	backs         [][]int32
	lists         [2][]thread
	parent, class int32
}

// comparison is a search through the joint states, the shortest inputs first.
type comparison struct {
	*follower
	opt    Options
	states []joint
	index  map[string]int32
	key    []byte
	names  [2]naming // of positions and histories
	found  []Difference
	counts [2]int // of differences that only the first and only the second matches
}

func (c *comparison) run() error {
	for k := range c.sets {
		first := joint{kind: int32(len(c.kindAt) - 1), future: int32(k), backs: make([][]int32, len(c.program.behinds)), parent: -1}
		c.begin(first, c.opt.Mode == syntax.Prefix)
	}
	for n := 0; n < len(c.states); n++ {
		if len(c.states) > c.opt.Limits.States || c.steps > c.opt.Limits.Work {
			return fmt.Errorf("%w: %d states, %d steps", ErrTooLarge, len(c.states), c.steps)
		}
		if c.expand(int32(n)) {
			return nil
		}
	}
	return nil
}

// begin adds a state in which both patterns begin and, if it waits, one in which they may begin later.
func (c *comparison) begin(s joint, waits bool) {
	if waits {
		s.waiting = true
		c.insert(s)
		s.waiting = false
	}
	for side := range s.lists {
		s.lists[side] = []thread{{pc: c.entries[side], held: c.blank}}
	}
	c.insert(s)
}

// expand adds what state n leads to. It reports whether enough differences are known.
func (c *comparison) expand(n int32) bool {
	s := c.states[n]
	if s.future == 0 && !s.waiting && c.differs(n, s) {
		return true
	}
	for _, a := range c.arcs[s.future] {
		c.arrive(place{kind: s.kind, class: a.class, then: a.then, now: now, backs: s.backs})
		next := joint{kind: c.kinds[a.class], future: a.then, backs: c.nextBacks, parent: n, class: a.class}
		if s.waiting {
			c.begin(next, true)
			continue
		}
		for side, list := range s.lists {
			out, _, accepted := c.move(side, list)
			if accepted && c.opt.Level == Accepts {
				out = []thread{{pc: c.done, hist: 1}}
			}
			next.lists[side] = out
		}
		c.insert(next)
	}
	return false
}

// differs notes the input of state n if the patterns differ when it ends there.
func (c *comparison) differs(n int32, s joint) bool {
	c.arrive(place{kind: s.kind, class: int32(c.part.Len), then: -1, now: now, backs: s.backs})
	var finals [2]int32
	for side, list := range s.lists {
		_, finals[side], _ = c.move(side, list)
	}
	if finals[0] == finals[1] {
		return false
	}
	d := Difference{First: finals[0] != 0, Second: finals[1] != 0}
	most := max(c.opt.Most, 1)
	only := -1
	if d.First != d.Second {
		only = 0
		if d.Second {
			only = 1
		}
	}
	if c.opt.Each && (only < 0 || c.counts[only] >= most) {
		return false
	}
	if only >= 0 {
		c.counts[only]++
	}
	for at := n; c.states[at].parent >= 0; at = c.states[at].parent {
		d.Input = append(d.Input, c.part.Example(int(c.states[at].class)))
	}
	slices.Reverse(d.Input)
	c.found = append(c.found, d)
	if c.opt.Each {
		return c.counts[0] >= most && c.counts[1] >= most
	}
	return len(c.found) >= most
}

// byPlace sorts threads by where they are. It is no [slices.SortFunc], whose instance takes twenty kilobytes.
type byPlace []thread

func (t byPlace) Len() int      { return len(t) }
func (t byPlace) Swap(i, j int) { t[i], t[j] = t[j], t[i] }
func (t byPlace) Less(i, j int) bool {
	a, b := &t[i], &t[j]
	if a.pc != b.pc {
		return a.pc < b.pc
	}
	if a.off != b.off {
		return a.off < b.off
	}
	return a.held < b.held
}

// insert adds a state unless there is one like it, or nothing can make a difference from there on.
func (c *comparison) insert(s joint) {
	if !s.waiting && c.settled(s) {
		return
	}
	if c.opt.Level == Accepts && !c.cuts {
		for _, list := range s.lists {
			sort.Sort(byPlace(list))
		}
	}
	c.rename(&s)
	if _, ok := c.index[string(c.key)]; ok {
		return
	}
	c.index[string(c.key)] = int32(len(c.states))
	c.own(&s)
	c.states = append(c.states, s)
}

// settled reports whether both patterns have ended, with the same result.
func (c *comparison) settled(s joint) bool {
	hist := [2]int32{}
	for side, list := range s.lists {
		if len(list) > 1 || len(list) == 1 && list[0].pc != c.done {
			return false
		}
		if len(list) == 1 {
			hist[side] = list[0].hist
		}
	}
	return hist[0] == hist[1]
}

// naming gives numbers new names in the order in which they turn up: those of a state before, and those of this
// position, from now on.
type naming struct {
	before, here []int32 // the new names, plus 1
	count        int32
}

// reset forgets all names but the first ones, of which each number is its own.
func (n *naming) reset(first int32) {
	clear(n.before)
	clear(n.here)
	n.count = 0
	for n.count < first {
		n.name(n.count)
	}
}

// name returns the new name of a number.
func (n *naming) name(x int32) int32 {
	list := &n.before
	if x >= now {
		list, x = &n.here, x-now
	}
	for int(x) >= len(*list) {
		*list = append(*list, 0)
	}
	if (*list)[x] == 0 {
		n.count++
		(*list)[x] = n.count
	}
	return (*list)[x] - 1
}

// rename gives positions and histories names in the order in which they turn up, and makes the key of
// s from all that matters.
func (c *comparison) rename(s *joint) {
	key := append(c.key[:0], byte(s.kind), byte(s.kind>>8), byte(s.future), byte(s.future>>8), byte(s.future>>16))
	number := func(x int32) { key = append(key, byte(x), byte(x>>8)) }
	if s.waiting {
		key = append(key, 'w')
	}
	for _, set := range s.backs {
		number(int32(len(set)))
		for _, pc := range set {
			number(pc)
		}
	}
	positions, hists := &c.names[0], &c.names[1]
	positions.reset(0)
	hists.reset(1) // none
	for side := range s.lists {
		list := s.lists[side]
		number(int32(len(list)))
		for i := range list {
			t := &list[i]
			number(t.pc)
			number(t.off)
			key = append(key, t.held...)
			t.hist = hists.name(t.hist)
			number(t.hist)
			if t.pc == c.done {
				t.tags = nil
			}
			// Tags are shared: they get their names in what is kept.
			for _, tag := range t.tags {
				if tag >= 0 {
					tag = positions.name(tag)
				}
				number(tag)
			}
		}
	}
	c.key = key
}

// own gives s, whose positions were just named, threads of its own.
func (c *comparison) own(s *joint) {
	count := 0
	for _, list := range s.lists {
		for i := range list {
			count += len(list[i].tags)
		}
	}
	tags := make([]int32, 0, count)
	for side, list := range s.lists {
		list = slices.Clone(list)
		for i := range list {
			from := len(tags)
			for _, tag := range list[i].tags {
				if tag >= 0 {
					tag = c.names[0].name(tag)
				}
				tags = append(tags, tag)
			}
			list[i].tags = tags[from:len(tags):len(tags)]
		}
		s.lists[side] = list
	}
}

package backtrack

import (
	"slices"
	"sync"
)

// room is the memory of a coster that its costs do not keep, reused from one to the next.
type room struct {
	memo    table[spot]
	found   []outcome // of each spot in memo
	index   table[place]
	nodes   []int32    // numbers of nodes from 1 on, by hash
	lists   [3][]int32 // of a node that is being made
	counted []int32    // values of counters, likewise
}

var rooms = sync.Pool{New: func() any { return new(room) }}

// keepSpots is the largest number of spots whose memory waits for the next coster.
const keepSpots = 1 << 15

// release gives the memory back. The coster must not be used any more.
func (c *coster) release() {
	r := c.room
	if c.room = nil; cap(r.found) > keepSpots || cap(r.index.keys) > keepSpots || cap(r.nodes) > 4*keepSpots {
		return
	}
	r.memo.clear()
	r.index.clear()
	clear(r.found)
	clear(r.nodes)
	r.found = r.found[:0]
	rooms.Put(r)
}

// hashed is what a table numbers.
type hashed interface {
	comparable
	hash() uint64
}

// table numbers keys from 0 on, in the order in which they come.
type table[K hashed] struct {
	keys  []K
	slots []int32 // numbers from 1 on, by hash: a power of two
}

// number returns the number of a key, and whether it has had it before.
func (t *table[K]) number(key K) (n int32, known bool) {
	if 2*len(t.keys) >= len(t.slots) {
		t.slots = make([]int32, max(4*len(t.slots), 64))
		for i, k := range t.keys {
			t.slots[t.slot(k)] = int32(i) + 1
		}
	}
	at := t.slot(key)
	if n = t.slots[at]; n > 0 {
		return n - 1, true
	}
	t.keys = append(doubled(t.keys), key)
	t.slots[at] = int32(len(t.keys))
	return int32(len(t.keys)) - 1, false
}

// slot returns where the number of a key is or would be.
func (t *table[K]) slot(key K) uint64 {
	mask := uint64(len(t.slots) - 1)
	for at := key.hash() & mask; ; at = (at + 1) & mask {
		if n := t.slots[at]; n == 0 || t.keys[n-1] == key {
			return at
		}
	}
}

func (t *table[K]) clear() {
	clear(t.keys)
	clear(t.slots)
	t.keys = t.keys[:0]
}

// doubled returns list with room for one more: twice as much as it had where that is needed.
func doubled[S ~[]E, E any](list S) S {
	if len(list) == cap(list) {
		return slices.Grow(list, max(len(list), 16))
	}
	return list
}

// mixed spreads two numbers and what was mixed before over 64 bits.
func mixed(h uint64, a, b int32) uint64 {
	h ^= uint64(uint32(a)) | uint64(uint32(b))<<32
	h *= 0x9E3779B97F4A7C15
	return h ^ h>>29
}

func (s spot) hash() uint64 {
	h := mixed(s.marks+uint64(s.view)<<56, s.pc, s.k)
	if s.fresh {
		h++
	}
	h = mixed(h, s.frame, s.counts)
	return mixed(h, s.kind, s.class)
}

func (p place) hash() uint64 {
	h := mixed(0, p.pc, p.k)
	h = mixed(h, p.kind, p.frame)
	free := int32(0)
	if p.free {
		free = 1
	}
	return mixed(h, p.counts, free)
}

// node returns the number of a node. Sums within sums are dissolved. The lists of n stay the caller's.
func (c *coster) node(n CostNode) int32 {
	here, ahead, back := c.lists[0][:0], c.lists[1][:0], c.lists[2][:0]
	n.Max = n.Max && len(n.Here)+len(n.Ahead)+len(n.Back) != 1
	ahead, back = append(ahead, n.Ahead...), append(back, n.Back...)
	if n.Max {
		here = append(here, n.Here...)
	} else {
		for _, h := range n.Here {
			if !c.isPlain(h) {
				here = append(here, h)
				continue
			}
			m := &c.costs.Nodes[h]
			n.Steps += m.Steps
			here, ahead, back = append(here, m.Here...), append(ahead, m.Ahead...), append(back, m.Back...)
		}
	}
	c.lists = [...][]int32{here, ahead, back}
	slices.Sort(here)
	slices.Sort(ahead)
	slices.Sort(back)
	if n.Max {
		here, ahead, back = slices.Compact(here), slices.Compact(ahead), slices.Compact(back)
	}
	n.Here, n.Ahead, n.Back = here, ahead, back
	if 2*len(c.costs.Nodes) >= len(c.nodes) {
		c.nodes = make([]int32, max(4*len(c.nodes), 64))
		for i := range c.costs.Nodes {
			c.nodes[c.slot(&c.costs.Nodes[i])] = int32(i) + 1
		}
	}
	at := c.slot(&n)
	if id := c.nodes[at]; id > 0 {
		return id - 1
	}
	n.Here, n.Ahead, n.Back = c.kept(here), c.kept(ahead), c.kept(back)
	c.costs.Nodes = append(doubled(c.costs.Nodes), n)
	c.nodes[at] = int32(len(c.costs.Nodes))
	return int32(len(c.costs.Nodes)) - 1
}

// slot returns where the number of a node is or would be.
func (c *coster) slot(n *CostNode) uint64 {
	flag := int32(0)
	if n.Max {
		flag = 1
	}
	h := mixed(0, int32(n.Steps), flag)
	for _, list := range [...][]int32{n.Here, n.Ahead, n.Back} {
		h = mixed(h, int32(len(list)), -1)
		for _, v := range list {
			h = mixed(h, v, 0)
		}
	}
	mask := uint64(len(c.nodes) - 1)
	for at := h & mask; ; at = (at + 1) & mask {
		id := c.nodes[at]
		if id == 0 {
			return at
		}
		m := &c.costs.Nodes[id-1]
		if m.Max == n.Max && m.Steps == n.Steps && slices.Equal(m.Here, n.Here) && slices.Equal(m.Ahead, n.Ahead) && slices.Equal(m.Back, n.Back) {
			return at
		}
	}
}

// kept returns a copy of list that the costs may keep.
func (c *coster) kept(list []int32) []int32 {
	if len(list) == 0 {
		return nil
	}
	if cap(c.slab)-len(c.slab) < len(list) {
		c.slab = make([]int32, 0, max(len(list), min(max(2*cap(c.slab), 128), 8192)))
	}
	from := len(c.slab)
	c.slab = append(c.slab, list...)
	return c.slab[from:len(c.slab):len(c.slab)]
}

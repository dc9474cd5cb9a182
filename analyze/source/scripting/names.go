package scripting

// area is a piece of source in which names may be bound: a function, a class or the whole file.
type area struct {
	start, end int
	parent     int // number of the area around it, -1 for the file
	class      bool
	name       string   // of a class
	bases      []string // the names of the classes that a class of Python extends
	// opaque reports whether names from outside are not visible, as in functions of PHP.
	opaque bool
}

// bound is one place where a name gets a value.
type bound struct {
	area  int
	value int    // the first token of the value, or -1 when it is not known
	path  string // of what is imported, "" for other values
}

// names records which names get which values where.
type names struct {
	areas []area
	bound map[string][]bound
	known map[string]inAreas // of names that get values at many places, as self does in Python
}

// manyBound is the number of places from which on those of one area are looked up.
const manyBound = 16

// inAreas are the first places at which a name gets a value, by their areas.
type inAreas struct {
	count int
	by    map[int][]bound
}

// boundIn returns the places at which a name gets a value, or where these are many those in an area.
func (n *names) boundIn(name string, area int) []bound {
	all := n.bound[name]
	if len(all) < manyBound {
		return all
	}
	known := n.known[name]
	if known.count == 0 {
		known.by = make(map[int][]bound)
		if n.known == nil {
			n.known = make(map[string]inAreas)
		}
	}
	if known.count < len(all) {
		for _, b := range all[known.count:] {
			known.by[b.area] = append(known.by[b.area], b)
		}
		known.count = len(all)
		n.known[name] = known
	}
	return known.by[area]
}

// bind records that a name gets a value in an area.
func (n *names) bind(name string, b bound) {
	if n.bound == nil {
		n.bound = make(map[string][]bound)
	}
	n.bound[name] = append(n.bound[name], b)
}

// areaAt returns the innermost area around an offset. Areas are in the order of their starts.
func (n *names) areaAt(at int) int {
	lo, hi := 0, len(n.areas)
	for hi-lo > 1 {
		if mid := (lo + hi) / 2; n.areas[mid].start <= at {
			lo = mid
		} else {
			hi = mid
		}
	}
	for lo > 0 && at >= n.areas[lo].end {
		lo = n.areas[lo].parent
	}
	return lo
}

// lookup finds the one value that a name has at an offset. found is false where the file does not bind
// the name; the value is -1 where it cannot be told.
func (c *code) lookup(name string, at int) (b bound, found bool) {
	if len(c.bound[name]) == 0 {
		return bound{value: -1}, false
	}
	for in := c.areaAt(at); in >= 0; {
		a, all := &c.areas[in], c.boundIn(name, in)
		if c.work -= 1 + len(all); c.work < 0 {
			return bound{value: -1}, true
		}
		if b, n := c.within(all, in); n > 0 {
			return b, true
		}
		if a.opaque {
			break
		}
		// What a class binds is not visible in its functions.
		in = a.parent
		for !a.class && in >= 0 && c.areas[in].class {
			in = c.areas[in].parent
		}
	}
	return bound{value: -1}, false
}

// within returns the value that a name has in an area itself, and how often it gets one there.
func (c *code) within(all []bound, in int) (b bound, n int) {
	b.value = -1
	for _, candidate := range all {
		if candidate.area != in {
			continue
		}
		if n++; n == 1 {
			b = candidate
		} else if b.path == "" || candidate.path == "" {
			b = bound{area: in, value: -1} // bound twice; of two imports the first counts
		}
	}
	return b, n
}

// classAround returns the class around an offset, or -1.
func (n *names) classAround(at int) int {
	in := n.areaAt(at)
	for in >= 0 && !n.areas[in].class {
		in = n.areas[in].parent
	}
	return in
}

// classNamed returns the one class of a name, or -1.
func (n *names) classNamed(name string) int {
	found := -1
	for i := range n.areas {
		if n.areas[i].class && n.areas[i].name == name {
			if found >= 0 {
				return -1
			}
			found = i
		}
	}
	return found
}

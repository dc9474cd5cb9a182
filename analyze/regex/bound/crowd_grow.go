package bound

// grow returns the length at which the budget is exceeded, at most that of limits, with an input of that length.
// ok is false if the work does not suffice for that.
func (c *crowd) grow(budget float64, limits Limits) (res Result, ok bool) {
	terms, single := 0, 0
	joins := int32(1)
	for i := range c.sights {
		for j := range c.sights[i].steps {
			joins = max(joins, c.sights[i].steps[j].joins)
		}
		if c.sights[i].crowd != nil {
			terms += len(c.sights[i].steps)
		} else {
			single += len(c.sights[i].steps)
		}
	}
	if limits.Length == 0 {
		return res, false
	}
	sizes := min((limits.Work/limits.Length-single)/max(terms, 1), mostSizes)
	if sizes < fewSizes {
		return res, false
	}
	c.spread(sizes, float64(limits.Length)*float64(joins)+1)
	room := 0
	for i := range c.sights {
		c.sights[i].at = room
		if room++; c.sights[i].crowd != nil {
			room += sizes - 1
		}
	}
	ways, tables := c.plan(int(joins))
	values := make([]float64, len(ways)*sizes)
	now, next := make([]float64, room), make([]float64, room)
	for i := range c.sights {
		s := &c.sights[i]
		for k := range c.count(s) {
			if now[s.at+k] = s.ends; s.ends >= 0 && s.crowd != nil {
				now[s.at+k] += s.each * c.sizes[k]
			}
		}
	}
	var free []uint8
	for n := 0; ; n++ {
		cost := -1.0
		for g := range c.starts {
			cost = max(cost, now[c.sights[g].at])
		}
		if cost += c.success * float64(n+1); cost > budget || n >= limits.Length {
			res.Length, res.Complete = n, cost > budget
			res.Word = c.spellOut(n, now)
			return res, true
		}
		if len(free) < room {
			free = make([]uint8, 64*room)
		}
		choice := free[:room:room]
		free = free[room:]
		for i := range ways {
			w := &ways[i]
			c.follow(w, &tables[w.joins], now, values[i*sizes:(i+1)*sizes])
		}
		for i := range c.sights {
			s := &c.sights[i]
			count := c.count(s)
			c.work += count * len(s.steps)
			c.weigh(s, values, next[s.at:s.at+count], choice[s.at:s.at+count])
		}
		c.choices = append(c.choices, choice)
		now, next = next, now
	}
}

// way is where strides lead, of which many lead to the same.
type way struct {
	to, joins int32
	wide      bool    // what follows depends on the size of the crowd
	step      *stride // the only one, nil where all of those that it leads to stand in one sight
}

// plan finds the ways of all strides, and how sizes grow on them.
func (c *crowd) plan(joins int) (ways []way, tables []shifts) {
	index := make(map[way]int)
	for i := range c.sights {
		s := &c.sights[i]
		for j := range s.steps {
			step := &s.steps[j]
			w := way{to: step.to}
			if c.sights[step.to].crowd != nil {
				w.joins, w.wide = step.joins, s.crowd != nil && !step.dissolved
				if step.away > 0 {
					w.step = step
				}
			}
			at, ok := index[w]
			if !ok {
				at = len(ways)
				index[w] = at
				ways = append(ways, w)
			}
			step.way = at
		}
	}
	tables = make([]shifts, joins+1)
	for j := range tables {
		tables[j] = c.shifted(float64(j))
	}
	return ways, tables
}

// follow fills out with what follows on a way, for each size or in the first place for all of them, or with a negative
// number where the input cannot end.
func (c *crowd) follow(w *way, table *shifts, now, out []float64) {
	to := &c.sights[w.to]
	rest := now[to.at:]
	if to.crowd == nil || rest[0] < 0 {
		out[0] = rest[0]
		return
	}
	value := func(t between, size float64) float64 {
		v := rest[t.low] + (rest[t.low+1]-rest[t.low])*t.part
		if w.step == nil {
			return v
		}
		most := size + float64(w.joins)
		v *= (most - float64(w.step.away)) / most
		for _, o := range w.step.others {
			rest := now[c.sights[o.to].at:]
			v += (rest[t.low] + (rest[t.low+1]-rest[t.low])*t.part) * float64(o.runs) / most
		}
		return v
	}
	if !w.wide {
		out[0] = value(table.first, 0)
		return
	}
	for k, t := range table.rest {
		out[k] = value(t, c.sizes[k])
	}
}

// weigh fills out with what costs most of the strides of a sight for each size, and choice with the strides.
func (c *crowd) weigh(s *sight, values, out []float64, choice []uint8) {
	for k := range out {
		out[k] = -1
	}
	sizes := c.sizes[:len(out)]
	for j := range s.steps {
		step := &s.steps[j]
		rest := values[step.way*len(c.sizes):]
		switch {
		case rest[0] < 0:
		case s.crowd == nil:
			if v := step.base + rest[0]; v > out[0] {
				out[0], choice[0] = v, uint8(j)
			}
		case step.dissolved || c.sights[step.to].crowd == nil:
			for k, size := range sizes {
				if v := step.base + step.each*size + rest[0]; v > out[k] {
					out[k], choice[k] = v, uint8(j)
				}
			}
		default:
			rest = rest[:len(sizes)]
			for k, size := range sizes {
				if v := step.base + step.each*size + rest[k]; v > out[k] {
					out[k], choice[k] = v, uint8(j)
				}
			}
		}
	}
}

func (c *crowd) count(s *sight) int {
	if s.crowd == nil {
		return 1
	}
	return len(c.sizes)
}

// spread chooses so many sizes up to most, each as many times the one before.
func (c *crowd) spread(count int, most float64) {
	c.sizes = []float64{1}
	for len(c.sizes) < count {
		last := c.sizes[len(c.sizes)-1]
		c.sizes = append(c.sizes, max(last+1, ratioTo(last, most, count-len(c.sizes))))
	}
	c.sizes[count-1] = max(c.sizes[count-1], most)
}

// ratioTo returns the next of steps numbers from last to most that grow by the same factor.
func ratioTo(last, most float64, steps int) float64 {
	low, high := 1.0, max(most/last, 1)
	for range 40 {
		middle := (low + high) / 2
		v := last
		for range steps {
			v *= middle
		}
		if v < most {
			low = middle
		} else {
			high = middle
		}
	}
	return float64(int(last * high))
}

// between is a place among the sizes: so much of the way from one to the next.
type between struct {
	low  int
	part float64
}

// shifts are the places of the sizes with so many runs more, and that of those alone.
type shifts struct {
	first between
	rest  []between
}

func (c *crowd) shifted(more float64) (s shifts) {
	s.first = c.locate(more)
	for _, size := range c.sizes {
		s.rest = append(s.rest, c.locate(size+more))
	}
	return s
}

func (c *crowd) locate(size float64) between {
	i := 0
	for i+2 < len(c.sizes) && c.sizes[i+1] <= size {
		i++
	}
	// Beyond the last size, which no input of the length has, this goes on in the direction of the last two.
	return between{i, max(size-c.sizes[i], 0) / (c.sizes[i+1] - c.sizes[i])}
}

// spellOut returns an input of n characters that does what was best at each place, or nearly.
func (c *crowd) spellOut(n int, costs []float64) (word []int) {
	at, best := int32(0), -1.0
	for g := range c.starts {
		if v := costs[c.sights[g].at]; v > best {
			at, best = int32(g), v
		}
	}
	runs := 0.0
	for n--; n >= 0; n-- {
		s := &c.sights[at]
		k := 0
		if s.crowd != nil {
			for k+1 < len(c.sizes) && c.sizes[k+1]-runs < runs-c.sizes[k] {
				k++
			}
		}
		step := &s.steps[c.choices[n][s.at+k]]
		if step.dissolved {
			runs = 0
		}
		runs += float64(step.joins)
		word = append(word, step.class)
		at = step.to
	}
	return word
}

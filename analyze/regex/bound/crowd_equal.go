package bound

import "slices"

// twin returns the crowd of a system that was looked for with limits that make no difference, nil where there is none:
// then known reports whether that was looked for.
func (e *evaluator) twin(s *system, apart, most int) (c *crowd, known bool) {
	for i, from := range crowds[:e.known] {
		at := e.systems[0]
		if from.few == few {
			at = e.systems[1]
		}
		if at != s {
			continue
		}
		if c = e.crowds[i]; c != nil && c.like(apart, most) {
			return c, true
		}
		if c == nil && from.apart == apart && from.most == most && (i <= leastApart || e.crowds[leastApart] != nil) {
			return nil, true
		}
	}
	return nil, false
}

// like reports whether a crowd is the same if so many runs may be told apart from it and there may be so many sights.
func (c *crowd) like(apart, most int) bool { return c.met <= min(c.apart, apart) && c.limit <= most }

// equal reports whether two crowds, which may be of different systems, cost the same on every input.
func (c *crowd) equal(o *crowd) bool {
	return c == o || c.success == o.success && len(c.starts) == len(o.starts) && slices.EqualFunc(c.sights, o.sights, func(s, t sight) bool {
		return s.ends == t.ends && s.each == t.each && (s.crowd == nil) == (t.crowd == nil) && slices.EqualFunc(s.steps, t.steps, stride.equal)
	})
}

func (s stride) equal(o stride) bool {
	return s.base == o.base && s.each == o.each && s.to == o.to && s.joins == o.joins && s.away == o.away &&
		s.dissolved == o.dissolved && s.class == o.class && slices.Equal(s.others, o.others)
}

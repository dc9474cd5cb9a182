package bound

// fate is what a try comes to on all texts of a type.
type fate uint8

const (
	either fate = iota
	fails
	succeeds
)

// read returns what states come to on a text with class in front, given what they do on the rest, and what they cost.
func (t *typed) read(class int, rest []fate) (fates []fate, rows []span) {
	r := t.rows[class]
	t.more, t.inside, t.fates = t.more[:0], t.inside[:0], t.fates[:0]
	tell := func(s *sum, adds []int32) (v span, list []int32, end fate) {
		v.from = int32(len(adds))
		base, steps := s.rest, 0.0
		if end = fails; s.sure {
			end = succeeds
		}
		mayEnd := [...]bool{fails: false, succeeds: false} // before that
	terms:
		for i := range s.terms {
			if t.over = t.over || len(adds) > mostAdded; t.over {
				break
			}
			at := &s.terms[i]
			steps += at.steps
			one := either
			if at.kind == stateTerm {
				adds = append(adds, at.index)
				one = rest[at.index]
			} else {
				inner := t.inside[at.index]
				steps += inner.base
				adds = append(adds, t.more[inner.from:inner.to]...)
				one = t.fates[at.index]
			}
			ends := succeeds // what is the last try, and what the sum comes to then
			last := ends
			switch at.kind {
			case allTerm:
				continue
			case lookTerm:
				last, ends = fails, fails
			case lookNotTerm:
				ends = fails
			}
			switch one {
			case last:
				base, end = 0, ends
				break terms
			case either:
				mayEnd[ends] = true
			}
		}
		if mayEnd[fails] && end != fails || mayEnd[succeeds] && end != succeeds {
			end = either
		}
		v.base, v.to = steps+base, int32(len(adds))
		return v, adds, end
	}
	for i := range r.inner {
		var v span
		var end fate
		v, t.more, end = tell(&r.inner[i], t.more)
		t.inside, t.fates = append(t.inside, v), append(t.fates, end)
	}
	fates, rows = make([]fate, len(r.states)), make([]span, len(r.states))
	for i := range r.states {
		if rows[i], t.adds, fates[i] = tell(&r.states[i], t.adds); t.asked != nil && !t.asked[i] {
			fates[i] = either
		}
	}
	return fates, rows
}

// looked returns which states a lookaround asks for, and those that tell what these come to.
func (t *typed) looked() (asked []bool) {
	asked = make([]bool, len(t.rows[len(t.rows)-1].states))
	for changed := true; changed; {
		changed = false
		for _, r := range t.rows {
			if r == nil {
				continue
			}
			inner := make([]bool, len(r.inner))
			ask := func(s *sum, all bool) {
				for i := range s.terms {
					switch at := &s.terms[i]; {
					case at.kind == lookTerm || at.kind == lookNotTerm:
						inner[at.index] = true
					case all && at.kind == stateTerm:
						changed = changed || !asked[at.index]
						asked[at.index] = true
					case all:
						inner[at.index] = true
					}
				}
			}
			for i := range r.states {
				ask(&r.states[i], asked[i])
			}
			for i := range r.inner {
				ask(&r.inner[i], false)
			}
			for i := len(r.inner) - 1; i >= 0; i-- { // which refer to those before
				ask(&r.inner[i], inner[i])
			}
		}
	}
	return asked
}

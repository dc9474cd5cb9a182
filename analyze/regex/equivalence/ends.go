package equivalence

import (
	"encoding/binary"
	"fmt"
	"slices"

	"snag/analyze/regex/syntax"
)

// OneEnd reports whether all matches of tree that begin at the same place of a text end at the same place, in every
// text. The error wraps ErrTooLarge or ErrUnsupported when that is not known.
func OneEnd(tree *syntax.Tree, limits Limits) (bool, error) {
	opt := Options{Mode: syntax.Prefix, Limits: limits}
	p, err := compile([]*syntax.Tree{tree}, opt)
	if err != nil {
		return false, err
	}
	if p.cuts || len(p.heldIndex) > 0 {
		return false, fmt.Errorf("%w: verbs and backreferences", ErrUnsupported)
	}
	e := &ends{follower: newFollower(p, opt), index: map[string]bool{}}
	if e.futures, err = p.findFutures(limits); err != nil {
		return false, err
	}
	for k := range e.sets {
		e.insert(moment{kind: int32(len(p.kindAt) - 1), future: int32(k), backs: make([][]int32, len(p.behinds)), waiting: true})
	}
	for n := 0; n < len(e.moments); n++ {
		if n > limits.States || e.steps > limits.Work {
			return false, fmt.Errorf("%w: %d states, %d steps", ErrTooLarge, n, e.steps)
		}
		if !e.expand(e.moments[n]) {
			return false, nil
		}
	}
	return true, nil
}

// moment is what is known of a pattern after a piece of input, and of the rest.
type moment struct {
	kind, future  int32
	waiting, some bool // the match has not begun; one has ended
	backs         [][]int32
	places        []int32 // instructions of the matches that go on
}

// ends is a search through all moments of the matches from one place.
type ends struct {
	*follower
	moments []moment
	index   map[string]bool
}

func (e *ends) insert(m moment) {
	if m.waiting {
		begun := m
		begun.waiting, begun.places = false, e.entries
		e.insert(begun)
	} else if len(m.places) == 0 {
		return
	}
	key := []byte{0}
	if m.waiting {
		key[0] = 1
	} else if m.some {
		key[0] = 2
	}
	for _, list := range append([][]int32{{m.kind, m.future}, m.places}, m.backs...) {
		key = binary.AppendUvarint(key, uint64(len(list)))
		for _, n := range list {
			key = binary.AppendUvarint(key, uint64(n))
		}
	}
	if !e.index[string(key)] {
		e.index[string(key)] = true
		e.moments = append(e.moments, m)
	}
}

// expand adds what follows m. It reports false where a second match ends.
func (e *ends) expand(m moment) bool {
	ways := e.arcs[m.future]
	if m.future == 0 {
		ways = append(slices.Clone(ways), arc{int32(e.part.Len), -1})
	}
	for _, a := range ways {
		e.arrive(place{kind: m.kind, class: a.class, then: a.then, backs: m.backs})
		next := moment{future: a.then, waiting: m.waiting, some: m.some, backs: e.nextBacks}
		if !m.waiting {
			e.renew()
			e.side, e.out, e.accepted = -1, nil, false
			for _, pc := range m.places {
				e.walk(thread{pc: pc}, nil)
			}
			if e.accepted && m.some {
				return false
			}
			next.some = m.some || e.accepted
			for _, t := range e.out {
				next.places = append(next.places, t.pc)
			}
			slices.Sort(next.places)
		}
		if int(a.class) < e.part.Len {
			next.kind = e.kinds[a.class]
			e.insert(next)
		}
	}
	return true
}

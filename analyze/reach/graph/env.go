package graph

import (
	"maps"
	"slices"
)

// def is a value that a variable may have at a place in the code, and how long it is there at most.
type def struct {
	id  ID
	cap Cap
}

// member names a variable, or something that is reached from it by the names of members.
type member struct {
	v    *variable
	path string // ".body.name", "" for the variable itself
}

// env is what is known of variables at a place in the code.
type env struct {
	values map[*variable][]def
	caps   map[member]Cap // of members
	dead   bool           // the place is not reached
}

func newEnv() *env { return &env{values: map[*variable][]def{}, caps: map[member]Cap{}} }

func (e *env) fork() *env {
	return &env{maps.Clone(e.values), maps.Clone(e.caps), e.dead}
}

// join returns what is known where either of two ways may have led.
func join(a, b *env) *env {
	switch {
	case b == nil || b.dead && a != nil:
		return a
	case a == nil || a.dead:
		return b
	}
	for v, defs := range b.values {
		have, ok := a.values[v]
		if !ok {
			a.values[v] = defs
			continue
		}
		a.values[v] = joinDefs(have, defs)
	}
	for m, c := range a.caps {
		other, ok := b.caps[m]
		if !ok {
			delete(a.caps, m)
			continue
		}
		a.caps[m] = c.join(other)
	}
	return a
}

func joinDefs(a, b []def) []def {
	out := slices.Clone(a)
next:
	for _, d := range b {
		for i := range out {
			if out[i].id == d.id {
				out[i].cap = out[i].cap.join(d.cap)
				continue next
			}
		}
		out = append(out, d)
	}
	return out
}

// join returns the limit of a value that obeys one of two limits. Of limits that are not known yet only
// equal ones stay.
func (c Cap) join(o Cap) Cap {
	if c.Sym != o.Sym {
		c.Sym = 0
	}
	return Cap{max(c.Max, o.Max), c.Sym}
}

// forget drops what is known of the members of a variable whose path begins with the given one.
func (e *env) forget(v *variable, path string) {
	for m := range e.caps {
		if m.v == v && len(m.path) >= len(path) && m.path[:len(path)] == path {
			delete(e.caps, m)
		}
	}
}

package routing

import (
	"slices"

	"snag/analyze/reach/model"
	"snag/analyze/reach/rules"
)

// registering returns the calls of functions that register routes where they are called: with what they are called on, or
// below the part of a path in whose block that is. So do functions that extend a router in Kotlin, and those that call
// the static functions of Javalin. calls are those that register and mount.
func (m *mounts) registering(calls func(func(rules.Call))) []rules.Call {
	if m.p.Language() != model.Java {
		return nil
	}
	register := map[rules.Ref]bool{}
	calls(func(c rules.Call) {
		if !c.IsNone() && !c.IsMade() {
			for f := around(c); f.Func > 0; f.Func = int(m.p.function(f).Parent) {
				register[f] = true
			}
		}
	})
	var all []rules.Call
	for grown := len(register) > 0; grown; { // functions that call such functions are such functions too
		grown, all = false, all[:0]
		m.p.Calls(func(c rules.Call) {
			if c.IsMade() || !slices.ContainsFunc(c.Targets(), func(f rules.Ref) bool { return register[f] }) {
				return
			}
			all = append(all, c)
			for f := around(c); f.Func > 0 && !register[f]; f.Func = int(m.p.function(f).Parent) {
				register[f], grown = true, true
			}
		})
	}
	for _, c := range all {
		for _, f := range c.Targets() {
			if register[f] {
				m.at[router{fn: f}] = nil // so that it is known for one
			}
		}
	}
	return all
}

// mountCalled puts the routes of the functions that a call calls where the call stands.
func (m *mounts) mountCalled(c rules.Call) {
	parents := m.around(c)
	for _, f := range c.Targets() {
		r := router{fn: f}
		if at, ok := m.at[r]; ok && len(at) < maxParts && !slices.Contains(parents, r) {
			m.at[r] = append(at, mounted{parents: parents, call: c})
		}
	}
}

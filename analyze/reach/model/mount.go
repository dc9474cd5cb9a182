package model

import "slices"

// Mount is a call that puts a router below a part of a path. What is below is what the arguments with the role
// "router" are, what stands in the functions with the role "fn", or what Of says. The role "route" is the part.
type Mount struct {
	Origin
	Call *CallPattern
	// Of is "result" where the call returns a router that is below what it was called on, "this" where that
	// gets the part itself, "list" where it is the router of what stands in the list with the role "router", "all" where
	// all entries are below it whose name Entries is, "program" where the call makes the application that programs have one of.
	Of, Entries string
	// Instead reports whether the part counts instead of the one that the router has by itself.
	Instead bool
}

func (m *Model) readMount(f *fields, o Origin) {
	f.need("call")
	r := Mount{Origin: o, Of: f.text("of"), Entries: f.text("entries"), Instead: f.flag("instead")}
	switch r.Of {
	case "", "result", "this", "list", "all", "program":
	default:
		f.fail(f.at("of"), "of is %q: allowed are result, this, list, all, program", r.Of)
	}
	for _, r.Call = range f.calls("call", "router", "route", "fn") {
		if r.Call != nil && r.Of == "" && !r.Call.has("router") && !r.Call.has("fn") {
			f.fail(f.node, "%s: a mount needs an argument router or fn, or of", r.Call)
		}
		m.Mounts = append(m.Mounts, r)
	}
}

// MountsOf returns the mounts that a call may be.
func (m *Model) MountsOf(lang Language, c Call) []Found[Mount] {
	return calls(m, &m.mounts, lang, c, func(r *Mount) *CallPattern { return r.Call })
}

// Makes reports whether a call of that name may make an application.
func (m *Model) Makes(lang Language, name string) bool {
	return slices.ContainsFunc(m.mounts.of(lang, []string{name}), func(i int32) bool { return m.Mounts[i].Of == "program" })
}

package routes

import (
	"slices"
	"strings"
)

// Assume returns routes whose path is not fully known with the path that it is likely to be: the unknown part is what
// the other routes have at that place, if they all have the same, and nothing where a path begins with it, as with a
// prefix that is configured. Assumed keeps the path as it was read. Paths that are assumed and known to another route
// are left out.
func Assume(all []Route) []Route {
	var out []Route
	for _, r := range all {
		path, ok := assumed(r.Path, all)
		if !ok {
			out = append(out, r)
			continue
		}
		r.Assumed, r.Path = r.Path, path
		r.Inputs = slices.DeleteFunc(slices.Clone(r.Inputs), func(in Input) bool { return in.Place == Path && in.Name == "…" })
		if !slices.ContainsFunc(all, func(o Route) bool { return o.Method == r.Method && samePath(o.Path, path) }) {
			out = append(out, r)
		}
	}
	return out
}

// assumed is the path that one with an unknown part is likely to be.
func assumed(path string, all []Route) (string, bool) {
	parts := segments(path)
	at := slices.Index(parts, unknown)
	if at < 0 || strings.Count(path, unknown) > 1 || !slices.ContainsFunc(parts[at+1:], func(part string) bool { _, is := parameter(part); return !is }) {
		return "", false
	}
	var there []string
	for _, r := range all {
		own := segments(r.Path)
		if at > 0 && len(own) > at+1 && slices.Equal(own[:at], parts[:at]) && !strings.Contains(own[at], "{") && !slices.Contains(there, own[at]) {
			there = append(there, own[at])
		}
	}
	switch {
	case len(there) == 1:
		parts[at] = there[0]
	case at == 0:
		parts = parts[1:]
	default:
		return "", false
	}
	return "/" + strings.Join(parts, "/"), true
}

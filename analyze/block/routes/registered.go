package routes

import (
	"slices"
	"strings"
)

// unknown stands in a path for a part that the source does not tell.
const unknown = "{…}"

// mostAnswered is how many routes a function may answer that is not taken for a wrapper.
const mostAnswered = 3

// Join returns the routes of the source together with those that the service itself lists. A route of the source
// whose path is not fully known, or is another in the list, gets that of the route in the list that the same function
// answers, or of the only one that ends as it does. A function that answers many routes is a wrapper, and says nothing.
func Join(source, listed []Route) []Route {
	var all []Route
	for _, s := range source {
		same := func(l Route) bool { return l.Method == s.Method || l.Method == "ALL" }
		if slices.ContainsFunc(listed, func(l Route) bool { return same(l) && samePath(l.Path, s.Path) }) {
			all = append(all, s)
			continue
		}
		var found []Route
		for _, l := range listed {
			if same(l) && len(l.Handlers) > 0 && slices.Contains(s.Handlers, l.Handlers[len(l.Handlers)-1]) {
				found = append(found, l)
			}
		}
		at := strings.LastIndex(s.Path, unknown)
		if len(found) > mostAnswered && strings.Trim(s.Path, "/") == unknown && len(s.Handlers) == 1 {
			continue // it is registered in a loop, and listed
		}
		if len(found) > mostAnswered || at < 0 && len(found) > 1 {
			found = nil
		}
		if at >= 0 && len(found) == 0 {
			end := s.Path[at+len(unknown):]
			for _, l := range listed {
				if same(l) && strings.Trim(end, "/") != "" && strings.HasSuffix(l.Path, end) {
					found = append(found, l)
				}
			}
			if len(found) > 1 {
				found = nil
			}
		}
		for _, l := range found {
			one := s
			one.Path = l.Path
			one.Inputs = slices.DeleteFunc(slices.Clone(s.Inputs), func(in Input) bool {
				return in.Place == Path && !slices.Contains(Parameters(l.Path), in.Name)
			})
			all = append(all, one)
		}
		if len(found) == 0 {
			all = append(all, s)
		}
	}
	return append(all, listed...) // what the source says of a route comes first
}

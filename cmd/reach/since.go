package reach

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"snag/analyze/reach"
	"snag/analyze/regex/redos"
	"snag/cmd/report"
)

// earlierRoutes reads the inventory of a report to compare with.
func earlierRoutes(r *report.Report) (*inventoryData, error) {
	read, _ := r.Data.(*report.Data)
	m := read.Member("routes")
	if m.Items == nil {
		return nil, errors.New("the report lists no routes: it is one of --to or --sources")
	}
	data := &inventoryData{}
	_ = read.Member("route").Decode(&data.Route)
	_ = read.Member("aside").Decode(&data.Aside)
	if err := m.Decode(&data.Routes); err != nil {
		return nil, fmt.Errorf("data.routes: %w", err)
	}
	return data, nil
}

// routeFact is something that two inventories are compared by.
type routeFact struct {
	// id names the same in both, and at where it stands, by which a pattern is known that was edited in place.
	id, at string
	name   string // for people
	says   string
	worth  []int // how bad it is, as slices.Compare orders
	route  string
	child  bool // an input, which is not told of where the whole route is new
}

// facts are what the inventory says of the routes that another one lists as well, a route before what is about it.
func (d *inventoryData) facts(other *inventoryData) []routeFact {
	var all []routeFact
	known := map[string]int{}
	add := func(f routeFact) {
		if i, twice := known[f.id]; !twice {
			known[f.id] = len(all)
			all = append(all, f)
		} else if slices.Compare(f.worth, all[i].worth) > 0 {
			all[i] = f
		}
	}
	for i := range d.Routes {
		r := &d.Routes[i]
		if !asked(r.Role, string(r.Path), string(r.Written), other.Route, other.Aside) {
			continue
		}
		title := r.title()
		add(routeFact{id: title, at: title, name: title, says: lineOf(r.Location), route: title})
		for _, in := range r.Inputs {
			name := title + " " + string(in.Name)
			add(routeFact{id: strings.Join([]string{title, in.Kind, string(in.Name)}, "\x00"), at: name, name: name, says: upTo(in.MaxLength), worth: []int{lengthWorth(in.MaxLength)}, route: title, child: true})
		}
		for _, s := range r.Reaches {
			if s.harms() {
				add(s.fact(title))
			}
		}
	}
	return all
}

// fact is what a route reaches as a fact about it.
func (s *sinkItem) fact(title string) routeFact {
	at := lineOf(s.Location)
	f := routeFact{name: report.JoinWords(title, string(s.Input), "reaches", at), says: string(s.Name) + " blocks", route: title}
	file, _, _ := cutLast(at)
	f.id, f.at = strings.Join([]string{title, string(s.Input), file, string(s.Name)}, "\x00"), f.name
	if s.Kind == "regex" {
		level, _ := reach.ParseLevel(s.Level)
		f.says = s.Verdict + ", " + upTo(s.MaxLength)
		if level != reach.Remote {
			f.says += ", " + s.Level
		}
		f.worth = []int{slices.Index(vulnerable, s.Verdict), int(level), lengthWorth(s.MaxLength)}
	}
	return f
}

// vulnerable are the verdicts on patterns that backtrack, the worse one last.
var vulnerable = []string{redos.Polynomial.String(), redos.Exponential.String()}

// harms reports whether the text or the request can do harm there.
func (s *sinkItem) harms() bool { return s.Kind == "call" || slices.Contains(vulnerable, s.Verdict) }

// lineOf names the file and line of a location that was read, which may have none.
func lineOf(l *report.JSONLocation) string {
	if l == nil {
		return ""
	}
	return fmt.Sprintf("%s:%d", l.File, l.Line)
}

// lengthWorth orders lengths, with none that bounds as the greatest.
func lengthWorth(length *int) int {
	if length == nil {
		return math.MaxInt
	}
	return *length
}

// since tells which routes, inputs and harmful ways are new or gone since an earlier inventory, and whose bound or
// verdict changed.
func (d *inventoryData) since(earlier *inventoryData) []report.ItemChange {
	before, now := earlier.facts(d), d.facts(earlier)
	was := make([]int, len(now)) // the place of the same in before, from 1
	taken := make([]bool, len(before))
	for _, key := range []func(*routeFact) string{func(f *routeFact) string { return f.id }, func(f *routeFact) string { return f.at }} {
		places := map[string]int{}
		for i := range before {
			if !taken[i] {
				places[key(&before[i])] = i + 1
			}
		}
		for i := range now {
			if at := places[key(&now[i])]; was[i] == 0 && at > 0 && !taken[at-1] {
				was[i], taken[at-1] = at, true
			}
		}
	}
	var all []report.ItemChange
	fresh, gone := map[string]bool{}, map[string]bool{}
	for i, f := range now {
		c := report.ItemChange{Name: report.Text(f.name), Now: report.Text(f.says)}
		if was[i] == 0 {
			if f.id == f.route {
				fresh[f.route] = true
			} else if f.child && fresh[f.route] {
				continue
			}
			c.Change = report.ChangeNew
			all = append(all, c)
			continue
		}
		b := before[was[i]-1]
		c.Before = report.Text(b.says)
		switch n := slices.Compare(f.worth, b.worth); {
		case n > 0:
			c.Change = report.ChangeWorse
		case n < 0:
			c.Change = report.ChangeBetter
		default:
			continue
		}
		all = append(all, c)
	}
	for i, f := range before {
		if taken[i] || gone[f.route] {
			continue
		}
		gone[f.route] = f.id == f.route // and all that is about it
		all = append(all, report.ItemChange{Change: report.ChangeGone, Name: report.Text(f.name), Before: report.Text(f.says)})
	}
	return all
}

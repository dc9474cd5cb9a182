package reach

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"snag/analyze/block/calls"
	"snag/analyze/reach"
	"snag/analyze/regex/confirm"
	"snag/analyze/sorting"
	"snag/cmd/cli"
	"snag/cmd/regex/pattern"
	"snag/cmd/report"
	"snag/cmd/worktree"
)

// inventoryData is the data of the report of snag reach.
type inventoryData struct {
	Routes      []routeItem `json:"routes"`
	NotFollowed []string    `json:"not_followed"`
	// Route is the text that the paths hold, "" where every path is listed, and Aside reports whether routes of tests
	// and examples are.
	Route string `json:"route,omitempty"`
	Aside bool   `json:"aside,omitempty"`
}

// Items yields the routes.
func (d *inventoryData) Items(yield func(any) bool) {
	for _, r := range d.Routes {
		if !yield(r) {
			return
		}
	}
}

// routeItem is a route in JSON.
type routeItem struct {
	Framework string                 `json:"framework"`
	Methods   []string               `json:"methods"` // empty for any
	Path      report.Text            `json:"path"`
	Written   report.Text            `json:"written"`
	Message   bool                   `json:"message"`
	Known     bool                   `json:"known"`
	Role      string                 `json:"role"`
	Params    []string               `json:"params"`
	Location  *report.JSONLocation   `json:"location"`
	Handlers  []*report.JSONLocation `json:"handlers"`
	Inputs    []inputItem            `json:"inputs"`
	Reaches   []sinkItem             `json:"reaches"`

	at report.Location
}

// inputItem is what a route reads of a request.
type inputItem struct {
	Kind      string               `json:"kind"`
	Name      report.Text          `json:"name"`
	MaxLength *int                 `json:"max_length"` // null for no bound that was found
	Limit     string               `json:"limit,omitempty"`
	Why       string               `json:"why,omitempty"`
	SetAt     *report.JSONLocation `json:"set_at,omitempty"`
	Location  *report.JSONLocation `json:"location"`

	setAt string // for people
}

// sinkItem is a regex that a text of a request meets, a call that makes a pattern of it, or one that blocks.
type sinkItem struct {
	Kind     string               `json:"kind"` // regex, pattern or call
	Name     report.Text          `json:"name"` // the regex, or what is called
	Location *report.JSONLocation `json:"location"`
	// Input, Level, MaxLength and Trace are those of the text that a regex meets, or of which a pattern is made.
	Input     report.Text            `json:"input,omitempty"`
	Level     string                 `json:"level,omitempty"`
	MaxLength *int                   `json:"max_length,omitempty"`
	Trace     []*report.JSONLocation `json:"trace,omitempty"`
	// Verdict is that of the pattern, and BlockedMs how long the longest text takes, where it is vulnerable.
	Verdict   string   `json:"verdict,omitempty"`
	BlockedMs *float64 `json:"blocked_ms,omitempty"`

	at    report.Location
	words string // for people, "" for what is harmless
	took  float64
}

// showRoutes lists the routes.
func (o *reachOptions) showRoutes(ctx context.Context, out *cli.Output, follow *follower, inv *reach.Inventory, judged []*pattern.Audited, injected []reach.Injection, blocking []blockingCall) error {
	var earlier *inventoryData
	if e := out.Earlier(); e != nil {
		var err error
		if earlier, err = earlierRoutes(e); err != nil {
			return cli.Usagef("--compare: %w", err)
		}
	}
	data := &inventoryData{Routes: []routeItem{}, NotFollowed: inv.NotFollowed, Route: o.route}
	if data.NotFollowed == nil {
		data.NotFollowed = []string{}
	}
	hidden := 0
	data.Aside = out.All || !slices.ContainsFunc(inv.Routes, func(r reach.Route) bool { return o.shown(&r, false) })
	for i := range inv.Routes {
		r := &inv.Routes[i]
		if !o.shown(r, data.Aside) {
			if o.shown(r, true) {
				hidden++
			}
			continue
		}
		data.Routes = append(data.Routes, follow.item(r, sinksOf(follow, r, judged, injected, blocking)))
	}
	rep := &report.Report{Data: data, Partial: ctx.Err() != nil}
	if earlier != nil {
		rep.ChangedItems = data.since(earlier)
	}
	inputs, vulnerable, made := 0, 0, 0
	for _, r := range data.Routes {
		inputs += len(r.Inputs)
		if slices.ContainsFunc(r.Reaches, func(s sinkItem) bool { return s.Kind == "regex" && s.words != "" }) {
			vulnerable++
		}
		if slices.ContainsFunc(r.Reaches, func(s sinkItem) bool { return s.Kind == "pattern" }) {
			made++
		}
	}
	if len(data.Routes) > 0 {
		rep.Sections = []report.Section{{Title: "Routes", Table: routeTable(data.Routes)}}
		if t := sinkTable(data.Routes); len(t.Rows) > 0 {
			rep.Sections = append(rep.Sections, report.Section{Title: "What requests reach", Table: t})
		}
	}
	text := fmt.Sprintf("%s with %s", cli.Plural(len(data.Routes), "route"), cli.Plural(inputs, "input"))
	if vulnerable > 0 {
		text += fmt.Sprintf(", %d of which reach a regex that backtracks", vulnerable)
	}
	if made > 0 {
		text += fmt.Sprintf(", %d of which make a pattern of what is sent", made)
	}
	rep.Summary = report.Summary{Text: text, Counts: []report.Count{{Name: "routes", N: len(data.Routes)}, {Name: "inputs", N: inputs}, {Name: "vulnerable", N: vulnerable}}}
	if hidden > 0 {
		rep.Notes = append(rep.Notes, fmt.Sprintf("%s of tests and examples not shown; --all shows them", cli.Plural(hidden, "route")))
	}
	if len(data.NotFollowed) > 0 {
		rep.Notes = append(rep.Notes, "what may hide more: "+listed(data.NotFollowed, 8))
	}
	if len(data.Routes) == 0 && hidden == 0 && o.route == "" {
		rep.Notes = append(rep.Notes, "no route was found: docs/reach.md says how to teach snag a framework, and --sources what it knows")
	}
	return out.End(rep, nil, nil)
}

// listed joins the first of some texts, and says how many more there are.
func listed(all []string, most int) string {
	if len(all) <= most {
		return strings.Join(all, "; ")
	}
	return strings.Join(all[:most], "; ") + fmt.Sprintf("; and %d more", len(all)-most)
}

// stands reports whether an offset of a file is in one of the functions at places.
func stands(functions []reach.Place, file string, at int) bool {
	return slices.ContainsFunc(functions, func(p reach.Place) bool { return p.File == file && p.Start <= at && at < p.End })
}

// sinksOf returns what a request of a route reaches, the worst first.
func sinksOf(follow *follower, r *reach.Route, judged []*pattern.Audited, injected []reach.Injection, blocking []blockingCall) []sinkItem {
	var all []sinkItem
	leads := func(w *reach.Way) bool {
		return slices.ContainsFunc(r.Handlers, func(h reach.Place) bool {
			return h.File == w.Handler.File && h.Start == w.Handler.Start && h.End == w.Handler.End
		}) && (w.Method == "" || len(r.Methods) == 0 || slices.Contains(r.Methods, w.Method))
	}
	for _, a := range judged {
		if a.Reach == nil {
			continue
		}
		known := map[string]bool{}
		for i := range a.Reach.Ways {
			w := &a.Reach.Ways[i]
			if !leads(w) || known[w.Name] {
				continue
			}
			known[w.Name] = true
			all = append(all, newSinkItem(a, w, a.Reach.Steps(i)))
		}
	}
	for _, x := range injected {
		known := map[string]bool{}
		for i := range x.Ways {
			w := &x.Ways[i]
			if !leads(w) || known[w.Name] {
				continue
			}
			known[w.Name] = true
			s := newPathItem(w, follow.places.All(w.Trace), "")
			at := follow.places.One(x.At)
			all = append(all, sinkItem{
				Kind: "pattern", Name: report.Text(x.Call), Location: at.JSON(), at: at, Input: report.Text(s.Input), Level: s.Level, MaxLength: s.MaxLength, Trace: s.Trace,
				words: "a pattern of the sender's own making",
			})
		}
	}
	for _, c := range blocking {
		if stands(r.Code, c.file, c.Offset) || slices.ContainsFunc(c.Handlers, func(h calls.Step) bool { return stands(r.Handlers, h.File, h.Offset) }) {
			at := follow.places.One(reach.Place{File: c.file, Start: c.Offset, End: c.End})
			all = append(all, sinkItem{Kind: "call", Name: report.Text(c.Name), Location: at.JSON(), at: at, words: c.Name + " blocks"})
		}
	}
	sorting.Stable(all, func(a, b sinkItem) int {
		return cmp.Or(cmp.Compare(b.took, a.took), strings.Compare(b.Kind, a.Kind))
	})
	return all
}

// newSinkItem is a pattern as a route reaches it by a way.
func newSinkItem(a *pattern.Audited, w *reach.Way, steps []report.Location) sinkItem {
	s := sinkItem{Kind: "regex", Name: report.Text(a.Text), Location: a.Location().JSON(), at: a.Location(), Input: report.Text(cmp.Or(w.Name, w.Input)), Level: w.Level.String()}
	if w.MaxLength != reach.NoLimit {
		s.MaxLength = &w.MaxLength
	}
	for _, step := range steps {
		s.Trace = append(s.Trace, step.JSON())
	}
	s.Verdict = a.Verdict.Class.String()
	if !a.IsVulnerable() {
		return s
	}
	took := a.Blocked(*w)
	s.words = s.Verdict + " regex"
	if took.Basis != confirm.NoTime {
		millis := min(math.Round(took.Millis*1000)/1000, pattern.LongestMillis)
		s.BlockedMs, s.took = &millis, max(took.Millis, 1e-9)
		s.words += ": " + a.TimeWords(w, took)
	} else {
		s.took = 1e-9
	}
	if w.Level == reach.RemotePossible {
		s.words += ", perhaps"
	}
	return s
}

// item is a route as data.
func (p *follower) item(r *reach.Route, sinks []sinkItem) routeItem {
	x := routeItem{
		Framework: r.Framework, Methods: r.Methods, Path: report.Text(r.Path), Written: report.Text(r.Written), Message: r.Message, Known: r.Known, Role: r.Role,
		Params: r.Params, at: p.places.One(r.At), Handlers: []*report.JSONLocation{}, Inputs: []inputItem{}, Reaches: sinks,
	}
	x.Location = x.at.JSON()
	if x.Methods == nil {
		x.Methods = []string{}
	}
	if x.Params == nil {
		x.Params = []string{}
	}
	if x.Reaches == nil {
		x.Reaches = []sinkItem{}
	}
	for _, h := range r.Handlers {
		x.Handlers = append(x.Handlers, p.places.One(h).JSON())
	}
	for _, in := range r.Inputs {
		one := inputItem{Kind: in.Kind, Name: report.Text(in.Name), Limit: in.Limit, Why: in.Why, Location: p.places.One(in.At).JSON()}
		if in.MaxLength != reach.NoLimit {
			one.MaxLength = &in.MaxLength
		}
		if in.SetAt.File != "" {
			at := p.places.One(in.SetAt)
			one.SetAt, one.setAt = at.JSON(), pattern.PlaceWords(at)
		}
		x.Inputs = append(x.Inputs, one)
	}
	return x
}

// title names a route for people.
func (r *routeItem) title() string {
	return strings.TrimSpace(strings.Join(r.Methods, ", ") + " " + string(r.Path))
}

// routeTable shows routes and what they read to people: a row for each route, one for its place, and one for each input.
func routeTable(routes []routeItem) *report.Table {
	t := report.NewTable("Route", ">Up to", "Bounded by")
	for i := range routes {
		r := &routes[i]
		t.Add(report.Strong.Cell(r.title()), "", "")
		t.Add(report.Muted.Cell("  "+pattern.PlaceWords(r.at)), "", "")
		for _, in := range r.Inputs {
			t.Add("  "+string(in.Name), upTo(in.MaxLength), report.Muted.Cell(limitWords(in)))
		}
	}
	return t
}

// sinkTable shows what requests reach that can do harm, the worst of each route first.
func sinkTable(routes []routeItem) *report.Table {
	t := report.NewTable("Route", "Input", "Reaches", "Place")
	for i := range routes {
		name := routes[i].title()
		for _, s := range routes[i].Reaches {
			if s.words == "" {
				continue
			}
			tone := report.Bad
			if s.Kind == "call" {
				tone = report.Warn
			}
			t.Add(report.Strong.Cell(name), string(s.Input), tone.Cell(s.words), report.Muted.Cell(pattern.PlaceWords(s.at)))
			name = ""
		}
	}
	return t
}

func upTo(length *int) string {
	if length == nil {
		return "any length"
	}
	return pattern.LengthWords(*length)
}

// limitWords say what bounds an input.
func limitWords(in inputItem) string {
	switch {
	case in.Limit == "":
		return in.Why
	case in.setAt != "":
		return in.Limit + ", " + in.setAt
	}
	return in.Limit
}

// showWays lists the ways to a place.
func (o *reachOptions) showWays(ctx context.Context, out *cli.Output, p *cli.Progress, follow *follower, judged []*pattern.Audited) error {
	file, line, err := o.place()
	if err != nil {
		return err
	}
	inside := follow.Inside(file)
	text, err := follow.Files.Read(inside)
	if err != nil {
		return fmt.Errorf("cannot read %s: %s", file, worktree.Reason(err))
	}
	if !slices.Contains(follow.Paths, inside) {
		return cli.Usagef("%s is none of the files that are read", file)
	}
	start, end, ok := lineAt(string(text), line)
	if !ok {
		return cli.Usagef("%s has no line %d", file, line)
	}
	follow.Follow(ctx, judged)
	data := waysData{Place: o.to, Reached: []reachedItem{}}
	for _, x := range follow.Project().Injections(ctx) {
		if x.At.File == inside && x.At.Start < end && start < x.At.End {
			data.Reached = append(data.Reached, follow.made(x))
		}
	}
	for _, a := range judged {
		if item, ok := reachedAt(a, file, line); ok {
			data.Reached = append(data.Reached, item)
		}
	}
	if len(data.Reached) == 0 {
		for _, a := range follow.Project().Arguments(ctx, inside, start, end) {
			data.Reached = append(data.Reached, follow.argument(a))
		}
	}
	p.Stop()
	return out.End(data.report(ctx), nil, nil)
}

// lineAt returns the bytes of a line.
func lineAt(text string, line int) (start, end int, ok bool) {
	for range line - 1 {
		next := strings.IndexByte(text[start:], '\n')
		if next < 0 {
			return 0, 0, false
		}
		start += next + 1
	}
	end = len(text)
	if next := strings.IndexByte(text[start:], '\n'); next >= 0 {
		end = start + next
	}
	return start, end, true
}

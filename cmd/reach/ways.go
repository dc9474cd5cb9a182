package reach

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"snag/analyze/reach"
	"snag/analyze/reach/model"
	"snag/analyze/regex/confirm"
	"snag/cmd/cli"
	"snag/cmd/regex/pattern"
	"snag/cmd/report"
)

// waysData is the data of the report of snag reach --to.
type waysData struct {
	Place   string        `json:"place"`
	Reached []reachedItem `json:"reached"`
}

// reachedItem is what stands at a place, and the ways that lead there.
type reachedItem struct {
	Kind        string               `json:"kind"` // regex, pattern (one that a call makes) or argument
	Name        report.Text          `json:"name"`
	Location    *report.JSONLocation `json:"location"`
	Level       string               `json:"level"`
	Verdict     string               `json:"verdict,omitempty"`
	Ways        []pathItem           `json:"ways"`
	More        int                  `json:"more"`
	NotFollowed []string             `json:"not_followed"`

	at report.Location
}

// pathItem is one way.
type pathItem struct {
	Level     string                 `json:"level"`
	Kind      string                 `json:"kind,omitempty"`
	Framework string                 `json:"framework,omitempty"`
	Method    string                 `json:"method,omitempty"`
	Route     string                 `json:"route,omitempty"`
	Input     string                 `json:"input,omitempty"`
	MaxLength *int                   `json:"max_length"`
	AsList    int                    `json:"as_list,omitempty"`
	Trace     []*report.JSONLocation `json:"trace"`

	words string
	steps []report.Location
	// parameter is the one of a library's function that what a caller gives comes by, "" for other ways.
	parameter string
}

// reachedAt describes a pattern that stands on a line or is matched there.
func reachedAt(a *pattern.Audited, file string, line int) (item reachedItem, ok bool) {
	if a.Reach == nil {
		return item, false
	}
	at := a.Location()
	literal := at.File == file && at.Start.Line <= line && line <= max(at.End.Line, at.Start.Line)
	item = reachedItem{Kind: "regex", Name: report.Text(a.Text), Location: at.JSON(), at: at, Level: a.Reach.Level.String(), Verdict: a.Verdict.Class.String(), NotFollowed: a.Reach.NotFollowed, More: a.Reach.More, Ways: []pathItem{}}
	for i := range a.Reach.Ways {
		w, steps := &a.Reach.Ways[i], a.Reach.Steps(i)
		if n := len(steps); !literal && (n == 0 || steps[n-1].File != file || steps[n-1].Start.Line > line || max(steps[n-1].End.Line, steps[n-1].Start.Line) < line) {
			continue
		}
		words := ""
		if t := a.Blocked(*w); a.IsVulnerable() && t.Basis != confirm.NoTime {
			words = a.TimeWords(w, t)
		}
		item.Ways = append(item.Ways, newPathItem(w, steps, words))
	}
	if item.NotFollowed == nil {
		item.NotFollowed = []string{}
	}
	return item, literal || len(item.Ways) > 0
}

func newPathItem(w *reach.Way, steps []report.Location, took string) pathItem {
	x := pathItem{Level: w.Level.String(), Kind: w.Kind, Framework: w.Framework, Method: w.Method, Route: w.Route, Input: cmp.Or(w.Name, w.Input), steps: steps, Trace: []*report.JSONLocation{}}
	if w.MaxLength != reach.NoLimit {
		x.MaxLength, x.AsList = &w.MaxLength, w.AsList
	}
	for _, s := range steps {
		x.Trace = append(x.Trace, s.JSON())
	}
	if w.Level == reach.Library {
		x.parameter = fmt.Sprintf("%s %q %d", w.Call.Module, w.Call.Members, w.Call.Argument)
	}
	x.words = pattern.WayWords(w)
	x.words += pattern.MostWords(w)
	if took != "" {
		x.words += ": " + took
	}
	return x
}

// argument describes where an argument of a call comes from.
func (p *follower) argument(a reach.Argument) reachedItem {
	name := fmt.Sprintf("argument %d of %s()", a.Number, a.Call)
	if a.Number == 0 {
		name = "what " + a.Call + "() is called on"
	}
	item := reachedItem{Kind: "argument", Name: report.Text(name), Location: p.places.One(a.At).JSON(), Level: a.Level.String(), NotFollowed: a.NotFollowed, More: a.More, Ways: []pathItem{}}
	for i := range a.Ways {
		item.Ways = append(item.Ways, newPathItem(&a.Ways[i], p.places.All(a.Ways[i].Trace), ""))
	}
	if item.NotFollowed == nil {
		item.NotFollowed = []string{}
	}
	return item
}

// made describes where what anybody can send is made a pattern.
func (p *follower) made(x reach.Injection) reachedItem {
	item := reachedItem{Kind: "pattern", Name: report.Text("the pattern that " + x.Call + "() makes"), Location: p.places.One(x.At).JSON(), Level: reach.Remote.String(), NotFollowed: []string{}, Ways: []pathItem{}}
	for i := range x.Ways {
		item.Ways = append(item.Ways, newPathItem(&x.Ways[i], p.places.All(x.Ways[i].Trace), ""))
	}
	return item
}

// report shows the ways.
func (d waysData) report(ctx context.Context) *report.Report {
	r := &report.Report{Data: d, Partial: ctx.Err() != nil}
	ways := 0
	for _, item := range d.Reached {
		var b strings.Builder
		parts, shown := 0, map[string]bool{}
		for _, w := range item.Ways {
			if shown[w.parameter] {
				parts++
				continue
			}
			shown[w.parameter] = w.parameter != ""
			if b.Len() > 0 {
				b.WriteByte('\n')
			}
			fmt.Fprintf(&b, "%s  from %s\n", w.Level, w.words)
			for _, s := range w.steps {
				fmt.Fprintf(&b, "  %s\n", report.JoinWords(fmt.Sprintf("%s:%d:%d", s.File, s.Start.Line, s.Start.Column), s.Code))
			}
		}
		if len(item.Ways) == 0 {
			switch item.Level {
			case reach.Constant.String():
				b.WriteString("Only constants of the program get there.\n")
			default:
				b.WriteString("No path was found. That does not mean that there is none.\n")
			}
		}
		if parts > 0 {
			fmt.Fprintf(&b, "\nand %s from parts of what these callers give (--format json has them)\n", cli.Plural(parts, "way"))
		}
		if item.More > 0 {
			fmt.Fprintf(&b, "\nand %s\n", cli.Plural(item.More, "further way"))
		}
		if len(item.NotFollowed) > 0 {
			b.WriteString("\nnot followed: " + listed(item.NotFollowed, 20) + "\n")
		}
		title := string(item.Name)
		switch {
		case item.Kind == "regex" && title == "":
			title = "a regex put together at run time, " + pattern.PlaceWords(item.at)
		case item.Kind == "regex":
			title = fmt.Sprintf("/%s/ (%s), %s", item.Name, item.Verdict, pattern.PlaceWords(item.at))
		}
		r.Sections = append(r.Sections, report.Section{Title: title, Text: b.String()})
		ways += len(item.Ways)
	}
	r.Summary = report.Summary{Text: fmt.Sprintf("%s to %s", cli.Plural(ways, "way"), d.Place), Counts: []report.Count{{Name: "ways", N: ways}, {Name: "reached", N: len(d.Reached)}}}
	switch {
	case r.Partial:
		r.Summary.Text = fmt.Sprintf("%s to %s so far", cli.Plural(ways, "way"), d.Place)
	case len(d.Reached) == 0:
		r.Summary.Text = "no path was found to " + d.Place
		r.Notes = append(r.Notes, "no regex and no call was read in this line")
	}
	return r
}

// sourcesData is the data of the report of snag reach --sources.
type sourcesData struct {
	Rules []ruleItem `json:"rules"`
}

// Items yields the rules.
func (d sourcesData) Items(yield func(any) bool) {
	for _, r := range d.Rules {
		if !yield(r) {
			return
		}
	}
}

// ruleItem is a rule about a framework or library.
type ruleItem struct {
	Section   string `json:"section"` // the key that it stands under in the data
	Language  string `json:"language"`
	Framework string `json:"framework,omitempty"` // the module that has to be imported
	Name      string `json:"name"`                // what it is about
	Kind      string `json:"kind,omitempty"`
	Level     string `json:"level,omitempty"`
	MaxLength *int64 `json:"max_length,omitempty"`
	Limit     string `json:"limit,omitempty"`
	Why       string `json:"why,omitempty"`
	Where     string `json:"where"` // the file and line
}

// showSources lists the rules about frameworks.
func showSources(o *reachOptions, known *model.Model, out *cli.Output) error {
	if known == nil {
		known = model.Default()
	}
	data := sourcesData{Rules: []ruleItem{}}
	for _, r := range known.Listing() {
		if o.language != "" && r.Language.String() != o.language {
			continue
		}
		item := ruleItem{Section: r.Section, Language: r.Language.String(), Framework: r.Framework, Name: r.Text, Kind: r.Kind, Level: r.Level, Limit: r.Limit, Why: r.Why, Where: r.Where}
		if r.HasMax && r.Max != model.NoLimit {
			item.MaxLength = &r.Max
		}
		data.Rules = append(data.Rules, item)
	}
	t := report.NewTable("Section", "Language", "What", "Kind", ">Up to")
	for _, r := range data.Rules {
		most := ""
		if r.MaxLength != nil {
			most = pattern.LengthWords(int(*r.MaxLength))
		} else if r.Section == "sources" || r.Section == "limits" {
			most = "any length"
		}
		what := r.Name
		if r.Why != "" {
			what += ": " + r.Why
		}
		if !strings.HasPrefix(r.Where, "data/") {
			what += " (" + r.Where + ")"
		}
		t.Add(report.Muted.Cell(r.Section), r.Language, what, cmp.Or(r.Kind, r.Limit), most)
	}
	rep := &report.Report{Data: data, Sections: []report.Section{{Title: "What is known of frameworks", Table: t}}}
	rep.Summary = report.Summary{Text: cli.Plural(len(data.Rules), "rule"), Counts: []report.Count{{Name: "rules", N: len(data.Rules)}}}
	return out.End(rep, nil, nil)
}

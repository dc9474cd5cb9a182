package payload

import (
	"fmt"
	"slices"
	"strings"

	"snag/analyze/block/growth"
	"snag/analyze/judge"
	"snag/cmd/cli"
	"snag/cmd/report"
	"snag/cmd/worktree"
	"snag/probe/runtime"
)

// data is the data of the report.
type data struct {
	Op       string        `json:"op"`
	Budget   float64       `json:"budget_ms"`
	Runtimes []runtimeItem `json:"runtimes"`
}

type runtimeItem struct {
	Name    string      `json:"name"`
	Version string      `json:"version"`
	Shapes  []shapeItem `json:"shapes"`
	Own     *shapeItem  `json:"own"`
	Guide   *guideItem  `json:"guide"`
	Worst   string      `json:"worst"`
	Depth   *depthItem  `json:"depth"`
	Failure report.Text `json:"failure,omitempty"`
}

type shapeItem struct {
	Shape     string      `json:"shape"`
	NsPerByte float64     `json:"ns_per_byte"`
	Exponent  float64     `json:"exponent"`
	SafeBytes int64       `json:"safe_bytes"`
	SafeKnown string      `json:"safe_known,omitempty"` // at-least or unknown; empty for exactly
	OverBytes int64       `json:"over_bytes,omitempty"`
	Again     float64     `json:"safe_measured_ms,omitempty"`
	Cold      float64     `json:"safe_cold_ms,omitempty"`
	Points    []timesItem `json:"points"`
	Refused   report.Text `json:"refused,omitempty"`
}

type timesItem struct {
	Bytes     int64    `json:"bytes"`
	Parse     float64  `json:"parse_ms"`
	Search    float64  `json:"search_ms"`
	Stringify *float64 `json:"stringify_ms"`
	Beat      *float64 `json:"heartbeat_ms"`
	Memory    int64    `json:"memory_bytes,omitempty"`
}

type guideItem struct {
	Characters int `json:"characters"`
	timesItem
}

type depthItem struct {
	ParseArrays      limitItem `json:"parse_arrays"`
	ParseObjects     limitItem `json:"parse_objects"`
	StringifyArrays  limitItem `json:"stringify_arrays"`
	StringifyObjects limitItem `json:"stringify_objects"`
}

type limitItem struct {
	Depth     int         `json:"depth"`
	Unlimited bool        `json:"unlimited,omitempty"`
	Crashed   bool        `json:"crashed,omitempty"`
	Message   report.Text `json:"message,omitempty"`
}

func newLimitItem(l runtime.Limit) limitItem {
	return limitItem{l.Depth, l.Unlimited, l.Crashed, report.Text(l.Message)}
}

func newTimesItem(bytes int64, t runtime.Times) timesItem {
	item := timesItem{Bytes: bytes, Parse: cli.Thousandths(t.Parse.Least), Search: cli.Thousandths(t.Search.Least), Memory: t.Memory}
	if t.Stringify.Least >= 0 {
		v := cli.Thousandths(t.Stringify.Least)
		item.Stringify = &v
	}
	if t.Beat >= 0 {
		v := cli.Thousandths(t.Beat)
		item.Beat = &v
	}
	return item
}

func (r *run) shapeItem(s *runtime.ShapeResult) shapeItem {
	item := shapeItem{Shape: s.Name, NsPerByte: cli.Thousandths(s.Payload.NsPerByte), Exponent: cli.Thousandths(s.Payload.Exponent),
		SafeBytes: int64(s.Safe), Points: []timesItem{}, Refused: report.Text(s.Refused)}
	switch s.Known {
	case runtime.AtLeast:
		item.SafeKnown = "at-least"
	case runtime.Unknown:
		item.SafeBytes, item.SafeKnown = 0, "unknown"
	}
	if s.Over != nil {
		item.OverBytes = s.Over.Bytes
	}
	if s.Again != nil {
		item.Again, item.Cold = cli.Thousandths(r.Op.Of(s.Again.Times).Typical), cli.Thousandths(s.Cold)
	}
	for _, t := range s.Times {
		item.Points = append(item.Points, newTimesItem(t.Bytes, t.Times))
	}
	return item
}

func (r *run) data() data {
	d := data{Op: r.options.op.String(), Budget: cli.Milliseconds(r.options.budget), Runtimes: []runtimeItem{}}
	for _, one := range r.Results {
		item := runtimeItem{Name: one.Name(), Version: one.Version(), Shapes: []shapeItem{}, Failure: report.Text(one.Failure)}
		for _, s := range one.Shapes {
			item.Shapes = append(item.Shapes, r.shapeItem(s))
		}
		if one.Own != nil {
			own := r.shapeItem(one.Own)
			item.Own = &own
		}
		if one.Guide != nil {
			item.Guide = &guideItem{one.Guide.Length, newTimesItem(runtime.GuideLength, *one.Guide)}
		}
		if w := one.Worst(); w != nil {
			item.Worst = w.Name
		}
		if one.Parse != nil {
			item.Depth = &depthItem{newLimitItem(one.Parse.Arrays), newLimitItem(one.Parse.Objects), newLimitItem(one.Write.Arrays), newLimitItem(one.Write.Objects)}
		}
		d.Runtimes = append(d.Runtimes, item)
	}
	return d
}

// whyNothing says why nothing was measured, "" when something was, and what to do about it.
func (r *run) whyNothing(interrupted bool) (why, hint string) {
	refusal := r.Refusal()
	switch {
	case r.Measured():
		return "", ""
	case interrupted && r.options.guide:
		return "the run was interrupted before the document was measured", "--runtime makes it shorter"
	case interrupted:
		return "the run was interrupted before there was a first result", "--runtime, --shape and --sizes make it shorter"
	case refusal != "":
		return "every document was refused: " + refusal, "is there memory for documents of this size? --sizes measures smaller ones"
	}
	return "no time was long enough to go by", "--sizes measures larger documents"
}

func (r *run) sentence() string {
	if r.options.guide {
		return fmt.Sprintf("The guide's document has %s characters: the 50 MB that the guide speaks of are its size in UTF-16.", cli.Thousands(runtime.GuideLength))
	}
	var lowest *runtime.ShapeResult
	name := ""
	for _, one := range r.Results {
		if w := one.Worst(); w != nil && (lowest == nil || w.Safe < lowest.Safe) {
			lowest, name = w, one.Name()
		}
	}
	if lowest == nil { // but a document of the user was measured
		var sizes []string
		for _, one := range r.Results {
			if s := one.Own; s.Judged() && s.Known != runtime.Unknown {
				about := ""
				if s.Again == nil {
					about = "about " // it is predicted, and was not measured again
				}
				sizes = append(sizes, fmt.Sprintf("%s%s in %s", about, judge.Size(s.Safe), one.Name()))
			}
		}
		if len(sizes) == 0 {
			return fmt.Sprintf("How much of the document fits into %s is not known.", r.options.budget)
		}
		return fmt.Sprintf("Of the document, what fits into %s is %s.", r.options.budget, strings.Join(sizes, ", "))
	}
	if lowest.Known != runtime.Exactly {
		return fmt.Sprintf("Where the %s budget is first exceeded is not known: times vary too much in %s (%s measured).",
			r.options.budget, name, cli.Plural(len(r.Results), "runtime"))
	}
	return fmt.Sprintf("The %s budget is first exceeded at %s of %s, in %s (%s measured).",
		r.options.budget, judge.Size(lowest.Safe), lowest.Name, name, cli.Plural(len(r.Results), "runtime"))
}

// unknown says which sizes within the budget are not known of those that the report shows.
func (r *run) unknown() (all []string) {
	for _, one := range r.Results {
		for _, s := range one.Shown() {
			if s.Known != runtime.Exactly {
				all = append(all, fmt.Sprintf("how much of %s fits into %s in %s", s.Name, r.options.budget, one.Name()))
			}
		}
	}
	return all
}

func (r *run) findings() []report.Finding {
	o := r.options
	var all []report.Finding
	add := func(found []judge.Finding, at report.Location, evidence any, key, says string, runtime string) {
		for _, f := range found {
			f.Evidence = evidence
			one := report.Finding{Finding: f, Location: at, Fingerprint: cli.Fingerprint(f.Rule, runtime, key)}
			if says != "" {
				one.Details = []report.Detail{{Label: "it says", Text: says, Code: true}}
			}
			all = append(all, one)
		}
	}
	for _, one := range r.Results {
		name := one.Name()
		location := report.Location{Command: name + " " + one.Version()}
		if own := one.Own; own != nil && len(own.Times) > 0 {
			at := location
			if o.file != "-" {
				at = report.Location{File: worktree.DisplayPath(o.file)}
			}
			t := own.Times[0]
			safe := own.Safe
			if own.Known != runtime.Exactly {
				safe = 0
			}
			add(growth.JudgeDocument(name, r.Op.Of(t.Times).Least, float64(t.Bytes), safe, o.budget), at, r.shapeItem(own), o.file, "", name)
		}
		if s, bytes := one.Breaking(); s != nil {
			add(growth.JudgeLimit(name, s.Name, bytes, float64(o.body), o.budget), location, r.shapeItem(s), "max-body", "", name)
		}
		if one.Parse == nil {
			continue
		}
		for _, kind := range []struct {
			name         string
			parse, write runtime.Limit
			bytes        int
		}{{"arrays", one.Parse.Arrays, one.Write.Arrays, 2}, {"objects", one.Parse.Objects, one.Write.Objects, 6}} {
			evidence := map[string]any{"parse": newLimitItem(kind.parse), "stringify": newLimitItem(kind.write)}
			add(growth.JudgeDepth(name, kind.name, kind.parse.Depth, kind.write.Depth, kind.bytes), location, evidence, kind.name, kind.write.Message, name)
		}
	}
	return all
}

func (r *run) sections() []report.Section {
	if !r.Measured() && r.Refusal() == "" {
		return nil // an interrupted run: there is nothing to show
	}
	if r.options.guide {
		return []report.Section{{Table: r.guideTable()}}
	}
	columns := []report.Column{{Name: "RUNTIME"}, {Name: "VERSION"}, {Name: "TYPICAL", Right: true}, {Name: "SAFE", Right: true},
		{Name: "WORST SHAPE"}, {Name: "WORST", Right: true}, {Name: "SAFE", Right: true}, {Name: "MEASURED", Right: true}, {Name: "OTHERS WAIT", Right: true}}
	own := len(r.Results) > 0 && r.Results[0].Own != nil
	if own {
		columns = append(columns, report.Column{Name: "YOURS", Right: true}, report.Column{Name: "SAFE", Right: true})
	}
	t := &report.Table{Columns: columns}
	rate := func(s *runtime.ShapeResult) string {
		if !s.Judged() {
			return "-"
		}
		return fmt.Sprintf("%.1f ns/B", s.Payload.NsPerByte)
	}
	safe := func(s *runtime.ShapeResult) string {
		if !s.Judged() {
			return "-"
		}
		switch s.Known {
		case runtime.AtLeast:
			return "≥ " + judge.Size(s.Safe)
		case runtime.Unknown:
			return "unknown"
		}
		return judge.Size(s.Safe)
	}
	for _, one := range r.Results {
		typical, worst := one.Shape(runtime.Typical), one.Worst()
		name, again, beat := "-", "-", "-"
		if worst != nil {
			name = worst.Name
			last := worst.Times[len(worst.Times)-1]
			if worst.Again != nil {
				last = *worst.Again
				again = fmt.Sprintf("%.1f ms", r.Op.Of(last.Times).Typical)
			}
			if last.Beat >= 0 {
				beat = fmt.Sprintf("%.0f ms", last.Beat)
			}
		}
		row := []report.Cell{{Text: one.Name(), Tone: report.Strong}, {Text: one.Version()}, {Text: rate(typical)}, {Text: safe(typical), Tone: report.Good},
			{Text: name}, {Text: rate(worst)}, {Text: safe(worst), Tone: report.Warn}, {Text: again}, {Text: beat}}
		if own {
			row = append(row, report.Cell{Text: rate(one.Own)}, report.Cell{Text: safe(one.Own), Tone: report.Good})
		}
		t.Rows = append(t.Rows, row)
	}
	sections := []report.Section{{Title: "Within " + r.options.budget.String(), Table: t}}
	if s := r.shapeTable(); s != nil {
		sections = append(sections, report.Section{Title: "Nanoseconds per byte (exponent), " + r.options.op.String(), Table: s})
	}
	if d := r.depthTable(); d != nil {
		sections = append(sections, report.Section{Title: "Deepest nesting", Table: d})
	}
	return sections
}

func (r *run) shapeTable() *report.Table {
	t := report.NewTable("SHAPE")
	for _, one := range r.Results {
		t.Columns = append(t.Columns, report.Column{Name: one.Name(), Right: true})
	}
	if !slices.ContainsFunc(r.Results, func(one *runtime.Result) bool { return slices.ContainsFunc(one.Shapes, (*runtime.ShapeResult).Told) }) {
		return nil
	}
	for i, s := range r.Results[0].Shapes {
		row := []report.Cell{{Text: s.Name}}
		for _, one := range r.Results {
			cell := report.Cell{Text: "-", Tone: report.Muted}
			if s := one.Shapes[i]; s.Refused != "" {
				cell.Text = "refused"
			} else if s.Judged() {
				cell = report.Cell{Text: fmt.Sprintf("%.1f (%.2f)", s.Payload.NsPerByte, s.Payload.Exponent)}
				if s == one.Worst() {
					cell.Tone = report.Bad
				}
			}
			row = append(row, cell)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func (r *run) depthTable() *report.Table {
	t := report.NewTable("RUNTIME", ">PARSE []", ">PARSE {}", ">WRITE []", ">WRITE {}", "BEYOND")
	for _, one := range r.Results {
		if one.Parse == nil {
			continue
		}
		row := []report.Cell{{Text: one.Name(), Tone: report.Strong}}
		message := ""
		for _, l := range []runtime.Limit{one.Parse.Arrays, one.Parse.Objects, one.Write.Arrays, one.Write.Objects} {
			text := cli.Thousands(int64(l.Depth))
			if l.Unlimited {
				text = "over " + text
			} else {
				message = l.Message
			}
			row = append(row, report.Cell{Text: text})
		}
		t.Rows = append(t.Rows, append(row, report.Cell{Text: report.Clip(message, 60), Tone: report.Muted}))
	}
	if len(t.Rows) == 0 {
		return nil
	}
	return t
}

// guideTable shows what the guide measured beside what is measured here.
func (r *run) guideTable() *report.Table {
	t := report.NewTable("RUNTIME", "VERSION", ">STRINGIFY", ">INDEXOF", ">PARSE", ">OTHERS WAIT")
	t.Add(report.Muted.Cell("the guide"), "", "700 ms", "30 ms", "1300 ms")
	for _, one := range r.Results {
		row := []report.Cell{{Text: one.Name(), Tone: report.Strong}, {Text: one.Version()}}
		g := one.Guide
		if g == nil {
			text := "-" // the run was interrupted
			if one.Failure != "" {
				text = "refused"
			}
			t.Rows = append(t.Rows, append(row, report.Cell{Text: text, Tone: report.Muted}, report.Cell{}, report.Cell{}, report.Cell{}))
			continue
		}
		beat, write := "-", "-"
		if g.Beat >= 0 {
			beat = fmt.Sprintf("%.0f ms", g.Beat)
		}
		if g.Stringify.Least >= 0 {
			write = fmt.Sprintf("%.0f ms", g.Stringify.Least)
		}
		t.Rows = append(t.Rows, append(row, report.Cell{Text: write}, report.Cell{Text: fmt.Sprintf("%.1f ms", g.Search.Least)},
			report.Cell{Text: fmt.Sprintf("%.0f ms", g.Parse.Least)}, report.Cell{Text: beat}))
	}
	return t
}

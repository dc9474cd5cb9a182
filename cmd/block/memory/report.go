package memory

import (
	"fmt"
	"slices"

	"github.com/guptarohit/asciigraph"

	"snag/analyze/block/memory"
	"snag/analyze/judge"
	"snag/cmd/block/target"
	"snag/cmd/cli"
	"snag/cmd/report"
	"snag/cmd/report/picture"
	"snag/probe/footprint"
)

// data is the data of the report. Sizes are bytes.
type data struct {
	URL       report.Text `json:"url"`
	Method    string      `json:"method"`
	Protocol  string      `json:"protocol"` // http/1.1 or h2
	Processes []int       `json:"pids"`
	// Collector is how the heap was asked, null where the kernel's figures were read.
	Collector *string     `json:"collector"`
	Kind      memory.Kind `json:"kind"`
	PerKey    float64     `json:"bytes_per_key"`
	PerReq    float64     `json:"bytes_per_request"`
	// Level is where it levels off, for what is bounded; After the time after which it returns.
	LevelKeys  int           `json:"level_keys"`
	Level      float64       `json:"level_bytes"`
	After      float64       `json:"returns_after_ms"`
	Noise      float64       `json:"noise_bytes"`
	Resolution float64       `json:"resolution_bytes_per_key"`
	Reason     string        `json:"reason,omitempty"`
	Limit      *int64        `json:"limit_bytes"` // null for none
	Held       int64         `json:"held_bytes"`  // the part of the processes of all memory, at the end
	Until      *int64        `json:"until_limit"` // keys, or requests; null when it does not grow
	Leaks      []memory.Leak `json:"leaks"`
	Series     memory.Series `json:"series"`
	// Sites are what holds the memory, the most first; none without --where.
	Sites    []footprint.Site `json:"sites"`
	Statuses map[int]int      `json:"statuses"`
	Failed   int              `json:"failed"`
	Requests int              `json:"requests"`
}

func (r *run) data() data {
	v, o := r.verdict, r.options
	d := data{
		URL: report.Text(report.RedactURLs(o.URL)), Method: r.input.Method, Protocol: o.Protocol(), Processes: append([]int{}, o.PIDs...), Kind: v.Kind,
		PerKey: cli.Thousandths(v.PerKey), PerReq: cli.Thousandths(v.PerRequest), LevelKeys: v.LevelKeys, Level: cli.Thousandths(v.Level), After: cli.Milliseconds(v.After), Noise: cli.Thousandths(v.Noise),
		Resolution: cli.Thousandths(v.Resolution), Reason: v.Reason, Held: r.seen.Held.PSS, Leaks: append([]memory.Leak{}, v.Leaks...), Series: r.seen.Series,
		Sites: r.sites(), Statuses: r.seen.Statuses, Failed: r.seen.Failed, Requests: r.seen.Requests,
	}
	for _, readings := range []*[]memory.Reading{&d.Series.Control, &d.Series.Keys, &d.Series.After, &d.Series.Rest} {
		*readings = append([]memory.Reading{}, *readings...)
	}
	if r.collector != "" {
		d.Collector = &r.collector
	}
	if r.limit > 0 {
		d.Limit = &r.limit
	}
	if n := v.Until(r.limit, r.seen.Held.PSS); n > 0 {
		d.Until = &n
	}
	return d
}

// close reports and gates.
func (r *run) close(out *cli.Output) error {
	v, o := r.verdict, r.options
	rep := &report.Report{Partial: r.partial, Findings: r.findings(), Data: r.data(), Notes: append(r.notes, o.HTTP2Note()...), Sections: r.sections(), Figures: r.figures(),
		Summary: report.Summary{Text: fmt.Sprintf("%s %s: the memory is %s; %s.", r.input.Method, report.Visible(report.RedactURLs(o.URL)), stateWords(v), cli.Plural(r.seen.Requests, "request")),
			Counts: []report.Count{{Name: "requests", N: r.seen.Requests}}}}
	switch {
	case v.Kind == memory.Undetermined && len(r.seen.Series.Keys) == 0:
		rep.NotMeasured = v.Reason
		if r.seen.Ended != nil {
			rep.NotMeasured = r.seen.Ended.Error()
		}
	case v.Kind == memory.Undetermined:
		rep.Unknown = append(rep.Unknown, "what becomes of the memory: "+v.Reason)
	}
	return out.End(rep, nil, o.failOn.Check)
}

// stateWords describe the verdict after "is".
func stateWords(v memory.Verdict) string {
	if slices.Contains([]memory.Kind{memory.ByKey, memory.ByRequest, memory.ByEither, memory.Returns}, v.Kind) {
		return "not flat: it " + v.String()
	}
	return v.String()
}

// sites are what holds the memory, with sources below the working directory.
func (r *run) sites() []footprint.Site {
	sites := append([]footprint.Site{}, r.seen.Sites...)
	for i := range sites {
		if sites[i].File != "" {
			sites[i].File = target.SourcePath(sites[i].File)
		}
	}
	return sites
}

// siteWords names a site.
func siteWords(s footprint.Site) string {
	text := fmt.Sprintf("%s in %s", judge.Size(float64(s.Bytes)), s.Name)
	if s.File != "" {
		text = fmt.Sprintf("%s:%d  %s", s.File, s.Line, text)
	}
	return report.Visible(text)
}

func (r *run) findings() (all []report.Finding) {
	data := r.data()
	for _, f := range r.verdict.Judge(r.limit, r.seen.Held.PSS) {
		f.Evidence = data
		at, details := report.Location{URL: report.RedactURLs(r.options.URL)}, []report.Detail{{Label: "reproduce", Text: r.again(), Code: true}}
		if sites := r.sites(); len(sites) > 0 && f.Rule == memory.RuleMemoryGrows {
			details = append(details, report.Detail{Label: "where", Text: siteWords(sites[0])})
			if sites[0].File != "" {
				at = report.Location{File: sites[0].File, Start: report.Position{Line: sites[0].Line}}
			}
		}
		all = append(all, report.Finding{Finding: f, Location: at, Details: details,
			Fingerprint: cli.Fingerprint(f.Rule, r.input.Method, cli.PathOf(r.options.URL))})
	}
	return all
}

// again is the command that measures the same once more.
func (r *run) again() string {
	o := r.options
	return cli.RedactedLine(append([]string{"snag", "block", "memory", report.RedactURLs(o.URL)}, o.request.Words(o.Headers)...))
}

func (r *run) sections() []report.Section {
	v := r.verdict
	t := report.NewTable("WHAT", "RESULT")
	row := func(what, result string, tone report.Tone) { t.Add(report.Muted.Cell(what), tone.Cell(result)) }
	tone := report.Good
	switch v.Kind {
	case memory.ByKey, memory.ByRequest, memory.ByEither:
		tone = report.Bad
	case memory.Undetermined:
		tone = report.Warn
	}
	row("memory", v.String(), tone)
	measured := "by the kernel: private memory of the processes"
	if r.collector != "" {
		measured = "the heap after a collection: " + r.collector
	}
	row("measured", fmt.Sprintf("%s, to about %s", measured, judge.Size(v.Noise)), report.Plain)
	held := judge.Size(float64(r.seen.Held.PSS))
	if r.limit > 0 {
		held += " of " + judge.Size(float64(r.limit))
	}
	row("held", held, report.Plain)
	if n := v.Until(r.limit, r.seen.Held.PSS); n > 0 {
		row("limit", fmt.Sprintf("reached after %s more %s", cli.Thousands(n), map[memory.Kind]string{memory.ByRequest: "requests", memory.ByEither: "requests with new keys", memory.ByKey: "distinct keys"}[v.Kind]), report.Bad)
	}
	for i, site := range r.sites() {
		if v.Kind != memory.Flat && i < 3 {
			row("where", siteWords(site), report.Strong)
		}
	}
	for _, l := range v.Leaks {
		row(l.What, fmt.Sprintf("%.3g more for each request, %s at the end", l.PerRequest, cli.Thousands(int64(l.Last))), report.Bad)
	}
	row("cost", fmt.Sprintf("%s, %s distinct keys", cli.Plural(r.seen.Requests, "request"), cli.Thousands(int64(r.lastKeys()))), report.Muted)
	sections := []report.Section{{Table: t}}
	if figure := section(r.seen.Series); figure != nil {
		sections = append(sections, *figure)
	}
	return sections
}

func (r *run) lastKeys() int {
	if n := len(r.seen.Series.Keys); n > 0 {
		return r.seen.Series.Keys[n-1].Keys
	}
	return min(r.seen.Requests, 1)
}

// section plots what was held after each round; it is nil when there is nothing to see.
func section(s memory.Series) *report.Section {
	if len(s.Control) < 2 || len(s.Keys) < 2 {
		return nil
	}
	var values []float64
	control, keys := picture.Series{Name: "one key"}, picture.Series{Name: "new keys", Line: true}
	for i, r := range slices.Concat(s.Control, s.Keys, s.After) {
		megabytes := float64(r.Bytes) / (1 << 20)
		values = append(values, megabytes)
		point := [2]float64{float64(r.Requests), megabytes}
		if i < len(s.Control) || i >= len(s.Control)+len(s.Keys) {
			control.Points = append(control.Points, point)
		} else {
			keys.Points = append(keys.Points, point)
		}
	}
	text := asciigraph.Plot(values, asciigraph.Height(target.FigureHeight), asciigraph.Width(target.FigureWidth), asciigraph.Precision(1))
	text += fmt.Sprintf("\n%s with one key, then %s with new keys", cli.Plural(len(s.Control), "round"), cli.Plural(len(s.Keys), "round"))
	if n := len(s.After); n > 0 {
		text += fmt.Sprintf(", then %s with one key", cli.Plural(n, "round"))
	}
	return &report.Section{Title: "Memory in MB after each round", Text: text,
		Picture: &picture.Plot{X: "requests", Y: "MB", Series: []picture.Series{control, keys}}}
}

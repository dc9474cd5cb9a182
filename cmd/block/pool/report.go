package pool

import (
	"cmp"
	"fmt"
	"runtime"

	"snag/analyze/block/pool"
	"snag/analyze/judge"
	"snag/cmd/block/target"
	"snag/cmd/cli"
	"snag/cmd/report"
)

// data is the data of the report.
type data struct {
	URL      report.Text   `json:"url"`
	Protocol string        `json:"protocol"` // http/1.1 or h2
	Own      float64       `json:"own_ms"`
	Size     *sizeItem     `json:"size"`
	WhenFull pool.WhenFull `json:"when_full,omitempty"`
	Overlap  *overlapItem  `json:"overlap"`
	Context  *contextItem  `json:"context"`
	Requests int           `json:"requests"`
	Evidence report.Text   `json:"evidence,omitempty"`
	// Where requests hang, null when they do not or it is not known.
	Where *target.Place `json:"where"`
	PIDs  []int         `json:"pids"`
	// Process is the one of several that computes while requests hang, or in which they wait.
	Process *target.Process `json:"process,omitempty"`
}

type sizeItem struct {
	K       int        `json:"k"`
	Tried   int        `json:"tried"`
	AtLeast bool       `json:"at_least"` // always false
	Limit   pool.Limit `json:"limit"`
	// Busy is null when the processes of the target are not known.
	Busy    *float64 `json:"busy"`
	Unknown string   `json:"unknown,omitempty"`
}

type overlapItem struct {
	Tried     int  `json:"tried"`
	Hangs     bool `json:"hangs"`
	Requests  int  `json:"requests,omitempty"`
	Stuck     int  `json:"stuck,omitempty"`
	Busy      bool `json:"busy"`
	Healthy   bool `json:"healthy"`
	Permanent bool `json:"permanent"`
	// GivenUp is the number of requests that were given up in the middle before.
	GivenUp int `json:"given_up,omitempty"`
	// CutOff is the number that was sent at once when the run ended, before it was known whether they hang.
	CutOff int `json:"cut_off,omitempty"`
}

type contextItem struct {
	Known    bool         `json:"known"`
	Requests int          `json:"requests"`
	Echoed   int          `json:"echoed"`
	Mixed    []pool.Mixed `json:"mixed"`
}

func (r *run) data() data {
	d := data{URL: report.Text(report.RedactURLs(r.options.URL)), Protocol: r.options.Protocol(), Own: cli.Milliseconds(r.own), WhenFull: r.full, Requests: r.requests, Where: r.where,
		Evidence: report.Text(report.RedactURLs(string(r.evidence))), PIDs: append([]int{}, r.options.PIDs...), Process: r.process}
	if s := r.size; s != nil {
		d.Size = &sizeItem{K: s.K, Tried: s.Tried, Limit: r.limit, Unknown: s.Unknown}
		if r.busy >= 0 {
			busy := cli.Thousandths(r.busy)
			d.Size.Busy = &busy
		}
	}
	if o := r.overlapping; o != nil {
		d.Overlap = &overlapItem{Tried: o.Most, CutOff: o.CutOff}
	}
	if h := r.hang; h != nil {
		d.Overlap = &overlapItem{h.Requests, true, h.Requests, h.Stuck, h.Busy, h.Healthy, h.Permanent, h.GivenUp, 0}
	}
	if c := r.context; c != nil {
		d.Context = &contextItem{c.Known(), c.Requests, c.Echoed, append([]pool.Mixed{}, c.Mixed...)}
	}
	return d
}

func (r *run) sizeWords() string {
	s := r.size
	switch {
	case s.Unknown != "":
		return "unknown: " + s.Unknown
	case s.K == 0:
		text := fmt.Sprintf("no limit seen up to %d", s.Tried)
		if r.limit == pool.Cores {
			text += ", but all processors are busy: more at once are not served faster"
		}
		return text
	case s.K == 1:
		return fmt.Sprintf("one at a time (%s)", r.limit)
	}
	return fmt.Sprintf("%d at once (%s)", s.K, r.limit)
}

func (r *run) close(out *cli.Output) error {
	t := report.NewTable("WHAT", "RESULT")
	row := func(what, result string, tone report.Tone) {
		t.Add(report.Muted.Cell(what), tone.Cell(result))
	}
	row("alone", cli.ShortMillis(r.own), report.Plain)
	if r.size != nil {
		row("at once", r.sizeWords(), report.Strong)
		if cores := runtime.NumCPU(); r.size.K > 1 && r.busy > 0.8*float64(cores) && cores < r.size.K {
			row("computing", fmt.Sprintf("they keep %.1f processors busy: beyond %d at once nothing is served faster", r.busy, cores), report.Plain)
		}
	}
	if r.full != "" {
		row("when full", string(r.full), report.Plain)
	}
	if r.hang != nil {
		row("hangs", r.hang.String(), report.Bad)
		if r.where != nil {
			row("where", r.where.Words(), report.Strong)
		}
		if r.process != nil {
			row("process", r.process.String(), report.Plain)
		}
	}
	if o := r.overlapping; o != nil && o.Hang == nil {
		switch {
		case o.CutOff > 0:
			row("overlapping", r.cutOff(), report.Warn)
		case o.Most >= 2:
			row("overlapping", fmt.Sprintf("up to %d requests at once are all answered", o.Most), report.Good)
		default:
			row("overlapping", "cannot tell", report.Warn)
		}
	}
	if r.givenUp > 0 && r.hang == nil {
		row("given up", fmt.Sprintf("after %s whose clients went away in the middle, others are answered", cli.Plural(r.givenUp, "request")), report.Good)
	}
	if c := r.context; c != nil {
		switch {
		case len(c.Mixed) > 0:
			row("context", fmt.Sprintf("%d of %d requests got the id of another", len(c.Mixed), c.Requests), report.Bad)
		case c.Known():
			row("context", fmt.Sprintf("%s got their own %s back, none another's", cli.Plural(c.Echoed, "request"), r.options.idHeader), report.Good)
		default:
			row("context", fmt.Sprintf("cannot tell: no answer shows the %s", r.options.idHeader), report.Warn)
		}
	}
	findings := r.findings()
	rep := &report.Report{Partial: r.partial, Findings: findings, Data: r.data(), Notes: append(r.notes, r.options.HTTP2Note()...), Sections: []report.Section{{Table: t}}, Figures: r.figures(),
		Summary: report.Summary{Text: r.sentence(), Counts: []report.Count{{Name: "requests", N: r.requests}}}}
	if r.size == nil && r.overlapping == nil && r.context == nil && r.hang == nil {
		rep.NotMeasured = r.whyNothing()
		rep.Summary.Text = report.Visible(report.RedactURLs(r.options.URL)) + ": not measured: " + rep.NotMeasured
	}
	if r.size != nil && r.size.Unknown != "" && r.hang == nil {
		rep.Unknown = append(rep.Unknown, "how many run at once: "+r.size.Unknown)
	}
	switch o := r.overlapping; {
	case o == nil || o.Hang != nil:
	case o.CutOff > 0:
		rep.Unknown = append(rep.Unknown, "whether overlapping requests hang: "+r.cutOff())
	case r.starved:
		rep.Unknown = append(rep.Unknown, "whether overlapping requests hang: "+r.unanswered())
	case o.Most < 2:
		rep.Unknown = append(rep.Unknown, "what overlapping does")
	}
	return out.End(rep, nil, r.options.failOn.Check)
}

// cutOff says which requests the end of the run kept from being told from those that hang.
func (r *run) cutOff() string {
	return fmt.Sprintf("%s at once were not all answered when the time ran out, and the target goes on trying", cli.Plural(r.overlapping.CutOff, "request"))
}

// whyNothing says why nothing is known but how long a request takes alone.
func (r *run) whyNothing() string {
	took := cli.ShortMillis(r.own)
	if r.partial {
		return fmt.Sprintf("the run was interrupted before anything was decided; a request takes %s alone", took)
	}
	return fmt.Sprintf("--max-time %s ran out before anything was decided; a request takes %s alone", r.options.MaxTime, took)
}

func (r *run) sentence() string {
	text := report.Visible(report.RedactURLs(r.options.URL)) + ": "
	if r.hang != nil {
		text += r.hang.String()
	} else if r.size != nil {
		text += r.sizeWords()
	} else if o := r.overlapping; o != nil && o.CutOff > 0 {
		text += r.cutOff()
	} else if r.starved {
		text += "unknown: " + r.unanswered()
	} else {
		text += "measured"
	}
	return text + fmt.Sprintf("; %s.", cli.Plural(r.requests, "request"))
}

func (r *run) findings() []report.Finding {
	var all []report.Finding
	location := report.Location{URL: report.RedactURLs(r.options.URL)}
	add := func(found []judge.Finding, evidence any, details ...report.Detail) {
		for _, f := range found {
			f.Evidence = evidence
			at := location
			if (f.Rule == pool.RuleOverlapHang || f.Rule == pool.RuleHang) && r.where != nil {
				at = r.where.Location()
				details = append(details, report.Detail{Label: "where", Text: r.where.Words()})
			}
			all = append(all, report.Finding{Finding: f, Location: at, Details: details,
				Fingerprint: cli.Fingerprint(f.Rule, cmp.Or(r.options.method, "GET"), cli.PathOf(r.options.URL))})
		}
	}
	data := r.data()
	if r.hang != nil {
		details := []report.Detail{{Label: "reproduce", Text: r.reproduceHang(), Code: true}}
		if r.process != nil {
			details = append(details, report.Detail{Label: "process", Text: r.process.String()})
		}
		if r.evidence != "" {
			details = append(details, report.Detail{Label: "meanwhile", Text: string(data.Evidence), Code: true})
		}
		add([]judge.Finding{r.hang.Judge()}, data.Overlap, details...)
	}
	if c := r.context; c != nil {
		var details []report.Detail
		for _, m := range c.Mixed[:min(len(c.Mixed), 5)] {
			details = append(details, report.Detail{Label: m.Where, Text: fmt.Sprintf("sent %s, got %s", cmp.Or(m.Sent, "none"), m.Got), Code: true})
		}
		add(c.Judge(r.options.idHeader), data.Context, details...)
	}
	if s := r.size; s != nil {
		add(append(s.Judge(r.full), s.JudgeLoop(r.limit, r.own, r.options.budget)...), data)
	}
	return all
}

// reproduceHang are commands after which nothing is answered.
func (r *run) reproduceHang() string {
	words := append([]string{"curl"}, r.options.CurlVersion()...)
	if r.input.Method != "GET" {
		words = append(words, "-X", r.input.Method)
	}
	if r.options.data != "" {
		words = append(words, "-d", report.RedactBody(r.options.data))
	}
	curl := cli.RedactedLine(append(words, report.RedactURLs(r.options.URL)))
	if h := r.hang; h.GivenUp > 0 {
		return fmt.Sprintf("for i in $(seq %d); do %s -m %.3f; done; %s -m 5", h.GivenUp, curl, max(r.fastest.Seconds()/3, 0.001), curl)
	}
	return fmt.Sprintf("for i in $(seq %d); do %s -m 5 & done; wait", r.hang.Requests, curl)
}

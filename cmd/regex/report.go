package regex

import (
	"context"
	"fmt"

	"snag/cmd/cli"
	"snag/cmd/regex/pattern"
	"snag/cmd/report"
	"snag/cmd/worktree"
)

// regexReport gathers what an audit found, in the order of the inputs. It keeps no more than the
// format prints, so that long lists fit into memory.
type regexReport struct {
	options   *regexOptions
	out       *cli.Output
	known     *worktree.Baseline
	policy    *worktree.Policy
	proofs    map[string]pattern.Proof // by fingerprint, what was measured on the running service
	report    report.Report
	data      regexData
	counts    pattern.Counts
	failed    bool           // a finding gates
	missing   error          // Why an input that was asked for by name could not be read
	mistyped  bool           // a pattern of the command line is not valid
	occasions map[string]int // how often a pattern with a finding came up in its file
	rewrites  rewrites
	offers    []offer
}

// regexData is the data of the report.
type regexData struct {
	Patterns   []pattern.Item        `json:"patterns"`
	Files      int                   `json:"files"`
	Unreadable []worktree.Unreadable `json:"unreadable"`
	Skipped    []worktree.LeftOut    `json:"skipped"`
	Shard      *worktree.Shard       `json:"shard,omitempty"`
}

func newRegexReport(o *regexOptions, out *cli.Output, known *worktree.Baseline, policy *worktree.Policy) *regexReport {
	return &regexReport{
		options: o, out: out, known: known, policy: policy, occasions: map[string]int{}, counts: pattern.Counts{}, rewrites: rewrites{options: o.fix},
		// Empty lists and not nil ones, which would be null in JSON.
		data: regexData{Patterns: []pattern.Item{}, Unreadable: []worktree.Unreadable{}, Skipped: []worktree.LeftOut{}},
	}
}

// addUnit takes in what was found beside the patterns.
func (r *regexReport) addUnit(u pattern.UnitResult) {
	for _, f := range u.Findings {
		r.addFinding(f)
	}
	r.data.Files += u.Files
	r.data.Unreadable = append(r.data.Unreadable, u.Unreadable...)
	r.data.Skipped = append(r.data.Skipped, u.Skipped...)
	if u.Missing != nil && r.missing == nil {
		r.missing = u.Missing
	}
}

// addPattern takes in a pattern, and prints it when the format streams. The error is one of printing.
func (r *regexReport) addPattern(a *pattern.Audited) error {
	r.counts.Add(a)
	r.mistyped = r.mistyped || a.Mistyped()
	if a.Rule() != "" {
		id := a.Identity()
		a.Occasion = r.occasions[id]
		r.occasions[id]++
	}
	f, bad := a.Assess(pattern.Bar{MaxLength: r.options.maxLength, Budget: r.options.budget, Spares: r.options.failOn.Spares()})
	passes := false
	if bad {
		if p, ok := r.proofs[f.Fingerprint]; ok {
			a.Proof = &p
			f.Details = a.Details()
		}
		r.known.Suppress(&f)
		passes = r.policy.Apply(&f)
		r.rewrites.add(a, &f)
	}
	if r.out.NeedsData() {
		item := a.Item()
		if bad {
			item.AddFinding(f)
		}
		if !r.out.Streaming() {
			r.data.Patterns = append(r.data.Patterns, item)
		} else if err := r.out.Item(item); err != nil {
			return err
		}
	}
	if bad {
		r.offer(a, f)
		r.keep(f, a, passes)
	}
	return nil
}

// addFinding takes in a finding that is about a file and not about a pattern.
func (r *regexReport) addFinding(f report.Finding) {
	r.known.Suppress(&f)
	r.keep(f, nil, r.policy.Apply(&f))
}

// keep takes in a finding, about a unless that is nil. What passes does not gate.
func (r *regexReport) keep(f report.Finding, a *pattern.Audited, passes bool) {
	r.failed = r.failed || !passes && r.options.failOn.Fails(f, a)
	if r.out.Streaming() {
		f.Details, f.Evidence = nil, nil // findings are not printed, only counted
	}
	r.report.Findings = append(r.report.Findings, f)
}

// note adds a remark to the report.
func (r *regexReport) note(format string, args ...any) {
	r.report.Notes = append(r.report.Notes, fmt.Sprintf(format, args...))
}

// close reports, and returns ErrFindings when a finding gates.
func (r *regexReport) close(ctx context.Context) error {
	o, rep := r.options, &r.report
	r.makeOffers(ctx)
	rep.Partial = ctx.Err() != nil
	if o.shard.Of > 0 {
		r.data.Shard = &o.shard
	}
	rep.Data = r.data
	failed := r.failed || r.missing != nil || r.mistyped
	rep.Failed = &failed
	r.counts["suppressed"] = rep.Tally().Suppressed
	rep.Summary = r.counts.Summary(r.data.Files, len(r.data.Unreadable))
	note := r.note
	if text := worktree.LeftOutNote(r.data.Skipped); text != "" {
		note("%s", text)
	}
	if gone := r.known.Gone(rep.Findings); gone > 0 && !rep.Partial && o.shard.Of == 0 {
		note("%d of the findings in %s are gone; --write-baseline writes it anew", gone, o.baseline)
	}
	if o.writeBaseline != "" && rep.Partial {
		note("%s", cli.NotWritten(o.writeBaseline))
	} else if o.writeBaseline != "" {
		n, err := worktree.WriteBaseline(o.writeBaseline, rep.Findings)
		if err != nil {
			return err
		}
		note("%s written to the baseline %s", cli.Plural(n, "finding"), o.writeBaseline)
		r.failed = false
	}
	var unwritten error
	switch {
	case o.fix.write:
		var text string
		text, unwritten = r.rewrites.write(ctx, rep.Findings)
		note("%s", text)
		r.counts["suppressed"] = rep.Tally().Suppressed
		rep.Summary = r.counts.Summary(r.data.Files, len(r.data.Unreadable))
	case o.fix.diff:
		r.out.Format = r.rewrites.diffFormat()
	case o.fix.propose && r.rewrites.proposed > 0:
		note("--fix --write makes %s in %s", cli.Plural(r.rewrites.proposed, "rewrite"), cli.Plural(len(r.rewrites.files), "file"))
	}
	if r.out.Streaming() {
		for _, u := range r.data.Unreadable {
			note("%s was not read: %s", u.File, u.Reason)
		}
	}
	missing := unwritten
	switch {
	case missing != nil:
	case r.mistyped:
		missing = pattern.ErrMistyped
	case r.missing != nil:
		missing = r.missing
	case r.failed:
		missing = cli.ErrFindings
	}
	return r.out.End(rep, missing, nil)
}

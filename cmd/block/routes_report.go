package block

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"snag/analyze/block/routes"
	"snag/analyze/judge"
	"snag/cmd/cli"
	"snag/cmd/report"
	"snag/probe/endpoint"
	"snag/probe/visit"
	"snag/probe/wire"
)

// request is the one of a trial, as a template.
func (r *routesRun) request(t *trialRun) routes.Request {
	one := &r.visited[t.Route]
	return r.routes[t.Route].Request(t.Values(one.visit.Values), t.Spot)
}

// size is the n that shows a trial: the largest that was answered, or the one after which nobody was.
func (t *trialRun) size() int {
	if n := t.fatal(); n > 0 {
		return n
	}
	return max(t.Largest, 1)
}

// fatal is the n after which the service was gone, or answered nobody; 0 for none.
func (t *trialRun) fatal() int {
	if !t.Died && !t.Hung {
		return 0
	}
	if t.full != nil && t.full.failure != nil {
		return t.full.failure.N
	}
	if t.glance != nil && t.glance.Failure != nil {
		return t.glance.Failure.N
	}
	return 0
}

// after says in a clause after which size something was seen, "" for none.
func (t *trialRun) after() string {
	if n := t.fatal(); n > 0 && t.Spot != nil {
		return " after n = " + cli.Thousands(int64(n))
	}
	return ""
}

// shownRequest is the one of a trial as a report may show it: what a browser recorded may hold the credentials of its
// user. All other values are snag's own.
func (r *routesRun) shownRequest(t *trialRun) routes.Request {
	one := r.routes[t.Route]
	values := maps.Clone(t.Values(r.visited[t.Route].visit.Values))
	for _, in := range one.Inputs {
		if _, sent := values[in.Key()]; sent && slices.Contains(one.From, "har") && (in.Place == routes.Cookie || report.Secret(in.Last())) {
			values[in.Key()] = report.Redacted
		}
	}
	return one.Request(values, t.Spot)
}

// curl is a command that sends a request of size n, without the credentials that the user gave.
func (r *routesRun) curl(q routes.Request, n int) string {
	o := r.options
	in, err := endpoint.NewInput(endpoint.InputConfig{Method: q.Method, URL: r.base() + q.Path, Headers: q.Header, Body: q.Body, Form: q.Form, MaxBytes: o.maxBytes})
	if err != nil {
		return ""
	}
	request, err := in.Request(n, o.seed)
	if err != nil || len(q.Form) > 0 || len(request.Body)+len(request.Path) > 2000 {
		return r.again(q, n)
	}
	shown := shownRequest{Method: request.Method, URL: o.Base.Scheme + "://" + o.Wire.Host + request.Path, Header: request.Header, Body: string(request.Body)}
	for _, line := range r.headers() {
		name, value, _ := strings.Cut(line, ":")
		shown.Header = append(shown.Header, wire.Field{Name: name, Value: report.RedactHeader(name, strings.TrimSpace(value))})
	}
	if text := shown.curl(o.CurlVersion()); len(text) < 4000 {
		return text
	}
	return r.again(q, n)
}

// again is the command of snag that repeats a trial alone.
func (r *routesRun) again(q routes.Request, n int) string {
	o := r.options
	words := []string{"snag", "block", "handler"}
	if len(o.Command) > 0 && o.service == "" {
		words = append(words, q.Path)
	} else {
		words = append(words, report.RedactURLs(r.base())+q.Path)
	}
	words = append(words, "-X", q.Method)
	for _, line := range q.Header {
		words = append(words, "-H", line)
	}
	for _, line := range r.headers() {
		words = append(words, "-H", report.RedactHeaderLine(line))
	}
	if q.Body != "" {
		words = append(words, "-d", q.Body)
	}
	for _, field := range q.Form {
		words = append(words, "-F", field)
	}
	words = append(words, "--no-vary", "--to", strconv.Itoa(n))
	if len(o.Command) > 0 {
		words = append(append(words, "--"), report.RedactArgs(o.Command)...)
	}
	return cli.RedactedLine(words)
}

// whyNot says why a trial proves nothing.
func (r *routesRun) whyNot(t *trialRun) []string {
	switch {
	case t.verdict == routes.Proved:
		return nil
	case t.Suspect < 0 || t.verdict == routes.Undecided:
		if t.why != "" {
			return []string{t.why}
		}
		return nil
	}
	seen := &r.visited[t.Route]
	reasons := t.WhyNot(t.Trial, r.routes[t.Route], seen.visit.State == visit.Accepted, r.suspects[t.Suspect].Promised)
	if t.why != "" && t.verdict != routes.NotMeasured {
		reasons = append([]string{t.why}, reasons...)
	}
	if t.MaxLength >= 0 && t.Largest >= t.Trial.Most(r.options.maxBytes) && t.Suspect >= 0 {
		return append([]string{fmt.Sprintf("only %s characters get to the match, and that many cost too little", cli.Thousands(int64(t.MaxLength)))}, reasons...)
	}
	return reasons
}

// untried says why no request carried the attack of a regex.
func (r *routesRun) untried(s routes.Suspect) string {
	for i := range r.routes {
		for _, w := range s.Ways {
			if !r.routes[i].Reaches(w) {
				continue
			}
			seen := &r.visited[i]
			switch {
			case seen.skipped != "":
				return r.routes[i].ID() + " got no request: " + seen.skipped
			case seen.left > 0:
				return "there was no time for " + r.routes[i].ID()
			case seen.visit.Tries > 0:
				return fmt.Sprintf("%s: %s", r.routes[i].ID(), visitWords(seen.visit))
			}
		}
	}
	return "no route is known by which it is reached"
}

// visitWords say how far the requests for a route got.
func visitWords(v visit.Visit) string {
	switch v.State {
	case visit.Accepted:
		return fmt.Sprintf("accepted, %d", v.Status)
	case visit.Refused:
		if v.Status == http.StatusNotFound {
			return "answers 404 to everything that was tried: what it names may not exist"
		}
		return fmt.Sprintf("the handler refuses all requests, %d", v.Status)
	case visit.Login:
		return fmt.Sprintf("needs a login, %d: --header or --before brings one along", v.Status)
	case visit.Missing:
		return "answers 404 to everything that was tried"
	case visit.Wrong:
		return fmt.Sprintf("not of this method or type, %d", v.Status)
	case visit.Throttled:
		return fmt.Sprintf("the rate of requests is limited, %d", v.Status)
	case visit.Broken:
		return fmt.Sprintf("the service fails on it, %d", v.Status)
	case visit.Endless:
		return "its answer does not end"
	}
	return "no answer"
}

// report puts the run together for readers.
func (r *routesRun) report(interrupted bool) *report.Report {
	for i := range r.blocking {
		r.calls = append(r.calls, r.provedCall(i))
	}
	rep := &report.Report{Partial: interrupted, Findings: r.findings(), Data: r.data(), Notes: r.notes}
	tried, proved, accepted, absent, trials, left, skipped := 0, 0, 0, 0, 0, 0, 0
	for i := range r.visited {
		one := &r.visited[i]
		if one.skipped != "" {
			skipped++
			continue
		}
		if one.visit.Tries > 0 {
			tried++
		}
		if one.visit.State == visit.Accepted {
			accepted++
		}
		if one.visit.Status == http.StatusNotFound {
			absent++
		}
		trials, left = trials+len(one.trials), left+one.left
	}
	for _, f := range rep.Findings {
		if f.Rule != routes.RuleNotReproduced {
			proved++
		}
	}
	others := ""
	if absent > 0 {
		others = fmt.Sprintf(", %d answered 404 to everything that was tried", absent)
	}
	rep.Summary = report.Summary{
		Text:   fmt.Sprintf("%s of the service, %d got requests and %d accepted one%s: %s proved.", cli.Plural(len(r.routes), "route"), tried, accepted, others, cli.Plural(proved, "stall")),
		Counts: []report.Count{{Name: "routes", N: len(r.routes)}, {Name: "accepted", N: accepted}, {Name: "skipped", N: skipped}, {Name: "trials", N: trials}, {Name: "proved", N: proved}},
	}
	if tried == 0 || trials == 0 && accepted == 0 {
		rep.NotMeasured = "no route answered a request in a way that tells anything"
		if r.late {
			rep.NotMeasured += " before the time of --max-time was over"
		}
	}
	for _, s := range r.suspects {
		p := r.provedOf(slices.IndexFunc(r.suspects, func(x routes.Suspect) bool { return x.Fingerprint == s.Fingerprint }))
		if p.Verdict == routes.NotMeasured && s.Level == "remote" {
			rep.Unknown = append(rep.Unknown, fmt.Sprintf("%s:%d was not tried: %s", p.File, p.Line, strings.Join(p.Why, "; ")))
		}
	}
	for i, one := range r.routes {
		for _, t := range r.visited[i].worst() {
			if t.verdict == routes.Undecided {
				rep.Notes = append(rep.Notes, fmt.Sprintf("%s, %s: undecided: %s", one.ID(), t.key(), t.why))
			}
		}
	}
	if left > 0 {
		rep.Notes = append(rep.Notes, fmt.Sprintf("time ran out for %s; --max-time and --route-time allow more", cli.Plural(left, "trial")))
		rep.Unknown = append(rep.Unknown, cli.Plural(left, "trial")+" for which there was no time")
	}
	if r.lost != "" {
		rep.Partial = true
		rep.Notes = append(rep.Notes, r.lost)
	}
	if r.restarts > 0 && r.options.Child != nil {
		rep.Notes = append(rep.Notes, "the service was started again "+cli.Plural(r.restarts, "time"))
	}
	rep.Sections = r.sections()
	return rep
}

// findings are what is proved, and what of the code could not be reproduced.
func (r *routesRun) findings() (all []report.Finding) {
	for i := range r.visited {
		for _, t := range r.visited[i].worst() {
			if t.verdict == routes.Proved {
				all = append(all, r.proved(t))
			}
		}
	}
	for i, s := range r.suspects {
		trials := r.trialsOf(i)
		if len(trials) > 0 && trials[0].verdict == routes.NotReproduced && len(s.Ways) > 0 {
			all = append(all, r.notReproduced(s, trials[0]))
		}
	}
	for i, p := range r.calls {
		if p.Verdict == routes.NotReproduced {
			all = append(all, r.callNotReproduced(p, r.blocking[i]))
		}
	}
	return all
}

// location is where a trial points to: where the service stood, or the code that was suspected, or the route.
func (r *routesRun) location(t *trialRun) report.Location {
	if t.Suspect >= 0 {
		s := r.suspects[t.Suspect]
		return report.Location{File: s.File, Start: report.Position{Line: s.Line, Column: s.Column}}
	}
	if all := r.callsOf(t); len(all) > 0 {
		return report.Location{File: all[0].File, Start: report.Position{Line: all[0].Line, Column: all[0].Column}}
	}
	one := r.routes[t.Route]
	if t.full != nil && t.full.where != nil && t.full.where.File != "" && !strings.Contains(t.full.where.File, "://") {
		if !built(t.full.where.File) || one.File == "" {
			return t.full.where.Location()
		}
	}
	if one.File != "" {
		return report.Location{File: one.File, Start: report.Position{Line: one.Line}}
	}
	return report.Location{URL: report.RedactURLs(r.base() + r.routes[t.Route].Path)}
}

// built reports whether a file lies in a folder that a build of a framework hides, where its lines tell little.
func built(file string) bool {
	return slices.ContainsFunc(strings.Split(filepath.ToSlash(file), "/"), func(e string) bool {
		return slices.Contains([]string{".next", ".nuxt", ".output", ".svelte-kit"}, e)
	})
}

// proved is the finding about a trial that stalls the service.
func (r *routesRun) proved(t *trialRun) report.Finding {
	one := r.routes[t.Route]
	rule, level := routes.RuleStalls, judge.Error
	what := "the request itself"
	if t.Spot != nil {
		what = t.key() + " as " + map[routes.Form]string{routes.AsAttack: "an attack", routes.AsText: "a long text", routes.AsWords: "many words",
			routes.AsNumber: "a number", routes.AsList: "a list", routes.AsNested: "a nested document"}[t.Spot.Form]
	}
	var text string
	switch {
	case t.Died:
		rule, text = routes.RuleDies, fmt.Sprintf("%s, %s: the service ended%s", one.ID(), what, t.after())
	case t.Hung:
		text = fmt.Sprintf("%s, %s: the service answered nobody any more%s", one.ID(), what, t.after())
	default:
		text = fmt.Sprintf("%s, %s: %s", one.ID(), what, judge.Millis(t.Own))
		if t.Spot != nil {
			text += fmt.Sprintf(" at n = %s, %s", cli.Thousands(int64(t.Largest)), t.Growth)
		}
		text += "; " + t.Who() + " waits"
		if t.Who() == "nobody" || !t.Collateral.Effect.Blocks() {
			text = strings.TrimSuffix(text, "; "+t.Who()+" waits") + "; it keeps a processor busy"
		}
		if t.Crossing.N > 0 {
			text += fmt.Sprintf("; over %s from n = %s", r.options.budget, t.Crossing.Words())
		}
	}
	q := r.shownRequest(t)
	f := report.Finding{
		Finding:     judge.Finding{Rule: rule, Level: level, Message: text + ".", Evidence: r.trialItem(t)},
		Location:    r.location(t),
		Fingerprint: cli.Fingerprint(r.identity(rule, t)...),
		Weight:      float64(t.Own),
	}
	if t.Suspect >= 0 {
		f.Details = append(f.Details, report.Detail{Label: "regex", Text: r.suspects[t.Suspect].Pattern, Code: true})
	}
	for _, b := range r.callsOf(t) {
		f.Details = append(f.Details, report.Detail{Label: "call", Text: fmt.Sprintf("%s (%s:%d)", b.Name, b.File, b.Line), Short: true})
	}
	if command := r.curl(q, t.size()); command != "" {
		f.Details = append(f.Details, report.Detail{Label: "reproduce", Text: command, Code: true})
	}
	f.Details = append(f.Details, report.Detail{Label: "alone", Text: r.again(q, t.size()), Code: true})
	if t.full != nil && t.full.where != nil {
		f.Details = append(f.Details, report.Detail{Label: "where", Text: t.full.where.Words()})
	}
	return f
}

// identity tells a finding from all others, in this run and the next.
func (r *routesRun) identity(rule string, t *trialRun) []string {
	words := []string{rule, r.routes[t.Route].ID(), t.key()}
	if t.Suspect >= 0 {
		words = append(words, r.suspects[t.Suspect].Fingerprint)
	}
	return words
}

// notReproduced is the note about a regex whose attack cost too little.
func (r *routesRun) notReproduced(s routes.Suspect, t *trialRun) report.Finding {
	length := t.Largest
	if t.Spot != nil && t.Spot.Attack != nil {
		length = len([]rune(t.Spot.Attack.Build(t.Largest)))
	}
	text := fmt.Sprintf("%s, %s: up to %s the attack takes at most %s; answered with %s", r.routes[t.Route].ID(), t.key(),
		cli.Plural(length, "character"), judge.Millis(t.Own), cmp.Or(t.Statuses.String(), "nothing"))
	if reasons := r.whyNot(t); len(reasons) > 0 {
		text += ". Perhaps " + strings.Join(reasons[:min(len(reasons), 2)], "; or ")
	}
	f := report.Finding{
		Finding:     judge.Finding{Rule: routes.RuleNotReproduced, Level: judge.Note, Message: text + ".", Evidence: r.trialItem(t)},
		Location:    report.Location{File: s.File, Start: report.Position{Line: s.Line, Column: s.Column}},
		Fingerprint: cli.Fingerprint(r.identity(routes.RuleNotReproduced, t)...),
	}
	f.Details = append(f.Details, report.Detail{Label: "regex", Text: s.Pattern, Code: true}, report.Detail{Label: "alone", Text: r.again(r.shownRequest(t), t.size()), Code: true})
	return f
}

package migration

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"snag/analyze/block/migration"
	"snag/analyze/judge"
	"snag/cmd/cli"
	"snag/cmd/report"
	"snag/cmd/worktree"
	trial "snag/probe/migration"
)

// migrationData is the data of the report. Times are milliseconds.
type migrationData struct {
	Server     string               `json:"server"` // the version
	Own        bool                 `json:"own_server"`
	Rows       []int64              `json:"rows"` // the two sizes
	Production int64                `json:"production_rows"`
	Given      bool                 `json:"production_rows_given"`
	Budget     float64              `json:"budget_ms"`
	Tables     []migrationTable     `json:"tables"`
	Statements []migrationStatement `json:"statements"`
	Order      *migration.Order     `json:"old_version"` // null when it was not asked
}

// migrationTable is a table that was filled.
type migrationTable struct {
	Name string `json:"name"`
	Rows int64  `json:"rows"`
	Why  string `json:"why,omitempty"`
}

// migrationStatement is what is known of a statement.
type migrationStatement struct {
	migration.Statement
	Transaction int                 `json:"transaction"`
	Took        []float64           `json:"took_ms"` // at each size
	Spread      float64             `json:"spread_ms"`
	Locks       []migration.Lock    `json:"locks"`
	Work        []migration.Work    `json:"work"`
	Rewrites    []migration.Rewrite `json:"rewrites"`
	Outside     bool                `json:"outside_transaction"`
	Fault       *migration.Fault    `json:"fault"`
	Held        []migrationHeld     `json:"held"`
	Alone       *migrationLoaded    `json:"beside_requests"`
	Beside      *migrationLoaded    `json:"beside_open_transaction"`
	Under       *migrationLoaded    `json:"under_lock_timeout"`
	// Instead is what was tried in place of the transaction.
	Instead *migrationTried `json:"instead"`
}

// migrationHeld is a lock that somebody waits for.
type migrationHeld struct {
	Table       string            `json:"table"`
	Index       string            `json:"index,omitempty"`
	Mode        migration.Mode    `json:"mode"`
	Rows        int64             `json:"rows"` // that are locked; 0 for the table
	Reads       bool              `json:"blocks_reads"`
	Writes      bool              `json:"blocks_writes"`
	Held        []float64         `json:"held_ms"` // at each size
	Growth      migration.Growth  `json:"growth"`
	Production  float64           `json:"production_ms"`
	Between     []float64         `json:"production_between_ms"`
	Extrapolate bool              `json:"extrapolated"`
	Vague       bool              `json:"vague"` // how fast it grows is not known: production_ms says nothing
	ExceedsAt   int64             `json:"exceeds_budget_at_rows"`
	Rewrites    bool              `json:"rewrites"`
	Verdict     migration.Verdict `json:"verdict"`
}

// migrationLoaded is what happened to the transaction of a statement beside others.
type migrationLoaded struct {
	Took   float64         `json:"took_ms"`
	Queued float64         `json:"waited_for_locks_ms"`
	Waits  []migrationWait `json:"waits"`
	Tries  int             `json:"tries"`
	GaveUp bool            `json:"gave_up"`
	Error  string          `json:"error,omitempty"`
}

type migrationWait struct {
	Table   string  `json:"table"`
	Write   bool    `json:"write"`
	Longest float64 `json:"longest_ms"`
	Count   int     `json:"requests"`
}

func (r *runner) data() migrationData {
	o, p := r.options, r.options.policy()
	d := migrationData{Server: r.server.Version, Own: r.server.Own, Rows: r.measured.Rows[:], Production: p.Production, Given: p.Given, Budget: cli.Milliseconds(o.budget), Tables: []migrationTable{}, Statements: []migrationStatement{}}
	if r.order != nil {
		order := *r.order
		order.Queries, order.Answers, order.Differences = cli.OrNone(order.Queries), cli.OrNone(order.Answers), cli.OrNone(order.Differences)
		d.Order = &order
	}
	for _, f := range r.trial.Filled {
		d.Tables = append(d.Tables, migrationTable{f.Table, f.Rows, f.Why})
	}
	for i, s := range r.measured.Seen[1] {
		m := migrationStatement{Statement: r.measured.Statements[i], Transaction: s.Unit, Took: []float64{}, Spread: cli.Milliseconds(s.Spread), Locks: cli.OrNone(s.Locks), Work: cli.OrNone(s.Work),
			Rewrites: cli.OrNone(s.Rewrites), Outside: s.Outside, Fault: s.Fault, Held: []migrationHeld{}}
		m.SQL = string(report.Text(m.SQL))
		if i < len(r.measured.Seen[0]) {
			m.Took = append(m.Took, cli.Milliseconds(r.measured.Seen[0][i].Took))
		}
		m.Took = append(m.Took, cli.Milliseconds(s.Took))
		for _, h := range r.holds {
			if h.Statement == i {
				m.Held = append(m.Held, r.held(h))
			}
		}
		m.Alone, m.Beside, m.Under = loadedOf(r.alone, s.Unit, false), loadedOf(r.beside, s.Unit, true), loadedOf(r.under, s.Unit, true)
		m.Instead = r.advice[s.Unit].data()
		d.Statements = append(d.Statements, m)
	}
	return d
}

func (r *runner) held(h migration.Held) migrationHeld {
	p := r.options.policy()
	return migrationHeld{
		Table: h.Lock.Table, Index: h.Lock.Index, Mode: h.Lock.Mode, Rows: h.Rows, Reads: h.Rows == 0 && h.Lock.Mode.BlocksReads(), Writes: true,
		Held: []float64{cli.Milliseconds(h.Small), cli.Milliseconds(h.Large)}, Growth: h.Growth, Production: cli.Milliseconds(h.Production), Between: []float64{cli.Milliseconds(h.Low), cli.Milliseconds(h.High)},
		Extrapolate: h.Growth == migration.Grows, Vague: h.Vague, ExceedsAt: h.Exceeds(r.measured.Rows, p.Budget), Rewrites: h.Rewrites, Verdict: h.Judge(p),
	}
}

// loadedOf is what happened to a transaction, nil when that was not tried.
func loadedOf(all []migration.Loaded, unit int, aside bool) *migrationLoaded {
	i := slices.IndexFunc(all, func(l migration.Loaded) bool { return l.Unit == unit && l.Aside == aside })
	if i < 0 {
		return nil
	}
	l := all[i]
	m := &migrationLoaded{Took: cli.Milliseconds(l.Took), Queued: cli.Milliseconds(l.Queued), Waits: []migrationWait{}, Tries: l.Tries, GaveUp: l.GaveUp}
	for _, w := range l.Waits {
		m.Waits = append(m.Waits, migrationWait{w.Table, w.Write, cli.Milliseconds(w.Longest), w.Count})
	}
	if l.Fault != nil {
		m.Error = l.Fault.Message
	}
	return m
}

// close reports and gates.
func (r *runner) close(out *cli.Output) error {
	o := r.options
	n := 0
	for _, s := range r.measured.Statements {
		n += cli.Count(!s.Implied)
	}
	rep := &report.Report{Partial: r.partial, Findings: r.findings(), Data: r.data(), Notes: r.notes, Unknown: r.open, Sections: r.sections(),
		Summary: report.Summary{Counts: []report.Count{{Name: "statements", N: n}}}}
	above := 0
	for _, f := range rep.Findings {
		above += cli.Count(f.Level > judge.Note)
	}
	rep.Summary.Text = fmt.Sprintf("%s on PostgreSQL %s, %s a table: %s.", cli.Plural(n, "statement"), r.server.Version, cli.Plural(o.rows, "row"),
		map[bool]string{true: "nothing was found to keep others waiting for longer than the budget", false: cli.Plural(above, "finding")}[above == 0])
	for _, question := range r.open {
		rep.Notes = append(rep.Notes, "not known: "+question)
	}
	if len(r.open) > 0 {
		rep.Summary.Text = strings.TrimSuffix(rep.Summary.Text, ".") + ", and " + cli.Plural(len(r.open), "open question") + "."
	}
	return out.End(rep, nil, o.failOn.Check)
}

// location is where a statement stands.
func location(s migration.Statement) report.Location {
	if s.File == "" {
		return report.Location{Command: trial.Short(s.SQL, 60)}
	}
	return report.Location{File: worktree.DisplayPath(s.File), Start: report.Position{Line: s.Line}}
}

func (r *runner) findings() (all []report.Finding) {
	data := r.data()
	for _, f := range r.found {
		s := r.measured.Statements[f.Statement]
		if f.Statement < len(data.Statements) {
			f.Evidence = data.Statements[f.Statement]
		}
		one := report.Finding{Finding: f.Finding, Location: location(s), Fingerprint: cli.Fingerprint(f.Rule, strings.Join(strings.Fields(s.SQL), " "))}
		if text := r.waited(f); text != "" {
			one.Details = append(one.Details, report.Detail{Label: "waited", Text: text})
		}
		if text := r.timedOut(f); text != "" {
			one.Details = append(one.Details, report.Detail{Label: "lock_timeout", Text: text})
		}
		if a := r.advice[r.unit(f.Statement)]; f.Held != nil && f.Level > judge.Note && a != nil && a.better {
			lines, result := a.words(r.measured.Rows[1], r.options.policy().Production)
			for i, line := range lines {
				one.Details = append(one.Details, report.Detail{Label: map[bool]string{true: "instead", false: "then"}[i == 0], Text: line})
			}
			one.Details = append(one.Details, report.Detail{Label: "tried", Text: result})
			one.Help = "Write it as was tried, with SET lock_timeout before each statement that takes a strong lock."
		}
		one.Details = append(one.Details, report.Detail{Label: "reproduce", Text: r.again(), Code: true})
		all = append(all, one)
	}
	return all
}

// waited says who waited for a statement, as it was measured.
func (r *runner) waited(f migration.Found) string {
	if f.Held == nil {
		return ""
	}
	var parts []string
	for _, run := range []struct {
		loaded []migration.Loaded
		words  string
		aside  bool
	}{{r.alone, "", false}, {r.beside, fmt.Sprintf("beside a transaction open for %s ", cli.ShortDuration(r.options.old)), true}} {
		i := slices.IndexFunc(run.loaded, func(l migration.Loaded) bool { return l.Unit == r.unit(f.Statement) && l.Aside == run.aside })
		if i < 0 {
			continue
		}
		reads, writes := run.loaded[i].Longest(f.Held.Lock.Table, false), run.loaded[i].Longest(f.Held.Lock.Table, true)
		if reads > 0 || writes > 0 {
			parts = append(parts, fmt.Sprintf("%s%s", run.words, waitWords(reads, writes)))
		}
	}
	return strings.Join(parts, "; ")
}

func waitWords(reads, writes time.Duration) string {
	var parts []string
	if reads > 0 {
		parts = append(parts, "reads "+judge.Millis(reads))
	}
	if writes > 0 {
		parts = append(parts, "writes "+judge.Millis(writes))
	}
	if parts == nil {
		return "nobody"
	}
	return strings.Join(parts, ", ")
}

// timedOut says what happened to the transaction of a finding under a lock_timeout.
func (r *runner) timedOut(f migration.Found) string {
	i := slices.IndexFunc(r.under, func(l migration.Loaded) bool { return f.Held != nil && l.Unit == r.unit(f.Statement) && l.Aside })
	if i < 0 {
		return ""
	}
	return timeoutWords(r.under[i], r.options.lockTimeout)
}

// timeoutWords say what a lock_timeout did.
func timeoutWords(l migration.Loaded, timeout time.Duration) string {
	text := "it does not strike"
	if l.GaveUp {
		text = fmt.Sprintf("with %s it gives up beside an open transaction", cli.ShortDuration(timeout))
		if l.Fault == nil {
			text += fmt.Sprintf(", and goes through at try %d", l.Tries)
		}
	}
	if l.Fault != nil {
		text += "; tried again it fails: " + l.Fault.Message
	}
	return text + "; meanwhile waited: " + waitWords(l.Longest("", false), l.Longest("", true))
}

// again is the command that measures the same once more.
func (r *runner) again() string {
	o := r.options
	words := append([]string{"snag", "block", "migration"}, o.files...)
	for _, name := range o.schema {
		words = append(words, "--schema", name)
	}
	if o.from != "" {
		words = append(words, "--from", o.from)
	}
	if o.transaction {
		words = append(words, "--transaction")
	}
	if o.postgres != "" {
		words = append(words, "--postgres", report.RedactURLs(o.postgres))
	}
	for _, name := range o.down {
		words = append(words, "--down", name)
	}
	if o.queries != "" {
		words = append(words, "--queries", o.queries)
	}
	if o.before != "" {
		words = append(words, "--before", o.before)
	}
	if o.back != "" {
		words = append(words, "--down-command", o.back)
	}
	words = append(words, "--rows", fmt.Sprint(o.rows))
	if o.production > 0 {
		words = append(words, "--production-rows", fmt.Sprint(o.production))
	}
	if o.command != nil {
		words = append(append(words, "--"), o.command...)
	}
	return cli.RedactedLine(words)
}

// mostRows is how many statements the table of people shows.
const mostRows = 60

func (r *runner) sections() []report.Section {
	t := report.NewTable("STATEMENT", "LOCK", ">HELD", ">IN PRODUCTION", "WAITED")
	p := r.options.policy()
	shown, left := 0, 0
	for _, s := range r.measured.Statements {
		left += cli.Count(!s.Implied)
	}
	for i, s := range r.measured.Seen[1] {
		statement := r.measured.Statements[i]
		holds := slices.DeleteFunc(slices.Clone(r.holds), func(h migration.Held) bool { return h.Statement != i })
		if statement.Implied || len(holds) == 0 && (len(r.measured.Seen[1]) > mostRows || r.options.command != nil) || shown == mostRows {
			continue
		}
		shown++
		left--
		name := trial.Short(statement.SQL, 38)
		if statement.File != "" {
			name = fmt.Sprintf("%d: %s", statement.Line, name)
		}
		if len(holds) == 0 {
			t.Add(name, report.Muted.Cell("none that others wait for"), judge.Millis(s.Took), "", "")
			continue
		}
		for j, h := range holds {
			tone := map[migration.Verdict]report.Tone{migration.Blocks: report.Bad, migration.Undetermined: report.Warn, migration.Harmless: report.Good}[h.Judge(p)]
			if j > 0 {
				name = ""
			}
			lock := fmt.Sprintf("%s on %s", h.Lock.Mode, h.Lock.Table)
			switch {
			case h.Rows > 0:
				lock = fmt.Sprintf("%s of %s", cli.Plural(int(h.Rows), "row"), h.Lock.Table)
			case h.Rewrites:
				lock += ", written anew"
			case h.Lock.Index != "":
				lock = fmt.Sprintf("%s on %s", h.Lock.Mode, h.Lock.Index)
			}
			production := "the same"
			switch {
			case h.Vague:
				production = "grows, < " + judge.Millis(h.High)
			case h.Growth == migration.Grows:
				production = "~" + judge.Millis(h.Production)
			}
			t.Add(name, tone.Cell(lock), judge.Millis(h.Large), tone.Cell(production), r.tableWaits(s.Unit, h))
		}
	}
	title := fmt.Sprintf("At %s, and extrapolated to %s", cli.Plural(int(r.measured.Rows[1]), "row"), cli.Thousands(p.Production))
	if left > 0 {
		t.Add(report.Muted.Cell("and " + cli.Plural(left, "other statement")))
	}
	return []report.Section{{Title: title, Table: t}}
}

// tableWaits are the waits for a lock beside canaries.
func (r *runner) tableWaits(unit int, h migration.Held) string {
	i := slices.IndexFunc(r.alone, func(l migration.Loaded) bool { return l.Unit == unit })
	if i < 0 {
		return ""
	}
	return waitWords(r.alone[i].Longest(h.Lock.Table, false), r.alone[i].Longest(h.Lock.Table, true))
}

package migration

import (
	"fmt"
	"slices"
	"strings"

	"snag/analyze/judge"
)

// Found is a finding about a statement.
type Found struct {
	judge.Finding
	Statement int
	Held      *Held // what it is about, nil for none
}

// FindHolds returns the findings about locks that are held too long, and the questions that noise leaves open.
func (m Measured) FindHolds(p Policy) (found []Found, open []string) {
	for _, h := range m.Holds(p) {
		switch h.Judge(p) {
		case Blocks:
			// A statement that locks several tables alike, such as a foreign key, is one finding.
			if i := slices.IndexFunc(found, func(f Found) bool {
				return f.Statement == h.Statement && f.Held.Lock.Mode == h.Lock.Mode && f.Held.Rows == 0 && h.Rows == 0
			}); i >= 0 {
				found[i].Held.Also = append(found[i].Held.Also, h.Lock.Table)
				found[i].Held.Rewrites = found[i].Held.Rewrites || h.Rewrites
				found[i].Message = m.Describe(*found[i].Held, p)
				continue
			}
			// The level rests on the locks and the rows alone: a time that is near to the budget would change it from
			// run to run.
			f := Found{Finding: judge.Finding{Rule: RuleLock, Level: judge.Error, Message: m.Describe(h, p)}, Statement: h.Statement, Held: &h}
			switch {
			case h.Rewrites:
				f.Rule = RuleRewrite
			case h.Rows > 0:
				f.Rule = RuleRows
			}
			found = append(found, f)
		case Undetermined:
			open = append(open, fmt.Sprintf("whether %s stays within the budget: between %s and %s", m.name(h.Statement), judge.Millis(h.Low), judge.Millis(h.High)))
		}
	}
	return found, open
}

// name is a statement in a few words.
func (m Measured) name(i int) string { return Name(m.Statements[i].SQL) }

// Name is a statement in one short line.
func Name(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if runes := []rune(text); len(runes) > 50 {
		text = string(runes[:49]) + "…"
	}
	return text
}

// Who are those who wait for a lock.
func (h Held) Who() string {
	switch {
	case h.Rows > 0:
		return "writes to the same rows"
	case h.Lock.Mode.BlocksReads():
		return "reads and writes"
	}
	return "writes"
}

// Describe says what is held, how long, and who waits.
func (m Measured) Describe(h Held, p Policy) string {
	what := fmt.Sprintf("a lock %s on %s", h.Lock.Mode, listed(append([]string{h.Lock.Table}, h.Also...)))
	switch {
	case h.Rows > 0:
		what = fmt.Sprintf("%s of %s", judge.Plural(int(h.Rows), "row"), h.Lock.Table)
	case h.Lock.Index != "":
		what = fmt.Sprintf("a lock %s on the index %s of %s", h.Lock.Mode, h.Lock.Index, h.Lock.Table)
	}
	verb := "holds"
	if h.Rows > 0 {
		verb = "locks"
	}
	text := fmt.Sprintf("%s %s %s", m.name(h.Statement), verb, what)
	if h.Rewrites {
		text += ", which is written anew,"
	}
	text += fmt.Sprintf(" for %s at %s", judge.Millis(h.Large), judge.Plural(int(m.Rows[1]), "row"))
	if h.Until > h.Statement && h.Longest != h.Statement {
		text += fmt.Sprintf(", until its transaction ends: most of it goes into %s", m.name(h.Longest))
	}
	text += fmt.Sprintf("; %s wait.", h.Who())
	if h.Growth == Grows {
		text += " " + h.Expected(p)
		if n := h.Exceeds(m.Rows, p.Budget); n > 0 {
			text += fmt.Sprintf(" The budget of %s is first exceeded at about %s.", judge.Millis(p.Budget), judge.Plural(int(n), "row"))
		}
	}
	return text
}

// Expected says in a sentence how long something that grows takes at the size in production.
func (h Held) Expected(p Policy) string {
	at := judge.Plural(int(p.Production), "row")
	switch {
	case h.Vague:
		return fmt.Sprintf("How long at %s is unknown, at most %s (extrapolated): measure with more rows.", at, judge.Millis(h.High))
	case h.Low < p.Budget && p.Budget < h.High:
		return fmt.Sprintf("At %s it would be about %s, between %s and %s (extrapolated).", at, judge.Millis(h.Production), judge.Millis(h.Low), judge.Millis(h.High))
	}
	return fmt.Sprintf("At %s it would be about %s (extrapolated).", at, judge.Millis(h.Production))
}

// FindQueues returns a note for each transaction that waits for a lock without a limit while others queue behind
// it. Loaded are the transactions beside which another stayed open.
func (m Measured) FindQueues(p Policy, loaded []Loaded) []Found {
	var found []Found
	holds := m.Holds(p)
	for _, l := range loaded {
		reads, writes := l.Longest("", false), l.Longest("", true)
		i := slices.IndexFunc(holds, func(h Held) bool { return m.Seen[1][h.Statement].Unit == l.Unit && h.Queues && h.Rows == 0 })
		if !l.Aside || i < 0 || l.Queued == 0 || max(reads, writes) < l.Queued/2 {
			continue
		}
		h := holds[i]
		who := "writes"
		if h.Lock.Mode.BlocksReads() {
			who = "reads and writes"
		}
		found = append(found, Found{Statement: h.Statement, Held: &h, Finding: judge.Finding{Rule: RuleQueue, Level: judge.Note,
			Message: fmt.Sprintf("%s waited %s for a transaction that had used %s, without a lock_timeout, and %s of %s queued behind it for up to %s.",
				m.name(h.Statement), judge.Millis(l.Queued), h.Lock.Table, who, h.Lock.Table, judge.Millis(max(reads, writes)))}})
	}
	return found
}

// MakesIndex reports whether a statement makes an index beside others that write.
func MakesIndex(sql string) bool {
	words := strings.Fields(strings.ToLower(sql))
	return len(words) > 3 && (words[0] == "create" || words[0] == "reindex") && slices.Contains(words[:min(5, len(words))], "concurrently")
}

// FindInvalid returns a note for each statement that left an unusable index behind when a lock_timeout struck. Loaded
// are the transactions under a lock_timeout.
func (m Measured) FindInvalid(loaded []Loaded) []Found {
	var found []Found
	for _, l := range loaded {
		i := slices.IndexFunc(m.Seen[1], func(s Seen) bool { return s.Unit == l.Unit && s.Outside })
		if len(l.Invalid) == 0 || i < 0 {
			continue
		}
		f := Found{Statement: i, Finding: judge.Finding{Rule: RuleInvalid, Level: judge.Note,
			Message: fmt.Sprintf("%s gives up at a lock_timeout while another transaction stays open, and leaves %s behind: writes keep it up to date, no query uses it.",
				m.name(i), strings.Join(l.Invalid, ", "))}}
		if l.Fault != nil {
			f.Message += " Trying again fails: " + strings.TrimSuffix(l.Fault.Message, ".") + "."
		} else {
			f.Message += " Trying again succeeds and leaves it as it is."
		}
		found = append(found, f)
	}
	return found
}

// FindFaults returns a finding when the migration fails at a size, which it does not on empty tables.
func (m Measured) FindFaults() []Found {
	for size := range m.Seen {
		n := len(m.Seen[size])
		if n == 0 || m.Seen[size][n-1].Fault == nil {
			continue
		}
		last := m.Seen[size][n-1]
		text := fmt.Sprintf("%s fails when the tables have %s: %s.", m.name(n-1), judge.Plural(int(m.Rows[size]), "row"), strings.TrimSuffix(last.Fault.Message, "."))
		if last.Fault.Late {
			text = fmt.Sprintf("%s did not end in the time that a statement may take, when the tables have %s.", m.name(n-1), judge.Plural(int(m.Rows[size]), "row"))
		}
		before := 0
		for _, s := range m.Seen[size][:n-1] {
			if s.Unit != last.Unit {
				before++
			}
		}
		switch {
		case before > 0:
			text += fmt.Sprintf(" What is before it stays: %s of %d.", judge.Plural(before, "statement"), len(m.Statements))
		case n > 1:
			text += " Its transaction is rolled back as a whole."
		}
		return []Found{{Statement: n - 1, Finding: judge.Finding{Rule: RuleFails, Level: judge.Error, Message: text}}}
	}
	return nil
}

// mostListed is how many names a sentence holds.
const mostListed = 4

// listed joins names in a sentence.
func listed(names []string) string {
	switch n := len(names); {
	case n == 1:
		return names[0]
	case n > mostListed:
		return fmt.Sprintf("%s and %d others", strings.Join(names[:mostListed], ", "), n-mostListed)
	default:
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
}

package migration

import (
	"math"
	"slices"
	"time"
)

// Policy is what a migration is judged by.
type Policy struct {
	// Budget is how long a request may wait for a lock of the migration.
	Budget time.Duration
	// Production is the number of rows of a table in production; Given whether somebody has said so.
	Production int64
	Given      bool
}

// Measured is what was seen of all statements, at two sizes of the tables.
type Measured struct {
	Statements []Statement
	Rows       [2]int64
	Seen       [2][]Seen
}

// Growth says how the time of something depends on the number of rows.
type Growth string

// The kinds of growth. Whether something grows follows from rows that were counted, never from times.
const (
	Constant Growth = "constant"
	Grows    Growth = "grows"
)

// Held is a lock of a statement that others wait for, or the rows that it locks.
type Held struct {
	Statement int
	Lock      Lock
	Also      []string // other tables that are locked alike
	Rows      int64    // that are locked, where it is not the table
	// Small and Large are how long it is held at each size, until the end of the transaction.
	Small, Large time.Duration
	// Production is how long that takes at the size in production, between Low and High. It is extrapolated
	// where Growth is Grows, and else it is Large.
	Production, Low, High time.Duration
	Growth                Growth
	// Vague reports whether the times at the two sizes differ by no more than noise: what grows is known, but not
	// how fast, and Production says nothing.
	Vague bool
	// Until is the last statement of the transaction, and Longest the one that takes the most time.
	Until, Longest int
	Rewrites       bool // the table is written anew meanwhile
	Queues         bool // nothing limits how long the statement waits for the lock
}

// Verdict is what is made of a lock.
type Verdict string

// The verdicts.
const (
	Harmless     Verdict = "harmless"
	Blocks       Verdict = "blocks"
	Undetermined Verdict = "undetermined" // it is too near to the budget for what is known of it
)

// Judge says whether the lock is held longer than a request may wait. Without a size in production, whatever grows
// is.
func (h Held) Judge(p Policy) Verdict {
	switch {
	case h.Growth == Grows && !p.Given, h.Low > p.Budget:
		return Blocks
	case h.High > p.Budget:
		return Undetermined
	}
	return Harmless
}

// doubt is the factor by which an extrapolated time may be wrong at least, however often it was measured: caches and
// disks are others there, and the machine is another from run to run.
const doubt = 2

// leastRow is less than any row that is read or written takes: what is counted is so long at least, whatever the noise.
const leastRow = 10 * time.Nanosecond

// grain is what the clock and the scheduler may add to the time of a statement, at least.
const grain = 300 * time.Microsecond

// Holds returns the locks that others wait for, by statements, each with how long it is held.
func (m Measured) Holds(p Policy) []Held {
	var all []Held
	large := m.Seen[1]
	for i, s := range large {
		until := i
		for until+1 < len(large) && large[until+1].Unit == s.Unit {
			until++
		}
		locks := strongest(s.Locks)
		for _, r := range s.Rewrites {
			// The lock for a rewrite may be one that an earlier statement of the transaction has taken.
			if r.Index == "" && r.Bytes > 0 && !slices.ContainsFunc(locks, func(l Lock) bool { return l.Table == r.Table && l.Index == "" }) {
				locks = append(slices.DeleteFunc(locks, func(l Lock) bool { return l.Table == r.Table }), Lock{Table: r.Table, Mode: "AccessExclusiveLock"})
			}
		}
		for _, l := range locks {
			if isBook(l.Table) {
				continue
			}
			h := m.held(i, until, p)
			h.Lock, h.Queues = l, !s.Timeout
			for _, r := range s.Rewrites {
				h.Rewrites = h.Rewrites || r.Table == l.Table && r.Bytes > 0 && (r.Index == "" || l.Index != "")
			}
			if h.Rewrites || !slices.ContainsFunc(all, func(earlier Held) bool {
				return earlier.Rows == 0 && earlier.Lock.Table == l.Table && earlier.Lock.Mode.strength() >= l.Mode.strength() && large[earlier.Statement].Unit == s.Unit
			}) {
				all = append(all, h)
			}
		}
		for _, w := range s.Work {
			changed := w.Updated + w.Deleted
			if changed == 0 || isBook(w.Table) || m.growthOf(func(s Seen) int64 { return changedIn(s, w.Table) }, i, i) != Grows {
				continue
			}
			if slices.ContainsFunc(all, func(h Held) bool {
				return h.Lock.Table == w.Table && h.Lock.Mode.BlocksWrites() && large[h.Statement].Unit == s.Unit
			}) {
				continue // the lock on the table is worse
			}
			h := m.held(i, until, p)
			h.Lock, h.Rows = Lock{Table: w.Table, Mode: "RowExclusiveLock"}, changed
			all = append(all, h)
		}
	}
	return all
}

func changedIn(s Seen, table string) int64 {
	n := int64(0)
	for _, w := range s.Work {
		if w.Table == table {
			n += w.Updated + w.Deleted
		}
	}
	return n
}

// strongest are the locks that somebody waits for, the strongest of each table.
func strongest(locks []Lock) []Lock {
	var found []Lock
	for _, l := range locks {
		if l.Index != "" && !l.Mode.BlocksReads() || !l.Mode.BlocksWrites() {
			continue
		}
		i := slices.IndexFunc(found, func(f Lock) bool { return f.Table == l.Table })
		switch {
		case i < 0:
			found = append(found, l)
		case found[i].Mode.strength() < l.Mode.strength():
			found[i] = l
		case found[i].Mode == l.Mode && found[i].Index != "" && l.Index == "":
			found[i] = l
		}
	}
	return found
}

// work is the number of rows that a statement handled, and of pages that it wrote anew.
func work(s Seen) int64 {
	n := int64(0)
	for _, w := range s.Work {
		n += w.total()
	}
	for _, r := range s.Rewrites {
		n += r.Bytes / 8192
	}
	return n
}

// growthOf reports whether what statements did grows with the rows of the tables.
func (m Measured) growthOf(count func(Seen) int64, from, to int) Growth {
	for i := from; i <= to; i++ {
		if i >= len(m.Seen[0]) || i >= len(m.Seen[1]) {
			continue
		}
		small, large := count(m.Seen[0][i]), count(m.Seen[1][i])
		ratio := float64(m.Rows[1]) / float64(max(1, m.Rows[0]))
		// A batch of rows that the smaller table has not.
		if float64(large) > float64(small)*ratio*1.5 && hasRange(m.Statements[i].SQL) {
			continue
		}
		// A fixed number, such as the rows of a batch, does not grow; what grows does so by the ratio.
		if large > 100 && float64(large) > float64(small)*(1+(ratio-1)/3) {
			return Grows
		}
	}
	return Constant
}

// held is how long what a statement locks stays so.
func (m Measured) held(from, until int, p Policy) Held {
	h := Held{Statement: from, Until: until, Longest: from, Growth: m.growthOf(work, from, until)}
	noise := grain
	for i := from; i <= until; i++ {
		large := m.Seen[1][i]
		h.Large += large.Took
		noise += min(large.Spread, large.Took)
		if large.Took > m.Seen[1][h.Longest].Took {
			h.Longest = i
		}
		if i < len(m.Seen[0]) {
			h.Small += m.Seen[0][i].Took
		}
	}
	if h.Growth == Constant {
		h.Production, h.Low, h.High = h.Large, max(0, h.Large-noise), h.Large+noise
		return h
	}
	steps := float64(p.Production-m.Rows[1]) / float64(max(1, m.Rows[1]-m.Rows[0]))
	at := func(difference time.Duration) time.Duration {
		return max(0, h.Large+time.Duration(float64(max(0, difference))*steps))
	}
	slope := h.Large - h.Small
	h.Vague = slope <= noise && steps > 0
	h.Production, h.Low, h.High = at(slope), at(slope-noise), at(slope+noise)
	if h.Vague { // all of the time may grow with the rows
		h.High = max(h.High, time.Duration(float64(h.Large)*float64(p.Production)/float64(max(1, m.Rows[1]))))
	}
	if steps > 0 {
		h.Low, h.High = max(h.Large, min(h.Low, h.Production/doubt)), max(h.High, doubt*h.Production)
		rows := 0.0
		for i := from; i <= until && i < len(m.Seen[0]); i++ {
			small, large := work(m.Seen[0][i]), work(m.Seen[1][i])
			rows += float64(large) + float64(max(0, large-small))*steps
		}
		h.Low = max(h.Low, time.Duration(rows)*leastRow)
		h.Production, h.High = max(h.Production, h.Low), max(h.High, h.Low)
	}
	return h
}

// Exceeds returns about from which number of rows on a lock is held for longer than the budget, to two digits, 0 when
// that does not depend on them or no estimate can be made.
func (h Held) Exceeds(rows [2]int64, budget time.Duration) int64 {
	slope := float64(h.Large-h.Small) / float64(max(1, rows[1]-rows[0]))
	if h.Growth != Grows || h.Vague || slope <= 0 {
		return 0
	}
	n := max(1, float64(rows[1])+float64(budget-h.Large)/slope)
	digits := math.Pow(10, max(0, math.Floor(math.Log10(n))-1))
	return int64(math.Round(n/digits) * digits)
}

// Package migration judges what a migration of a database does to those who use it meanwhile: which locks it
// takes, how long it holds them and how that grows with the rows, whom it makes wait, and whether the old version
// of an application still works.
package migration

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"snag/analyze/sorting"
)

// Statement is a statement of a migration.
type Statement struct {
	File string `json:"file"` // "" for one that a command sent
	Line int    `json:"line"` // from 1; 0 for one that stands in no file
	SQL  string `json:"sql"`
	// Session numbers the connections of a command, from 0.
	Session int `json:"session"`
	// Implied reports whether it stands for what a tool does around a file: BEGIN and COMMIT.
	Implied bool `json:"implied"`
}

// Mode is a mode of a lock on a table, as pg_locks shows it.
type Mode string

// modes are those of PostgreSQL, the weakest first.
var modes = []Mode{"AccessShareLock", "RowShareLock", "RowExclusiveLock", "ShareUpdateExclusiveLock", "ShareLock", "ShareRowExclusiveLock", "ExclusiveLock", "AccessExclusiveLock"}

// BlocksReads reports whether a SELECT waits for the lock.
func (m Mode) BlocksReads() bool { return m == "AccessExclusiveLock" }

// BlocksWrites reports whether INSERT, UPDATE and DELETE wait for the lock.
func (m Mode) BlocksWrites() bool { return slices.Index(modes, m) >= slices.Index(modes, "ShareLock") }

// String returns the mode as LOCK TABLE names it.
func (m Mode) String() string {
	var b strings.Builder
	for i, r := range strings.TrimSuffix(string(m), "Lock") {
		if i > 0 && r >= 'A' && r <= 'Z' {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
	}
	return strings.ToUpper(b.String())
}

func (m Mode) strength() int { return slices.Index(modes, m) }

// Lock is a lock on a table that was there before the migration.
type Lock struct {
	Table string `json:"table"`
	// Index is the index of the table that is locked, "" for the table itself. Whoever reads the table looks at
	// its indexes.
	Index string `json:"index,omitempty"`
	Mode  Mode   `json:"mode"`
}

// Work is what a statement did with the rows of a table.
type Work struct {
	Table    string `json:"table"`
	Read     int64  `json:"read"` // by scans of the table and of its indexes
	Inserted int64  `json:"inserted"`
	Updated  int64  `json:"updated"`
	Deleted  int64  `json:"deleted"`
}

func (w Work) total() int64 { return w.Read + w.Inserted + w.Updated + w.Deleted }

// Rewrite is a table, or one of its indexes, that was written anew.
type Rewrite struct {
	Table string `json:"table"`
	Index string `json:"index,omitempty"` // "" for the table itself
	Bytes int64  `json:"bytes"`           // afterwards
}

// Fault is an error of the server.
type Fault struct {
	Code    string `json:"code"` // the SQLSTATE, "" when the server sent none
	Message string `json:"message"`
	// Late reports whether the statement was given up because its time was over.
	Late bool `json:"late"`
}

// Seen is what one statement did while nobody else was there.
type Seen struct {
	// Unit numbers the transactions: statements with the same number hold their locks until the last of them.
	Unit int           `json:"unit"`
	Took time.Duration `json:"took_ns"`
	// Spread is by how much repetitions took longer than the quickest.
	Spread   time.Duration `json:"spread_ns"`
	Locks    []Lock        `json:"locks"` // that were not held before
	Work     []Work        `json:"work"`
	Rewrites []Rewrite     `json:"rewrites"`
	// Outside reports whether it can run in no transaction; its locks were looked for while it ran.
	Outside bool `json:"outside"`
	// Names are the tables that such a statement names, itself or by an index: on tables without rows it may be over
	// before anybody has looked.
	Names []string `json:"names,omitempty"`
	// Timeout reports whether the session had a lock_timeout.
	Timeout bool   `json:"lock_timeout"`
	Fault   *Fault `json:"fault,omitempty"`
}

// Waiting is how long somebody waited for locks of a migration.
type Waiting struct {
	Table   string        `json:"table"`
	Write   bool          `json:"write"`
	Longest time.Duration `json:"longest_ns"`
	// Count are the requests that waited, of which one came each few milliseconds.
	Count int `json:"count"`
}

// Loaded is what happened to a transaction while others read and wrote the tables.
type Loaded struct {
	Unit   int           `json:"unit"`
	Took   time.Duration `json:"took_ns"`
	Queued time.Duration `json:"queued_ns"` // that it waited for locks itself
	Waits  []Waiting     `json:"waits"`
	Aside  bool          `json:"old_transaction"` // another transaction was open, which had read and written the tables
	Tries  int           `json:"tries"`           // under a lock_timeout, until it went through
	GaveUp bool          `json:"gave_up"`         // at the lock_timeout, at the first try
	// Invalid are the indexes that were left behind unusable when it gave up.
	Invalid []string `json:"invalid_indexes,omitempty"`
	Fault   *Fault   `json:"fault,omitempty"`
	Samples int      `json:"-"`
}

// Longest returns the longest wait of reads or of writes of a table, of any table for "".
func (l Loaded) Longest(table string, write bool) time.Duration {
	longest := time.Duration(0)
	for _, w := range l.Waits {
		if w.Write == write && (table == "" || w.Table == table) {
			longest = max(longest, w.Longest)
		}
	}
	return longest
}

// Least joins repetitions of a run: the quickest time of each statement and everything that was seen of it.
func Least(runs [][]Seen) []Seen {
	if len(runs) == 0 {
		return nil
	}
	all := slices.Clone(runs[0])
	for i := range all {
		slowest := all[i].Took
		for _, run := range runs[1:] {
			if i >= len(run) {
				continue
			}
			all[i].Took, slowest = min(all[i].Took, run[i].Took), max(slowest, run[i].Took)
			for _, l := range run[i].Locks {
				if !slices.Contains(all[i].Locks, l) {
					all[i].Locks = append(all[i].Locks, l)
				}
			}
			if all[i].Fault == nil {
				all[i].Fault = run[i].Fault
			}
		}
		all[i].Spread = slowest - all[i].Took
		sorting.Stable(all[i].Locks, func(a, b Lock) int {
			return cmp.Or(strings.Compare(a.Table, b.Table), strings.Compare(a.Index, b.Index), cmp.Compare(a.Mode.strength(), b.Mode.strength()))
		})
	}
	return all
}

// Touched are the tables on which statements took a lock that others can notice, or whose rows they changed, in
// the order of the statements.
func Touched(seen []Seen) []string {
	var names []string
	add := func(name string) {
		if !slices.Contains(names, name) && !isBook(name) {
			names = append(names, name)
		}
	}
	for _, s := range seen {
		for _, l := range s.Locks {
			if l.Mode.strength() > 0 {
				add(l.Table)
			}
		}
		for _, w := range s.Work {
			add(w.Table)
		}
		for _, name := range s.Names {
			add(name)
		}
	}
	return names
}

// Changed are the tables whose definition statements change: those on which they took a lock for which writes wait.
func Changed(seen []Seen) []string {
	var names []string
	for _, s := range seen {
		for _, l := range s.Locks {
			if l.Mode.BlocksWrites() && l.Index == "" && !slices.Contains(names, l.Table) {
				names = append(names, l.Table)
			}
		}
	}
	return names
}

// Short returns the tables with fewer than rows rows of which statements changed all: nothing is known of how that
// grows. A single row is what tools keep their books in.
func Short(seen []Seen, filled map[string]int64, rows int64) []string {
	var names []string
	for _, s := range seen {
		for _, w := range s.Work {
			if has, ok := filled[w.Table]; ok && has > 1 && has < rows/2 && w.Updated+w.Deleted >= has && !slices.Contains(names, w.Table) {
				names = append(names, w.Table)
			}
		}
		for _, l := range s.Locks {
			if has, ok := filled[l.Table]; ok && has < rows/2 && l.Mode.BlocksWrites() && work(s) > 0 && !slices.Contains(names, l.Table) {
				names = append(names, l.Table)
			}
		}
		for _, r := range s.Rewrites {
			if has, ok := filled[r.Table]; ok && has < rows/2 && r.Bytes > 0 && !slices.Contains(names, r.Table) {
				names = append(names, r.Table)
			}
		}
	}
	return names
}

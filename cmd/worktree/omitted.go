package worktree

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"snag/analyze/judge"
	"snag/analyze/regex/audit"
	"snag/cmd/report"
	"snag/probe/source"
)

// Omitted is what of the inputs is not read.
type Omitted struct {
	Unreadable []Unreadable
	Skipped    []LeftOut
	Missing    error // Why an input that was asked for by name is not there
}

// LeaveOut notes that a file is not read, which reports call by name. What was to be read and could not
// be is a problem; the rest is as it should be.
func (o *Omitted) LeaveOut(name string, f source.File, skip *source.Skip) {
	switch skip.Reason {
	case source.Unreadable, source.TooLarge, source.NotSource:
	case source.NotRegular, source.Binary:
		if f.Named {
			break
		}
		fallthrough
	default:
		o.Skipped = append(o.Skipped, LeftOut{report.Text(name), skip.Reason.String(), report.Text(skip.Detail)})
		return
	}
	o.Unreadable = append(o.Unreadable, Unreadable{report.Text(name), report.Text(cmp.Or(skip.Detail, skip.String()))})
	if f.Named && skip.Reason == source.Unreadable {
		o.Missing = fmt.Errorf("%s: %s", name, skip)
	}
}

// Unreadable is a file that could not be read, in data.unreadable.
type Unreadable struct {
	File   report.Text `json:"file"`
	Reason report.Text `json:"reason"`
}

// Finding says that the file was not read.
func (u Unreadable) Finding() report.Finding {
	return report.Finding{
		Finding:  judge.Finding{Rule: audit.RuleUnreadable, Level: judge.Warning, Message: fmt.Sprintf("Not read: %s.", u.Reason), Evidence: u},
		Location: report.Location{File: string(u.File)},
	}
}

// LeftOut is a file or folder that was left out on purpose, in data.skipped.
type LeftOut struct {
	File   report.Text `json:"file"`
	Reason string      `json:"reason"`
	Detail report.Text `json:"detail,omitempty"` // what shows it
}

// includes are the flags that bring back what was left out for a reason.
var includes = map[string]string{
	source.Ignored.String():  "--include-ignored",
	source.Vendored.String(): "--include-vendored",
	source.Minified.String(): "--include-minified",
	source.Built.String():    "--include-built",
	source.Excluded.String(): "--no-config",
}

// LeftOutNote sums up what was left out, "" for nothing worth a word.
func LeftOutNote(skipped []LeftOut) string {
	counts := map[string]int{}
	var reasons []string
	for _, s := range skipped {
		if s.Reason == source.Repository.String() {
			continue // nobody expects these to be read
		}
		if counts[s.Reason]++; counts[s.Reason] == 1 {
			reasons = append(reasons, s.Reason)
		}
	}
	if len(reasons) == 0 {
		return ""
	}
	slices.Sort(reasons)
	for i, r := range reasons {
		reasons[i] = fmt.Sprintf("%s (%d)", r, counts[r])
		if flag := includes[r]; flag != "" {
			reasons[i] = fmt.Sprintf("%s (%d; %s)", r, counts[r], flag)
		}
	}
	return LeftOutPrefix + strings.Join(reasons, ", ")
}

// LeftOutPrefix begins the text of LeftOutNote.
const LeftOutPrefix = "left out: "

// Reason is the cause of a failed file operation without the path, which is told elsewhere.
func Reason(err error) string {
	if e, ok := errors.AsType[*os.PathError](err); ok {
		return e.Err.Error()
	}
	return err.Error()
}

package cmd

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

// omitted is what of the inputs is not read.
type omitted struct {
	unreadable []unreadableItem
	skipped    []leftOut
	missing    error // why an input that was asked for by name is not there
}

// leaveOut notes that a file is not read, which reports call by name. What was to be read and could not
// be is a problem; the rest is as it should be.
func (o *omitted) leaveOut(name string, f source.File, skip *source.Skip) {
	switch skip.Reason {
	case source.Unreadable, source.TooLarge, source.NotSource:
	case source.NotRegular, source.Binary:
		if f.Named {
			break
		}
		fallthrough
	default:
		o.skipped = append(o.skipped, leftOut{report.Text(name), skip.Reason.String()})
		return
	}
	o.unreadable = append(o.unreadable, unreadableItem{report.Text(name), report.Text(cmp.Or(skip.Detail, skip.String()))})
	if f.Named && skip.Reason == source.Unreadable {
		o.missing = fmt.Errorf("%s: %s", name, skip)
	}
}

// unreadableItem is a file that could not be read, in data.unreadable.
type unreadableItem struct {
	File   report.Text `json:"file"`
	Reason report.Text `json:"reason"`
}

func (u unreadableItem) finding() report.Finding {
	return report.Finding{
		Finding:  judge.Finding{Rule: audit.RuleUnreadable, Level: judge.Warning, Message: fmt.Sprintf("Not read: %s.", u.Reason), Evidence: u},
		Location: report.Location{File: string(u.File)},
	}
}

// leftOut is a file or folder that was left out on purpose, in data.skipped.
type leftOut struct {
	File   report.Text `json:"file"`
	Reason string      `json:"reason"`
}

// leftOutNote sums up what was left out, "" for nothing worth a word.
func leftOutNote(skipped []leftOut) string {
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
	}
	return leftOutPrefix + strings.Join(reasons, ", ")
}

const leftOutPrefix = "left out: "

// reason is the cause of a failed file operation without the path, which is told elsewhere.
func reason(err error) string {
	if e, ok := errors.AsType[*os.PathError](err); ok {
		return e.Err.Error()
	}
	return err.Error()
}

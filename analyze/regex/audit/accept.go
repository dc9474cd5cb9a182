package audit

import (
	"bytes"
	"fmt"

	"snag/analyze/source/extract"
	"snag/analyze/source/scan"
)

// An Insertion is text that goes into a source file at a byte offset.
type Insertion struct {
	Offset int
	Text   string
	// Reason is the offset within Text at which the reason stands, or is to be written.
	Reason int
}

// comments are the ways in which languages write a comment of one line.
var comments = []string{"// %s", "# %s", "{/* %s */}", "/* %s */", "<!-- %s -->"}

// Accept returns the comment that accepts the findings of a rule on one of the lines, counted from 1, in front of
// it or at its end, as the language of the file writes comments there. With the reason "" the comment suppresses
// nothing until somebody writes one. ok is false where no form of comment was read as one there without changing
// any regex of the file.
func Accept(l extract.Language, content []byte, rule, reason string, lines ...int) (in Insertion, ok bool) {
	before := l.Extract(content)
	for _, line := range lines {
		start, end := lineAt(content, line)
		indent := content[start : start+len(content[start:end])-len(bytes.TrimLeft(content[start:end], " \t"))]
		newline := "\n"
		if bytes.HasPrefix(content[end:], []byte("\r\n")) {
			newline = "\r\n"
		}
		for _, form := range comments {
			for _, place := range []struct {
				offset        int
				before, after string
				shift         int
			}{{start, string(indent), newline, 1}, {end, " ", "", 0}} {
				write := func(reason string) Insertion {
					head, _, _ := bytes.Cut([]byte(form), []byte("%s"))
					mark := fmt.Sprintf("snag-ignore[%s]: ", rule)
					return Insertion{place.offset, place.before + fmt.Sprintf(form, mark+reason) + place.after, len(place.before) + len(head) + len(mark)}
				}
				const tried = "a reason"
				if accepts(before, l.Extract(insert(content, write(tried))), rule, tried, line+place.shift) {
					return write(reason), true
				}
			}
		}
	}
	return in, false
}

func insert(content []byte, in Insertion) []byte {
	out := make([]byte, 0, len(content)+len(in.Text))
	return append(append(append(out, content[:in.Offset]...), in.Text...), content[in.Offset:]...)
}

// accepts reports whether a file has the same regexes as before, and one more comment, which accepts a rule on a line.
func accepts(before, after *extract.File, rule, reason string, line int) bool {
	if len(after.Literals) != len(before.Literals) || len(after.Suppressions) != len(before.Suppressions)+1 {
		return false
	}
	for i := range before.Literals {
		old, now := &before.Literals[i], &after.Literals[i]
		if now.Pattern != old.Pattern || now.Flags != old.Flags || now.Partial != old.Partial || now.Kind != old.Kind {
			return false
		}
	}
	for i := range after.Suppressions {
		if speaks(&after.Suppressions[i], rule, reason, line) {
			return true
		}
	}
	return false
}

func speaks(s *scan.Suppression, rule, reason string, line int) bool {
	return s.AppliesTo == line && s.Reason == reason && s.Covers(rule)
}

// lineAt returns the offsets of a line, counted from 1, without its terminator: LF, CRLF or CR.
func lineAt(content []byte, line int) (start, end int) {
	for ; line > 1; line-- {
		i := bytes.IndexAny(content[start:], "\r\n")
		if i < 0 {
			return len(content), len(content)
		}
		start += i + 1
		if content[start-1] == '\r' && start < len(content) && content[start] == '\n' {
			start++
		}
	}
	if i := bytes.IndexAny(content[start:], "\r\n"); i >= 0 {
		return start, start + i
	}
	return start, len(content)
}

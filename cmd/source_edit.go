package cmd

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"

	"snag/analyze/source/extract"
)

// edit is a change to a source file: the bytes from start to end become text, and the pattern that
// they spell becomes another.
type edit struct {
	start, end int
	text       string
	pattern    string
}

// sourceEdits are the changes to one source file.
type sourceEdits struct {
	name     string // as reports show it
	path     string // "" for source text from stdin
	language extract.Language
	content  []byte // of the file when it was read
	edits    []edit
}

var (
	errChangedFile = errors.New("the file has changed since it was read; nothing was written")
	errOverlap     = errors.New("two rewrites overlap; nothing was written")
	errUnfaithful  = errors.New("the rewritten file would not hold the patterns that it should; nothing was written")
)

// result returns the content with the edits made. It reads the result as the audit would and fails
// unless every pattern is there as before, but for those that were to change.
func (s *sourceEdits) result() ([]byte, error) {
	slices.SortFunc(s.edits, func(a, b edit) int { return cmp.Compare(a.start, b.start) })
	var out []byte
	at := 0
	for _, e := range s.edits {
		if e.start < at || e.end < e.start || e.end > len(s.content) {
			return nil, errOverlap
		}
		out = append(append(out, s.content[at:e.start]...), e.text...)
		at = e.end
	}
	out = append(out, s.content[at:]...)

	before, after := s.language.Extract(s.content), s.language.Extract(out)
	if len(before.Literals) != len(after.Literals) || len(before.Suppressions) != len(after.Suppressions) {
		return nil, errUnfaithful
	}
	changed := 0
	for i := range before.Literals {
		old, now := &before.Literals[i], &after.Literals[i]
		want := old.Pattern
		if j := slices.IndexFunc(s.edits, func(e edit) bool { return e.start == old.At.Start.Offset && e.end == old.At.End.Offset }); j >= 0 && !old.Partial {
			want = s.edits[j].pattern
			changed++
		}
		if now.Pattern != want || now.Flags != old.Flags || now.Partial != old.Partial || now.Kind != old.Kind {
			return nil, errUnfaithful
		}
	}
	if changed < len(s.edits) {
		return nil, errUnfaithful
	}
	return out, nil
}

// write makes the edits in the file, as a whole or not at all, unless it has changed meanwhile.
func (s *sourceEdits) write() error {
	out, err := s.result()
	if err != nil {
		return err
	}
	if err := s.unchanged(); err != nil {
		return err
	}
	t, err := newTarget(s.path, nil)
	if err != nil {
		return err
	}
	defer t.discard()
	if _, err := t.Write(out); err != nil {
		return fmt.Errorf("writing the rewritten file: %w", err)
	}
	if err := s.unchanged(); err != nil { // as late as can be
		return err
	}
	return t.commit()
}

// unchanged fails when the file is not what was read.
func (s *sourceEdits) unchanged() error {
	now, err := os.ReadFile(s.path)
	if err != nil {
		return err
	}
	if !bytes.Equal(now, s.content) {
		return errChangedFile
	}
	return nil
}

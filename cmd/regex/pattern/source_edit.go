package pattern

import (
	"bytes"
	"errors"
	"fmt"
	"os"

	"snag/analyze/regex/audit"
	"snag/analyze/source/extract"
	"snag/cmd/cli"
)

// SourceEdits are the changes to one source file.
type SourceEdits struct {
	Name     string // as reports show it
	path     string // "" for source text from stdin
	Language extract.Language
	Content  []byte // of the file when it was read
	Edits    []audit.Edit
}

var errChangedFile = errors.New("the file has changed since it was read; nothing was written")

// Result returns the content with the edits made, unless they do more than they should.
func (s *SourceEdits) Result() ([]byte, error) { return audit.Apply(s.Language, s.Content, s.Edits) }

// Lines returns the lines that an edit touches as they become, without the end of the last one.
func (s *SourceEdits) Lines(e audit.Edit) string {
	from := bytes.LastIndexAny(s.Content[:e.Start], "\r\n") + 1
	to := len(s.Content)
	if i := bytes.IndexAny(s.Content[e.End:], "\r\n"); i >= 0 {
		to = e.End + i
	}
	return string(s.Content[from:e.Start]) + e.Text + string(s.Content[e.End:to])
}

// Write makes the edits in the file, as a whole or not at all, unless it has changed meanwhile.
func (s *SourceEdits) Write() error {
	out, err := s.Result()
	if err != nil {
		return err
	}
	if err := s.unchanged(); err != nil {
		return err
	}
	info, err := os.Stat(s.path)
	if err != nil {
		return err
	}
	if err := cli.Replaceable(info); err != nil {
		return fmt.Errorf("not rewritten: %w", err)
	}
	t, err := cli.NewTarget(s.path, nil)
	if err != nil {
		return err
	}
	defer t.Discard()
	if _, err := t.Write(out); err != nil {
		return fmt.Errorf("writing the rewritten file: %w", err)
	}
	if err := s.unchanged(); err != nil { // as late as can be
		return err
	}
	return t.Commit()
}

// unchanged fails when the file is not what was read.
func (s *SourceEdits) unchanged() error {
	now, err := os.ReadFile(s.path)
	if err != nil {
		return err
	}
	if !bytes.Equal(now, s.Content) {
		return errChangedFile
	}
	return nil
}

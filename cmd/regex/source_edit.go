package regex

import (
	"bytes"
	"errors"
	"fmt"
	"os"

	"snag/analyze/regex/audit"
	"snag/analyze/source/extract"
	"snag/cmd/cli"
)

// sourceEdits are the changes to one source file.
type sourceEdits struct {
	name     string // as reports show it
	path     string // "" for source text from stdin
	language extract.Language
	content  []byte // of the file when it was read
	edits    []audit.Edit
}

var errChangedFile = errors.New("the file has changed since it was read; nothing was written")

// result returns the content with the edits made, unless they do more than they should.
func (s *sourceEdits) result() ([]byte, error) { return audit.Apply(s.language, s.content, s.edits) }

// lines returns the lines that an edit touches as they become, without the end of the last one.
func (s *sourceEdits) lines(e audit.Edit) string {
	from := bytes.LastIndexAny(s.content[:e.Start], "\r\n") + 1
	to := len(s.content)
	if i := bytes.IndexAny(s.content[e.End:], "\r\n"); i >= 0 {
		to = e.End + i
	}
	return string(s.content[from:e.Start]) + e.Text + string(s.content[e.End:to])
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

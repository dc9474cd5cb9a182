package regex

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"strings"

	"snag/analyze/regex/syntax"
	"snag/analyze/source/extract"
	"snag/analyze/wtf8"
	"snag/cmd/cli"
	"snag/cmd/regex/pattern"
	"snag/cmd/report"
	"snag/cmd/worktree"
	"snag/probe/source"
)

// units returns the inputs in their order: patterns of the command line, of a list, source files.
func (o *regexOptions) units(ctx context.Context) (iter.Seq[pattern.Unit], error) {
	var all []iter.Seq[pattern.Unit]
	if len(o.expressions) > 0 {
		var subjects []pattern.Subject
		for i, text := range o.expressions {
			subjects = append(subjects, o.pattern.Subject(fmt.Sprintf("e%d", i+1), pattern.FromArgument(text)))
		}
		all = append(all, o.divided(slices.Values([]pattern.Unit{{Name: "-e", Subjects: subjects}})))
	}
	stdin := o.list == "-"
	if o.list != "" {
		list, err := o.openList(ctx)
		if err != nil {
			return nil, err
		}
		all = append(all, o.divided(list))
	}
	paths := o.paths
	if len(paths) == 0 && len(all) == 0 {
		paths = []string{"."}
	}
	if i := slices.Index(paths, "-"); i >= 0 {
		if stdin {
			return nil, cli.Usagef("stdin cannot be both a list of patterns and source text")
		}
		source, err := o.stdinSource(ctx)
		if err != nil {
			return nil, err
		}
		all = append(all, o.divided(source))
		paths = slices.Delete(slices.Clone(paths), i, i+1)
	}
	if len(paths) > 0 {
		all = append(all, worktree.Balance(&o.shard, o.sourceFiles(ctx, paths), func(u pattern.Unit) (string, int64) { return u.Name, u.File.Size }))
	}
	return func(yield func(pattern.Unit) bool) {
		for _, units := range all {
			for u := range units {
				if !yield(u) {
					return
				}
			}
		}
	}, nil
}

// divided returns the parts of units that the shard takes.
func (o *regexOptions) divided(units iter.Seq[pattern.Unit]) iter.Seq[pattern.Unit] {
	return func(yield func(pattern.Unit) bool) {
		for u := range units {
			if part, ok := u.Part(&o.shard); ok && !yield(part) {
				return
			}
		}
	}
}

func (o *regexOptions) stdinSource(ctx context.Context) (iter.Seq[pattern.Unit], error) {
	language, ok := extract.ByPath(o.stdinName)
	if !ok {
		return nil, cli.Usagef("--stdin-name %s: the ending must be one of %s", o.stdinName, strings.Join(extract.Endings(), " "))
	}
	read := func() ([]byte, *source.Skip) {
		text, err := io.ReadAll(interruptible{ctx, o.stdio.In})
		if err != nil {
			return nil, &source.Skip{Reason: source.Unreadable, Detail: worktree.Reason(err), Err: err}
		}
		return text, nil
	}
	language = o.inDialect(language)
	u := pattern.Unit{Name: worktree.DisplayPath(o.stdinName), Language: language, Read: read}
	u.File = source.File{Path: o.stdinName, Language: language, Named: true}
	return slices.Values([]pattern.Unit{u}), nil
}

// inDialect returns a language of data whose patterns are of the dialect that was asked for where the
// data itself tells none. Other languages know theirs.
func (o *regexOptions) inDialect(l extract.Language) extract.Language {
	if l.Data {
		l.Dialect = o.pattern.DialectValue()
	}
	return l
}

// interruptible reads until ctx ends. A read that is under way then is left behind.
type interruptible struct {
	ctx context.Context
	r   io.Reader
}

func (i interruptible) Read(p []byte) (int, error) {
	buffer := make([]byte, len(p)) // p must not be written to after Read returned
	n, err := cli.UnlessDone(i.ctx, func() (int, error) { return i.r.Read(buffer) })
	return copy(p, buffer[:n]), err
}

// openFile opens a file for reading, which takes until there is a writer when it is a named pipe.
func openFile(ctx context.Context, path string) (*os.File, error) {
	return cli.UnlessDone(ctx, func() (*os.File, error) { return os.Open(path) })
}

// listEntry is a line of a list of patterns. Other keys are ignored.
type listEntry struct {
	ID      any          `json:"id"`
	Pattern *wtf8.String `json:"pattern"`
	Flags   wtf8.String  `json:"flags"`
	Dialect string       `json:"dialect"`
	Mode    string       `json:"mode"`
}

const (
	listBatch   = 64       // patterns in a unit
	longestLine = 64 << 20 // bytes of a line in a list
)

// openList opens the list of patterns.
func (o *regexOptions) openList(ctx context.Context) (iter.Seq[pattern.Unit], error) {
	r, name := o.stdio.In, "stdin"
	var file *os.File
	if o.list != "-" {
		var err error
		if file, err = openFile(ctx, o.list); err != nil {
			return nil, fmt.Errorf("cannot read the patterns: %w", err)
		}
		r, name = file, worktree.DisplayPath(o.list)
	}
	return func(yield func(pattern.Unit) bool) {
		if file != nil {
			defer file.Close()
		}
		readList(name, bufio.NewReaderSize(interruptible{ctx, r}, 1<<16), o.pattern.DialectValue(), yield)
	}, nil
}

// readList yields the patterns of a list in units of some size. A line that cannot be read is a
// result of that line.
func readList(name string, r *bufio.Reader, dialect syntax.Dialect, yield func(pattern.Unit) bool) {
	u := pattern.Unit{Name: name}
	for number := 1; ; number++ {
		line, err := readLine(r)
		if err != nil && !errors.Is(err, io.EOF) {
			u.Unreadable = append(u.Unreadable, worktree.Unreadable{File: report.Text(name), Reason: report.Text(worktree.Reason(err))})
			if !errors.Is(err, context.Canceled) {
				u.Missing = fmt.Errorf("cannot read the patterns: %w", err)
				yield(u)
			}
			return
		}
		if number == 1 {
			line = bytes.TrimPrefix(line, []byte("\uFEFF"))
		}
		if len(bytes.TrimSpace(line)) > 0 {
			u.Subjects = append(u.Subjects, listSubject(name, number, line, dialect))
		}
		if len(u.Subjects) >= listBatch || err != nil {
			if !yield(u) || err != nil {
				return
			}
			u = pattern.Unit{Name: name}
		}
	}
}

// readLine returns the next line. The error is io.EOF with the last one.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
		if len(line) > longestLine {
			return nil, fmt.Errorf("a line is longer than %d MB", longestLine>>20)
		}
	}
}

// listSubject reads a line of a list. Patterns that tell no dialect are of the given one.
func listSubject(name string, number int, line []byte, dialect syntax.Dialect) pattern.Subject {
	s := pattern.Subject{ID: fmt.Sprintf("%s:%d", name, number), File: name}
	s.At.Start.Line = number
	malformed := func(format string, args ...any) pattern.Subject {
		s.Malformed, s.Unknown = true, fmt.Sprintf(format, args...)
		return s
	}
	var e listEntry
	if err := json.Unmarshal(line, &e); err != nil {
		return malformed("the line is not a JSON object of the list's form: %v", err)
	}
	if e.Pattern == nil {
		return malformed(`the line has no "pattern"`)
	}
	switch id := e.ID.(type) {
	case string:
		s.ID = cli.ValidUTF8(id)
	case nil:
	default:
		s.ID = fmt.Sprint(id)
	}
	s.Text, s.Flags, s.Dialect = string(*e.Pattern), string(e.Flags), dialect
	var valid bool
	if s.Mode, valid = syntax.ParseMode(e.Mode); !valid {
		return malformed("%q is not a mode", cli.ValidUTF8(e.Mode))
	}
	if e.Dialect != "" {
		var known bool
		if s.Dialect, known = syntax.ParseDialect(e.Dialect); !known {
			s.DialectName = e.Dialect
		}
	}
	return s
}

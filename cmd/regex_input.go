package cmd

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

	"snag/analyze/judge"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
	"snag/analyze/source/extract"
	"snag/analyze/source/literal"
	"snag/analyze/wtf8"
	"snag/cmd/report"
	"snag/probe/source"
)

// unit is a portion of the inputs that one goroutine works on: a source file, or some patterns.
type unit struct {
	name     string
	language extract.Language
	file     source.File
	read     func() ([]byte, *source.Skip)      // the text of a source file, nil for patterns
	touched  func(firstLine, lastLine int) bool // whether to report on these lines, nil for all
	subjects []subject
	problems []unreadableItem
	skipped  []leftOut
	missing  error // why an input that was asked for by name is not there
}

// unitResult is what an audit of a unit found.
type unitResult struct {
	name       string
	files      int
	audited    []audited
	findings   []report.Finding
	unreadable []unreadableItem
	skipped    []leftOut
	missing    error
}

// auditor is how units are audited.
type auditor struct {
	judge  decider
	limits redos.Limits
	known  *verdictCache // what is not decided again
	fix    bool          // propose rewrites
}

// audit finds and judges the patterns of a unit.
func (u unit) audit(ctx context.Context, by auditor) unitResult {
	j, known := by.judge, by.known
	keep := func([]audited) {}
	if u.touched != nil {
		known = nil // it holds what is on all lines
	} else {
		u.touched = func(int, int) bool { return true }
	}
	result := unitResult{name: u.name}
	subjects := u.subjects
	var comments *comments
	if u.read != nil {
		if text, skip := u.read(); skip != nil {
			u.leaveOut(u.file, skip)
		} else {
			result.files = 1
			if known != nil {
				key := known.fileKey(u.language, text)
				if all, ok := known.file(key, u.name); ok {
					result.audited = all
					if u.language.Data && len(all) == 0 {
						result.files = 0
					}
					return result
				}
				keep = func(all []audited) { known.putFile(key, all) }
			}
			file := u.language.Extract(text)
			if len(file.Suppressions) > 0 {
				keep = func([]audited) {} // which comments were of use is not kept
			}
			comments = newComments(u.name, file, u.touched)
			subjects = fileSubjects(u.name, file, comments, u.touched)
			if by.fix {
				edits := &sourceEdits{name: u.name, path: u.file.Path, language: u.language, content: text}
				for i := range subjects {
					subjects[i].source = edits
				}
			}
		}
	}
	result.unreadable, result.skipped, result.missing = u.problems, u.skipped, u.missing
	for _, item := range result.unreadable {
		result.findings = append(result.findings, item.finding())
	}
	if u.read == nil {
		j = known.judge(j)
	}
	for _, s := range subjects {
		a, err := j.audit(ctx, s, by.limits)
		if err == nil && by.fix {
			err = a.propose(ctx)
		}
		if err != nil {
			return result // interrupted
		}
		if rule := a.rule(); rule != "" && a.ignore != nil {
			// Ask now: a comment that is asked for nothing is reported as unused.
			suppression := a.ignore(rule)
			a.ignore = func(string) *report.Suppression { return suppression }
		}
		result.audited = append(result.audited, a)
	}
	if u.language.Data && len(result.audited) == 0 {
		result.files = 0 // most data has no patterns, and is no subject of the report
	}
	if comments != nil {
		result.findings = append(result.findings, comments.findings()...)
	}
	keep(result.audited)
	return result
}

// reason is the cause of a failed file operation without the path, which is told elsewhere.
func reason(err error) string {
	if e, ok := errors.AsType[*os.PathError](err); ok {
		return e.Err.Error()
	}
	return err.Error()
}

func (u unreadableItem) finding() report.Finding {
	return report.Finding{
		Finding:  judge.Finding{Rule: ruleUnreadable, Level: judge.Warning, Message: fmt.Sprintf("Not read: %s.", u.Reason), Evidence: u},
		Location: report.Location{File: string(u.File)},
	}
}

// units returns the inputs in their order: patterns of the command line, of a list, source files.
func (o *regexOptions) units(ctx context.Context) (iter.Seq[unit], error) {
	var all []iter.Seq[unit]
	if len(o.expressions) > 0 {
		var subjects []subject
		for i, pattern := range o.expressions {
			subjects = append(subjects, o.pattern.subject(fmt.Sprintf("e%d", i+1), fromArgument(pattern)))
		}
		all = append(all, slices.Values([]unit{{name: "-e", subjects: subjects}}))
	}
	stdin := o.list == "-"
	if o.list != "" {
		list, err := o.openList(ctx)
		if err != nil {
			return nil, err
		}
		all = append(all, list)
	}
	paths := o.paths
	if len(paths) == 0 && len(all) == 0 {
		paths = []string{"."}
	}
	if i := slices.Index(paths, "-"); i >= 0 {
		if stdin {
			return nil, usagef("stdin cannot be both a list of patterns and source text")
		}
		source, err := o.stdinSource(ctx)
		if err != nil {
			return nil, err
		}
		all = append(all, source)
		paths = slices.Delete(slices.Clone(paths), i, i+1)
	}
	if len(paths) > 0 {
		files, err := o.sourceFiles(ctx, paths)
		if err != nil {
			return nil, err
		}
		all = append(all, files)
	}
	return func(yield func(unit) bool) {
		for _, units := range all {
			for u := range units {
				if part, ok := o.shard.unit(u); ok && !yield(part) {
					return
				}
			}
		}
	}, nil
}

// fromArgument returns an argument of the command line as WTF-8. Bytes that are not become U+FFFD.
func fromArgument(s string) string { return wtf8.Encode(wtf8.Decode(s)) }

func (o *regexOptions) stdinSource(ctx context.Context) (iter.Seq[unit], error) {
	language, ok := extract.ByPath(o.stdinName)
	if !ok {
		return nil, usagef("--stdin-name %s: the ending must be one of %s", o.stdinName, strings.Join(extract.Endings(), " "))
	}
	read := func() ([]byte, *source.Skip) {
		text, err := io.ReadAll(interruptible{ctx, o.stdio.In})
		if err != nil {
			return nil, &source.Skip{Reason: source.Unreadable, Detail: reason(err), Err: err}
		}
		return text, nil
	}
	language = o.inDialect(language)
	u := unit{name: displayPath(o.stdinName), language: language, read: read}
	u.file = source.File{Path: o.stdinName, Language: language, Named: true}
	return slices.Values([]unit{u}), nil
}

// inDialect returns a language of data whose patterns are of the dialect that was asked for where the
// data itself tells none. Other languages know theirs.
func (o *regexOptions) inDialect(l extract.Language) extract.Language {
	if l.Data {
		l.Dialect = o.pattern.dialectValue()
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
	n, err := unlessDone(i.ctx, func() (int, error) { return i.r.Read(buffer) })
	return copy(p, buffer[:n]), err
}

// openFile opens a file for reading, which takes until there is a writer when it is a named pipe.
func openFile(ctx context.Context, path string) (*os.File, error) {
	return unlessDone(ctx, func() (*os.File, error) { return os.Open(path) })
}

// unlessDone returns what a call returns that may block, or the error of ctx when that ends first. The
// call is left behind then.
func unlessDone[T any](ctx context.Context, call func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		value, err := call()
		done <- result{value, err}
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
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
func (o *regexOptions) openList(ctx context.Context) (iter.Seq[unit], error) {
	r, name := o.stdio.In, "stdin"
	var file *os.File
	if o.list != "-" {
		var err error
		if file, err = openFile(ctx, o.list); err != nil {
			return nil, fmt.Errorf("cannot read the patterns: %w", err)
		}
		r, name = file, displayPath(o.list)
	}
	return func(yield func(unit) bool) {
		if file != nil {
			defer file.Close()
		}
		readList(name, bufio.NewReaderSize(interruptible{ctx, r}, 1<<16), o.pattern.dialectValue(), yield)
	}, nil
}

// readList yields the patterns of a list in units of some size. A line that cannot be read is a
// result of that line.
func readList(name string, r *bufio.Reader, dialect syntax.Dialect, yield func(unit) bool) {
	u := unit{name: name}
	for number := 1; ; number++ {
		line, err := readLine(r)
		if err != nil && !errors.Is(err, io.EOF) {
			u.problems = append(u.problems, unreadableItem{report.Text(name), report.Text(reason(err))})
			if !errors.Is(err, context.Canceled) {
				u.missing = fmt.Errorf("cannot read the patterns: %w", err)
				yield(u)
			}
			return
		}
		if number == 1 {
			line = bytes.TrimPrefix(line, []byte("\uFEFF"))
		}
		if len(bytes.TrimSpace(line)) > 0 {
			u.subjects = append(u.subjects, listSubject(name, number, line, dialect))
		}
		if len(u.subjects) >= listBatch || err != nil {
			if !yield(u) || err != nil {
				return
			}
			u = unit{name: name}
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
func listSubject(name string, number int, line []byte, dialect syntax.Dialect) subject {
	s := subject{
		id:       fmt.Sprintf("%s:%d", name, number),
		location: report.Location{File: name, Start: report.Position{Line: number}},
	}
	var e listEntry
	if err := json.Unmarshal(line, &e); err != nil {
		s.malformed = true
		s.unknown = "the line is not a JSON object of the list's form: " + err.Error()
		return s
	}
	if e.Pattern == nil {
		s.malformed = true
		s.unknown = `the line has no "pattern"`
		return s
	}
	switch id := e.ID.(type) {
	case string:
		s.id = validUTF8(id)
	case nil:
	default:
		s.id = fmt.Sprint(id)
	}
	s.Text, s.Flags, s.Dialect = string(*e.Pattern), string(e.Flags), dialect
	var valid bool
	if s.Mode, valid = syntax.ParseMode(e.Mode); !valid {
		s.malformed = true
		s.unknown = fmt.Sprintf("%q is not a mode", validUTF8(e.Mode))
		return s
	}
	if e.Dialect != "" {
		var known bool
		if s.Dialect, known = syntax.ParseDialect(e.Dialect); !known {
			s.dialectName = e.Dialect
		}
	}
	return s
}

// fileSubjects returns the patterns of a source file that stand on changed lines.
func fileSubjects(name string, file *extract.File, comments *comments, touched func(int, int) bool) []subject {
	var subjects []subject
	for i := range file.Literals {
		l := &file.Literals[i]
		if !touched(l.Expr.Start.Line, l.Expr.End.Line) {
			continue
		}
		s := subject{
			Pattern:  redos.Pattern{Text: l.Pattern, Flags: l.Flags, Dialect: l.Dialect, Mode: useMode(l)},
			location: placeIn(name, l.At),
			place: func(span syntax.Span) report.Location {
				return placeIn(name, file.PatternRange(l, span.Start, span.End))
			},
			uses: l.Uses, encode: l.Encode,
			ignore: func(rule string) *report.Suppression { return comments.suppression(l, rule) },
		}
		s.id = s.location.String()
		if l.Partial {
			s.unknown = "the pattern is put together at run time: " + l.Reason
		} else if !l.FlagsKnown {
			s.doubt = "the flags are computed at run time, so it was judged without any"
		}
		subjects = append(subjects, s)
	}
	return subjects
}

// useMode tells how the program applies a pattern, where that is not for the flags to say: split looks
// for every match, and so does replace other than in JavaScript.
func useMode(l *extract.Literal) syntax.Mode {
	every := literal.Split | literal.Every
	if l.Dialect != syntax.JavaScript {
		every |= literal.Replace | literal.ReplaceAll
	}
	switch {
	case l.Uses&every != 0:
		return syntax.All
	case l.Uses == literal.AtStart:
		return syntax.Prefix
	case l.Uses == literal.Whole:
		return syntax.Full
	}
	return syntax.Search
}

func placeIn(file string, r literal.Range) report.Location {
	return report.Location{File: file, Start: position(r.Start), End: position(r.End)}
}

func position(p literal.Position) report.Position {
	return report.Position{Line: p.Line, Column: p.Column, ColumnUTF16: p.Column16, Offset: p.Offset}
}

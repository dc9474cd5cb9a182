package source

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"time"
)

// Changes are the lines of a working tree that differ from a revision. A line that was only removed
// leaves nothing to point at and does not count.
type Changes struct {
	// Revision is the name of the commit that was compared with, in full.
	Revision string

	top   string                // the working tree, absolute and without links
	files map[string][]lineSpan // by path below top, with slashes; an empty list means all lines
}

// lineSpan are the lines from first to last, counted from 1.
type lineSpan struct{ first, last int }

// Files returns the files with changed lines, absolute and sorted.
func (c *Changes) Files() []string {
	names := make([]string, 0, len(c.files))
	for name := range c.files {
		names = append(names, filepath.Join(c.top, filepath.FromSlash(name)))
	}
	sort.Strings(names)
	return names
}

// Touch reports whether one of the lines first to last of the named file changed. A file that the
// revision does not have changed in all its lines.
func (c *Changes) Touch(name string, first, last int) bool {
	dir, base := filepath.Split(name)
	rel, err := filepath.Rel(c.top, filepath.Join(resolved(dir), base))
	if err != nil {
		return false
	}
	spans, ok := c.files[filepath.ToSlash(rel)]
	if !ok {
		return false
	}
	if len(spans) == 0 {
		return true
	}
	i := sort.Search(len(spans), func(i int) bool { return spans[i].last >= first })
	return i < len(spans) && spans[i].first <= last
}

// ErrNoGit means that no git command was found.
var ErrNoGit = errors.New("git is needed to find changed lines, and was not found")

// ErrNoTree means that a directory is in no working tree of git.
var ErrNoTree = errors.New("not in a git working tree")

// ErrNoRevision means that git does not know a revision.
var ErrNoRevision = errors.New("git knows no such revision")

// ChangedSince compares the working tree that dir is in, with all that is staged, not staged or new in
// it, with a revision. The revision is a name as git takes it, such as main or HEAD~3; one that begins
// with a hyphen is refused. Errors wrap ErrNoGit, ErrNoTree or ErrNoRevision where one of these is the
// cause.
func ChangedSince(ctx context.Context, dir, revision string) (*Changes, error) {
	if revision == "" || strings.HasPrefix(revision, "-") || strings.ContainsAny(revision, "\x00\n") {
		return nil, fmt.Errorf("revision %q: %w", revision, ErrNoRevision)
	}
	g := git{ctx: ctx, dir: dir}
	top, err := g.output("rev-parse", "--show-toplevel")
	if err != nil {
		if _, failed := errors.AsType[*exec.ExitError](err); failed && ctx.Err() == nil {
			return nil, fmt.Errorf("%s: %w", dir, ErrNoTree)
		}
		return nil, err
	}
	c := &Changes{top: resolved(strings.TrimSuffix(string(top), "\n")), files: make(map[string][]lineSpan)}
	// From here on the revision is the name of a commit object, which nothing can mistake for an option.
	commit, err := g.output("rev-parse", "--verify", "--quiet", "--end-of-options", revision+"^{commit}")
	if err != nil {
		if _, failed := errors.AsType[*exec.ExitError](err); failed && ctx.Err() == nil {
			return nil, fmt.Errorf("revision %q: %w", revision, ErrNoRevision)
		}
		return nil, err
	}
	c.Revision = strings.TrimSpace(string(commit))
	if strings.HasPrefix(c.Revision, "^") { // git's way to exclude a commit
		return nil, fmt.Errorf("revision %q: %w", revision, ErrNoRevision)
	}
	g.dir = c.top
	err = g.stream(c.readDiff, "diff", "-U0", "--no-color", "--no-ext-diff", "--no-textconv", "--find-renames",
		"--ignore-submodules", "-O/dev/null", "--src-prefix=a/", "--dst-prefix=b/", c.Revision, "--")
	if err != nil {
		return nil, err
	}
	untracked, err := g.output("ls-files", "-z", "--others", "--exclude-standard", "--full-name")
	if err != nil {
		return nil, err
	}
	for name := range bytes.SplitSeq(untracked, []byte{0}) {
		if len(name) > 0 {
			c.files[string(name)] = nil
		}
	}
	return c, nil
}

// git runs git commands in a directory.
type git struct {
	ctx context.Context
	dir string
}

// command returns a git command on whose output the user's configuration has no influence.
func (g git) command(args ...string) *exec.Cmd {
	settings := []string{"core.quotePath=false", "core.fsmonitor=false", "color.ui=false", "diff.noprefix=false",
		"diff.mnemonicPrefix=false", "diff.relative=false", "diff.interHunkContext=0"}
	var all []string
	for _, s := range settings {
		all = append(all, "-c", s)
	}
	cmd := exec.CommandContext(g.ctx, "git", append(all, args...)...)
	cmd.Dir = g.dir
	cmd.Env = append(os.Environ(), "LC_ALL=C", "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "GIT_DIFF_OPTS=")
	cmd.WaitDelay = time.Second
	return cmd
}

// output runs a command and returns what it prints.
func (g git) output(args ...string) ([]byte, error) {
	var out []byte
	err := g.stream(func(r io.Reader) (err error) {
		out, err = io.ReadAll(r)
		return err
	}, args...)
	return out, err
}

// stream runs a command and hands what it prints to read.
func (g git) stream(read func(io.Reader) error, args ...string) error {
	cmd := g.command(args...)
	var complaint bytes.Buffer
	cmd.Stderr = &limitedWriter{w: &complaint, left: 4 << 10}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		if errors.Is(err, exec.ErrNotFound) {
			return ErrNoGit
		}
		return err
	}
	readErr := read(out)
	if readErr != nil {
		io.Copy(io.Discard, out) // so that the command can end
	}
	err = cmd.Wait()
	switch {
	case g.ctx.Err() != nil:
		return g.ctx.Err()
	case err != nil:
		if text := strings.TrimSpace(complaint.String()); text != "" {
			return fmt.Errorf("git %s: %w: %s", args[0], err, text)
		}
		return fmt.Errorf("git %s: %w", args[0], err)
	case readErr != nil:
		return fmt.Errorf("git %s: %w", args[0], readErr)
	}
	return nil
}

// limitedWriter passes on the first bytes and swallows the rest.
type limitedWriter struct {
	w    io.Writer
	left int
}

func (l *limitedWriter) Write(p []byte) (int, error) {
	n := min(len(p), l.left)
	l.left -= n
	if _, err := l.w.Write(p[:n]); err != nil {
		return 0, err
	}
	return len(p), nil
}

// readDiff reads a diff without context lines.
func (c *Changes) readDiff(r io.Reader) error {
	lines := bufio.NewReaderSize(r, 64<<10)
	name, body := "", 0 // body counts the lines of the hunk that are still to come
	for {
		line, err := lines.ReadSlice('\n')
		inBody := body > 0 && len(line) > 0 && (line[0] == '+' || line[0] == '-')
		text := ""
		if !inBody {
			text = string(line)
		}
		for err == bufio.ErrBufferFull { // only the start of a long line matters
			_, err = lines.ReadSlice('\n')
		}
		switch {
		case inBody:
			body-- // whatever it says, it is content
		case strings.HasPrefix(text, "diff --git "):
			name, body = "", 0
		case strings.HasPrefix(text, "+++ "):
			name = diffName(strings.TrimSuffix(text[len("+++ "):], "\n"))
		case strings.HasPrefix(text, "@@ "):
			span, lines, bad := hunk(text)
			if bad != nil {
				return bad
			}
			if body = lines; name != "" && span.last >= span.first {
				c.files[name] = append(c.files[name], span)
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// diffName returns the path that a +++ line names, or "" for a file that is gone.
func diffName(text string) string {
	text = strings.TrimSuffix(text, "\t") // which git adds to a name with blanks
	if quoted, err := unquote(text); err == nil {
		text = quoted
	}
	name, ok := strings.CutPrefix(text, "b/")
	if !ok {
		return ""
	}
	return name
}

// unquote reads a name as git quotes it: a C string whose other bytes stand for themselves.
func unquote(text string) (string, error) {
	body, ok := strings.CutPrefix(text, `"`)
	if !ok || !strings.HasSuffix(body, `"`) {
		return "", errors.New("not quoted")
	}
	body = body[:len(body)-1]
	var out []byte
	for i := 0; i < len(body); i++ {
		if body[i] != '\\' {
			out = append(out, body[i])
			continue
		}
		i++
		if i == len(body) {
			return "", errors.New("unfinished escape")
		}
		if n := strings.IndexByte(`abtnvfr"\`, body[i]); n >= 0 {
			out = append(out, "\a\b\t\n\v\f\r\"\\"[n])
			continue
		}
		if i+3 > len(body) {
			return "", errors.New("unfinished escape")
		}
		c, err := strconv.ParseUint(body[i:i+3], 8, 8)
		if err != nil {
			return "", err
		}
		out = append(out, byte(c))
		i += 2
	}
	return string(out), nil
}

// hunk reads a line such as "@@ -12 +12,2 @@". It returns the new lines, none of them if last is
// before first, and the number of lines that follow.
func hunk(line string) (span lineSpan, body int, err error) {
	fields := strings.Fields(line)
	if len(fields) < 4 || !strings.HasPrefix(fields[1], "-") || !strings.HasPrefix(fields[2], "+") {
		return span, 0, fmt.Errorf("unexpected line %.80q", line)
	}
	_, removed, err := hunkRange(fields[1][1:])
	if err != nil {
		return span, 0, err
	}
	first, added, err := hunkRange(fields[2][1:])
	if err != nil {
		return span, 0, err
	}
	return lineSpan{first, first + added - 1}, removed + added, nil
}

func hunkRange(text string) (start, count int, err error) {
	from, length, ok := strings.Cut(text, ",")
	if start, err = strconv.Atoi(from); err != nil {
		return 0, 0, err
	}
	if count = 1; ok {
		count, err = strconv.Atoi(length)
	}
	return start, count, err
}

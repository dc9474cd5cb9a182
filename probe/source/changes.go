package source

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"time"
)

// Changes are the lines of a working tree that differ from a revision. A line that was only removed
// leaves nothing to point at and does not count.
type Changes struct {
	// Revision is the name of the commit that was compared with, in full.
	Revision string
	// Apart reports whether no commit is known from which both the revision that was asked for and HEAD come, so that
	// what changed in either counts.
	Apart bool

	top   string                // the working tree, absolute and without links
	files map[string][]lineSpan // by path below top, with slashes; an empty list means all lines

	staged  map[string]string // the objects of the index, which is compared instead of the working tree; nil for that
	objects *objects          // to read them with, while they are compared
}

// lineSpan are the lines from first to last, counted from 1.
type lineSpan struct{ first, last int }

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

// Names returns the names of the files that changed, with slashes from the top of the working tree on, sorted.
func (c *Changes) Names() []string { return slices.Sorted(maps.Keys(c.files)) }

// ErrNoGit means that no git command was found.
var ErrNoGit = errors.New("git is needed to find changed lines, and was not found")

// ErrNoTree means that a directory is in no working tree of git.
var ErrNoTree = errors.New("not in a git working tree")

// ErrRefused means that git does not open the repository, since it belongs to somebody else.
var ErrRefused = errors.New("git refuses the repository, which belongs to another user")

// ErrNoRevision means that git does not know a revision.
var ErrNoRevision = errors.New("git knows no such revision")

// ChangedSince compares the working tree that dir is in, with all that is staged, not staged or new in
// it, with the last commit that a revision and HEAD have in common, so that what changed only there does not
// count. The revision is a name as git takes it, such as main or HEAD~3; one that begins with a hyphen is
// refused. Errors wrap ErrNoGit, ErrNoTree, ErrRefused or ErrNoRevision where one of
// these is the cause.
//
// The repository may have come with a tree that nobody trusts, and its configuration may name commands.
// So git is asked for objects and names only, and the bytes of the files are compared here, with ends of
// lines taken as equal: no filter, text conversion, hook or transport runs. A file that a filter changes
// counts as changed in all lines that it changes, but for those of Git LFS, whose pointers are read here.
func ChangedSince(ctx context.Context, dir, revision string) (*Changes, error) {
	c, g, err := changesIn(ctx, dir)
	if err != nil {
		return nil, err
	}
	if c.Revision, err = g.commit(revision); err != nil {
		return nil, err
	}
	switch common, err := g.output("merge-base", c.Revision, "HEAD"); {
	case err == nil:
		c.Revision = strings.TrimSpace(string(common))
	case ctx.Err() != nil:
		return nil, err
	default:
		c.Apart = true
	}
	g.dir = c.top
	return c, c.compare(g)
}

// changesIn returns the changes of the working tree that a folder is in, of which nothing is known yet.
func changesIn(ctx context.Context, dir string) (*Changes, git, error) {
	g := git{ctx: ctx, dir: dir}
	top, err := g.output("rev-parse", "--show-toplevel")
	if err != nil {
		if strings.Contains(err.Error(), "safe.directory") {
			return nil, g, fmt.Errorf("%s: %w: %w", dir, ErrRefused, err)
		}
		if _, failed := errors.AsType[*exec.ExitError](err); failed && ctx.Err() == nil {
			return nil, g, fmt.Errorf("%s: %w", dir, ErrNoTree)
		}
		return nil, g, err
	}
	c := &Changes{top: resolved(strings.TrimSuffix(string(top), "\n")), files: make(map[string][]lineSpan)}
	// A repository may say that its files are elsewhere.
	if rel, err := filepath.Rel(c.top, resolved(dir)); err != nil || !filepath.IsLocal(rel) {
		return nil, g, fmt.Errorf("%s, whose repository names %s: %w", dir, c.top, ErrNoTree)
	}
	return c, g, nil
}

// commit returns the full name of the commit that a revision names, which nothing can mistake for an option.
func (g git) commit(revision string) (string, error) {
	if revision == "" || strings.HasPrefix(revision, "-") || strings.ContainsAny(revision, "\x00\n") {
		return "", fmt.Errorf("revision %q: %w", revision, ErrNoRevision)
	}
	commit, err := g.output("rev-parse", "--verify", "--quiet", "--end-of-options", revision+"^{commit}")
	if err != nil {
		if _, failed := errors.AsType[*exec.ExitError](err); failed && g.ctx.Err() == nil {
			return "", fmt.Errorf("revision %q: %w", revision, ErrNoRevision)
		}
		return "", err
	}
	name := strings.TrimSpace(string(commit))
	if strings.HasPrefix(name, "^") { // git's way to exclude a commit
		return "", fmt.Errorf("revision %q: %w", revision, ErrNoRevision)
	}
	return name, nil
}

// git runs git commands in a directory.
type git struct {
	ctx context.Context
	dir string
}

// command returns a git command that starts nothing, whatever the configuration of the repository
// says. A missing object of a partial clone is not fetched: before git 2.45 the list of protocols, here
// one that does not exist, is what prevents it.
func (g git) command(args ...string) *exec.Cmd {
	cmd := exec.CommandContext(g.ctx, "git", append([]string{"--no-pager", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"}, args...)...)
	cmd.Dir = g.dir
	cmd.Env = append(os.Environ(), "LC_ALL=C", "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0",
		"GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none", "GIT_NO_REPLACE_OBJECTS=1")
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

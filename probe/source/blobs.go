package source

import (
	"bufio"
	"bytes"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// blob is a file that is in the revision and not, or not so, in the working tree.
type blob struct{ name, object string }

// compare fills in the changed lines.
func (c *Changes) compare(g git) error {
	was := map[string]string{}
	var err error
	if c.Revision != "" {
		if was, err = g.tree(c.Revision); err != nil {
			return err
		}
	}
	fresh, err := c.fresh(g, was)
	if err != nil {
		return err
	}
	var edited, gone []blob
	for name, object := range was {
		if g.ctx.Err() != nil {
			return g.ctx.Err()
		}
		switch same, err := c.equal(name, object); {
		case errors.Is(err, fs.ErrNotExist):
			gone = append(gone, blob{name, object})
		case err == nil && !same:
			edited = append(edited, blob{name, object})
		}
	}
	objects, err := g.objects()
	if err != nil {
		return err
	}
	defer objects.close()
	c.objects = objects
	for _, b := range edited {
		text, err := c.read(b.name)
		if err != nil {
			continue // it has gone, or is no regular file
		}
		old, err := objects.read(b.object)
		if err != nil {
			return err
		}
		c.note(b.name, old, text)
	}
	if err := c.renamed(objects, fresh, gone); err != nil {
		return err
	}
	return objects.close()
}

// fresh returns the files that the revision has not: what the index or the tree of files has, unless it is ignored.
func (c *Changes) fresh(g git, was map[string]string) (names []string, err error) {
	if c.staged != nil {
		for name := range c.staged {
			if _, known := was[name]; !known {
				names = append(names, name)
			}
		}
		slices.Sort(names)
		return names, nil
	}
	listed, err := g.output("ls-files", "-z", "--cached", "--others", "--exclude-standard", "--full-name")
	if err != nil {
		return nil, err
	}
	listedOnce := map[string]bool{} // a conflict is listed three times
	for field := range bytes.SplitSeq(listed, []byte{0}) {
		name := string(field)
		if _, known := was[name]; name == "" || known || listedOnce[name] {
			continue
		}
		listedOnce[name] = true
		names = append(names, name)
	}
	return names, nil
}

// note records the lines of text that are new since old. Of a binary file nothing is recorded.
func (c *Changes) note(name string, old, text []byte) {
	if binary(old) || binary(text) || pointsTo(old, text) {
		return
	}
	if spans := changedLines(splitLines(old), splitLines(text)); len(spans) > 0 {
		c.files[name] = spans
	}
}

// binary tells a file whose lines do not count, in the way of git.
func binary(text []byte) bool { return bytes.IndexByte(text[:min(len(text), 8000)], 0) >= 0 }

// pointsTo reports whether old is the pointer of Git LFS that stands for the text.
func pointsTo(old, text []byte) bool {
	if len(old) > 1024 || !bytes.HasPrefix(old, []byte("version https://git-lfs.github.com/spec/v1\n")) {
		return false
	}
	sum := sha256.Sum256(text)
	return bytes.Contains(old, []byte("\noid sha256:"+hex.EncodeToString(sum[:])+"\n"))
}

// read returns the bytes of a regular file of the working tree, or of the index. Links are not followed, in no part of
// the path that lies below the top.
func (c *Changes) read(name string) ([]byte, error) {
	if c.staged != nil {
		return c.objects.read(c.staged[name])
	}
	file, err := c.open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(file)
}

func (c *Changes) open(name string) (*os.File, error) {
	file := filepath.Join(c.top, filepath.FromSlash(name))
	info, err := os.Lstat(file)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || resolved(filepath.Dir(file)) != filepath.Dir(file) {
		return nil, fmt.Errorf("%s: %w", name, errNotRegular)
	}
	return os.Open(file)
}

var errNotRegular = errors.New("not a regular file")

// equal reports whether the file has the content of the object.
func (c *Changes) equal(name, object string) (bool, error) {
	if c.staged != nil {
		if c.staged[name] == "" {
			return false, fs.ErrNotExist
		}
		return c.staged[name] == object, nil
	}
	file, err := c.open(name)
	if err != nil {
		return false, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return false, err
	}
	// The name of an object is the sum of its kind, size and content.
	sum := hash.Hash(sha1.New())
	if len(object) == 2*sha256.Size {
		sum = sha256.New()
	}
	fmt.Fprintf(sum, "blob %d\x00", info.Size())
	if _, err := io.Copy(sum, file); err != nil {
		return false, err
	}
	return hex.EncodeToString(sum.Sum(nil)) == object, nil
}

// tree returns the objects of the regular files of a commit by path.
func (g git) tree(commit string) (map[string]string, error) {
	out, err := g.output("ls-tree", "-r", "-z", "--full-tree", commit)
	if err != nil {
		return nil, err
	}
	files := map[string]string{}
	for entry := range bytes.SplitSeq(out, []byte{0}) {
		about, name, ok := strings.Cut(string(entry), "\t")
		fields := strings.Fields(about) // mode, kind, object
		if !ok || len(fields) != 3 || !strings.HasPrefix(fields[0], "100") || !filepath.IsLocal(filepath.FromSlash(name)) {
			continue
		}
		files[name] = fields[2]
	}
	return files, nil
}

// objects reads objects from one git command.
type objects struct {
	in   io.WriteCloser
	out  *bufio.Reader
	wait func() error
}

func (g git) objects() (*objects, error) {
	cmd := g.command("cat-file", "--batch")
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return &objects{in, bufio.NewReaderSize(out, 64<<10), cmd.Wait}, nil
}

// objectLimit is the size from which on a blob is not read: no file of source code is so large.
const objectLimit = 64 << 20

// read returns the content of a blob, or as much of it as the limit lets it.
func (o *objects) read(object string) ([]byte, error) {
	if _, err := fmt.Fprintln(o.in, object); err != nil {
		return nil, fmt.Errorf("git cat-file: %w", err)
	}
	line, err := o.out.ReadString('\n')
	if err != nil {
		return nil, fmt.Errorf("git cat-file: %w", err)
	}
	fields := strings.Fields(line) // object, kind, size
	if len(fields) != 3 || fields[1] != "blob" {
		return nil, fmt.Errorf("git has no content of the object %s: %.80q", object, strings.TrimSpace(line))
	}
	size, err := strconv.ParseInt(fields[2], 10, 64)
	if err != nil || size < 0 {
		return nil, fmt.Errorf("git cat-file: unexpected answer %.80q", line)
	}
	content := make([]byte, min(size, objectLimit))
	if _, err := io.ReadFull(o.out, content); err != nil {
		return nil, fmt.Errorf("git cat-file: %w", err)
	}
	if _, err := io.CopyN(io.Discard, o.out, size-int64(len(content))+1); err != nil { // and the end of the line
		return nil, fmt.Errorf("git cat-file: %w", err)
	}
	return content, nil
}

// close ends the command. It may be called again.
func (o *objects) close() error {
	if o.wait == nil {
		return nil
	}
	wait := o.wait
	o.wait = nil
	o.in.Close()
	if _, err := io.Copy(io.Discard, o.out); err != nil {
		wait()
		return fmt.Errorf("git cat-file: %w", err)
	}
	if err := wait(); err != nil {
		return fmt.Errorf("git cat-file: %w", err)
	}
	return nil
}

// renameLimit bounds the pairs of files that are compared to find renamed ones.
const renameLimit = 40_000

// renamed records the new files: the lines that differ from the file that one was called before, if
// at least half of it is the same, and else all.
func (c *Changes) renamed(objects *objects, fresh []string, gone []blob) error {
	olds := make([][]byte, len(gone))
	if len(fresh)*len(gone) <= renameLimit {
		for i, b := range gone {
			var err error
			if olds[i], err = objects.read(b.object); err != nil {
				return err
			}
		}
	}
	taken := make([]bool, len(gone))
	for _, name := range fresh {
		text, err := c.read(name)
		if err != nil {
			if !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, errNotRegular) {
				c.files[name] = nil
			}
			continue
		}
		best, share := -1, 0.5
		for i, old := range olds {
			if taken[i] || old == nil || len(old) > 2*len(text) || len(text) > 2*len(old) {
				continue
			}
			common := inCommon(old, text)
			if path.Base(gone[i].name) == path.Base(name) {
				common += 0.01
			}
			if common >= share {
				best, share = i, common
			}
		}
		var old []byte
		if best >= 0 {
			taken[best], old = true, olds[best]
		}
		c.note(name, old, text)
	}
	return nil
}

package lsp

import (
	"context"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"snag/analyze/regex/redos"
	"snag/analyze/source/document"
	"snag/cmd/cli"
	"snag/cmd/regex/editor"
	"snag/cmd/regex/pattern"
	"snag/cmd/report"
	"snag/cmd/worktree"
	"snag/probe/source"
)

// folder is a folder of the workspace. What is known of it was found by the last look at all of it.
type folder struct {
	path   string // absolute
	policy *worktree.Policy
	left   map[string]string // why files and folders are left out, by their names from the folder on
	reach  editor.Reach      // nil until somebody looked
	again  chan time.Duration
	stop   context.CancelFunc
	said   string // the last mistake in its snag.yaml that was shown
}

// noPolicy changes nothing.
var noPolicy = &worktree.Policy{}

// How long to wait for more of the same before a folder is looked at again.
const (
	afterSave   = time.Second
	afterChange = 2 * time.Second // of files by others, which seldom comes alone
)

// leftOut says why a file of the folder is not judged, "" for one that is.
func (f *folder) leftOut(name string) string {
	for ; name != "." && name != "/"; name = path.Dir(name) {
		if why := f.left[name]; why != "" {
			return why
		}
	}
	return ""
}

// open begins to look after a folder of the workspace. The caller holds the lock.
func (s *server) openFolder(dir string) {
	if slices.ContainsFunc(s.folders, func(f *folder) bool { return f.path == dir }) {
		return
	}
	ctx, stop := context.WithCancel(s.ctx)
	f := &folder{path: dir, policy: noPolicy, again: make(chan time.Duration, 1), stop: stop}
	s.folders = append(s.folders, f)
	f.again <- 0
	go s.lookAfter(ctx, f)
}

// closeFolder ends that. The caller holds the lock.
func (s *server) closeFolder(dir string) {
	s.folders = slices.DeleteFunc(s.folders, func(f *folder) bool {
		if f.path == dir {
			f.stop()
			return true
		}
		return false
	})
}

// changeFolders answers workspace/didChangeWorkspaceFolders.
func (s *server) changeFolders(_ context.Context, p didChangeFoldersParams) (any, error) {
	s.mu.Lock()
	for _, w := range p.Event.Removed {
		if dir, ok := pathOf(w.URI); ok {
			s.closeFolder(dir)
		}
	}
	for _, w := range p.Event.Added {
		if dir, ok := pathOf(w.URI); ok {
			s.openFolder(dir)
		}
	}
	for _, d := range s.documents {
		s.place(d)
		d.judged = nil // its name has changed
	}
	s.mu.Unlock()
	s.rejudge()
	return nil, nil
}

// look asks for a look at a folder after a delay. What is asked for already comes once.
func (s *server) look(f *folder, after time.Duration) {
	select {
	case f.again <- after:
	default:
	}
}

// lookAgain asks for a look at all folders.
func (s *server) lookAgain() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range s.folders {
		s.look(f, 0)
	}
}

// changeFiles answers workspace/didChangeWatchedFiles.
func (s *server) changeFiles(_ context.Context, p didChangeWatchedFilesParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range s.folders {
		if slices.ContainsFunc(p.Changes, func(c struct {
			URI  string `json:"uri"`
			Type int    `json:"type"`
		}) bool {
			name, ok := pathOf(c.URI)
			_, inside := below(f.path, name)
			return ok && inside
		}) {
			s.look(f, afterChange)
		}
	}
	return nil, nil
}

// lookAfter looks at a folder whenever that is asked for, one look after the other.
func (s *server) lookAfter(ctx context.Context, f *folder) {
	select {
	case <-ctx.Done():
		return
	case <-s.greeted:
	}
	for {
		select {
		case <-ctx.Done():
			return
		case pause := <-f.again:
			for pause > 0 {
				select {
				case <-ctx.Done():
					return
				case pause = <-f.again: // more came meanwhile
				case <-time.After(pause):
					pause = 0
				}
			}
		}
		select {
		case s.looking <- struct{}{}: // folders one after the other
		case <-ctx.Done():
			return
		}
		s.lookAt(ctx, f)
		<-s.looking
	}
}

// lookAt reads the settings of a folder and all of its files, and finds out who can send texts to its vulnerable
// regexes. It starts nothing, and reads nothing that lies outside of the folder.
func (s *server) lookAt(ctx context.Context, f *folder) {
	policy, options, err := worktree.LoadFolder(f.path, s.rules)
	said := ""
	if err != nil {
		said = err.Error()
	}
	s.mu.Lock()
	set, judge := s.settings, s.judge
	tell := said != "" && said != f.said
	f.policy, f.said = policy, said
	s.mu.Unlock()
	if tell {
		s.show(messageWarning, report.Visible(said))
	}
	progress := s.newProgress(ctx, "Looking for who can send what", filepath.Base(f.path))
	defer progress.end()
	p, left, found := s.program(ctx, f, options, judge, progress)
	if ctx.Err() != nil {
		return
	}
	p.Model = policy.Model()
	s.mu.Lock()
	f.left = left
	s.mu.Unlock()
	s.rejudge()
	if !set.Reach || len(found) == 0 {
		return
	}
	tree, err := source.NewTree(f.path, p.Paths)
	if err != nil {
		s.logf("%s: who can send the attacks was not looked for: %v", f.path, err)
		return
	}
	defer tree.Close()
	progress.report(fmt.Sprintf("following texts to %s", cli.Plural(len(found), "regex")))
	p.Files = &overlay{Tree: tree, open: s.openTexts(f)}
	known := editor.Follow(ctx, &p, found)
	if ctx.Err() != nil {
		return
	}
	s.mu.Lock()
	f.reach = known
	s.mu.Unlock()
	s.known.Save()
	s.rejudge()
}

// program reads the files of a folder. It returns what of them is left out and why, and the vulnerable regexes.
func (s *server) program(ctx context.Context, f *folder, options source.Options, judge *editor.Judge, progress *progress) (p pattern.Program, left map[string]string, found []*editor.Found) {
	left = map[string]string{}
	p.Jobs = max(1, runtime.GOMAXPROCS(0)/2) // the editor has work of its own
	open := s.openTexts(f)
	work := func(file source.File) fileFound { return judgeFile(ctx, f.path, file, options, judge, open, s) }
	n := 0
	for one := range cli.InOrder(ctx, p.Jobs, source.Walk(ctx, []string{f.path}, options), work) {
		if one.left != nil {
			left[one.name] = one.left.String()
			if one.left.Reason == source.Excluded || one.left.Reason == source.TooLarge || one.left.Err != nil {
				p.Missing = append(p.Missing, "files that are left out")
			}
			continue
		}
		p.Paths = append(p.Paths, one.name)
		found = append(found, one.found...)
		if n++; n%500 == 0 {
			progress.report(cli.Plural(n, "file"))
		}
	}
	p.Missing = slices.Compact(p.Missing)
	return p, left, found
}

// fileFound is what was found in a file.
type fileFound struct {
	name  string
	left  *source.Skip
	found []*editor.Found // those that are vulnerable
}

func judgeFile(ctx context.Context, dir string, file source.File, options source.Options, judge *editor.Judge, open map[string]*document.Text, s *server) fileFound {
	one := fileFound{left: file.Skip}
	one.name, _ = below(dir, file.Path)
	if file.Skip != nil {
		return one
	}
	var text []byte
	if t := open[one.name]; t != nil {
		text = t.Bytes()
	} else if text, one.left = source.Read(file, options); one.left != nil {
		return one
	}
	known := s.known
	if judge.Limits() != redos.DefaultLimits {
		known = nil // it was opened for these
	}
	all, _, err := judge.Text(ctx, one.name, file.Language, text, known)
	if err != nil {
		return one
	}
	one.found = slices.DeleteFunc(all, func(r *editor.Found) bool { return !r.IsVulnerable() })
	return one
}

// openTexts returns the texts of the documents of a folder that are open, by their names.
func (s *server) openTexts(f *folder) map[string]*document.Text {
	s.mu.Lock()
	defer s.mu.Unlock()
	open := map[string]*document.Text{}
	for _, d := range s.documents {
		if d.folder == f {
			open[d.name] = d.text
		}
	}
	return open
}

// overlay is the files of a folder, of which some are open and may differ from what is on disk.
type overlay struct {
	*source.Tree
	open map[string]*document.Text
}

func (o *overlay) Read(name string) ([]byte, error) {
	if t := o.open[name]; t != nil {
		return t.Bytes(), nil
	}
	return o.Tree.Read(name)
}

func (o *overlay) Exists(name string) bool {
	return o.open[name] != nil && fs.ValidPath(name) || o.Tree.Exists(name)
}

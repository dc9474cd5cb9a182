package source

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
)

// ignoreList holds the rules of one ignore file, by gitignore(5), and those that it overrides.
type ignoreList struct {
	base   string // directory that the rules are relative to, with slashes
	rules  []ignoreRule
	parent *ignoreList // consulted when no rule decides
}

// ignoreRule is one line of an ignore file.
type ignoreRule struct {
	prefix  string // stands before glob
	glob    []segment
	negate  bool // the line re-includes
	dirOnly bool
	byName  bool // the pattern has no slash, so it is about the last element of the path
}

// maxIgnoreFile bounds how much of an ignore file is read.
const maxIgnoreFile = 1 << 20

// addIgnoreFile returns the list with the rules of the named file put before it. A file that cannot be
// read has none, as in git.
func (l *ignoreList) addIgnoreFile(name, base string) *ignoreList {
	info, err := os.Lstat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxIgnoreFile {
		return l
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return l
	}
	rules := parseIgnore(text)
	if len(rules) == 0 {
		return l
	}
	return &ignoreList{base: base, rules: rules, parent: l}
}

// ignores reports whether the list excludes a path, given absolute and with slashes.
func (l *ignoreList) ignores(name string, dir bool) bool {
	for ; l != nil; l = l.parent {
		rel, ok := strings.CutPrefix(name, l.base)
		if !ok {
			continue
		}
		rel = strings.TrimPrefix(rel, "/")
		last := rel[strings.LastIndexByte(rel, '/')+1:]
		var elements []string // of rel, once they are needed
		for i := len(l.rules) - 1; i >= 0; i-- {
			r := &l.rules[i]
			if r.dirOnly && !dir {
				continue
			}
			if r.byName {
				if r.glob[0].matches(last) {
					return !r.negate
				}
				continue
			}
			if elements == nil {
				elements = strings.Split(rel, "/")
			}
			if r.matchPath(elements) {
				return !r.negate
			}
		}
	}
	return false
}

func (r *ignoreRule) matchPath(elements []string) bool {
	if r.prefix != "" {
		rest, ok := strings.CutPrefix(strings.Join(elements, "/"), r.prefix)
		if !ok {
			return false
		}
		elements = strings.Split(rest, "/")
	}
	return matchPath(r.glob, elements)
}

// parseIgnore reads the lines of an ignore file.
func parseIgnore(text []byte) []ignoreRule {
	var rules []ignoreRule
	text = bytes.TrimPrefix(text, []byte("\uFEFF"))
	for line := range strings.SplitSeq(string(text), "\n") {
		line = strings.TrimSuffix(line, "\r")
		if line == "" || line[0] == '#' {
			continue
		}
		if r, ok := parseRule(trimBlanks(line)); ok {
			rules = append(rules, r)
		}
	}
	return rules
}

// trimBlanks removes the blanks at the end of a line that no backslash keeps.
func trimBlanks(line string) string {
	end := len(line)
	for end > 0 && line[end-1] == ' ' {
		end--
	}
	slashes := 0
	for end-slashes > 0 && line[end-slashes-1] == '\\' {
		slashes++
	}
	if slashes%2 == 1 && end < len(line) {
		end++
	}
	return line[:end]
}

func parseRule(line string) (r ignoreRule, ok bool) {
	if rest, negated := strings.CutPrefix(line, "!"); negated {
		line, r.negate = rest, true
	}
	if rest, dir := strings.CutSuffix(line, "/"); dir {
		line, r.dirOnly = rest, true
	}
	if line == "" {
		return r, false
	}
	r.byName = !strings.Contains(line, "/")
	if !r.byName {
		line = strings.TrimPrefix(line, "/")
		// Against its manual git takes the ** in a**/b for directories when it is the first special
		// character, since it compares what stands before that on its own.
		if n := strings.IndexAny(line, `*?[\`); n > 0 && line[n-1] != '/' && strings.HasPrefix(line[n:], "**") {
			if rest := strings.TrimLeft(line[n:], "*"); rest == "" || rest[0] == '/' {
				r.prefix, line = line[:n], line[n:]
			}
		}
	}
	r.glob, ok = compileGlob(line, r.byName)
	return r, ok
}

// ignoreFile is the name of files that say in the syntax of gitignore(5) what snag is to leave out.
const ignoreFile = ".snagignore"

// ignoreRules are the rules of ignore files that apply in a folder.
type ignoreRules struct{ git, snag *ignoreList }

// enclosing returns the rules that apply to a directory from above it. dir is absolute, without links.
func (w *walker) enclosing(dir string) (rules ignoreRules) {
	top, inRepository := repositoryOf(dir)
	if inRepository && !w.options.IncludeIgnored {
		rules.git = repositoryRules(top).descend(top, dir, ".gitignore")
	}
	if !w.options.NoIgnoreFile {
		rules.snag = rules.snag.descend(projectOf(dir), dir, ignoreFile)
	}
	return rules
}

// ignoreFilesExclude reports whether .snagignore files exclude a path or a folder that it is in. The path
// is absolute, without links.
func ignoreFilesExclude(name string, dir bool) bool {
	top := projectOf(filepath.Dir(name))
	list := (*ignoreList)(nil).descend(top, filepath.Dir(name), ignoreFile).addIgnoreFile(filepath.Join(filepath.Dir(name), ignoreFile), filepath.ToSlash(filepath.Dir(name)))
	for at := name; list != nil && at != top && at != filepath.Dir(at); at = filepath.Dir(at) {
		if list.ignores(filepath.ToSlash(at), dir || at != name) {
			return true
		}
	}
	return false
}

// projectOf is the folder from which on .snagignore files count for a folder: the repository that it is
// in, else the working directory if it lies below that, else the folder itself.
func projectOf(dir string) string {
	if top, ok := repositoryOf(dir); ok {
		return top
	}
	if wd := resolved("."); dir == wd || strings.HasPrefix(dir, strings.TrimSuffix(wd, string(filepath.Separator))+string(filepath.Separator)) {
		return wd
	}
	return dir
}

// repositoryOf returns the top of the repository that a folder is in.
func repositoryOf(dir string) (top string, ok bool) {
	for top = dir; !isRepository(top); {
		up := filepath.Dir(top)
		if up == top {
			return "", false
		}
		top = up
	}
	return top, true
}

// descend returns the list with the rules of the ignore files from a folder down to another one, whose own
// are left out, put before it.
func (l *ignoreList) descend(top, dir, name string) *ignoreList {
	rel, err := filepath.Rel(top, dir)
	if err != nil || rel == "." {
		return l
	}
	at := top
	for part := range strings.SplitSeq(filepath.ToSlash(rel), "/") {
		l = l.addIgnoreFile(filepath.Join(at, name), filepath.ToSlash(at))
		at = filepath.Join(at, part)
	}
	return l
}

func isRepository(dir string) bool {
	_, err := os.Lstat(filepath.Join(dir, ".git"))
	return err == nil
}

// repositoryRules returns the rules that a repository keeps outside of its tree. Those of the user
// are left alone, so that a tree gives the same result for everybody.
func repositoryRules(top string) *ignoreList {
	git := filepath.Join(top, ".git")
	if text, err := os.ReadFile(git); err == nil { // a worktree or submodule
		dir, ok := strings.CutPrefix(strings.TrimSpace(string(text)), "gitdir: ")
		if !ok {
			return nil
		}
		if git = dir; !filepath.IsAbs(git) {
			git = filepath.Join(top, dir)
		}
		if common, err := os.ReadFile(filepath.Join(git, "commondir")); err == nil {
			dir := strings.TrimSpace(string(common))
			if !filepath.IsAbs(dir) {
				dir = filepath.Join(git, dir)
			}
			git = dir
		}
	}
	var list *ignoreList
	return list.addIgnoreFile(filepath.Join(git, "info", "exclude"), filepath.ToSlash(top))
}

// Package project finds out from the files of a folder how the program in it is run.
package project

import (
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"snag/analyze/lazyregexp"
	"snag/analyze/sorting"
)

// Project is what a folder tells about how its program is run.
type Project struct {
	Starts []Start // the likeliest first, none when nothing tells
	// Port is what the program listens on, "" when nothing tells; PortFrom says in words where it stands.
	Port, PortFrom string
	// Endpoints are paths of its API, those that grow first.
	Endpoints []Endpoint
	// Language is "node" or "python3", whose blocking calls can be found, "" for others.
	Language string
	// Languages and Frameworks are those that the manifests of package managers name, by their usual names.
	Languages, Frameworks []string
	// Parser is the runtime whose parser reads the bodies, "" when nothing tells, or it is none that snag measures.
	Parser string
}

// Start is a way to start the program, and where it stands.
type Start struct {
	Argv []string
	From string
	// Server is the command line of the process that serves, without a package manager or a shell around it
	// that signals would go to; nil when nothing tells.
	Server []string
	// needsTools reports whether it needs what only developers install.
	needsTools bool
}

// Endpoint is a path of an API. Path has a template where something can grow.
type Endpoint struct {
	Method, Path string
	Grows        bool
}

// First is the likeliest way to start the program. ok is false when nothing tells.
func (p Project) First() (start Start, ok bool) {
	if len(p.Starts) == 0 {
		return Start{}, false
	}
	return p.Starts[0], true
}

// Limits of looking around in a folder.
const (
	longestProjectFile = 2 << 20   // bytes
	longestSource      = 256 << 10 // bytes of a source file
	mostEntries        = 20_000
	mostSources        = 400
	mostEndpoints      = 6
	mostMains          = 4
)

// Read finds out what a folder tells. What cannot be read or understood is as if it were not there.
func Read(folder fs.FS) Project {
	p := &reader{folder: folder}
	p.procfile()
	p.node()
	p.ruby()
	p.php()
	p.python()
	p.goMains()
	p.cargo()
	p.jvm()
	p.compose()
	p.dockerfile()
	sorting.Stable(p.Starts, func(a, b Start) int {
		return count(a.needsTools) - count(b.needsTools)
	})
	p.port()
	p.openAPI()
	p.technology()
	return p.Project
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

// reader finds out what a folder tells.
type reader struct {
	Project
	folder fs.FS
	// usual is the port that a framework listens on unless told otherwise, and of which one that is said.
	usual, usualFrom string
}

// text returns the text of a file, "" when it cannot be had.
func (p *reader) text(name string) string { return p.read(name, longestProjectFile) }

func (p *reader) read(name string, most int64) string {
	f, err := p.folder.Open(name)
	if err != nil {
		return ""
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	text, err := io.ReadAll(io.LimitReader(f, most))
	if err != nil {
		return ""
	}
	return strings.TrimPrefix(string(text), "\uFEFF")
}

// has reports whether there is a file of that name.
func (p *reader) has(name string) bool {
	info, err := fs.Stat(p.folder, name)
	return err == nil && info.Mode().IsRegular()
}

// skippedFolders hold nothing that a project runs by itself.
var skippedFolders = []string{"node_modules", "vendor", "testdata", "test", "tests", "__tests__", "spec", "docs", "examples"}

// sources calls visit with the source files below the folder that have one of the endings, as many as are
// worth a look, until it returns false.
func (p *reader) sources(endings []string, visit func(name, text string) bool) {
	entries, read := 0, 0
	_ = fs.WalkDir(p.folder, ".", func(name string, d fs.DirEntry, err error) error {
		if entries++; entries > mostEntries || read >= mostSources {
			return fs.SkipAll
		}
		switch {
		case err != nil:
			return nil
		case d.IsDir():
			if name != "." && (strings.HasPrefix(d.Name(), ".") || strings.HasPrefix(d.Name(), "_") || slices.Contains(skippedFolders, d.Name()) || strings.Count(name, "/") > 4) {
				return fs.SkipDir
			}
			return nil
		case !slices.Contains(endings, path.Ext(name)) || strings.HasSuffix(name, "_test.go") || strings.Contains(name, ".test.") || strings.Contains(name, ".min."):
			return nil
		}
		read++
		if text := p.read(name, longestSource); text != "" && !visit(name, text) {
			return fs.SkipAll
		}
		return nil
	})
}

// addStart adds a way to start the program, unless it is known or cannot be printed.
func (p *reader) addStart(s Start) {
	bad := func(word string) bool { return !isPrintable(word) || word == "" }
	same := func(known Start) bool { return slices.Equal(known.Argv, s.Argv) }
	if len(s.Argv) == 0 || slices.ContainsFunc(s.Argv, bad) || slices.ContainsFunc(s.Server, bad) || slices.ContainsFunc(p.Starts, same) || !isPrintable(s.From) {
		return
	}
	p.Starts = append(p.Starts, s)
}

// isPrintable reports whether a text can stand in a config as it is.
func isPrintable(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) })
}

var shellSigns = lazyregexp.New("[|&;<>()$`\\\\\"'*?\\[\\]#~{}\n]")

// plainWords returns the words of a command line that needs no shell, nil for others.
func plainWords(line string) []string {
	words := strings.Fields(strings.TrimPrefix(strings.TrimSpace(line), "exec "))
	if shellSigns.MatchString(line) || len(words) == 0 || strings.Contains(words[0], "=") {
		return nil
	}
	return words
}

// shellStart is the start that a line for a shell is: its words where they need none.
func shellStart(line, from string) Start {
	line = strings.TrimSpace(line)
	if words := plainWords(line); words != nil {
		return Start{Argv: words, Server: words, From: from}
	}
	return Start{Argv: []string{"sh", "-c", line}, From: from}
}

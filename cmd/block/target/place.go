package target

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"snag/cmd/report"
	"snag/cmd/worktree"
	"snag/probe/locate"
)

// Place is where the target blocks, for JSON.
type Place struct {
	File     string   `json:"file"`
	Line     int      `json:"line"`
	Function string   `json:"function"`
	Share    float64  `json:"share"`
	Callers  []string `json:"callers,omitempty"`
	Method   string   `json:"method"`
}

// NewPlace returns a place as reports show it.
func NewPlace(p locate.Place) *Place {
	return &Place{SourcePath(p.File), p.Line, p.Function, p.Share, p.Callers, p.Method}
}

// SourcePath returns where a source lies below the working directory, when all that is known is its
// path from the root of the sources, as a JVM tells it, or behind the name of its module, as a program in Go does that
// was built with -trimpath.
func SourcePath(path string) string {
	if filepath.IsAbs(path) {
		return worktree.DisplayPath(path)
	}
	for _, root := range []string{".", "src/main/java", "src/main/kotlin", "src/main/scala", "src", "app"} {
		if _, err := os.Stat(filepath.Join(root, path)); err == nil {
			return filepath.ToSlash(filepath.Join(root, path))
		}
	}
	if inModule := modulePath(path); inModule != "" {
		return worktree.DisplayPath(inModule)
	}
	return path
}

// modulePath returns where a source lies whose path begins with the name of the Go module that the working directory
// belongs to; "" where there is none such.
func modulePath(path string) string {
	dir, err := os.Getwd()
	for last := ""; err == nil && dir != last; last, dir = dir, filepath.Dir(dir) {
		content, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err != nil {
			continue
		}
		for line := range strings.Lines(string(content)) {
			words := strings.Fields(line)
			if len(words) < 2 || words[0] != "module" {
				continue
			}
			below, inside := strings.CutPrefix(path, strings.Trim(words[1], `"`)+"/")
			if !inside || !filepath.IsLocal(below) {
				continue
			}
			file := filepath.Join(dir, below)
			if _, err := os.Stat(file); err == nil {
				return file
			}
		}
		return ""
	}
	return ""
}

// Location is where a finding about the place belongs.
func (p Place) Location() report.Location {
	return report.Location{File: p.File, Start: report.Position{Line: p.Line}}
}

// Words describe the place in a line.
func (p Place) Words() string {
	return fmt.Sprintf("%s:%d  %s  (%s, %.0f%% of what was seen)", p.File, p.Line, cmp.Or(p.Function, "?"), p.Method, 100*p.Share)
}

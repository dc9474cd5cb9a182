// Package treetest compares the trees of a reader with what a language's own parser says.
package treetest

import (
	"bufio"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"snag/analyze/source/extract"
	"snag/analyze/source/tree"
)

// Parser is a parser to compare with.
type Parser struct {
	// Command reads names of files from its input, one a line, and prints for each a line of JSON: an object
	// with File, and Error or Places.
	Command []string
	// Roots are the folders whose files are compared.
	Roots    []string
	Language extract.Language
	Parse    func(src []byte) *tree.File
	// Places returns where the nodes of a tree stand that the other parser tells of. A place is a kind, which
	// may go on behind a slash, and two offsets.
	Places func(src []byte, f *tree.File) map[string]bool
}

// Roots returns the folders that SNAG_TREES names, or the usual one.
func Roots(usual string) []string {
	if roots := os.Getenv("SNAG_TREES"); roots != "" {
		return filepath.SplitList(roots)
	}
	return []string{usual}
}

// Compare fails where more than one in a thousand places of a kind differ, where code was skipped, or where a
// pattern that is extracted has no node.
func Compare(t *testing.T, p Parser) {
	t.Helper()
	cmd := exec.Command(p.Command[0], p.Command[1:]...)
	cmd.Stdin = strings.NewReader(strings.Join(files(t, p), "\n") + "\n")
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var compared, refused, size, skipped, literals, lacking int
	places, missing, extra := map[string]int{}, map[string]int{}, map[string]int{}
	for lines := bufio.NewReaderSize(out, 1<<20); ; {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			break
		}
		var want struct {
			File, Error string
			Places      []string
		}
		if err := json.Unmarshal(line, &want); err != nil {
			t.Fatalf("%v: %.200s", err, line)
		}
		src, err := os.ReadFile(want.File)
		if err != nil {
			t.Fatal(err)
		}
		f := p.Parse(src)
		if want.Error != "" || !utf8.Valid(src) {
			refused++
			continue
		}
		compared, size = compared+1, size+len(src)
		if skipped += f.Skipped; f.Skipped > 0 {
			t.Logf("%s: %d bytes skipped", want.File, f.Skipped)
		}
		all, without := p.literals(src, f)
		if literals += all; len(without) > 0 {
			lacking += len(without)
			t.Logf("%s: no node for %.200q", want.File, without)
		}
		got := p.Places(src, f)
		for _, place := range want.Places {
			kind := kindOf(place)
			if places[kind]++; !got[place] {
				if missing[kind]++; missing[kind] < 8 {
					t.Logf("%s:%d: lacks %s", want.File, lineOf(src, place), place)
				}
			}
			delete(got, place)
		}
		for place := range got {
			kind := kindOf(place)
			if extra[kind]++; extra[kind] < 8 {
				t.Logf("%s:%d: has %s, which is none", want.File, lineOf(src, place), place)
			}
		}
	}
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d files, %.1f MB, %d not compared; %d bytes skipped; %d of %d literals lack a node", compared, float64(size)/1e6, refused, skipped, lacking, literals)
	for kind, n := range places {
		t.Logf("%s: %d, of which %d lack; %d more", kind, n, missing[kind], extra[kind])
		if 1000*max(missing[kind], extra[kind]) > n {
			t.Errorf("%s: more than one in a thousand differs", kind)
		}
	}
	if compared == 0 || lacking > 0 || 100000*skipped > size {
		t.Errorf("%d files, %d of %d bytes were skipped, %d literals lack a node", compared, skipped, size, lacking)
	}
}

// files returns the names of the files to compare.
func files(t *testing.T, p Parser) (all []string) {
	t.Helper()
	for _, root := range p.Roots {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() {
				return nil
			}
			if l, ok := extract.ByPath(path); ok && l.Name == p.Language.Name {
				all = append(all, path)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// literals returns how many patterns a file has, and those that no node stands for.
func (p *Parser) literals(src []byte, f *tree.File) (all int, without []string) {
	list := p.Language.Extract(src).Literals
	if len(list) == 0 {
		return 0, nil
	}
	have := map[[2]int]bool{}
	tree.Nodes(f, func(n *tree.Node) { have[[2]int{int(n.Start), int(n.End)}] = true })
	for i := range list {
		if r := list[i].Expr; !have[[2]int{r.Start.Offset, r.End.Offset}] {
			without = append(without, string(src[r.Start.Offset:r.End.Offset]))
		}
	}
	return len(list), without
}

// kindOf returns of which kind a place is.
func kindOf(place string) string {
	kind, _, _ := strings.Cut(place, " ")
	kind, _, _ = strings.Cut(kind, "/")
	return kind
}

// lineOf returns the line of a place.
func lineOf(src []byte, place string) int {
	offset := 0
	if fields := strings.Fields(place); len(fields) > 2 {
		for _, c := range fields[len(fields)-2] {
			offset = 10*offset + int(c-'0')
		}
	}
	return 1 + strings.Count(string(src[:min(max(offset, 0), len(src))]), "\n")
}

package extract

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"snag/analyze/source/literal"
)

// TestJavaScriptTrees compares the regex literals of real source trees with those that a full parser
// finds. SNAG_JS_TREES names a folder with the sources and with @babel/parser in its node_modules.
// SNAG_JS_LIMIT, if set, is a folder inside to restrict the run to.
func TestJavaScriptTrees(t *testing.T) {
	root := os.Getenv("SNAG_JS_TREES")
	if root == "" {
		t.Skip("SNAG_JS_TREES names no folder with JavaScript sources and @babel/parser")
	}
	var files []string
	size := map[string]int{}
	err := filepath.WalkDir(filepath.Join(root, os.Getenv("SNAG_JS_LIMIT")), func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		ending := filepath.Ext(path)
		info, err := d.Info()
		if err != nil {
			return err
		}
		if l, ok := ByPath(path); ok && !slices.Contains([]string{"Vue", "Svelte", "HTML"}, l.Name) &&
			!strings.HasSuffix(path, ".d"+ending) && info.Size() < 12<<20 {
			files = append(files, path)
			size[path] = int(info.Size())
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", "--max-old-space-size=4096", "testdata/literals.mjs", root)
	cmd.Stdin = strings.NewReader(strings.Join(files, "\n"))
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	type regex struct {
		offset         int
		pattern, flags string
	}
	var compared, bytesRead, same, wrong, unparsed, all int
	var spent time.Duration
	kinds := map[literal.Kind]int{}
	partial := 0
	lines := bufio.NewReaderSize(out, 1<<20)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			break
		}
		var row struct {
			File     string
			Literals [][3]any
			Error    string
		}
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatal(err)
		}
		src, err := os.ReadFile(row.File)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimPrefix(row.File, root)
		language, _ := ByPath(row.File)
		start := time.Now()
		f := language.Extract(src)
		spent += time.Since(start)
		all += len(src)
		if row.Error != "" || !utf8.Valid(src) {
			unparsed++
			t.Logf("%s: not compared: %s", name, row.Error)
			continue
		}
		var got, want []regex
		for i := range f.Literals {
			l := &f.Literals[i]
			kinds[l.Kind]++
			if l.Partial {
				partial++
			}
			if l.Kind == literal.Regex {
				got = append(got, regex{l.Expr.Start.Offset, l.Pattern, l.Flags})
			}
		}
		for _, l := range row.Literals {
			want = append(want, regex{int(l[0].(float64)), l[1].(string), l[2].(string)})
		}
		compared++
		bytesRead += len(src)
		for _, w := range want {
			if slices.Contains(got, w) {
				same++
				continue
			}
			wrong++
			t.Errorf("%s:%d: missed /%s/%s", name, 1+bytes.Count(src[:w.offset], []byte("\n")), w.pattern, w.flags)
		}
		for _, g := range got {
			if !slices.Contains(want, g) {
				wrong++
				t.Errorf("%s:%d: invented /%.80s/%s", name, 1+bytes.Count(src[:g.offset], []byte("\n")), g.pattern, g.flags)
			}
		}
	}
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d files, %.1f MB: %d literals agree, %d do not; %d files the parser rejects; %d constructors and %d method arguments, %d of them not constant; %.0f MB/s",
		compared, float64(bytesRead)/1e6, same, wrong, unparsed, kinds[literal.Constructor], kinds[literal.MethodArgument], partial,
		float64(all)/1e6/spent.Seconds())
}

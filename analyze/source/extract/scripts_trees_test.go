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
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"snag/analyze/source/literal"
	"snag/analyze/source/scan"
	"snag/analyze/wtf8"
	"snag/probe/snagtest"
)

// parsed is what a language's own parser finds in a file.
type parsed struct {
	File     string
	Literals []json.RawMessage
	Error    string
}

// testTrees compares what is extracted from the files below SNAG_TREES that have one of the endings
// with what a script finds by the language's own parser. compare returns how many agree, and says what
// does not.
func testTrees(t *testing.T, language string, command []string, compare func(t *testing.T, src []byte, f *scan.File, want parsed) (agree int, complaints []string)) {
	t.Helper()
	root := os.Getenv("SNAG_TREES")
	if root == "" {
		t.Skip("SNAG_TREES names no folder with source trees to compare with the languages' own parsers")
	}
	snagtest.Needs(t, command[0])
	var files []string
	for _, folder := range filepath.SplitList(root) {
		err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() {
				return nil
			}
			if l, ok := ByPath(path); ok && l.Name == language {
				files = append(files, path)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stdin = strings.NewReader(strings.Join(files, "\n") + "\n")
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var compared, unparsed, all, literals, partial, agree, disagree, size int
	var spent time.Duration
	lines := bufio.NewReaderSize(out, 1<<20)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			break
		}
		var row parsed
		if err := json.Unmarshal(line, &row); err != nil {
			t.Logf("not read: %.100q: %v", line, err)
			continue
		}
		src, err := os.ReadFile(row.File)
		if err != nil {
			t.Fatal(err)
		}
		l, _ := ByPath(row.File)
		start := time.Now()
		f := l.Extract(src)
		spent += time.Since(start)
		size += len(src)
		if row.Error != "" || !utf8.Valid(src) {
			unparsed++
			continue
		}
		compared++
		literals += len(f.Literals)
		for i := range f.Literals {
			if f.Literals[i].Partial {
				partial++
			}
		}
		all += len(row.Literals)
		n, complaints := compare(t, src, f, row)
		agree += n
		disagree += len(complaints)
		for _, c := range complaints {
			t.Errorf("%s: %s", row.File, c)
		}
	}
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	t.Logf("%s: %d files, %.1f MB; the parser finds %d, of which %d agree; %d disagreements; extracted %d, %d of them partial; %d files not compared; %.0f MB/s",
		language, compared, float64(size)/1e6, all, agree, disagree, literals, partial, unparsed, float64(size)/1e6/spent.Seconds())
}

func place(src []byte, at int) string {
	line := 1 + bytes.Count(src[:min(at, len(src))], []byte("\n"))
	return "line " + strconv.Itoa(line)
}

func TestPythonTrees(t *testing.T) {
	testTrees(t, "Python", []string{"python3", "testdata/literals.py"}, func(t *testing.T, src []byte, f *scan.File, want parsed) (agree int, complaints []string) {
		ours := map[int]*literal.Literal{}
		for i := range f.Literals {
			ours[f.Literals[i].Expr.Start.Offset] = &f.Literals[i]
		}
		for _, raw := range want.Literals {
			var at int
			var pattern string
			var exact bool
			if err := json.Unmarshal(raw, &[]any{&at, &pattern, &exact}); err != nil {
				t.Fatal(err)
			}
			if bytes.HasPrefix(src, []byte("\uFEFF")) && at < 1<<20 && bytes.IndexByte(src[:at+3], '\n') < 0 {
				at += 3
			}
			var got string
			switch l := ours[at]; {
			case l == nil:
				got = "missed"
			case l.Partial:
				got = "partial: " + l.Reason
			case !slices.Equal(wtf8.Decode(l.Pattern), wtf8.Decode(pattern)):
				got = wtf8.Quote(l.Pattern)
			default:
				agree++
				continue
			}
			if exact || got != "missed" && !strings.HasPrefix(got, "partial") {
				complaints = append(complaints, place(src, at)+": want "+wtf8.Quote(pattern)+", got "+got)
			}
		}
		return agree, complaints
	})
}

func TestPHPTrees(t *testing.T) {
	testTrees(t, "PHP", []string{"php", "testdata/literals.php"}, func(t *testing.T, src []byte, f *scan.File, want parsed) (agree int, complaints []string) {
		ours := map[int]*literal.Literal{}
		for i := range f.Literals {
			ours[f.Literals[i].Expr.Start.Offset] = &f.Literals[i]
		}
		for _, raw := range want.Literals {
			var at int
			var pattern string
			if err := json.Unmarshal(raw, &[]any{&at, &pattern}); err != nil {
				t.Fatal(err)
			}
			pattern = strings.TrimLeft(pattern, " \t\r\n")
			l := ours[at]
			if l == nil || l.Partial {
				complaints = append(complaints, place(src, at)+": missed "+pattern)
				continue
			}
			closing := pattern[:1]
			if i := strings.Index("([{<", closing); i >= 0 {
				closing = ")]}>"[i : i+1]
			}
			got := pattern[:1] + l.Pattern + closing + l.Flags
			if got != strings.TrimRight(pattern, " \r\n") {
				complaints = append(complaints, place(src, at)+": want "+pattern+", got "+got)
				continue
			}
			agree++
		}
		return agree, complaints
	})
}

func TestRubyTrees(t *testing.T) {
	testTrees(t, "Ruby", []string{"ruby", "testdata/literals.rb"}, func(t *testing.T, src []byte, f *scan.File, want parsed) (agree int, complaints []string) {
		ours := map[int]*literal.Literal{}
		for i := range f.Literals {
			if l := &f.Literals[i]; l.Kind == literal.Regex {
				ours[l.Expr.Start.Offset] = l
			}
		}
		for _, raw := range want.Literals {
			var at int
			var pattern *string
			var flags string
			if err := json.Unmarshal(raw, &[]any{&at, &pattern, &flags}); err != nil {
				t.Fatal(err)
			}
			l := ours[at]
			delete(ours, at)
			switch {
			case l == nil:
				complaints = append(complaints, place(src, at)+": missed "+string(src[at:min(len(src), at+40)]))
			case l.Flags != flags || pattern != nil && l.Pattern != *pattern:
				complaints = append(complaints, place(src, at)+": want "+string(raw)+", got "+wtf8.Quote(l.Pattern)+"/"+l.Flags+" "+l.Reason)
			default:
				agree++
			}
		}
		for at, l := range ours {
			complaints = append(complaints, place(src, at)+": invented "+string(src[at:l.Expr.End.Offset]))
		}
		return agree, complaints
	})
}

func TestPerlTrees(t *testing.T) {
	testTrees(t, "Perl", []string{"perl", "testdata/literals.pl"}, func(t *testing.T, src []byte, f *scan.File, want parsed) (agree int, complaints []string) {
		ours := map[int]*literal.Literal{}
		for i := range f.Literals {
			if l := &f.Literals[i]; l.Kind == literal.Regex {
				ours[l.Expr.Start.Offset] = l
			}
		}
		lines := bytes.SplitAfter(src, []byte("\n"))
		starts := make([]int, len(lines)+1)
		for i, line := range lines {
			starts[i+1] = starts[i] + len(line)
		}
		for _, raw := range want.Literals {
			var line, column int
			var text string
			if err := json.Unmarshal(raw, &[]any{&line, &column, &text}); err != nil {
				t.Fatal(err)
			}
			at := starts[line-1] + column - 1
			l := ours[at]
			delete(ours, at)
			if l == nil {
				complaints = append(complaints, place(src, at)+": missed "+text)
			} else if got := string(src[at:l.Expr.End.Offset]); latin1(got) != text {
				complaints = append(complaints, place(src, at)+": want "+text+", got "+got)
			} else {
				agree++
			}
		}
		for at, l := range ours {
			// PPI does not read the code that a substitution evaluates.
			if !slices.ContainsFunc(f.Literals, func(o literal.Literal) bool { return o.Expr.Start.Offset < at && at < o.Expr.End.Offset }) {
				complaints = append(complaints, place(src, at)+": invented "+string(src[at:l.Expr.End.Offset]))
			}
		}
		return agree, complaints
	})
}

// latin1 returns the bytes of s as characters, which is how PPI reads a file.
func latin1(s string) string {
	var b strings.Builder
	for i := range len(s) {
		b.WriteRune(rune(s[i]))
	}
	return b.String()
}

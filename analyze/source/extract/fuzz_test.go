package extract

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"snag/analyze/regex/syntax"
	"snag/analyze/source/literal"
	"snag/analyze/wtf8"
	"snag/probe/snagtest"
)

// FuzzExtract checks that extraction from every language survives any input, and that what it finds is
// where it says.
func FuzzExtract(f *testing.F) {
	files, err := filepath.Glob("testdata/sample.*")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range files {
		src, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for i := 0; i+400 < len(src); i += 400 {
			f.Add(src[i:i+400], uint8(i))
		}
	}
	for _, seed := range append(slices.Concat(scriptSeeds, programSeeds),
		"x = `${/a/}`", "<a>{/b/}</a>", "new RegExp('a' + `b${c}`)", "const a = 'x'; RegExp(a)", "/* snag-ignore: x */ /a/",
		"<script lang=ts>/a/</script>", "x = {a: b => ({c}) / d}", "RegExp('\\uD83D' + '\\uDE00')", "class A { *b() { yield /c/ } }",
	) {
		for kind := range languages {
			f.Add([]byte(seed), uint8(kind))
		}
	}
	for kind := range languages {
		f.Add([]byte("00000000\nignoreregex =\nBodY 0 m{0000}0\n 00"), uint8(kind))
	}
	f.Fuzz(func(t *testing.T, src []byte, kind uint8) {
		file := languages[int(kind)%len(languages)].Extract(src)
		last := -1
		for i := range file.Literals {
			l := &file.Literals[i]
			for _, r := range []literal.Range{l.Expr, l.At} {
				if r.Start.Offset < 0 || r.End.Offset > len(src) || r.Start.Offset > r.End.Offset || r.Start.Line < 1 || r.End.Line > bytes.Count(src, []byte("\n"))+bytes.Count(src, []byte("\r"))+1 {
					t.Fatalf("%q: literal %q is at %v", src, l.Pattern, r)
				}
			}
			if l.Expr.Start.Offset < last {
				t.Fatalf("%q: literals are out of order", src)
			}
			last = l.Expr.Start.Offset
			if l.Partial {
				if l.Pattern != "" || l.Reason == "" {
					t.Fatalf("%q: partial literal with pattern %q and reason %q", src, l.Pattern, l.Reason)
				}
				continue
			}
			points := wtf8.Decode(l.Pattern)
			for n := range len(points) + 1 {
				start, end := l.Span(n, n+1)
				if start < 0 && len(points) > 0 || end > len(src) || start > end {
					t.Fatalf("%q: code point %d of %q comes from [%d,%d)", src, n, l.Pattern, start, end)
				}
			}
			if start, _ := l.Span(len(points)+1, len(points)+2); start >= 0 {
				t.Fatalf("%q: a code point behind the end of %q comes from %d", src, l.Pattern, start)
			}
			if len(points) < 100 {
				l.Encode("(" + l.Pattern + "'\"\\d$x)") // must not panic
			}
			if l.Kind == literal.Regex && l.Dialect == syntax.JavaScript && utf8.Valid(src) {
				if got := string(src[l.Expr.Start.Offset:l.Expr.End.Offset]); got != "/"+l.Pattern+"/"+l.Flags {
					t.Fatalf("%q: literal /%s/%s is said to be %q", src, l.Pattern, l.Flags, got)
				}
			}
		}
		for _, s := range file.Suppressions {
			if s.Line < 1 || s.AppliesTo < s.Line {
				t.Fatalf("%q: suppression %v", src, s)
			}
		}
	})
}

// TestLinearTime runs inputs on which a scanner that looks back or ahead too often would take quadratic
// time: eight times the input may not take much more than eight times as long.
func TestLinearTime(t *testing.T) {
	snagtest.Long(t)
	type repeated struct{ ending, piece string }
	table := []repeated{
		{".js", "/["}, {".js", "=/[("}, {".js", "`${"}, {".js", "`"}, {".js", "<a "}, {".js", "<a>"}, {".js", "<a {"},
		{".js", "({["}, {".js", ")]}"}, {".js", "({)"}, {".tsx", "<a<"}, {".js", "/*"}, {".js", "//\r"}, {".js", "'"},
		{".js", "new RegExp(a,"}, {".js", "RegExp(a+b);const a=b+c;"}, {".js", "a=>RegExp(a),"}, {".js", "let a='x';RegExp(a);a=2;"},
		{".js", "(a=>"}, {".js", "const a='x';{RegExp(a)}"}, {".js", "x.replace(/a/,"}, {".js", "r.test(const r=/a/;"},
		{".js", "// snag-ignore: x\n"}, {".js", "/* snag-ignore: x */ /a/ "}, {".js", "/a/;\u00e9"}, {".js", "{RegExp(["},
		{".html", "<script "}, {".html", "<script a='"}, {".html", "<!--"}, {".html", "</"}, {".html", "<style>"},
		{".html", "<script>`</script>"}, {".js", "RegExp(`"}, {".js", "RegExp('a' + "}, {".js", "r.match('a"}, {".js", "a?b:"},
		{".js", "\u2028"}, {".js", "\\u{"}, {".js", "<a b='"}, {".js", "=<a>{`"}, {".js", "RegExp("},
	}
	for ending, pieces := range scriptPieces {
		for _, piece := range pieces {
			table = append(table, repeated{ending, piece})
		}
	}
	for ending, pieces := range programPieces {
		for _, piece := range pieces {
			table = append(table, repeated{ending, piece})
		}
	}
	for _, tt := range table {
		language, _ := ByPath("x" + tt.ending)
		best := func(n, runs int) time.Duration {
			src := []byte(scriptHeads[tt.ending] + programHeads[tt.ending] + strings.Repeat(tt.piece, n/len(tt.piece)))
			best := time.Hour
			for range runs {
				start := time.Now()
				language.Extract(src)
				best = min(best, time.Since(start))
			}
			return best
		}
		size := 1 << 13
		if scriptHeads[tt.ending] != "" {
			size = 1 << 12
		}
		small, large := best(size, 1), best(8*size, 1)
		if large > 200*time.Millisecond {
			if small, large = best(size, 3), best(8*size, 3); large > 40*small {
				t.Errorf("%s %q: %v for %d bytes, but %v for %d", tt.ending, tt.piece, small, size, large, 8*size)
			}
		}
		t.Logf("%s %q: %.1f MB/s, eight times the input takes %.1f times as long", tt.ending, tt.piece,
			float64(8*size)/1e6/large.Seconds(), float64(large)/float64(small))
	}
}

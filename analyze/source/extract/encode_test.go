package extract

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"snag/analyze/source/literal"
	"snag/analyze/wtf8"
)

// extractOne extracts from a source text that holds one pattern.
func extractOne(t *testing.T, ending, src string) *literal.Literal {
	t.Helper()
	language, ok := ByPath("x" + ending)
	if !ok {
		t.Fatalf("no language for %s", ending)
	}
	f := language.Extract([]byte(src))
	if len(f.Literals) != 1 || f.Literals[0].Partial {
		t.Fatalf("%s: %s\ngot %d literals, want one that is known", ending, src, len(f.Literals))
	}
	return &f.Literals[0]
}

// substitute writes text at the place of a literal's pattern.
func substitute(src string, l *literal.Literal, text string) string {
	return src[:l.At.Start.Offset] + text + src[l.At.End.Offset:]
}

type encodeCase struct{ ending, src, pattern, want string } // want is the new source, or "error: " and why

func testEncode(t *testing.T, table []encodeCase) {
	t.Helper()
	for _, tt := range table {
		l := extractOne(t, tt.ending, tt.src)
		text, err := l.Encode(tt.pattern)
		got := substitute(tt.src, l, text)
		if err != nil {
			got = "error: " + err.Error()
		}
		if got != tt.want {
			t.Errorf("%s with pattern %q\n got %s\nwant %s", tt.src, tt.pattern, got, tt.want)
		}
	}
}

func TestEncodeJavaScript(t *testing.T) {
	testEncode(t, []encodeCase{
		{".js", `x = /a+/g`, `a/b[/]`, `x = /a\/b[/]/g`},
		{".js", `x = /\x41+b/g`, `\x41+c`, `x = /\x41+c/g`},
		{".js", `x = /a/`, "a\nb\\\n", `x = /a\nb\n/`},
		{".js", `x = /a/`, ``, `x = /(?:)/`},
		{".js", `RegExp('a\x41b')`, `aA'"\d`, `RegExp('a\x41\'"\\d')`},
		{".js", `RegExp("\u0061+" )`, `a*`, `RegExp("\u0061*" )`},
		{".js", "RegExp(`a${'b'}c`)", "abcd", "RegExp(`a${'b'}cd`)"},
		{".js", "RegExp(`a${'b'}c`)", "xby", "error: the change concerns more than one string"},
		{".js", "RegExp(`a`)", "a${b}`", "RegExp(`a$\\{b}\\``)"},
		{".js", "RegExp(String.raw`\\d`)", "\\d\\w", "RegExp(String.raw`\\d\\w`)"},
		{".js", "RegExp(String.raw`\\d`)", "`", "error: this kind of string cannot hold the pattern"},
		{".js", "RegExp('a' + // why\n  'b')", "ab+", "RegExp('a' + // why\n  'b+')"},
		{".js", "RegExp('a\\\nbc')", "abd", "RegExp('a\\\nbd')"},
		{".js", "const a = 'x', b = RegExp(a)", "y", "const a = 'y', b = RegExp(a)"},
		{".js", "const a = 'x', b = RegExp(a + 'y' + a)", "y", "error: the pattern is not one text in the file"},
		{".js", `RegExp("")`, `a"`, `RegExp("a\"")`},
		{".html", `<script>RegExp("a")</script>`, `</script>`, `<script>RegExp("<\/script>")</script>`},
	})
}

// alphabet holds what a pattern may need an escape for in one language or another.
var alphabet = []rune("ab01xnuNUcCq\\\\\\/'\"`${}()[]<>|+*?.^-#@!~,%&= \t\n\r\x00\x01\x7fé\u00a0\u2028\ufeff\U0001F600{}")

func randomPattern(r *rand.Rand) string {
	var b strings.Builder
	for range r.IntN(12) {
		b.WriteRune(alphabet[r.IntN(len(alphabet))])
	}
	return b.String()
}

// testEncodeRandom writes random patterns in place of those in the sources: extracting must give them
// back, and nothing else may have changed. want is what a pattern becomes in a form that needs to
// escape some of it.
func testEncodeRandom(t *testing.T, ending string, sources []string) {
	t.Helper()
	language, _ := ByPath("x" + ending)
	r := rand.New(rand.NewPCG(1, uint64(len(sources))))
	for _, src := range sources {
		f := language.Extract([]byte(src))
		if len(f.Literals) == 0 {
			t.Errorf("%s: %s\ngot no literal", ending, src)
		}
		for n := range f.Literals {
			l := &f.Literals[n]
			refused := 0
			var why error
			const rounds = 600
			for i := range rounds {
				pattern := randomPattern(r)
				if i%2 == 0 { // a small change
					points := wtf8.Decode(l.Pattern)
					at := r.IntN(len(points) + 1)
					pattern = wtf8.Encode(points[:at]) + pattern + wtf8.Encode(points[min(len(points), at+r.IntN(3)):])
				}
				points, err := l.Fit(wtf8.Decode(pattern))
				if err != nil {
					refused, why = refused+1, err
					continue
				}
				want := wtf8.Encode(points)
				text, err := l.Encode(pattern)
				if err != nil {
					refused, why = refused+1, err
					continue
				}
				changed := substitute(src, l, text)
				g := language.Extract([]byte(changed))
				if len(g.Literals) != len(f.Literals) {
					t.Fatalf("%s with pattern %q becomes %s\nwith %d literals, want %d", src, pattern, changed, len(g.Literals), len(f.Literals))
				}
				for k := range g.Literals {
					a, b := &f.Literals[k], &g.Literals[k]
					expect := a.Pattern
					if k == n {
						expect = want
					}
					shared := k != n && a.At == l.At // another use of the same constant
					if !shared && b.Pattern != expect || a.Flags != b.Flags || a.Kind != b.Kind || a.Partial != b.Partial {
						t.Fatalf("%s with pattern %q becomes %s\nwith pattern %d %q flags %q, want %q flags %q", src, pattern, changed, k, b.Pattern, b.Flags, expect, a.Flags)
					}
				}
			}
			if refused > rounds/2 {
				t.Logf("%s: %d of %d patterns cannot be written: %v", src, refused, rounds, why)
			}
			if text, err := l.Encode(l.Pattern); err != nil && refused < rounds || err == nil && substitute(src, l, text) != src {
				t.Errorf("%s: writing the same pattern gives %q, %v", src, text, err)
			}
		}
	}
}

func TestEncodeJavaScriptRandom(t *testing.T) {
	testEncodeRandom(t, ".js", []string{
		`x = /a+[/]\//g.test(y) / 2`, `x = [/a/, /[b]/i]`, `new RegExp('it\'s', "g")`, `RegExp("a\x41\u{62}")`, "RegExp(`a\\`\n$`, 'i')",
		"RegExp(String.raw`\\d+`)", `x.match("a+")`, `const a = 'b'; RegExp(a)`, `RegExp("a" + 'b')`, "RegExp(`a${'b'}c`)",
		"RegExp('a\\\n  b')", `RegExp('')`,
	})
}

// TestEncodeKeeps checks that a change of one character changes no other.
func TestEncodeKeeps(t *testing.T) {
	src := `RegExp("\x61\u0062\u{63}d\
e")`
	l := extractOne(t, ".js", src)
	points := wtf8.Decode(l.Pattern)
	for i := range points {
		pattern := string(points[:i]) + "z" + string(points[i+1:])
		text, err := l.Encode(pattern)
		if err != nil {
			t.Errorf("%q: %v", pattern, err)
			continue
		}
		kept := 0
		for _, spelling := range []string{`\x61`, `\u0062`, `\u{63}`, "d", "e"} {
			if strings.Contains(text, spelling) {
				kept++
			}
		}
		if kept != len(points)-1 {
			t.Errorf("%q becomes %s", pattern, fmt.Sprint(text))
		}
	}
}

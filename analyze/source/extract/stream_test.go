package extract

import (
	"fmt"
	"strings"
	"testing"

	"snag/analyze/source/scan"
)

// shown prints tokens: their text, with < and > where code nests, and what braces begin.
func shown(src string, list []scan.Token) string {
	var all []string
	for _, t := range list {
		text := src[t.Start:t.End]
		switch t.Kind {
		case scan.TokenText:
			text = fmt.Sprintf("T%q", text)
		case scan.TokenRegex:
			text = "R" + text
		case scan.TokenLine:
			text = fmt.Sprintf("|%d", t.Indent)
		case '{':
			text += []string{"", "f", "o", "c"}[t.Brace]
		}
		if t.Closes {
			text = "<" + text
		}
		if t.Opens {
			text += ">"
		}
		all = append(all, text)
	}
	return strings.Join(all, " ")
}

func TestTokens(t *testing.T) {
	for _, test := range []struct{ path, src, want string }{
		{"a.js", "a = /x\\/(/g / 2 // c", "a = R/x\\/(/g / 2"},
		{"a.js", "`a${b + `c${d}`}e` /* c */ + 'x'", "T\"`a${\"> b + T\"`c${\"> d <T\"}`\" <T\"}e`\" + 'x'"},
		{"a.js", "class A { #x = {}; f() { if (y) {} } }", "class A {c> #x = {o> <} ; f (> <) {f> if (> y <) {> <} <} <}"},
		{"a.jsx", "x = <a b={c}>t{d}</a>; y", "x = T\"<a b={\"> c <T\"}>t{\"> d <T\"}</a>\" ; y"},
		{"a.ts", "const f = <T>(a: T): b => a?.c ?? d!", "const f = < T > (> a : T <) : b => a ?. c ?? d !"},
		{"a.js", "a >= b; c *= 2; d => ({...e})", "a >= b ; c *= 2 ; d => (> {o> ... e <} <)"},
		{"a.jsx", "x = <a>{b</a>; y", "x = < a > {o> b < / a > ; y"},
		{"a.js", "x = `a${b; y", "x = a$ {> b ; y"},
		{"a.py", "def f(a) -> b: # c\n  return a[1]\n\nx = 1", "def f (> a <) -> b : |2 return a [> 1 <] |0 x = 1 |0"},
		{"a.py", "f'a{b!r}c{d:{e}}' 'g{h}'", "T\"f'a{\"> b <T\"!r}c{\"> d <T\":{\"> e <T\"}}'\" 'g{h}' |0"},
		{"a.py", "f'{f\"{a}\" + b}' + (\n c := 1)", "T\"f'{\"> T\"f\\\"{\"> a <T\"}\\\"\" + b <T\"}'\" + (> c := 1 <) |0"},
		{"a.vue", "<p>x</p><script lang=ts>a</script><script>b</script>", "a b"},
		{"a.go", "package a", ""},
	} {
		l, _ := ByPath(test.path)
		list, _ := l.Tokens([]byte(test.src))
		if got := shown(test.src, list); got != test.want {
			t.Errorf("%s: %s\n got %s\nwant %s", test.path, test.src, got, test.want)
		}
	}
}

func FuzzTokens(f *testing.F) {
	for _, seed := range []string{"a`b${c}`<d e={f}>{g}</d>/h/", "f'{a:{b}}'\n\tf\"{", "<a>{<b>{</a>", "`${`${", "a<b>{c=>`"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, src string) {
		for _, path := range []string{"a.js", "a.ts", "a.tsx", "a.py", "a.vue"} {
			l, _ := ByPath(path)
			list, _ := l.Tokens([]byte(src))
			end := int32(0)
			for i, k := range list {
				if k.Start < end || k.End < k.Start || int(k.End) > len(src) {
					t.Fatalf("%s: %q: token %d is %+v, behind %d", path, src, i, k, end)
				}
				end = k.End
			}
		}
	})
}

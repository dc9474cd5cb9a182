package extract

import (
	"fmt"
	"strings"
	"testing"

	"snag/analyze/source/literal"
	"snag/analyze/wtf8"
)

// compiled returns what the calls in a source text compile, one entry each.
func compiled(src string) []string {
	language, _ := ByPath("x.ts")
	f := language.Extract([]byte(src))
	var found []string
	for i := range f.Literals {
		l := &f.Literals[i]
		flags := l.Flags
		if !l.FlagsKnown {
			flags = "?"
		}
		switch {
		case l.Kind == literal.Regex:
		case l.Partial:
			found = append(found, "partial/"+flags+": "+l.Reason)
		default:
			found = append(found, wtf8.Quote(l.Pattern)+"/"+flags)
		}
	}
	return found
}

func TestConstructors(t *testing.T) {
	for _, tt := range []struct{ src, want string }{
		{`new RegExp("a+")`, `"a+"/`},
		{`RegExp('a+', 'gi')`, `"a+"/gi`},
		{`new RegExp("a+", "g",)`, `"a+"/g`},
		{`new RegExp("a+", undefined)`, `"a+"/`},
		{`new RegExp("a+", flags)`, `"a+"/?`},
		{`new RegExp("a+", "g" + "i")`, `"a+"/gi`},
		{`new RegExp()`, `""/`},
		{`new RegExp("")`, `""/`},
		{`new window.RegExp("a"), globalThis.RegExp("b"), self.RegExp("c"), foo.RegExp("d")`, `"a"/ "b"/ "c"/`},
		{`window . RegExp ("a")`, `"a"/`},
		{`x.RegExp("a"); RegExp; new RegExp; RegExp.escape("a"); x instanceof RegExp`, ``},
		{`function f(RegExp) { return new RegExp("a") } new RegExp("b")`, `"b"/`},
		{`const RegExp = XRegExp; new RegExp("a")`, ``},
		{`{ class RegExp {} new RegExp("a") } new RegExp("b")`, `"b"/`},
		{`function f(re: RegExp) { return new RegExp("a") }`, `"a"/`},
		{`const f = (a: Map<string, RegExp>) => new RegExp("a")`, `"a"/`},

		// Strings.
		{`RegExp("\\d\n\t\x41\u0041\u{1F600}\0\'\"\q")`, `"\\d\n\tAA😀\u0000'\"q"/`},
		{`RegExp("\uD83D\uDE00 \uD83D \uDE00")`, `"😀 \ud83d \ude00"/`},
		{`RegExp("\uD83D" + "\uDE00")`, `"😀"/`},
		{"RegExp('a\\\n  b\\\r\nc')", `"a  bc"/`},
		{`RegExp('\101\60\477\8')`, `"A0'78"/`},
		{`RegExp("\xZZ")`, `partial/?: the string has an invalid escape`},
		{`RegExp("\u{110000}")`, `partial/?: the string has an invalid escape`},
		{"RegExp(`a+\\d\\\\d`)", `"a+d\\d"/`},
		{"RegExp(`a\r\nb`)", `"a\nb"/`},
		{"RegExp(String.raw`\\d+\\`${'x'}\\n`)", "\"\\\\d+\\\\`x\\\\n\"/"},
		{`RegExp("[/]")`, `"[/]"/`},

		// Sums.
		{`RegExp("a" + "b" + 'c')`, `"abc"/`},
		{"RegExp('a' + // x\n  'b' /* y */ +\n  `c`)", `"abc"/`},
		{`RegExp(("a" + ("b")))`, `"ab"/`},
		{`RegExp("a{" + 12 + "}")`, `"a{12}"/`},
		{`RegExp(1 + 2 + "a")`, "partial/?: numbers are added"},
		{`RegExp(["a", "b", "c"].join("|"), "g")`, `"a|b|c"/g`},
		{`RegExp(["a", "b"].join())`, `"a,b"/`},
		{`RegExp(["a", b].join("|"))`, "partial/?: depends on `b`, which this file does not define"},

		{`const xs = ["a", 'b']; RegExp(xs.join("|")); xs.map(f)`, `"a|b"/`},
		{`const a = []; a.push("b"); RegExp(a.join("|"))`, "partial/?: depends on `a`, an array that may be changed"},
		{`const a = ["b"]; f(a); RegExp(a.join("|"))`, "partial/?: depends on `a`, an array that may be changed"},
		{`const a = "b"; RegExp([a, a].join(a))`, `"bbb"/`},
		{`RegExp("\\b" + "a,bc,".split(",").join("\\b|\\b") + "\\b")`, `"\\ba\\b|\\bbc\\b|\\b\\b"/`},
		{`RegExp(["a"])`, `"a"/`},
		{`RegExp("^(" + ["a", "b"] + ")$")`, `"^(a,b)$"/`},
		{`RegExp(["a", "b"] + ["c"])`, `"a,bc"/`},
		{"const n = 'x', m = n + '?'; RegExp(`(${[n, m]})`)", `"(x,x?)"/`},
		{`RegExp([] + "a")`, `"a"/`},
		{`RegExp([/a/] + "b")`, "partial/?: a regex or an array is converted to a string"},

		// Variables that are freed.
		{`let a = "x+", b = "y"; const r = new RegExp(a + b); a = b = null;`, `"x+y"/`},
		{`let a = "x+"; a = null; a = "y"; RegExp(a)`, "partial/?: depends on `a`, which is assigned more than once"},
		{`let a = "x+"; a = null || "y"; RegExp(a)`, "partial/?: depends on `a`, which is assigned more than once"},

		// Replaced texts.
		{`const w = /[a-z]+/.source; RegExp(/^<w>(?:,<w>)*$/.source.replace(/<w>/g, () => w))`, `"^[a-z]+(?:,[a-z]+)*$"/`},
		{`const w = /\w+/; RegExp(/<w>-<w>/.source.replace(/<w>/, function () { return w.source; }) + "$", "i")`, `"\\w+-<w>$"/i`},
		{`RegExp("#é#".replaceAll("#", "(?:x)").replace("é", "e+"))`, `"(?:x)e+(?:x)"/`},
		{`RegExp("a.b".replace(/\./g, "-"))`, `"a-b"/`},
		{`RegExp("a.b".replace(/./g, "-"))`, "partial/?: depends on `\"a.b\".replace(/./g, \"-\")`"},
		{`RegExp("axb".replace("x", "$&"))`, "partial/?: depends on `\"axb\".replace(\"x\", \"$&\")`"},
		{`RegExp("axb".replace("x", () => "$&"))`, `"a$&b"/`},
		{`RegExp("axb".replace("x", x => x + y))`, "partial/?: depends on `x`, whose value is not known here"},
		{`RegExp("axb".replace(/x/i, "y"))`, "partial/?: depends on `\"axb\".replace(/x/i, \"y\")`"},

		// Functions of constant arrays, and what escapes.
		{`const xs = [/a+/, /b/i]; RegExp(xs.map(x => x.source).join("|"))`, `"a+|b"/`},
		{`RegExp("^(?:" + ["a", "b"].map((w) => "(" + w + ")+").join("|") + ")$")`, `"^(?:(a)+|(b)+)$"/`},
		{"const t = ['a.b', 'c-d']; RegExp(`^${t.map(escapeRegExp).join('|')}`, 'u')", `"^a\\.b|c\\x2dd"/u`},
		{`RegExp("^[" + _.escapeRegExp("a-z") + "]+b+$")`, "partial/?: functions that escape differ on `-` in a class"},
		{`const s = escapeRegExp("a-z"); RegExp("^[^" + s + "]+b+$")`, "partial/?: functions that escape differ on `-` in a class"},
		{`RegExp(["a+"].map(s => _.escapeRegExp(s)).join())`, `"a\\+"/`},
		{`const s = "(x)"; RegExp(RegExp.escape(s) + "+")`, `"\\(x\\)+"/`},
		{`function escapeRegExp(s) { return s.replace(/[+]/g, "\\$&") } RegExp(escapeRegExp("+"))`, `"\\+"/`},
		{`function escapeRegExp(s) { return s } RegExp(escapeRegExp("+"))`, "partial/?: depends on `escapeRegExp(\"+\")`"},
		{`RegExp(["a"].map((w, i) => w + i).join())`, "partial/?: depends on `[\"a\"].map((w, i) => w + i).join()`"},
		{`RegExp([].map(w => w + "x").join("|") + "y")`, `"y"/`},
		{`const w = "z"; RegExp(["a"].map(w => ["b"].map(w => w + "c").join() + w).join() + w)`, `"bcaz"/`},

		// Regexes.
		{`RegExp(/a+/gi)`, `"a+"/gi`},
		{`RegExp(/a+/gi, "m")`, `"a+"/m`},
		{`RegExp(/a+/g.source + "b")`, `"a+b"/`},
		{`RegExp("b" + /a+/g)`, `partial/?: a regex is converted to a string`},
		{`const re = /a+/g; RegExp(re); RegExp(re, "y"); RegExp("^" + re.source + "$", re.flags)`, `"a+"/g "a+"/y "^a+$"/g`},

		{`const a = new RegExp("a+", "g"), b = RegExp(a.source + "b"); RegExp("x" + b.source)`, `"a+"/g "a+b"/ "xa+b"/`},
		{`"use strict"; RegExp("a".concat("b", "c", 1).concat("d"))`, `"abc1d"/`},

		// Constants.
		{`const a = "x"; RegExp(a)`, `"x"/`},
		{`const a = "x", b = a + "y"; RegExp(b + a)`, `"xyx"/`},
		{"const a = 'x', b = 3\nRegExp(`${a}{1,${b}}`)", `"x{1,3}"/`},
		{`var a = "x"; RegExp(a)`, `"x"/`},
		{`let a = "x"; a = "y"; RegExp(a)`, "partial/?: depends on `a`, which is assigned more than once"},
		{`let a = "x"; a += "y"; RegExp(a)`, "partial/?: depends on `a`, which is assigned more than once"},
		{`let a = "x"; [a] = b; RegExp(a)`, "partial/?: depends on `a`, which is assigned more than once"},
		{`let a = 1; ++a; RegExp("x" + a)`, "partial/?: depends on `a`, which is assigned more than once"},
		{`let a = "x"; for (a of b) ; RegExp(a)`, "partial/?: depends on `a`, which is assigned more than once"},
		{`let a = "x"; b.a = "y"; if (a == "z") ; RegExp(a)`, `"x"/`},
		{`{ let a = "x"; RegExp(a) } { let a; a = "y" }`, `"x"/`},
		{`var a = "x"; var a = "y"; RegExp(a)`, "partial/?: depends on `a`, whose value is not known here"},
		{`const a: string = "x" as const; RegExp(a)`, `"x"/`},
		{`const a = "x" as string; RegExp(a!)`, `"x"/`},
		{`export const a = "x"; function f() { return RegExp(a) }`, `"x"/`},
		{`RegExp(a); const a = "x"`, `"x"/`},
		{`const a = "x"; function f(a) { return RegExp(a) }`, "partial/?: depends on `a`, whose value is not known here"},
		{`const a = "x"; const f = a => RegExp(a), g = () => RegExp(a)`, "partial/?: depends on `a`, whose value is not known here \"x\"/"},
		{`const a = "x"; const f = ({ b: a }) => RegExp(a)`, "partial/?: depends on `a`, whose value is not known here"},
		{`const a = "x"; const f = (b = a) => RegExp(a)`, `"x"/`},
		{`const a = "x"; try { } catch (a) { RegExp(a) } RegExp(a)`, "partial/?: depends on `a`, whose value is not known here \"x\"/"},
		{`const a = "x"; { const a = "y"; RegExp(a) } RegExp(a)`, `"y"/ "x"/`},
		{`const { a } = b; RegExp(a)`, "partial/?: depends on `a`, whose value is not known here"},
		{`function f() { if (b) { var a = "x" } return RegExp(a) }`, `"x"/`},
		{`const a = b ? "x" : "y"; RegExp(a)`, "partial/?: depends on `b`, which this file does not define"},
		{`const a = "x" || b; RegExp(a)`, "partial/?: depends on `a`, whose value is computed"},
		{"const a = 'x'\n  .repeat(3)\nRegExp(a)", "partial/?: depends on `'x'`"},
		{`const a = a + "x"; RegExp(a)`, `partial/?: too much to follow`},
		{`RegExp(f("a"), "g")`, "partial/g: depends on `f(\"a\")`"},
		{`RegExp(...a)`, "partial/?: depends on `...a`"},
		{`RegExp("a" + escape(b) + "c", d)`, "partial/?: depends on `escape(b)`"},
		{`RegExp(c ? "a" : "b")`, "partial/?: depends on `c`, which this file does not define"},
		{`RegExp("a" + (b))`, "partial/?: depends on `b`, which this file does not define"},
		{`class A { RegExp(a) { return new RegExp("x") } }`, `"x"/`},

		// Methods that make a regex of a string.
		{`x.match("a+"); x.search('b'); x.matchAll("c")`, `"a+"/ "b"/ "c"/g`},
		{`x.replace("a+", ""); x.split("b"); x.match(c); match("d")`, ``},
		{`x?.match("a" + "b")`, `"ab"/`},
		{`x.match("a" + b)`, ``},
	} {
		if got := strings.Join(compiled(tt.src), " "); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.src, got, tt.want)
		}
	}
}

func TestConstantsThatExplode(t *testing.T) {
	var b strings.Builder
	b.WriteString("const a0 = 'xxxxxxxxxxxxxxxx';\n")
	for i := 1; i < 24; i++ {
		fmt.Fprintf(&b, "const a%d = a%d + a%d;\n", i, i-1, i-1)
	}
	b.WriteString("RegExp(a23)")
	if got := compiled(b.String()); len(got) != 1 || !strings.HasPrefix(got[0], "partial") {
		t.Errorf("got %.100q, want one that is partial", got)
	}
}

// TestSource checks that each character of a pattern is led back to the source text that made it.
func TestSource(t *testing.T) {
	for _, tt := range []struct {
		src  string
		want []string // source text of each code point
	}{
		{`/aé😀\//`, []string{"a", "é", "😀", `\`, "/"}},
		{`RegExp("a\\d\x41\u{1F600}é")`, []string{"a", `\\`, "d", `\x41`, `\u{1F600}`, "é"}},
		{`RegExp("\uD83D\uDE00b")`, []string{`\uD83D\uDE00`, "b"}},
		{"RegExp('a\\\nb' +\n\t\"c\")", []string{"a", "b", "c"}},
		{"const x = 'p\\tq'; RegExp(`${x}r` + x)", []string{"p", `\t`, "q", "r", "p", `\t`, "q"}},
		{"RegExp(['a', 'b'].join('|'))", []string{"a", "|", "b"}},
		{"RegExp(String.raw`\\d`)", []string{`\`, "d"}},
		{"/\xff\xfeb/", []string{"\xff", "\xfe", "b"}},
	} {
		language, _ := ByPath("x.js")
		f := language.Extract([]byte(tt.src))
		if len(f.Literals) != 1 {
			t.Errorf("%q: got %d literals", tt.src, len(f.Literals))
			continue
		}
		l := &f.Literals[0]
		if n := len(wtf8.Decode(l.Pattern)); n != len(tt.want) {
			t.Errorf("%q: pattern %q has %d code points, want %d", tt.src, l.Pattern, n, len(tt.want))
		}
		for i, want := range tt.want {
			start, end := l.Span(i, i+1)
			if start < 0 || tt.src[start:end] != want {
				t.Errorf("%q: code point %d comes from [%d,%d), want %q", tt.src, i, start, end, want)
			}
		}
		if start, end := l.Span(len(tt.want), len(tt.want)+1); start != end || start < 0 {
			t.Errorf("%q: end of the pattern is at [%d,%d)", tt.src, start, end)
		}
		if start, _ := l.Span(len(tt.want)+1, len(tt.want)+2); start != -1 {
			t.Errorf("%q: a code point behind the end is at %d", tt.src, start)
		}
	}
}

func TestRanges(t *testing.T) {
	const src = "\uFEFF// é😀\r\n/* 😀 */ x = /a😀b/g;\ry = new RegExp('c\\n' +\n  \"d\", 'g')\nconst P = 'pq'; RegExp(P)\nRegExp(P + '')\n"
	language, _ := ByPath("x.js")
	f := language.Extract([]byte(src))
	show := func(r literal.Range) string {
		return fmt.Sprintf("%d:%d(%d)-%d:%d(%d) %q", r.Start.Line, r.Start.Column, r.Start.Column16,
			r.End.Line, r.End.Column, r.End.Column16, src[r.Start.Offset:r.End.Offset])
	}
	want := []struct{ expr, at string }{
		{`2:13(14)-2:19(21) "/a😀b/g"`, `2:14(15)-2:17(19) "a😀b"`},
		{`3:5(5)-4:12(12) "new RegExp('c\\n' +\n  \"d\", 'g')"`, `3:17(17)-4:5(5) "c\\n' +\n  \"d"`},
		{`5:17(17)-5:26(26) "RegExp(P)"`, `5:12(12)-5:14(14) "pq"`},
		{`6:1(1)-6:15(15) "RegExp(P + '')"`, `5:12(12)-5:14(14) "pq"`},
	}
	if len(f.Literals) != len(want) {
		t.Fatalf("got %d literals, want %d", len(f.Literals), len(want))
	}
	for i, w := range want {
		l := &f.Literals[i]
		if got := show(l.Expr); got != w.expr {
			t.Errorf("literal %d: expression at\n got %s\nwant %s", i, got, w.expr)
		}
		if got := show(l.At); got != w.at {
			t.Errorf("literal %d: pattern at\n got %s\nwant %s", i, got, w.at)
		}
	}
	if got := show(f.PatternRange(&f.Literals[1], 1, 3)); got != `3:18(18)-4:5(5) "\\n' +\n  \"d"` {
		t.Errorf("part of the pattern at %s", got)
	}
}

func TestUses(t *testing.T) {
	for _, tt := range []struct{ src, want string }{
		{`/a/.test(x)`, "test"},
		{"/a/g\n  // why\n  .exec(x)", "exec"},
		{`/a/?.test(x)`, "test"},
		{`/a/.source`, "unknown"},
		{`/a/.test`, "unknown"},
		{`x.replace(/a/, "")`, "replace"},
		{`x?.replaceAll( /a/g, "")`, "replaceAll"},
		{`x.split(/a/); x.match(/b/); x.matchAll(/c/g); x.search(/d/)`, "split match matchAll search"},
		{`x.replace("a", /b/)`, "unknown"},
		{`x.replace(f(/a/), "")`, "unknown"},
		{`x.test(/a/)`, "unknown"},
		{`replace(/a/)`, "unknown"},
		{`x.replace(new RegExp("a"), "")`, "replace"},
		{`new RegExp("a").test(x)`, "test"},
		{`const r = /a/; r.test(x)`, "test"},
		{`const r = /a/; r.test(x); y.replace(r, ""); y.split( r )`, "test,replace,split"},
		{`const r = new RegExp("a"); r.exec(x)`, "exec"},
		{`const r = /a/, s = /b/; s.exec(x); function f(r) { r.test(x) }`, "unknown exec"},
		{`const r = /a/; { const r = /b/; r.test(x) }`, "unknown test"},
		{`const r = /a/.source; r.test(x)`, "unknown"},
		{`const r = /a/; x.r.test(y)`, "unknown"},
	} {
		language, _ := ByPath("x.js")
		f := language.Extract([]byte(tt.src))
		var got []string
		for i := range f.Literals {
			got = append(got, useNames(f.Literals[i].Uses))
		}
		if got := strings.Join(got, " "); got != tt.want {
			t.Errorf("%q: got %s, want %s", tt.src, got, tt.want)
		}
	}
}

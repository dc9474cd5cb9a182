package extract

import (
	"fmt"
	"strings"
	"testing"

	"snag/analyze/source/literal"
)

// found returns what extraction finds in a source text, one line a literal: /pattern/flags and the uses, or why it
// is not known. It checks that each character of a pattern stands where it is said to.
func found(t *testing.T, ending, src string) string {
	t.Helper()
	language, ok := ByPath("x" + ending)
	if !ok {
		t.Fatalf("no language for %s", ending)
	}
	f := language.Extract([]byte(src))
	var lines []string
	for i := range f.Literals {
		l := &f.Literals[i]
		line := "/" + l.Pattern + "/" + l.Flags
		if l.Partial {
			line = "? " + l.Reason
		} else if !l.FlagsKnown {
			line += "?"
		}
		if l.Uses != 0 {
			line += " " + useNames(l.Uses)
		}
		if l.Dialect != language.Dialect {
			line += " " + l.Dialect.String()
		}
		lines = append(lines, line)
		for n, r := range []rune(l.Pattern) {
			start, end := l.Span(n, n+1)
			if start < 0 || end > len(src) || end-start == 1 && src[start] != byte(r) && src[start] != '\n' && src[start] != ' ' && r != '\\' {
				t.Errorf("%q: character %d of %q is said to stand at %d to %d", src, n, l.Pattern, start, end)
			}
		}
	}
	return strings.Join(lines, "\n")
}

// foundCase is a source text and what found returns for it.
type foundCase struct{ src, want string }

func testFound(t *testing.T, ending string, table []foundCase) {
	t.Helper()
	for _, tt := range table {
		if got := found(t, ending, tt.src); got != tt.want {
			t.Errorf("%s: %s\n got %s\nwant %s", ending, tt.src, got, tt.want)
		}
	}
}

// class puts members into a class that knows java.util.regex.
func class(members string) string {
	return "import java.util.regex.*;\nclass A {\n" + members + "\n}"
}

func TestJava(t *testing.T) {
	testFound(t, ".java", []foundCase{
		{class(`Pattern p = Pattern.compile("a+\\s\"b\"");`), `/a+\s"b"/`},
		{class(`Pattern p = java.util.regex.Pattern.compile("a", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);`), `/a/is`},
		{class("Pattern p = Pattern\n\t.compile(\"a\").matcher(b);"), "/a/ test"},
		{class(`Pattern p = Pattern.compile("a", java.util.regex.Pattern.MULTILINE);`), `/a/m`},
		{class(`Pattern p = Pattern.compile("a", 0), q = Pattern.compile("b", flags);`), "/a/\n/b/?"},
		{class(`Pattern p = Pattern.compile("a" /* "x" */ + "b" + // "y"
			'c' + 1 + ("d" + "e"));`), `/abc1de/`},
		{class(`static final String A = "a|" + A.B; static final String B = "b"; Pattern p = Pattern.compile("(" + A + ")");`), `/(a|b)/`},
		{class(`static final String X = "x"; void f(String X) { Pattern.compile(X); } void g() { Pattern.compile(X); }`),
			"? depends on `X`, whose value is not known here\n/x/"},
		{class(`void f() { String x = "a"; Pattern.compile(x); } void g() { String x = "b"; x += "c"; Pattern.compile(x); }`),
			"/a/\n? depends on `x`, which is assigned more than once"},
		{class(`Pattern p = Pattern.compile(other);`), "? depends on `other`, which this file does not define"},
		{class(`Pattern p = Pattern.compile(String.format("a%s", b));`), "? depends on `String.format(\"a%s\", b)`"},
		{class(`Pattern p = Pattern.compile("^" + Pattern.quote("a.b") + "$");`), `/^\Qa.b\E$/`},
		{class(`boolean b = Pattern.matches("a", s), c = s.matches("b"), d = s.matches(x), e = m.matches();`), "/a/ full match\n/b/ full match"},
		{class(`String[] a = s.split(","), b = s.split("\\."), c = s.split("\\s+", 2), d = s.split("|"), e = StringUtils.split(s, "ab");`),
			"/\\s+/ split\n/|/ split"},
		{class(`String a = s.replaceAll("a+", "b").replaceFirst("c+", "d").replace("e", "f");`), "/a+/ every match\n/c+/ replace"},
		{class(`new Scanner(in).useDelimiter("\\A").next(); RegExUtils.removeAll(s, "x+");`), "/\\A/ every match\n/x+/ every match"},
		{"import static java.util.regex.Pattern.*;\nclass A { Object p = compile(\"a\", COMMENTS); }", `/a/x`},
		{"import jakarta.validation.constraints.Pattern;\nclass A { @Pattern(message = \"no\", regexp = \"a\" + B, flags = {Pattern.Flag.CASE_INSENSITIVE}) @NotNull String s; static final String B = \"b\"; }", `/ab/i full match`},
		{"import jakarta.validation.constraints.*;\nclass A { @Pattern(regexp = \"a\") String s; @Pattern.List({@Pattern(regexp = \"b\")}) String t; Pattern(String x) {} }", "/a/ full match\n/b/ full match"},
		{"import com.google.re2j.Pattern;\nclass A { Pattern p = Pattern.compile(\"a\"); }", `/a/ go`},
		{class("Pattern p = Pattern.compile(\"\"\"\n    a\\\"b \n      c\\\n    d\n    \"\"\");"), "/a\"b\n  cd\n/"},
		{class(`Pattern p = Pattern.compile("\u0061\u005c\u005c.\\u0062\uD83D\uDE00\t\12");`), "/a\\.\\u0062😀\t\n/"},
		{class(`// Pattern.compile("a")
			/* Pattern.compile("b") */ String s = "Pattern.compile(\"c\")"; char c = '"'; Pattern p = Pattern.compile("d");`), `/d/`},
		{class(`Pattern p = Pattern.compile(`), ``},
		{class(`Pattern p = Pattern.compile("a`), ``},
		{class(`Pattern compile(String regex) { return null; }`), ``},
	})
}

// TestJavaUses checks what is known about how a pattern is applied.
func TestJavaUses(t *testing.T) {
	for _, tt := range []struct{ src, want string }{
		{`private static final Pattern P = Pattern.compile("a"); boolean f(String s) { return P.matcher(s).matches(); }`, "full match"},
		{`Pattern P = Pattern.compile("a"); boolean f(String s) { return P.matcher(s).matches() && A.P.matcher(s).find(); }`, "test,full match"},
		{`Pattern P = Pattern.compile("a"); boolean f(String s) { g(P); return P.matcher(s).matches(); }`, "test,full match"},
		{`Pattern P = Pattern.compile("a"); int f(String s) { Matcher m = P.matcher(s); if (m.matches()) return m.end(); return 0; }`, "full match"},
		{`Pattern P = Pattern.compile("a"); int f(String s) { Matcher m = P.matcher(s); while (m.find()) g(m.group()); }`, "test"},
		{`Pattern P = Pattern.compile("a"); int f(String s) { Matcher m = P.matcher(s); h(m); return m.lookingAt(); }`, "test,match at start"},
		{`boolean f(String s) { return Pattern.compile("a").matcher(s).lookingAt(); }`, "match at start"},
		{`boolean f(String s) { return h(Pattern.compile("a").matcher(s)); }`, "test"},
		{`String f(String s) { return P.matcher(s).replaceAll("") + P.split(s); } Pattern P = Pattern.compile("a");`, "split,every match"},
		{`Pattern P = Pattern.compile("a");`, "unknown"},
	} {
		language, _ := ByPath("x.java")
		f := language.Extract([]byte(class(tt.src)))
		if len(f.Literals) != 1 {
			t.Errorf("%s: %d literals", tt.src, len(f.Literals))
		} else if got := useNames(f.Literals[0].Uses); got != tt.want {
			t.Errorf("%s: used for %s, want %s", tt.src, got, tt.want)
		}
	}
}

// TestJavaPlaces checks that escapes and constants do not shift positions.
func TestJavaPlaces(t *testing.T) {
	src := class("\tstatic final String B = \"\\u0062\\\\d\";\n\tPattern p = Pattern.compile(\"é\\t\" + B); // snag-ignore: known")
	language, _ := ByPath("x.java")
	f := language.Extract([]byte(src))
	var got []string
	for n := range 5 {
		r := f.PatternRange(&f.Literals[0], n, n+1)
		got = append(got, fmt.Sprintf("%d:%d-%d %s", r.Start.Line, r.Start.Column, r.End.Column, src[r.Start.Offset:r.End.Offset]))
	}
	want := `4:31-32 é, 4:32-34 \t, 3:27-33 \u0062, 3:33-35 \\, 3:35-36 d`
	if g := strings.Join(got, ", "); g != want {
		t.Errorf("%s\n got %s\nwant %s", src, g, want)
	}
	if len(f.Suppressions) != 1 || !f.Suppressions[0].SpeaksFor(&f.Literals[0]) {
		t.Errorf("suppressions %+v", f.Suppressions)
	}
}

// useNames returns the names of the ways to apply a pattern joined by commas, or "unknown" for none.
func useNames(u literal.Use) string {
	if u == 0 {
		return "unknown"
	}
	var names []string
	for i, name := range []string{"test", "exec", "match", "matchAll", "replace", "replaceAll", "split", "search", "every match", "match at start", "full match"} {
		if u&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, ",")
}

package extract

import "testing"

// program puts declarations into a file that imports packages for regexes.
func program(text string) string {
	return "package p\nimport (\n\t\"regexp\"\n\tx \"github.com/dlclark/regexp2\"\n)\n" + text
}

func TestGo(t *testing.T) {
	testFound(t, ".go", []foundCase{
		{program("var a = regexp.MustCompile(`a\\d`)"), `/a\d/`},
		{program(`var a, err = regexp.Compile("a\\d\x41\101\u00e9\U0001F600\xc3\xa9\t")`), "/a\\dAAé😀é\t/"},
		{program("const A, B = \"a\", A + `b`\nvar c = \"c\"\nvar d = regexp.MustCompile(\"(\" + B + \")\" + c)\nvar e = regexp.MustCompilePOSIX(e)"),
			"/(ab)c/\n? depends on `regexp.MustCompilePOSIX(e)`"},
		{program("const A = \"a\"\nfunc f(A string) { regexp.MustCompile(A) }\nfunc g() { A := \"b\"; regexp.MustCompile(A); { A := A + \"c\"; A += \"d\"; regexp.MustCompile(A) } }"),
			"? depends on `A`, whose value is not known here\n/b/\n? depends on `A`, which is assigned more than once"},
		{program(`func f() { regexp.MatchString("a", s); regexp.Match("b", nil); regexp.QuoteMeta("c"); regexp.MustCompile("^" + regexp.QuoteMeta("a.b")) }`),
			"/a/ test\n/b/ test\n/^a\\.b/"},
		{program(`var a = x.MustCompile("(a)\\1", x.IgnoreCase|x.RE2); var b = x.MustCompile("b", 0); var c = x.MustCompile("c", o)`),
			"/(a)\\1/i dotnet\n/b/ dotnet\n/c/? dotnet"},
		{"package p\nimport re \"regexp\"\nvar a = re.MustCompile(\"a\"); var b = regexp.MustCompile(\"b\")\nfunc f(re R) { re.MustCompile(\"c\") }", `/a/`},
		{program("// regexp.MustCompile(\"a\")\nvar s = \"regexp.MustCompile(`b`)\"\nvar c = regexp.MustCompile(string(\"c\"))"), `/c/`},
		{program("var a = regexp.MustCompile(\"\\xff\")\nvar b = regexp.MustCompile(fmt.Sprintf(\"%s\", b))"),
			"? the string has bytes that are no character\n? depends on `fmt.Sprintf(\"%s\", b)`"},
		{program("func f() { var a = regexp.MustCompile(\"a\"); if {"), `/a/`},
		{"package p\nvar regexp = 1", ``},
	})
}

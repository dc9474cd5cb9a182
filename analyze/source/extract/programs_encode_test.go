package extract

import "testing"

// TestEncodePrograms writes patterns into the literals of programs and data, and reads them back from
// there.
func TestEncodePrograms(t *testing.T) {
	patterns := []string{`a`, `a+b`, `^(?:x|y)*\d"'$`, "\\\\\t\n", `é😀\u00e9`, `a$b${c}$`, `{x}`, `a""b`, `#"#`, `a: b #c, [d]`, "`"}
	for _, tt := range []struct{ ending, src string }{
		{".java", `import java.util.regex.*; class A { Pattern p = Pattern.compile("a+\\d"); }`},
		{".java", `import java.util.regex.*; class A { static final String B = "a+\u0062"; Pattern p = Pattern.compile(B); }`},
		{".kt", `val r = Regex("a+\\d")`}, {".kt", `val r = Regex("""a+\d""")`},
		{".cs", `var r = new Regex("a+\\d");`}, {".cs", `var r = new Regex(@"a+\d");`}, {".cs", `var r = new Regex("""a+\d""");`},
		{".rs", `let r = Regex::new("a+\\d");`}, {".rs", `let r = Regex::new(r"a+\d");`}, {".rs", `let r = Regex::new(r#"a+\d"#);`},
		{".go", "package p\nimport \"regexp\"\nvar r = regexp.MustCompile(`a+\\d`)"}, {".go", "package p\nimport \"regexp\"\nvar r = regexp.MustCompile(\"a+\\\\d\")"},
		{".json", `{"regex": "a+\\d"}`},
		{".yaml", "x:\n  - regex: a+\\d # y\n"}, {".yaml", "regex: 'a+\\d'\n"}, {".yaml", "regex: \"a+\\\\d\"\n"},
		{".conf", "SecRule A \"@rx a+\\d\" \"id:1\"\n"}, {".conf", "location ~ a+\\d {\n"}, {".conf", "SetEnvIf A \"a+\\\\d\" b\n"},
	} {
		language, _ := ByPath("x" + tt.ending)
		f := language.Extract([]byte(tt.src))
		if len(f.Literals) != 1 {
			t.Errorf("%s: %d literals", tt.src, len(f.Literals))
			continue
		}
		l := &f.Literals[0]
		written := 0
		for _, pattern := range patterns {
			text, err := l.Encode(pattern)
			if err != nil {
				continue // this form cannot hold it, and says so
			}
			written++
			src := tt.src[:l.At.Start.Offset] + text + tt.src[l.At.End.Offset:]
			again := language.Extract([]byte(src))
			if len(again.Literals) != 1 || again.Literals[0].Pattern != pattern {
				t.Errorf("%s: %q was written as %s\n got %+v", tt.src, pattern, src, again.Literals)
			}
		}
		if written < 3 {
			t.Errorf("%s: only %d of the patterns could be written", tt.src, written)
		}
	}
}

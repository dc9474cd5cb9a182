package audit

import (
	"strings"
	"testing"

	"snag/analyze/source/extract"
)

func TestAccept(t *testing.T) {
	for _, c := range []struct {
		name, text string
		line       int
		want       string // "" for none
	}{
		{"a.js", "x()\n  r = /a/\n", 2, "x()\n  // snag-ignore[regex/polynomial]: why\n  r = /a/\n"},
		{"a.js", "r = /a/", 1, "// snag-ignore[regex/polynomial]: why\nr = /a/"},
		{"a.js", "x()\r\nr = /a/\r\n", 2, "x()\r\n// snag-ignore[regex/polynomial]: why\r\nr = /a/\r\n"},
		{"a.js", "s = `\n${t.match(/a/)}`\n", 2, "s = `\n${t.match(/a/)}` // snag-ignore[regex/polynomial]: why\n"},
		{"a.jsx", "r = <p>\n  {t.match(/a/)}\n</p>", 2, "r = <p>\n  {/* snag-ignore[regex/polynomial]: why */}\n  {t.match(/a/)}\n</p>"},
		{"a.vue", "<script>\nr = /a/\n</script>", 2, "<script>\n// snag-ignore[regex/polynomial]: why\nr = /a/\n</script>"},
		{"a.py", "import re\nif x:\n\tre.search('a', s)\n", 3, "import re\nif x:\n\t# snag-ignore[regex/polynomial]: why\n\tre.search('a', s)\n"},
		{"a.php", "<?php\npreg_match('/a/', $s);\n", 2, "<?php\n// snag-ignore[regex/polynomial]: why\npreg_match('/a/', $s);\n"},
		{"a.rb", "x =~ /a/\n", 1, "# snag-ignore[regex/polynomial]: why\nx =~ /a/\n"},
		{"a.go", "package a\nimport \"regexp\"\nvar r = regexp.MustCompile(`a`)\n", 3, "package a\nimport \"regexp\"\n// snag-ignore[regex/polynomial]: why\nvar r = regexp.MustCompile(`a`)\n"},
		{"a.json", `{"$schema": "http://json-schema.org/draft-07/schema#", "pattern": "a"}`, 1, ""},
		{"a.js", "r = /a/", 7, ""},
	} {
		l, _ := extract.ByPath(c.name)
		in, ok := Accept(l, []byte(c.text), RulePolynomial, "why", c.line)
		got := ""
		if ok {
			got = string(insert([]byte(c.text), in))
			if in.Text[in.Reason:in.Reason+3] != "why" {
				t.Errorf("%s %q: the reason stands at %q", c.name, c.text, in.Text[in.Reason:])
			}
		}
		if got != c.want {
			t.Errorf("%s %q: got %q, want %q", c.name, c.text, got, c.want)
		}
	}
}

// TestAcceptSecondLine takes the next line that is offered where a comment cannot stand at the first.
func TestAcceptSecondLine(t *testing.T) {
	l, _ := extract.ByPath("a.py")
	text := "import re\nre.search('''a\nb''', s)\n"
	in, ok := Accept(l, []byte(text), RulePolynomial, "", 3, 2)
	if got := string(insert([]byte(text), in)); !ok || !strings.HasPrefix(got, "import re\n# snag-ignore[regex/polynomial]: \nre.search") && !strings.HasSuffix(got, "s) # snag-ignore[regex/polynomial]: \n") {
		t.Errorf("got %q", got)
	}
}

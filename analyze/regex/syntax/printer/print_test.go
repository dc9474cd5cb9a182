package printer_test

import (
	"testing"

	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
	"snag/analyze/regex/syntax/printer"
	"snag/analyze/regex/syntax/syntaxtest"
)

func TestPrint(t *testing.T) {
	tests := []struct{ pattern, flags, want string }{
		{"", "", ""},
		{"a|b|", "", "a|b|"},
		{"(?:a|b)|(?:c)", "", "a|b|c"},
		{"(?:ab)(?:c)", "", "abc"},
		{"(?:ab)*(?:c)?(?:a|b)+?", "", "(?:ab)*c?(?:a|b)+?"},
		{"(?:a*)*", "", "(?:a*)*"},
		{"(?:)*", "", "(?:)*"},
		{"(?=a)*", "", "(?:(?=a))*"},
		{"(a)(?<n>b)\\1\\k<n>", "", `(a)(?<n>b)\1\k<n>`},
		{"(a)(?:\\1)0", "", `(a)\1[0]`},
		{"a{2}b{2,}c{2,3}d{1}", "", "a{2}b{2,}c{2,3}d{1}"},
		{"[a]", "i", "a"},
		{"[aA]", "", "[Aa]"},
		{"[a-z]", "i", "[A-Za-z]"},
		{"K", "iu", "k"},
		{"[^a]", "", "[^a]"},
		{"[\\s\\S]", "", "[^]"},
		{"[\\s\\S]", "s", "."},
		{"[^\\n\\r\\u2028\\u2029]", "", "."},
		{"[\\w-]", "", `[\w\-]`},
		{"[^\\d\\s]", "", `[^\d\s]`},
		{"[0-9]", "", `\d`},
		{"[]", "", "[]"},
		{"😀", "", `\ud83d\ude00`},
		{"😀", "u", "😀"},
		{"(?:\\ud83d)\\ude00", "u", `\u{d83d}\u{de00}`},
		{"[\\u{d83d}\\u{de00}]", "u", `[\u{d83d}\u{de00}]`},
		{"\\x00\\t\\x7f\\xa0\\u2028é/\\/", "", `\x00\t\x7f\xa0\u2028é\/\/`},
		{"^$\\b\\B", "", `^$\b\B`},
		{"^$", "m", "^$"},
		{"(?m:^$)^", "", "(?m:^)(?m:$)^"},
		{"(?-m:^)^", "m", "(?-m:^)^"},
		{"(?-i:a)a\\b", "i", `(?-i:a)a\b`},
		{"(?i:\\w\\b)\\b", "u", "[\\w\u017f\u212a](?i:\\b)\\b"},
		{"(a)(?i:\\1)", "", `(a)(?i:\1)`},
		{"(?s:.).", "", "[^]."},
		{"[\\q{ab|ac|x|}]", "v", "a[bc]|x|"},
		{"z[\\q{ab|ac|x|}]", "v", "z(?:a[bc]|x|)"},
		{"[[a-z]--[aeiou]]", "v", "[b-df-hj-np-tv-z]"},
		{"a(?<=b(?!c))(?<!d)", "", "a(?<=b(?!c))(?<!d)"},
	}
	for _, tt := range tests {
		tree, err := parser.Parse(syntax.JavaScript, tt.pattern, tt.flags)
		if err != nil {
			t.Errorf("/%s/%s: %v", tt.pattern, tt.flags, err)
			continue
		}
		if got := printer.Print(tree); got != tt.want {
			t.Errorf("/%s/%s prints as %q, want %q", tt.pattern, tt.flags, got, tt.want)
		}
		syntaxtest.CheckPrint(t, tree, parser.Parse)
	}
}

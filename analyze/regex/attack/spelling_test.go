package attack

import (
	"os/exec"
	"strings"
	"testing"

	"snag/analyze/regex/syntax"
	"snag/probe/snagtest"
)

// TestAttackExpressions lets each language evaluate its own spelling of an attack.
func TestAttackExpressions(t *testing.T) {
	att := Attack{Pumps: []Pump{
		{Prefix: "a\"\\$x@y#{1}", Pump: "\n\t\x1b"}, {Prefix: "é€😀", Pump: "b"}, {Pump: "一", RisesTo: '龥'}, {Prefix: "-", Pump: "\ue000\"x", RisesTo: 0xE001},
	}, Suffix: "b#$\u2028"}
	hex := func(s string) string {
		var b strings.Builder
		for _, c := range []byte(s) {
			b.WriteString("0123456789abcdef"[c>>4:][:1] + "0123456789abcdef"[c&15:][:1])
		}
		return b.String()
	}
	want := hex(att.Build(3))
	for _, language := range []struct {
		dialect syntax.Dialect
		argv    []string // %s stands for the expression
	}{
		{syntax.JavaScript, []string{"node", "-e", `console.log(Buffer.from(%s).toString("hex"))`}},
		{syntax.Python, []string{"python3", "-c", `print((%s).encode().hex())`}},
		{syntax.PCRE, []string{"php", "-r", `echo bin2hex(%s);`}},
		{syntax.Ruby, []string{"ruby", "-Ku", "-e", `print((%s).unpack1("H*"))`}},
		{syntax.Perl, []string{"perl", "-Mutf8", "-e", `my $s = %s; utf8::encode($s); print unpack("H*", $s)`}},
	} {
		t.Run(language.argv[0], func(t *testing.T) {
			snagtest.Needs(t, language.argv[0])
			expression := att.Expression(language.dialect, 3, false)
			argv := append([]string{}, language.argv...)
			argv[len(argv)-1] = strings.Replace(argv[len(argv)-1], "%s", expression, 1)
			out, err := exec.Command(argv[0], argv[1:]...).Output()
			if got := strings.TrimSpace(string(out)); err != nil || got != want {
				t.Errorf("%s: got %s (%v), want %s", expression, got, err, want)
			}
		})
	}
	for _, test := range []struct {
		dialect syntax.Dialect
		bytes   bool
		want    string
	}{
		{syntax.Java, false, `"x" + "é\u2028".repeat(4) + "!"`},
		{syntax.DotNet, false, `"x" + string.Concat(Enumerable.Repeat("é\u2028", 4)) + "!"`},
		{syntax.Go, false, `"x" + strings.Repeat("é\u2028", 4) + "!"`},
		{syntax.Rust, false, `"x".to_owned() + &"é\u{2028}".repeat(4) + "!"`},
		{syntax.Python, true, `b"x" + b"\xe9\u2028" * 4 + b"!"`},
		{syntax.PCRE, true, `"x" . str_repeat("\xe9\u{2028}", 4) . "!"`},
	} {
		got := Attack{Pumps: []Pump{{Prefix: "x", Pump: "é\u2028"}}, Suffix: "!"}.Expression(test.dialect, 4, test.bytes)
		if got != test.want {
			t.Errorf("%s: got %s, want %s", test.dialect, got, test.want)
		}
	}
}

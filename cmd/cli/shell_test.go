package cli

import (
	"slices"
	"testing"
)

// FuzzShellWords checks that words are read back as they are written, and that no line is a panic.
func FuzzShellWords(f *testing.F) {
	for _, line := range []string{`a 'b c' "d\"e" $'\n\'' f\ g`, "${A} $${B}", `'`, `"\`, `$'\`, "a\\\n b"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		words, err := ShellWords(line)
		if err != nil {
			return
		}
		if again, err := ShellWords(CommandLine(words)); err != nil || !slices.Equal(again, words) {
			t.Errorf("%q: words %q are read back as %q, %v", line, words, again, err)
		}
	})
}

func TestRedactedLine(t *testing.T) {
	for _, test := range []struct {
		words []string
		want  string
	}{
		{[]string{"curl", "http://h/?key=REDACTED"}, `curl 'http://h/?key='"$SECRET"`},
		{[]string{"x", "REDACTED", "it's REDACTED", "a b"}, `x "$SECRET_1" 'it'\''s '"$SECRET_2" 'a b'`},
		{[]string{"plain", ""}, "plain ''"},
	} {
		if got := RedactedLine(test.words); got != test.want {
			t.Errorf("RedactedLine(%q): got %s, want %s", test.words, got, test.want)
		}
	}
}

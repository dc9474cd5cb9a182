package cmd

import (
	"slices"
	"testing"

	"snag/cmd/cli"
)

func TestShellWords(t *testing.T) {
	for _, test := range []struct {
		line string
		want []string
	}{
		{"", nil},
		{`curl -sS 'http://h/x?a={{n}}' -H 'A: b'`, []string{"curl", "-sS", "http://h/x?a={{n}}", "-H", "A: b"}},
		{"curl \\\n  --data-raw $'a\\'b\\n' \"h/\\\"\"", []string{"curl", "--data-raw", "a'b\n", `h/"`}},
		{`a\ b '' "\c"`, []string{"a b", "", `\c`}},
	} {
		if got, err := cli.ShellWords(test.line); err != nil || !slices.Equal(got, test.want) {
			t.Errorf("%q: got %q, %v, want %q", test.line, got, err, test.want)
		}
	}
	for _, line := range []string{`curl 'a`, `"`, `$'`} {
		if got, err := cli.ShellWords(line); err == nil {
			t.Errorf("%q: got %q, want an error", line, got)
		}
	}
}

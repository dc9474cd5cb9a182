package payload

import (
	"strings"
	"testing"
)

// TestWellFormed says where a document is no JSON, and leaves its depth to the runtimes.
func TestWellFormed(t *testing.T) {
	const deep = 20_000
	for _, test := range []struct{ document, want string }{
		{`{"a":1}`, ""},
		{" [1, 2]\n", ""},
		{strings.Repeat("[", deep) + strings.Repeat("]", deep), ""},
		{"", "line 1, column 1: unexpected end of JSON input"},
		{`{"a":`, "line 1, column 5: unexpected end of JSON input"},
		{"{\n  \"é\": 1,\n  \"ü\": x\n}", "line 3, column 8: invalid character 'x' looking for beginning of value"},
		{"[1] 2", "line 1, column 5: invalid character '2' after top-level value"},
		{"[NaN]", "line 1, column 2: invalid character 'N' looking for beginning of value"},
	} {
		got := ""
		if err := wellFormed([]byte(test.document)); err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%.40q: got %q, want %q", test.document, got, test.want)
		}
	}
}

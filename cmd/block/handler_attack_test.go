package block

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestReadAttacks reads the reports of snag regex, whole and in parts, and selects from them.
func TestReadAttacks(t *testing.T) {
	const two = `{"findings": [
		{"rule": "regex/exponential", "fingerprint": "abcd1234", "location": {"file": "a.js", "line": 3, "column": 1},
		 "evidence": {"pattern": "^(a+)+$", "attack": {"prefix": "", "pump": "a", "suffix": "!"}, "cost": {"pumps_for_budget": 18}}},
		{"rule": "regex/polynomial", "fingerprint": "ef567890",
		 "evidence": {"pattern": "x", "attack": {"pumps": [{"prefix": "p", "pump": "a"}, {"prefix": "q", "pump": "b"}], "suffix": "\ud800"}}}],
		"data": {"patterns": [{"id": "a.js:3:1", "pattern": "^(a+)+$", "attack": {"prefix": "", "pump": "a", "suffix": "!"}}, {"id": "safe", "attack": null}]}}`
	folder := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	whole := write("report.json", two)
	hash := write("odd#1", two)
	finding := write("finding.json", `{"rule": "r", "evidence": {"attack": {"prefix": "", "pump": "z", "suffix": ""}}}`)
	pattern := write("pattern.json", `{"id": "p", "attack": {"prefix": "", "pump": "y", "suffix": ""}}`)
	for _, test := range []struct {
		name string
		want string // of two pumps each, or of the error
	}{
		{whole, "aa! paaqbb\xed\xa0\x80"}, {whole + "#1", "aa!"}, {whole + "#2", "paaqbb\xed\xa0\x80"}, {whole + "#regex/polynomial", "paaqbb\xed\xa0\x80"},
		{whole + "#abcd1", "aa!"}, {whole + "#3", "none is named"}, {whole + "#abc", "none is named"}, {hash, "aa! paaqbb\xed\xa0\x80"},
		{finding, "zz"}, {pattern, "yy"}, {write("none.json", `{}`), "holds no attack"}, {write("bad.json", `[`), "not a JSON report"}, {folder + "/missing", "no such file"},
	} {
		all, err := readAttacks(test.name)
		var built []string
		for _, a := range all {
			built = append(built, a.Build(2))
		}
		if err != nil {
			built = []string{err.Error()}
		}
		if got := strings.Join(built, " "); got != test.want && (err == nil || !strings.Contains(got, test.want)) {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
	if all, err := readAttacks(whole + "#1"); err != nil || all[0].Promised != 18 || all[0].name() != "a.js:3:1" {
		t.Errorf("got %+v, %v", all, err)
	}
}

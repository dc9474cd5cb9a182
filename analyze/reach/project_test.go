package reach

import (
	"strings"
	"testing"
)

func TestBundles(t *testing.T) {
	for _, c := range []struct {
		what, text string
		want       bool
	}{
		{"a long file with lines of a person", strings.Repeat("const a = require('a').b(c, d)\n", 20_000), false},
		{"one line of 300 KB", strings.Repeat("a.b(c,d);", 35_000), true},
		{"lines of 32 KB", strings.Repeat(strings.Repeat("a.b(c,d);", 3_600)+"\n", 10), true},
		{"one line of 100 KB", strings.Repeat("a.b(c,d);", 11_000), false},
		{"nothing", "", false},
	} {
		if got := isBundle([]byte(c.text)); got != c.want {
			t.Errorf("%s: isBundle = %t, want %t", c.what, got, c.want)
		}
	}
}

// TestEntryBundle holds that a bundle is followed where it is what programs import.
func TestEntryBundle(t *testing.T) {
	bundle := "module.exports = s => /(a+)+$/.test(s);" + strings.Repeat("a.b(c,d);", 35_000)
	paths, texts, files := archive("-- package.json --\n{\"name\": \"app\", \"version\": \"1.0.0\", \"dependencies\": {\"p\": \"1\"}}\n" +
		"-- node_modules/p/package.json --\n{\"name\": \"p\", \"version\": \"1.0.0\", \"main\": \"dist/p.min.js\"}\n" +
		"-- node_modules/p/dist/p.min.js --\n" + bundle + "\n-- node_modules/p/dist/q.min.js --\n" + bundle + "\n")
	regexes := regexesIn(paths, texts)
	for i, r := range Open(Input{Paths: paths, Files: files}).Regexes(t.Context(), regexes) {
		want, role := Library, "ordinary"
		if strings.HasSuffix(regexes[i].File, "q.min.js") {
			want, role = Unknown, "browser"
		}
		if r.Level != want || r.Role != role {
			t.Errorf("%s: got %v in a file that is %s, want %v and %s", regexes[i].File, r.Level, r.Role, want, role)
		}
	}
}

// TestTextsMayImport holds which packages a package without regexes is parsed for.
func TestTextsMayImport(t *testing.T) {
	paths, _, files := archive("-- a.js --\nmodule.exports = require('left/b')\n-- b.js --\nmodule.exports = s => s.trim()\n")
	got := Open(Input{Paths: paths, Files: files}).texts(t.Context(), &unit{name: "p", paths: paths})
	if len(got.paths) != 2 || len(got.left) > 0 {
		t.Fatalf("read %v and left %v, want both files", got.paths, got.left)
	}
	for _, c := range []struct {
		uses []string
		want bool
	}{
		{nil, false},
		{[]string{"left"}, true},
		{[]string{"right", "left"}, true},
		{[]string{"right"}, false},
	} {
		if may := got.mayImport(c.uses, "JavaScript"); may != c.want {
			t.Errorf("mayImport(%v) = %t, want %t", c.uses, may, c.want)
		}
	}
}

// TestMayImport holds which texts are looked into for a package that they may use.
func TestMayImport(t *testing.T) {
	tests := []struct {
		family, text, name string
		want               bool
	}{
		{"JavaScript", "const he = require('he')", "he", true},
		{"JavaScript", "import x from \"he/lib/x\"", "he", true},
		{"JavaScript", "import(`he`)", "he", true},
		{"JavaScript", "// the rest of the text", "he", false},
		{"JavaScript", "require('the'); require('he-too'); require('he')", "he", true},
		{"JavaScript", "require('./he')", "he", false},
		{"JavaScript", "he", "he", false},
		{"JavaScript", "", "he", false},
		{"JavaScript", "x", "", true},
		{"Python", "import he", "he", true},
		{"Python", "import hashlib", "he", false},
	}
	for _, test := range tests {
		if got := mayImport([]byte(test.text), test.name, test.family); got != test.want {
			t.Errorf("mayImport(%q, %q, %s) = %v, want %v", test.text, test.name, test.family, got, test.want)
		}
	}
}

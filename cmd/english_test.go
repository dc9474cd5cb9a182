package cmd

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// foreign are expressions with a foreign rhythm, and what stands in their place.
//
// A line without the word, in small letters, does not match the pattern.
var foreign = []struct{ word, pattern, better string }{
	{`%%`, `[0-9fgdv)] %%`, "a percentage without a space, 5%"},
	{` %`, `[0-9] %(?:$|[),:;|"'` + "`" + `]| [^0-9(]|\.(?:$|[^0-9]))`, "a percentage without a space, 5%"},
	{`tells`, `\btells (?:that|whether)\b`, "reports whether, says that, shows, means"},
	{`foret`, `(?i)\bforet(?:ells?|old|elling)\b`, "predict"},
	{`dear`, `(?i)\bdear(?:er|est)?\b`, "expensive"},
	{`customs`, `(?i)(?:^|[^"])\bcustoms\b`, "common use"},
	{`"not told"`, `"not told"`, "undetermined"},
	{`one after the other`, `(?i)\brequests (?:with \w+ |n )?one after the other\b`, "sequential requests"},
	{`is called so`, `is called so\b.*"`, "no check is named"},
	{`here twice`, `stands? here twice`, "duplicate key"},
	{`has not what`, `has not what`, "not supported on"},
	{`that it speaks for`, `that it speaks for`, "it matches no finding"},
	{`is no http`, `is no HTTP\b`, "is not HTTP"},
	{`is for nobody else`, `is for nobody else`, "only loopback targets are allowed"},
	{`tells no`, `tells no \w+`, "does not determine"},
	{`who waits for a`, `who waits for a (?:place|processor)`, "queueing, contention for the CPU"},
	{`break`, `budget .*breaks (?:at|off)|breaks (?:a|the) budget`, "is first exceeded at"},
}

// TestEnglish reads the sources, the documents and the scripts of this repository.
func TestEnglish(t *testing.T) {
	t.Parallel()
	var rules []*regexp.Regexp
	for _, f := range foreign {
		rules = append(rules, regexp.MustCompile(f.pattern))
	}
	read := 0
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir():
			// What programs under test say, and what was recorded of others, is theirs.
			if slices.Contains([]string{".git", "node_modules", "corpora", "observed"}, d.Name()) {
				return filepath.SkipDir
			}
			return nil
		case !slices.Contains([]string{".go", ".md", ".txtar", ".1", ".golden", ".html"}, filepath.Ext(path)) || filepath.Base(path) == "english_test.go":
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		read++
		lower := strings.ToLower(string(text))
		for j, rule := range rules {
			if !strings.Contains(lower, foreign[j].word) {
				continue
			}
			for i, line := range strings.Split(string(text), "\n") {
				if !strings.Contains(strings.ToLower(line), foreign[j].word) {
					continue
				}
				if found := rule.FindString(line); found != "" {
					t.Errorf("%s:%d: %q, better: %s", path, i+1, found, foreign[j].better)
				}
			}
		}
		return nil
	})
	if err != nil || read < 300 {
		t.Fatalf("%d files, %v", read, err)
	}
}

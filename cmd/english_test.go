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
var foreign = []struct{ pattern, better string }{
	{`[0-9fgdv)] %%`, "a percentage without a space, 5%"},
	{`[0-9] %(?:$|[),:;|"'` + "`" + `]| [^0-9(]|\.(?:$|[^0-9]))`, "a percentage without a space, 5%"},
	{`\btells (?:that|whether)\b`, "reports whether, says that, shows, means"},
	{`(?i)\bforet(?:ells?|old|elling)\b`, "predict"},
	{`(?i)\bdear(?:er|est)?\b`, "expensive"},
	{`(?i)(?:^|[^"])\bcustoms\b`, "common use"},
	{`"not told"`, "undetermined"},
	{`(?i)\brequests (?:with \w+ |n )?one after the other\b`, "sequential requests"},
	{`is called so\b.*"`, "no check is named"},
	{`stands? here twice`, "duplicate key"},
	{`has not what`, "not supported on"},
	{`that it speaks for`, "it matches no finding"},
	{`is no HTTP\b`, "is not HTTP"},
	{`is for nobody else`, "only loopback targets are allowed"},
	{`tells no \w+`, "does not determine"},
	{`who waits for a (?:place|processor)`, "queueing, contention for the CPU"},
	{`budget .*breaks (?:at|off)|breaks (?:a|the) budget`, "is first exceeded at"},
}

// TestEnglish reads the sources, the documents and the scripts of this repository.
func TestEnglish(t *testing.T) {
	t.Parallel()
	var rules []*regexp.Regexp
	for _, f := range foreign {
		rules = append(rules, regexp.MustCompile(f.pattern))
	}
	any := regexp.MustCompile("(?m)" + strings.Join(patterns(), "|"))
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
		if !any.Match(text) {
			return nil
		}
		for i, line := range strings.Split(string(text), "\n") {
			for j, rule := range rules {
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

func patterns() []string {
	var all []string
	for _, f := range foreign {
		all = append(all, "(?:"+f.pattern+")")
	}
	return all
}

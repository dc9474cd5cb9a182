package reach

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// manyPackages is an application with packages in rows: each uses some of the row before it, and the first and the last
// use each other.
func manyPackages() string {
	const rows, wide = 4, 6
	var b strings.Builder
	b.WriteString("\n-- package.json --\n{\"name\": \"app\", \"dependencies\": {\"express\": \"4\"}}\n-- server.js --\nconst app = require('express')()\n")
	for k := range wide {
		fmt.Fprintf(&b, "app.get('/%d', (req, res) => res.send(require('p%d-%d').check(req.query.q%d)))\n", k, rows-1, k, k)
	}
	for i := range rows {
		for k := range wide {
			var needs []string
			if i > 0 {
				needs = []string{fmt.Sprintf("p%d-%d", i-1, k), fmt.Sprintf("p%d-%d", i-1, (k+1)%wide)}
			} else {
				needs = []string{fmt.Sprintf("p%d-%d", rows-1, k)}
			}
			name := fmt.Sprintf("p%d-%d", i, k)
			fmt.Fprintf(&b, "-- node_modules/%s/package.json --\n{\"name\": %q, \"version\": \"1.0.0\", \"main\": \"index.js\", \"dependencies\": {", name, name)
			for n, need := range needs {
				fmt.Fprintf(&b, "%s%q: \"1\"", []string{"", ", "}[min(n, 1)], need)
			}
			fmt.Fprintf(&b, "}}\n-- node_modules/%s/index.js --\nexports.check = s => /(%c+)+$/.test(s)", name, 'a'+k)
			for _, need := range needs {
				fmt.Fprintf(&b, " || require('%s').check(s.slice(0, %d))", need, 100*i+10*k+5)
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}

// TestTurns compares what is found when several packages are followed at once with what is found one after the other.
func TestTurns(t *testing.T) {
	paths, texts, files := archive(manyPackages())
	ask := func(ctx context.Context, jobs int) []Result {
		return Open(Input{Paths: paths, Files: files, Jobs: jobs}).Regexes(ctx, regexesIn(paths, texts))
	}
	want := ask(t.Context(), 1)
	remote := 0
	for i := range want {
		if want[i].Level == Remote {
			remote++
		}
	}
	if len(want) != 24 || remote < 20 { // those of which each needs the other cannot both come first
		t.Fatalf("%d regexes of which %d are remote, want 24 and at least 20", len(want), remote)
	}
	for _, jobs := range []int{2, 3, 8, 64} {
		for range 5 {
			if got := ask(t.Context(), jobs); !reflect.DeepEqual(got, want) {
				t.Fatalf("%d at once: got\n%+v\nwant what is found one after the other,\n%+v", jobs, got, want)
			}
		}
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	for i, r := range ask(over, 8) {
		if len(r.NotFollowed) == 0 {
			t.Errorf("the result of regex %d does not say that it was interrupted: %+v", i, r)
		}
	}
}

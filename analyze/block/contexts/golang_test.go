package contexts_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"snag/analyze/block/contexts"
)

func TestGo(t *testing.T) {
	const head = "package a\nimport (\"net/http\"; \"sync\"; \"time\"; \"database/sql\"; \"os/exec\")\nvar mu sync.RWMutex; var db *sql.DB; var client http.Client\n"
	for _, test := range []struct {
		body string
		want []string
	}{
		{"mu.Lock()\nhttp.Get(\"x\")\nmu.Unlock()\nhttp.Get(\"y\")", []string{"2 lock-across-io http.Get"}},
		{"mu.RLock()\ndefer mu.RUnlock()\nif true {\nrows, err := db.Query(\"x\")\n}", []string{"4 lock-across-io db.Query"}},
		{"mu.Lock()\nif cached {\nmu.Unlock()\nclient.Do(r)\nreturn\n}\nclient.Do(r)", []string{"7 lock-across-io client.Do"}},
		{"mu.Lock()\ngo http.Get(\"x\")\nf := func() { http.Get(\"y\") }\ndefer http.Get(\"z\")\nmu.Unlock()\nf()", nil},
		{"mu.Lock()\nfor {\nswitch x {\ncase 1:\ntime.Sleep(1)\n}\n}", []string{"5 lock-across-io time.Sleep"}},
		{"func() {\nmu.Lock()\ndefer mu.Unlock()\nexec.Command(\"ls\").Run()\n}()", []string{"4 lock-across-io exec.Command().Run"}},
		{"mu.Lock()\nm[k] = v\nmu.Unlock()\ntime.Sleep(1)", nil},
		{"http.HandleFunc(\"/\", func(w http.ResponseWriter, r *http.Request) {\ntime.Sleep(1)\ngo func() { time.Sleep(2) }()\n})", []string{"2 sleep-in-handler time.Sleep"}},
		{"a.mu.Lock()\nb.mu.Unlock()\nhttp.Get(\"x\")", []string{"3 lock-across-io http.Get"}},
		{"mu.Lock()\nswitch x {\ncase 1:\nmu.Unlock()\ndefault:\nmu.Unlock()\n}\nhttp.Get(\"x\")", nil},
		{"mu.Lock()\nselect {\ncase <-c:\nmu.Unlock()\nreturn\ndefault:\n}\nhttp.Get(\"x\")", []string{"8 lock-across-io http.Get"}},
		{"mu.Lock()\nif x {\nmu.Unlock()\n} else {\nmu.Unlock()\n}\nhttp.Get(\"x\")", nil},
		{"mu.Lock()\nfor {\nif x {\nmu.Unlock()\nbreak\n}\nhttp.Get(\"x\")\n}", []string{"7 lock-across-io http.Get"}},
		{"mu.Lock()\nfor {\nif x {\nmu.Unlock()\nbreak\n}\n}\nhttp.Get(\"x\")", nil},
		{"for {\nmu.Lock()\nif x {\nmu.Unlock()\ncontinue\n}\nhttp.Get(\"x\")\n}", []string{"7 lock-across-io http.Get"}},
		{"var mu sync.Mutex\nmu.Lock()\nhttp.Get(\"x\")\nmu.Unlock()", nil},
		{"mu := &sync.RWMutex{}\nmu.Lock()\nhttp.Get(\"x\")", nil},
		{"mu := new(sync.Mutex)\nkeep(mu)\nmu.Lock()\nhttp.Get(\"x\")", []string{"4 lock-across-io http.Get"}},
		{"mu := &s.mu\nmu.Lock()\nhttp.Get(\"x\")", []string{"3 lock-across-io http.Get"}},
		{"var mu sync.Mutex\nserve(func() {\nmu.Lock()\nhttp.Get(\"x\")\n})", []string{"4 lock-across-io http.Get"}},
		{"serve(func(w http.ResponseWriter) {\nvar mu sync.Mutex\ngo func() {\nmu.Lock()\nhttp.Get(\"x\")\n}()\n})", nil},
		{"var c *http.Client\nmu.Lock()\nc.Do(nil)\ntype t struct { q *sql.Tx; x *exec.Cmd; y int }\nt.q.Exec(\"x\")\nt.x.Run()\nt.y.Do()", []string{"3 lock-across-io c.Do", "5 lock-across-io t.q.Exec", "6 lock-across-io t.x.Run"}},
		{"var c *http.Client\nfunc() {\nvar c cache\nmu.Lock()\nc.Get(1)\n}()", nil},
		{"((((", nil},
	} {
		var got []string
		for _, p := range contexts.Go("a.go", []byte(head+"func f() {\n"+test.body+"\n}")) {
			got = append(got, fmt.Sprintf("%d %s %s", p.Line-4, strings.TrimPrefix(p.Rule, "block/"), p.Name))
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s\ngot  %q\nwant %q", test.body, got, test.want)
		}
	}
	for _, name := range []string{"a_test.go", "test/a.go", "internal/testutil/a.go", "awstesting/a.go"} {
		if got := contexts.Go(name, []byte(head+"func f() { mu.Lock(); http.Get(\"x\") }")); len(got) > 0 {
			t.Errorf("of %s: got %v", name, got)
		}
	}
}

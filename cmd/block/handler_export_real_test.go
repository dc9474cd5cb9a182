package block

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"snag/probe/snagtest"
	"snag/probe/wire"
)

// exportedLines are command lines of each program that sends what was written for it to the server.
var exportedLines = map[string]func(t *testing.T, shown shownRequest, canary string) (line string){
	"curl": func(_ *testing.T, shown shownRequest, _ string) string { return shown.curl(nil) },
	"oha": func(_ *testing.T, shown shownRequest, _ string) string {
		return strings.Replace(shown.oha(), "oha -n 20", "oha --no-tui -n 1", 1)
	},
	"vegeta": func(t *testing.T, shown shownRequest, _ string) string {
		target, err := shown.vegeta()
		if err != nil {
			t.Fatal(err)
		}
		return "vegeta attack -format=json -rate=1 -duration=1s >/dev/null <" + written(t, "target.json", target+"\n")
	},
	"k6": func(t *testing.T, shown shownRequest, canary string) string {
		script, err := shown.k6(canary)
		if err != nil {
			t.Fatal(err)
		}
		script = strings.NewReplacer("iterations: 20", "iterations: 1", "duration: '30s'", "duration: '1s'").Replace(script)
		return "k6 run --quiet --no-usage-report --address '' " + written(t, "handler.js", script)
	},
}

// written writes a file into a folder of the test.
func written(t *testing.T, name, text string) string {
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestExportsArriveAsSent lets each program send what was written for it, and compares what arrives with what snag
// sends itself.
func TestExportsArriveAsSent(t *testing.T) {
	snagtest.Long(t)
	var lock sync.Mutex
	var arrived []string
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if r.URL.Path == "/canary" {
			return
		}
		for _, name := range []string{"User-Agent", "Accept", "Accept-Encoding", "X-Vegeta-Seq"} { // each program's own
			r.Header.Del(name)
		}
		var header []string
		for name, values := range r.Header {
			header = append(header, fmt.Sprintf("%s: %q", name, values))
		}
		slices.Sort(header)
		lock.Lock()
		defer lock.Unlock()
		arrived = append(arrived, fmt.Sprintf("%s %s host=%t\n%s\n%q", r.Method, r.RequestURI, r.Host == r.Context().Value(http.LocalAddrContextKey).(fmt.Stringer).String(), strings.Join(header, "\n"), body))
	}))
	defer server.Close()
	host := strings.TrimPrefix(server.URL, "http://")
	ctx := context.Background()
	target := wire.Target{Network: "tcp", Address: host, Host: host}
	take := func() string {
		lock.Lock()
		defer lock.Unlock()
		all := arrived
		arrived = nil
		if len(all) == 0 {
			return "nothing"
		}
		return all[0]
	}
	tests := []struct {
		name string
		wire.Request
		only string // the program that can, "" for all
	}{
		{"query", wire.Request{Method: "GET", Path: "/a%20b?q=%5B1%5D&r=a+b&s=%2e%2e%2f"}, ""},
		{"brackets", wire.Request{Method: "GET", Path: "/a?q[]={1,2}&x=[1-3]"}, ""},
		{"dots", wire.Request{Method: "GET", Path: "/a/../b/./c//d"}, "curl"},
		{"json", wire.Request{Method: "POST", Path: "/", Header: []wire.Field{{Name: "Content-Type", Value: "application/json"}}, Body: []byte(`{"a":"it's ${1} $HOME \\ é"}`)}, ""},
		{"lines", wire.Request{Method: "PUT", Path: "/x", Header: []wire.Field{{Name: "Content-Type", Value: "text/plain"}, {Name: "X-Odd", Value: "it's \\ `${1}` \"quoted\""}}, Body: []byte("line\r\n`${2}` \\n 'é' \u2028 $HOME\n")}, ""},
		{"at", wire.Request{Method: "POST", Path: "/x", Header: []wire.Field{{Name: "Content-Type", Value: "text/plain"}}, Body: []byte("@/etc/hostname")}, ""},
		{"dash", wire.Request{Method: "POST", Path: "/x", Header: []wire.Field{{Name: "Content-Type", Value: "text/plain"}}, Body: []byte("-x")}, ""},
		{"no type", wire.Request{Method: "POST", Path: "/x", Body: []byte("a=b")}, ""},
		{"head", wire.Request{Method: "HEAD", Path: "/x"}, "curl"},
	}
	sent := map[string]string{} // by name, what arrives of snag's own requests
	for _, test := range tests {
		conn, err := target.Dial(ctx)
		if err != nil {
			t.Fatal(err)
		}
		conn.SetDeadline(time.Now().Add(2 * time.Second))
		conn.Write(test.Bytes(target))
		conn.Read(make([]byte, 1))
		conn.Close()
		if sent[test.name] = take(); sent[test.name] == "nothing" {
			t.Fatalf("%s: nothing arrived of what snag sends", test.name)
		}
	}
	for program, exported := range exportedLines {
		t.Run(program, func(t *testing.T) {
			snagtest.Needs(t, program)
			for _, test := range tests {
				if test.only != "" && test.only != program {
					continue
				}
				line, want := exported(t, shownRequestOf(false, host, test.Request), server.URL+"/canary"), sent[test.name]
				c := exec.Command("timeout", "10", "sh", "-c", line)
				c.Env = append(os.Environ(), "K6_AUTO_EXTENSION_RESOLUTION=false")
				out, err := c.CombinedOutput()
				if got := take(); err != nil && program != "k6" || got != want {
					t.Errorf("%s: got\n%s\nwant\n%s\n%v, %s\n%.1500s", test.name, got, want, err, line, out)
				}
			}
		})
	}
}

package cmd

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"snag/probe/snagtest"
)

// act is a command line of snag with what the page says about it. DIR stands for a folder with files, URL for a
// server that answers.
type act struct {
	args    string
	starts  []string // programs that it may start beside snag itself; "*" for any
	asks    bool     // it sends requests
	listens bool
	writes  []string // below DIR
}

var acts = map[string]act{
	"regex":         {args: "regex --engine none DIR/tree", writes: []string{"cache", "config"}},
	"explain":       {args: "explain --engine none (a+)+$"},
	"engines":       {args: "engines", starts: []string{"*"}},
	"block calls":   {args: "block calls DIR/tree"},
	"block handler": {args: "block handler URL?n={{n}} --max-time 1s --to 4 --save DIR/saved", asks: true, writes: []string{"."}},
	"block pool":    {args: "block pool URL --max-time 1s", asks: true},
	"block memory":  {args: "block memory URL?id={{salt}} --round 20 --keys 20 --max-time 2s --wait 1s", asks: true},
	"block watch":   {args: "block watch URL --duration 200ms", asks: true},
	"block json":    {args: "block json --runtime python3 --no-depth DIR/small.json", starts: []string{"*"}, writes: []string{"tmp"}},
	"retry client":  {args: "retry client --quick --fault 503 -- true {url}", starts: []string{"true"}, listens: true},
	"retry server":  {args: "retry server URL --reads 1 --burst 0", asks: true},
	"retry infer":   {args: "retry infer DIR/gaps.json"},
	"retry serve":   {args: "retry serve --fault 503 --duration 100ms", listens: true},
	"retry herd":    {args: "retry herd --policy exp:base=100ms"},
	"shutdown":      {args: "shutdown --startup 200ms -- false", starts: []string{"false"}},
	"check":         {args: "check --config DIR/snag.yaml"},
	"lsp":           {args: "lsp"},
	"merge":         {args: "merge DIR/report.json"},
	"reach":         {args: "reach DIR/tree"},
	"retry calls":   {args: "retry calls DIR/tree"},
	"block routes":  {args: "block routes DIR/tree --url URL --max-time 3s", asks: true},

	"block migration": {args: "block migration DIR/x.sql --rows 100 --repeats 1", starts: []string{"*"}, writes: []string{"tmp"}},

	"demo": {args: "demo --tour --only regex", starts: []string{"snag"}, asks: true, listens: true},
}

var (
	started   = regexp.MustCompile(`execve\("([^"]*)".* = 0$`)
	addressed = regexp.MustCompile(`(connect|bind)\(\d+, \{sa_family=AF_INET6?, .*(?:inet_addr\("([^"]*)"\)|inet_pton\(AF_INET6, "([^"]*)").* = `)
	opened    = regexp.MustCompile(`open(?:at)?\((?:AT_FDCWD|\d+)(?:<[^>]*>)?, "([^"]*)", ([A-Z_|]*O_(?:WRONLY|RDWR|CREAT)[A-Z_|]*).* = \d+`)
)

// TestCommandsDoWhatThePageSays watches the system calls of a run of each command: which programs it starts,
// where it sends, on what it listens, and which files it writes.
func TestCommandsDoWhatThePageSays(t *testing.T) {
	snagtest.Long(t)
	snagtest.Needs(t, "strace")
	rows, _ := securityPage(t)
	for _, row := range rows {
		for _, name := range rowCommands(row) {
			if _, ok := acts[name]; !ok {
				t.Errorf("docs/security.md has a row for snag %s, and no run of it is watched", name)
			}
		}
	}
	snag := snagProgram(t)
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	t.Cleanup(server.Close)
	for name, act := range acts {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			for file, text := range map[string]string{
				"tree/a.js":  "app.get('/', (q, r) => { fs.readFileSync('x') }); /(a+)+$/\n",
				"small.json": `{"a": 1}`, "gaps.json": "[1000, 2000, 4000]", "tmp/x": "", "x.sql": "create table t (i int)",
				"snag.yaml":   "checks:\n  - herd: exp:base=100ms,jitter=full\n",
				"report.json": `{"schema": "snag/v1", "command": "x", "version": "1", "started": "2026-01-01T00:00:00Z", "summary": {}, "findings": [], "data": {}}`,
			} {
				if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, file)), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			trace := filepath.Join(t.TempDir(), "trace")
			args := []string{"-f", "--seccomp-bpf", "-qq", "-s", "300", "-e", "trace=execve,connect,bind,open,openat", "-o", trace, snag}
			for word := range strings.FieldsSeq(strings.NewReplacer("DIR", dir, "URL", server.URL+"/").Replace(act.args)) {
				args = append(args, word)
			}
			cmd := exec.Command("strace", args...)
			cmd.Env = append(os.Environ(), "TMPDIR="+dir+"/tmp", "SNAG_CACHE="+dir+"/cache", "XDG_CONFIG_HOME="+dir+"/config")
			if out, err := cmd.CombinedOutput(); err != nil && cmd.ProcessState.ExitCode() < 0 {
				t.Fatalf("%v: %s", err, out)
			}
			text, err := os.ReadFile(trace)
			if err != nil {
				t.Fatal(err)
			}
			for _, wrong := range act.wrong(string(text), dir) {
				t.Errorf("snag %s: %s", act.args, wrong)
			}
		})
	}
}

// wrong lists what a run did, going by its system calls, that the act does not have.
func (a act) wrong(trace, dir string) (all []string) {
	add := func(format string, values ...any) {
		if text := fmt.Sprintf(format, values...); !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	first := true
	for line := range strings.Lines(trace) {
		line = strings.TrimSpace(line)
		if m := started.FindStringSubmatch(line); m != nil {
			own := first || m[1] == "/proc/self/exe"
			first = false
			if !own && !slices.Contains(a.starts, "*") && !slices.Contains(a.starts, filepath.Base(m[1])) {
				add("it starts %s", m[1])
			}
		}
		if m := addressed.FindStringSubmatch(line); m != nil {
			to := m[2] + m[3]
			switch {
			case to != "127.0.0.1" && to != "::1" && !strings.HasPrefix(to, "::ffff:127."):
				add("%s to %s, which is not the loopback", m[1], to)
			case m[1] == "connect" && !a.asks && !slices.Contains(a.starts, "*"):
				add("it connects to %s", to)
			case m[1] == "bind" && !a.listens && !slices.Contains(a.starts, "*"):
				add("it listens on %s", to)
			}
		}
		if m := opened.FindStringSubmatch(line); m != nil {
			allowed := func(below string) bool { return strings.HasPrefix(m[1], filepath.Join(dir, below)+"/") }
			elsewhere := strings.HasPrefix(m[1], "/dev/") || strings.HasPrefix(m[1], "/proc/") || strings.HasPrefix(m[1], "/sys/fs/cgroup/")
			if !elsewhere && !allowed("tmp") && !slices.ContainsFunc(a.writes, allowed) && !slices.Contains(a.starts, "*") {
				add("it writes %s", m[1])
			}
		}
	}
	if first {
		add("nothing was traced")
	}
	return all
}

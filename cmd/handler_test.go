package cmd

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"snag/cmd/cli"
	"snag/probe/snagtest"
)

// validDocument runs snag, validates its JSON against a schema, and decodes it.
func validDocument(t *testing.T, schema string, status int, args ...string) map[string]any {
	t.Helper()
	var stdout, stderr bytes.Buffer
	io := cli.Stdio{In: strings.NewReader(""), Out: &stdout, Err: &stderr}
	if got := execute(t.Context(), args, &io); got != status && status >= 0 {
		t.Fatalf("%q: status %d, want %d: %s%s", args, got, status, stderr.String(), stdout.String())
	}
	if err := validate(t, schema, stdout.String()); err != nil {
		t.Fatalf("%q: %v\n%s", args, err, stdout.String())
	}
	var document map[string]any
	if err := json.Unmarshal(stdout.Bytes(), &document); err != nil {
		t.Fatal(err)
	}
	return document
}

// at returns what stands at a path of keys in a decoded document.
func at(value any, keys ...string) any {
	for _, key := range keys {
		object, _ := value.(map[string]any)
		value = object[key]
	}
	return value
}

func rulesOf(document map[string]any) (ids []string) {
	for _, f := range document["findings"].([]any) {
		ids = append(ids, at(f, "rule").(string))
	}
	return ids
}

// TestBlockHandler measures handlers of known cost. It asserts outcomes and not times.
func TestBlockHandler(t *testing.T) {
	snagtest.Long(t)
	snagtest.Needs(t, "node")
	for _, test := range []struct {
		url     string
		status  int
		effects []string
		classes []string
		rule    string
	}{
		{"/spin?n=120", 1, []string{"blocks-everyone", "blocks-partly"}, nil, "block/others-wait"},
		{"/sleep?n=120", 0, []string{"slow"}, nil, ""},
		{"/binary?n={{n}}", 1, nil, []string{"exponential"}, "block/superlinear"},
		{"/square?n={{n}}", 1, nil, []string{"polynomial"}, "block/superlinear"},
		{"/constant?n={{n}}", 0, []string{"fast"}, []string{"flat"}, ""},
		{"/hang", 1, nil, nil, "block/handler-fails"},
		{"/endless", 1, nil, nil, "block/handler-fails"},
		{"/close", 1, nil, nil, "block/handler-fails"},
	} {
		t.Run(strings.Trim(test.url, "/"), func(t *testing.T) {
			snagtest.InThree(t, func() error {
				document := validDocument(t, "handler.schema.json", -1, "block", "handler", "--limit", "5s", "-f", "json", test.url,
					"--", "node", "../testdata/block/server.js")
				if effect := at(document, "data", "collateral", "effect"); test.effects != nil && (effect == nil || !slices.Contains(test.effects, effect.(string))) {
					return fmt.Errorf("effect %v, want one of %v", effect, test.effects)
				}
				if class := at(document, "data", "growth", "class"); test.classes != nil && (class == nil || !slices.Contains(test.classes, class.(string))) {
					return fmt.Errorf("growth %v, want one of %v: %v", class, test.classes, at(document, "data", "growth"))
				}
				if found := rulesOf(document); test.rule != "" && !slices.Contains(found, test.rule) {
					return fmt.Errorf("findings %v, want %s", found, test.rule)
				}
				return nil
			})
		})
	}
}

// TestBlockHandlerInOtherLanguages judges growth in servers whose requests have threads of their own.
func TestBlockHandlerInOtherLanguages(t *testing.T) {
	snagtest.Long(t)
	for _, test := range []struct {
		server string
		url    string
		class  string
	}{
		{"python", "/square?n={{n}}", "polynomial"},
		{"go", "/subsets?n={{n}}", "exponential"},
	} {
		t.Run(test.server, func(t *testing.T) {
			argv := hangingServer(t, test.server)
			snagtest.Needs(t, argv[0])
			args := []string{"block", "handler", "-f", "json", "--startup", "60s", "--trials", "1", test.url, "--"}
			snagtest.InThree(t, func() error {
				document := validDocument(t, "handler.schema.json", -1, append(args, argv...)...)
				if class := at(document, "data", "growth", "class"); class != test.class {
					return fmt.Errorf("growth %v, want %s: %v", class, test.class, at(document, "data", "growth"))
				}
				return nil
			})
		})
	}
}

// TestBlockHandlerLocates finds the line of a loop in a Node server that snag started.
func TestBlockHandlerLocates(t *testing.T) {
	snagtest.Long(t)
	snagtest.Needs(t, "node")
	want := lineStarting(t, "../testdata/block/server.js", "count:")
	snagtest.InThree(t, func() error {
		// It runs for 300 ms on any machine.
		document := validDocument(t, "handler.schema.json", -1, "block", "handler", "-f", "json", "--trials", "2", "/count?n=300", "--", "node", "../testdata/block/server.js")
		if file, line := at(document, "data", "where", "file"), at(document, "data", "where", "line"); file == nil || filepath.Base(file.(string)) != "server.js" || line != float64(want) {
			return fmt.Errorf("located at %v:%v, want server.js:%d: %v", file, line, want, at(document, "summary", "notes"))
		}
		return nil
	})
}

// TestBlockHandlerLocatesHang stops a regex that would not end, in the process that is asked.
func TestBlockHandlerLocatesHang(t *testing.T) {
	snagtest.Long(t)
	snagtest.Needs(t, "node")
	want := float64(lineStarting(t, "../testdata/block/server.js", "regex:"))
	snagtest.InThree(t, func() error {
		document := validDocument(t, "handler.schema.json", 1, "block", "handler", "-f", "json", "--limit", "1s", "/regex?n=60", "--", "node", "../testdata/block/server.js")
		if where := at(document, "data", "where"); at(where, "line") != want || at(where, "method") != "paused in the inspector" {
			return fmt.Errorf("located at %v, want line %v: %v", where, want, at(document, "summary", "notes"))
		}
		return nil
	})
}

// lineStarting is the number of the line of a file that begins with the text.
func lineStarting(t *testing.T, file, text string) int {
	t.Helper()
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(string(source), "\n") {
		if strings.HasPrefix(strings.TrimSpace(line), text) {
			return i + 1
		}
	}
	t.Fatalf("no line of %s begins with %q", file, text)
	return 0
}

func TestBlockHandlerComparesRuns(t *testing.T) {
	snagtest.Long(t)
	snagtest.Needs(t, "node")
	saved := filepath.Join(t.TempDir(), "run.json")
	run := func(url string, more ...string) map[string]any {
		args := append([]string{"block", "handler", "-f", "json", url}, more...)
		return validDocument(t, "handler.schema.json", -1, append(args, "--", "node", "../testdata/block/server.js")...)
	}
	snagtest.InThree(t, func() error {
		run("/spin?n=40", "--save", saved)
		if document := run("/spin?n=160", "--compare", saved); at(document, "data", "compared", "change") != "worse" {
			return fmt.Errorf("four times the time is %v, want worse", at(document, "data", "compared"))
		}
		return nil
	})
}

// TestBlockHandlerCluster starts a cluster of Node, counts its processes, and names the one that computes. Its work is
// counted, not timed: it uses as much of a processor on a busy machine as on an idle one.
func TestBlockHandlerCluster(t *testing.T) {
	snagtest.Long(t)
	snagtest.Needs(t, "node")
	snagtest.InThree(t, func() error {
		document := validDocument(t, "handler.schema.json", -1, "block", "handler", "-f", "json", "--startup", "60s", "--trials", "2", "/square?n=20000", "--", "node", "../testdata/block/server.js", "0", "3")
		if count, effect := at(document, "data", "workers", "count"), at(document, "data", "collateral", "effect"); count != 3.0 || effect != "blocks-one-process" {
			return fmt.Errorf("got %v processes and %v, want 3 and blocks-one-process", count, effect)
		}
		stalling, _ := at(document, "data", "processes").([]any)
		if len(stalling) == 0 {
			return fmt.Errorf("no process is named, want the one that computed")
		}
		for _, p := range stalling {
			if command, _ := at(p, "command").(string); !strings.Contains(command, "server.js") || !slices.Contains(at(document, "data", "target", "pids").([]any), at(p, "pid")) {
				return fmt.Errorf("process %v, want one of %v that runs server.js", p, at(document, "data", "target", "pids"))
			}
		}
		return nil
	})
}

package cmd

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"snag/cmd/report"
)

// writeConfig writes a first config for the project in its folder.
func writeConfig(o *checkOptions) error {
	if _, err := os.Lstat(o.file); err == nil && !o.force {
		return withHint(usagef("%s is there already", o.file), "--force replaces it")
	}
	folder := filepath.Dir(o.file)
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return usagef("cannot write --config: %w", cmp.Or(err, errors.New(folder+" is no folder")))
	}
	p := lookAt(os.DirFS(folder))
	t, err := newTarget(o.file, nil)
	if err != nil {
		return fmt.Errorf("write the config: %w", err)
	}
	defer t.discard()
	if _, err := t.Write([]byte(p.config())); err != nil {
		return fmt.Errorf("write the config: %w", err)
	}
	if err := t.commit(); err != nil {
		return fmt.Errorf("write the config: %w", err)
	}
	if !o.stdio.quiet {
		fmt.Fprintf(o.stdio.Err, "wrote %s: look through it, then run snag check\n", o.file)
	}
	return nil
}

// usualPort is what the examples use when nothing tells the port.
const usualPort = "3000"

// config returns the text of a config that works as it stands. What nobody but the user can know
// stands there in lines that begin with "# "; lines that begin with "## " are prose.
func (p project) config() string {
	var b strings.Builder
	prose := func(text string) {
		for line := range strings.SplitSeq(text, "\n") {
			b.WriteString(strings.TrimRight("## "+report.Visible(line), " ") + "\n")
		}
	}
	later := func(format string, args ...any) { fmt.Fprintf(&b, "# "+format+"\n", args...) }
	prose(`What "snag check" runs. "snag check --list" shows it, docs/check.md describes every key, and
"snag check --schema" prints a JSON Schema for editors.
Lines that begin with "# " are suggestions: fill in what is missing and take the "# " away.
${NAME} is a variable of the environment, which no report shows; ${NAME:-text} has a default.`)
	b.WriteString("\n")
	p.writeServices(prose, later)
	b.WriteString("\nchecks:\n")
	b.WriteString(`  - name: regexes
    regex: .
    engine: none            # auto also runs the attacks in the engines that are installed
    fail-on: polynomial     # or exponential, or none to report only
`)
	if p.language != "" {
		b.WriteString(`
  - name: blocking calls
    calls: .
    fail-on: warning
`)
	}
	b.WriteString("\n")
	base := "http://127.0.0.1:" + cmp.Or(p.port, usualPort)
	prose("Endpoints: how the cost grows with the input, and whom a request stalls meanwhile.\n{{n}} is the size; snag grows it carefully until the budget breaks.")
	endpoints := p.endpoints
	if len(endpoints) == 0 {
		endpoints = []apiPath{{"GET", "/search?q={{repeat \"a\" n}}", true}}
	}
	for _, e := range endpoints {
		plain, _, _ := strings.Cut(e.path, "?")
		later("  - name: %s", yamlText(e.method+" "+plain))
		later("    handler: %s", yamlText(base+e.path))
		later("    needs: web")
		later("    budget: 50ms")
	}
	b.WriteString("\n")
	prose("Bodies: is the limit on their size low enough for the JSON parser?")
	later("  - name: bodies")
	later("    json:")
	later("    runtime: %s", p.runtime())
	later("    shape: [records, nested-arrays]")
	later("    max-body: 100KB")
	later("    no-depth: true")
	later("    fail-on: warning")
	b.WriteString("\n")
	prose("Failures: can clients retry safely?")
	later("  - name: failures")
	later("    server: %s", base+"/")
	later("    needs: web")
	later("    header: [\"Authorization: Bearer ${API_TOKEN:-none}\"]")
	b.WriteString("\n")
	prose("Your own clients: {url} stands for a server that fails.")
	later("  - name: client")
	later("    client: curl -sS --retry 3 {url}")
	later("    quick: true")
	b.WriteString("\n")
	prose("Shutdown: does SIGTERM drain, close, finish and exit? It is started and ended for this.")
	later("  - name: shutdown")
	later("    shutdown: %s", yamlText(p.first().command))
	later("    grace: kubernetes")
	return b.String()
}

// runtime is the language whose parser reads the bodies, as far as the folder tells.
func (p project) runtime() string {
	switch {
	case p.language != "":
		return p.language
	case strings.HasPrefix(p.first().command, "go "):
		return "go"
	}
	return "node"
}

// first is the most likely way to start the program.
func (p project) first() start {
	if len(p.starts) == 0 {
		return start{command: "node server.js", from: "nothing tells how the program is started: this is a guess"}
	}
	return p.starts[0]
}

func (p project) writeServices(prose func(string), later func(string, ...any)) {
	prose("What the checks below need. It is started for them, awaited, and stopped.")
	if len(p.starts) > 1 {
		var others []string
		for _, s := range p.starts[1:] {
			others = append(others, "  "+s.command+"   ("+s.from+")")
		}
		prose("Other ways to start it:\n" + strings.Join(others, "\n"))
	}
	first := p.first()
	prose(sentence(first.from) + ".")
	later("services:")
	later("  web:")
	later("    command: %s", yamlText(first.command))
	if p.port == "" {
		prose("Nothing tells the port: " + usualPort + " is a guess.")
	} else {
		prose("The port is " + p.portFrom + ".")
	}
	later("    ready: http://127.0.0.1:%s/", cmp.Or(p.port, usualPort))
	later("    timeout: 30s")
}

// yamlText returns a text as a scalar, in quotes where it must be. What a shell replaces is left to it.
func yamlText(text string) string {
	text = strings.ReplaceAll(text, "${", "$${")
	plain := text != "" && !strings.ContainsAny(text, "\"'\\#{}[]&*!|>%@`,\t\n") && !strings.Contains(text, ": ") &&
		!strings.HasSuffix(text, ":") && strings.TrimSpace(text) == text && !strings.ContainsAny(text[:1], "-?:~0123456789.=<")
	if plain {
		return text
	}
	if !strings.ContainsAny(text, "'\n\t") {
		return "'" + text + "'"
	}
	return strconv.Quote(text)
}

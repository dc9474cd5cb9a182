package check

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"snag/analyze/source/project"
	"snag/cmd/cli"
	"snag/cmd/report"
	"snag/probe/process"
	"snag/probe/service"
)

// writeConfig writes a first config for the project in its folder.
func writeConfig(ctx context.Context, o *checkOptions) error {
	if _, err := os.Lstat(o.file); err == nil && !o.force {
		return cli.WithHint(cli.Usagef("%s is there already", o.file), "--force replaces it")
	}
	folder := filepath.Dir(o.file)
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return cli.Usagef("cannot write --config: %w", cmp.Or(err, errors.New(folder+" is no folder")))
	}
	p := project.Read(os.DirFS(folder))
	var tried []string
	if o.start {
		var err error
		if tried, err = tryStart(ctx, p, folder); err != nil {
			return err
		}
	}
	t, err := cli.NewTarget(o.file, nil)
	if err != nil {
		return fmt.Errorf("write the config: %w", err)
	}
	defer t.Discard()
	if _, err := t.Write([]byte(initialConfig(p, tried))); err != nil {
		return fmt.Errorf("write the config: %w", err)
	}
	if err := t.Commit(); err != nil {
		return fmt.Errorf("write the config: %w", err)
	}
	if !o.stdio.Quiet {
		fmt.Fprintf(o.stdio.Err, "wrote %s: look through it, then run snag check\n", o.file)
		if _, ok := p.First(); ok && !o.start {
			fmt.Fprintln(o.stdio.Err, "hint: snag check --init --start --force tries the start command out, and adds the check of the routes")
		}
	}
	return nil
}

// mostStart bounds how long a program may take to listen when it is tried out.
const mostStart = 30 * time.Second

// tryStart starts the program of a project until it listens, ends it, and returns the command line that did.
func tryStart(ctx context.Context, p project.Project, folder string) ([]string, error) {
	first, ok := p.First()
	if !ok {
		return nil, cli.WithHint(errors.New("--start: nothing here tells how the program is started"), "without --start the config has questions where it is to be filled in")
	}
	argv := first.Argv
	if first.Server != nil {
		argv = first.Server
	}
	child, err := process.Start(process.Command{Argv: argv, Dir: folder})
	if err != nil {
		return nil, fmt.Errorf("--start: start %s: %w", cli.CommandLine(report.RedactArgs(argv)), err)
	}
	defer child.Close()
	err = service.Await(ctx, child.Done(), 50*time.Millisecond, mostStart, func() bool { return len(service.Listeners(child.Tree(), 0)) > 0 })
	switch {
	case err == nil:
		return argv, nil
	case errors.Is(err, service.ErrEnded):
		err = fmt.Errorf("--start: %s ended before it listened", cli.CommandLine(report.RedactArgs(argv)))
	case errors.Is(err, service.ErrLate):
		err = fmt.Errorf("--start: %s listens on no port after %s", cli.CommandLine(report.RedactArgs(argv)), mostStart)
	default:
		return nil, err
	}
	if text := service.LastLines(child, 3); text != "" {
		err = cli.WithHint(err, "it wrote: "+text)
	}
	return nil, err
}

// initialConfig returns the text of a config that works as it stands. tried is a command line that is known to
// serve, nil for none. What the user must confirm stands there
// in lines that begin with "# "; lines that begin with "## " are prose. What the folder does not tell is a
// question there, and no guess.
func initialConfig(p project.Project, tried []string) string {
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
This file is a program: it starts commands with your rights. "snag check --static" runs only what reads files.
${NAME} is a variable of the environment that env: lists; no report shows it. ${NAME:-text} has a default.`)
	later("env: [API_TOKEN]")
	b.WriteString("\n")
	serves := writeServices(p, prose, later)
	b.WriteString("\nchecks:\n")
	b.WriteString(`  - name: regexes
    regex: .
    engine: none            # auto also runs the attacks in the engines that are installed
    fail-on: polynomial     # or exponential, or none to report only
`)
	if p.Language != "" {
		b.WriteString(`
  - name: blocking calls
    calls: .
    fail-on: warning
`)
	}
	b.WriteString("\n")
	writeRoutes(&b, p, tried, prose, later)
	b.WriteString("\n")
	base := "http://127.0.0.1:" + p.Port
	needs := func() {
		if serves {
			later("    needs: web")
		}
	}
	prose("Endpoints: how the cost grows with the input, and whom a request stalls meanwhile.\n{{n}} is the size; snag grows it carefully until the budget breaks.")
	switch {
	case p.Port == "":
		prose("Which port does the server listen on? handler: http://127.0.0.1:PORT/PATH?q={{repeat \"a\" n}}")
	case len(p.Endpoints) == 0:
		prose("Which path does work that grows with its input? handler: " + base + "/PATH?q={{repeat \"a\" n}}")
	default:
		for _, e := range p.Endpoints {
			plain, _, _ := strings.Cut(e.Path, "?")
			later("  - name: %s", yamlText(e.Method+" "+plain))
			later("    handler: %s", yamlText(base+report.RedactURLs(e.Path)))
			needs()
			later("    budget: 50ms")
		}
	}
	b.WriteString("\n")
	prose("Bodies: is the limit on their size low enough for the JSON parser?")
	if p.Parser == "" {
		prose("Which runtime parses them? json: with runtime: go, node, python3 and others, shape: [records], max-body: 100KB")
	} else {
		later("  - name: bodies")
		later("    json:")
		later("    runtime: %s", p.Parser)
		later("    shape: [records, nested-arrays]")
		later("    max-body: 100KB")
		later("    no-depth: true")
		later("    fail-on: warning")
	}
	b.WriteString("\n")
	prose("Failures: can clients retry safely?")
	if p.Port == "" {
		prose("Which port does the server listen on? server: http://127.0.0.1:PORT/")
	} else {
		later("  - name: failures")
		later("    server: %s", base+"/")
		needs()
		later("    header: [\"Authorization: Bearer ${API_TOKEN:-none}\"]")
	}
	b.WriteString("\n")
	prose("Your own clients: {url} stands for a server that fails.")
	later("  - name: client")
	later("    client: curl -sS --retry 3 {url}")
	later("    quick: true")
	b.WriteString("\n")
	prose("Shutdown: does SIGTERM drain, close, finish and exit? It is started and ended for this.")
	if first, _ := p.First(); first.Server == nil {
		prose("What command line is the server itself, without npm, a build tool or a shell around it? shutdown: COMMAND")
	} else {
		later("  - name: shutdown")
		later("    shutdown: %s", commandText(first.Server))
		later("    grace: kubernetes")
	}
	return b.String()
}

// writeRoutes writes the check of all routes: filled in where a command line is known to serve.
func writeRoutes(b *strings.Builder, p project.Project, tried []string, prose func(string), later func(string, ...any)) {
	prose("Routes: each is sent requests that it accepts, with the attacks that its code lets fear. What is proved fails.\nOnly requests that read are sent; allow-writes: true sends the others too.")
	first, ok := p.First()
	switch {
	case tried != nil:
		fmt.Fprintf(b, "  - name: routes\n    routes: .\n    command: %s\n    fail-on: proved\n", commandText(tried))
	case !ok:
		prose("How is the program started? routes: . with command: COMMAND")
	default:
		argv := first.Argv
		if first.Server != nil {
			argv = first.Server
		}
		prose("snag check --init --start tries the command out and writes this filled in.")
		later("  - name: routes")
		later("    routes: .")
		later("    command: %s", commandText(argv))
		later("    fail-on: proved")
	}
}

// writeServices suggests how the program is started, and reports whether it can be.
func writeServices(p project.Project, prose func(string), later func(string, ...any)) bool {
	prose("What the checks below need. It is started for them, awaited, and stopped.")
	first, ok := p.First()
	if !ok {
		prose("How is the program started? Nothing here tells: services: {web: {command: COMMAND, ready: \"http://127.0.0.1:PORT/\"}}")
		return false
	}
	if len(p.Starts) > 1 {
		var others []string
		for _, s := range p.Starts[1:] {
			others = append(others, "  "+cli.CommandLine(report.RedactArgs(s.Argv))+"   ("+report.RedactText(s.From)+")")
		}
		prose("Other ways to start it:\n" + strings.Join(others, "\n"))
	}
	prose("From " + report.RedactText(first.From) + ".")
	if p.Port == "" {
		prose("Which port does it listen on? services: {web: {command: " + commandText(first.Argv) + ", ready: \"http://127.0.0.1:PORT/\"}}")
		return false
	}
	later("services:")
	later("  web:")
	later("    command: %s", commandText(first.Argv))
	prose("The port " + p.Port + " is from " + p.PortFrom + ".")
	later("    ready: http://127.0.0.1:%s/", p.Port)
	later("    timeout: 30s")
	return true
}

// commandText returns a command line as a scalar. A variable that the example of env lists stands for a
// credential: the config is a file that others read.
func commandText(argv []string) string {
	text := cli.CommandLine(report.RedactArgs(argv))
	return strings.ReplaceAll(yamlText(text), report.Redacted, "${API_TOKEN:-none}")
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

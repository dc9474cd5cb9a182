package engine

import (
	_ "embed"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"snag/analyze/regex/syntax"
	"snag/analyze/wtf8"
	"snag/probe/scratch"
)

// host is a program that runs a worker.
type host struct {
	name     string
	dialect  syntax.Dialect
	programs []string // executables, the first on PATH counts
	get      string   // how to get it
	// command makes the command of a worker from the path of the executable. The clean-up, which may
	// be nil, is called when the worker has ended.
	command func(path string) (cmd *exec.Cmd, cleanup func(), err error)
	// environment holds the beginnings of variables that would change how the program runs.
	environment []string
	startup     time.Duration // how long a worker may take to say that it is ready, 15 s if 0
	// breaksOff reports whether the worker breaks a match off by itself. Others are killed.
	breaksOff bool
	// gives reports whether the engine has a limit of its own, so that growth alone is not the end of it.
	gives bool
	// lone reports whether strings of the engine may hold lone surrogates.
	lone bool
	// memory is the limit on the worker's address space in bytes, or 0 where the program keeps its own.
	memory uint64
	quote  func(string) string // writes a string, wtf8.Quote if nil
}

var (
	//go:embed worker.js
	nodeScript string
	//go:embed worker.py
	pythonScript string
	//go:embed Worker.java
	javaSource string
	//go:embed worker.pl
	perlScript string
	//go:embed worker.rb
	rubyScript string
	//go:embed worker.php
	phpScript string
	//go:embed worker.cs
	dotnetSource string
)

const gibibyte = 1 << 30

// hosts are the engines in processes of their own, in the order of Names.
var hosts = []host{
	{
		name: "node", get: "Node.js; in Debian: apt-get install nodejs",
		dialect: syntax.JavaScript, programs: []string{"node"}, breaksOff: true, lone: true,
		command:     script("--max-old-space-size=512", "--input-type=commonjs", "--eval", nodeScript),
		environment: []string{"NODE_"},
	},
	{
		name: "python", get: "Python 3; in Debian: apt-get install python3",
		dialect: syntax.Python, programs: []string{"python3", "python"}, lone: true, memory: 2 * gibibyte,
		command:     script("-I", "-S", "-B", "-c", pythonScript),
		environment: []string{"PYTHON"},
	},
	{
		name: "java", get: "a JDK of 11 or later; in Debian: apt-get install default-jdk-headless",
		dialect: syntax.Java, programs: []string{"java"}, breaksOff: true, lone: true,
		command: java, startup: time.Minute,
		environment: []string{"JAVA_TOOL_OPTIONS=", "_JAVA_OPTIONS=", "JDK_JAVA_OPTIONS="},
	},
	{
		name: "perl", get: "Perl 5; in Debian: apt-get install perl",
		dialect: syntax.Perl, programs: []string{"perl"}, gives: true, memory: 2 * gibibyte,
		command:     script("-e", perlScript),
		environment: []string{"PERL"},
	},
	{
		name: "ruby", get: "Ruby; in Debian: apt-get install ruby",
		dialect: syntax.Ruby, programs: []string{"ruby"}, memory: 2 * gibibyte,
		command:     script("--disable=gems", "-e", rubyScript),
		environment: []string{"RUBY"},
	},
	{
		name: "php", get: "the command line of PHP 8; in Debian: apt-get install php-cli",
		dialect: syntax.PCRE, programs: []string{"php"}, gives: true, memory: 2 * gibibyte,
		command:     script("-n", "-d", "memory_limit=512M", "-d", "display_errors=stderr", "-r", phpScript),
		environment: []string{"PHP"},
	},
	{
		name: "dotnet", get: "an SDK of .NET 6 or later, from Microsoft",
		dialect: syntax.DotNet, programs: []string{"dotnet"}, breaksOff: true, lone: true,
		command: dotnet, startup: 2 * time.Minute, quote: quoteUnits,
		environment: []string{"DOTNET_Tiered", "DOTNET_TC_", "DOTNET_gc"},
	},
}

// find returns the path of the first of the host's programs that is installed.
func (h *host) find() (string, error) {
	var first error
	for _, program := range h.programs {
		path, err := exec.LookPath(program)
		if err == nil {
			return path, nil
		}
		if first == nil {
			first = err
		}
	}
	return "", first
}

// env is the environment without what would change how the program runs.
func (h *host) env() []string {
	var kept []string
variables:
	for _, entry := range os.Environ() {
		for _, prefix := range h.environment {
			if strings.HasPrefix(entry, prefix) {
				continue variables
			}
		}
		kept = append(kept, entry)
	}
	return kept
}

func (h *host) quoter() func(string) string {
	if h.quote != nil {
		return h.quote
	}
	return wtf8.Quote
}

// script returns the command of a program that takes its whole script as an argument.
func script(arguments ...string) func(string) (*exec.Cmd, func(), error) {
	return func(path string) (*exec.Cmd, func(), error) { return exec.Command(path, arguments...), nil, nil }
}

// java compiles the worker while it starts it, which takes a JDK and about a second.
func java(path string) (*exec.Cmd, func(), error) {
	dir, cleanup, err := sourceDir(map[string]string{"Worker.java": javaSource})
	if err != nil {
		return nil, nil, err
	}
	return exec.Command(path, "-Xmx512m", "-XX:+UseSerialGC", "-XX:-UsePerfData", filepath.Join(dir, "Worker.java")), cleanup, nil
}

// sourceDir writes files to a new folder, which cleanup removes.
func sourceDir(files map[string]string) (dir string, cleanup func(), err error) {
	if dir, cleanup, err = scratch.Dir("engine"); err != nil {
		return "", nil, err
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			cleanup()
			return "", nil, err
		}
	}
	return dir, cleanup, nil
}

// Info is what is known of an engine whether or not it is on this machine.
type Info struct {
	Name     string
	Dialects []syntax.Dialect
	Path     string // of the executable, "" when it is built in or absent
	Present  bool
	Get      string // how to get it, "" when it is built in
}

// Known returns the engines that Find knows, in the order of Names.
func Known() []Info {
	var all []Info
	for i := range hosts {
		h := &hosts[i]
		path, err := h.find()
		all = append(all, Info{h.name, []syntax.Dialect{h.dialect}, path, err == nil, h.get})
	}
	return append(all, Info{Name: regexp2Name, Dialects: []syntax.Dialect{syntax.JavaScript, syntax.DotNet}, Present: true})
}

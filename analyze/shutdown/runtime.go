package shutdown

import (
	"path"
	"slices"
	"strings"
)

// Runtime is what a process runs on or is, as far as it matters to signals.
type Runtime string

// The runtimes that are told apart. Other is the zero Runtime.
const (
	Other    Runtime = ""
	Node     Runtime = "node"
	Go       Runtime = "go"
	JVM      Runtime = "jvm"
	Python   Runtime = "python"
	Ruby     Runtime = "ruby"
	PHP      Runtime = "php"
	Gunicorn Runtime = "gunicorn"
	Uvicorn  Runtime = "uvicorn"
	UWSGI    Runtime = "uwsgi"
	Puma     Runtime = "puma"
	Nginx    Runtime = "nginx"
	Apache   Runtime = "apache"
	HAProxy  Runtime = "haproxy"
	Lighttpd Runtime = "lighttpd"
	Caddy    Runtime = "caddy"
	Redis    Runtime = "redis"
	Postgres Runtime = "postgres"
	NPM      Runtime = "npm"
	Shell    Runtime = "shell"
	Tini     Runtime = "tini"
	DumbInit Runtime = "dumb-init"
)

// Facts are what the system shows of a program.
type Facts struct {
	// Exe is the path of the executable, and Argv the command line.
	Exe  string
	Argv []string
	// GoBuild reports whether the executable carries the build information of Go.
	GoBuild bool
}

// programs maps the name of an executable, without version digits, to what it is.
var programs = map[string]Runtime{
	"node": Node, "nodejs": Node, "java": JVM, "python": Python, "pypy": Python, "ruby": Ruby, "php": PHP, "php-fpm": PHP,
	"gunicorn": Gunicorn, "uvicorn": Uvicorn, "uwsgi": UWSGI, "puma": Puma, "nginx": Nginx, "apache": Apache, "httpd": Apache,
	"haproxy": HAProxy, "lighttpd": Lighttpd, "caddy": Caddy, "redis-server": Redis, "redis-check-rdb": Redis, "postgres": Postgres,
	"npm": NPM, "npx": NPM, "yarn": NPM, "pnpm": NPM, "npm-cli": NPM, "npx-cli": NPM, "yarnpkg": NPM,
	"sh": Shell, "bash": Shell, "dash": Shell, "ash": Shell, "zsh": Shell, "busybox": Shell,
	"tini": Tini, "docker-init": Tini, "dumb-init": DumbInit,
}

// RuntimeOf names what a process runs on. A server written in a language, such as gunicorn, is
// named before the language, because the advice is the server's.
func RuntimeOf(f Facts) Runtime {
	exe := programs[program(f.Exe)]
	title := ""
	if len(f.Argv) > 0 {
		title = f.Argv[0]
	}
	switch exe {
	case Python, Ruby, Node, PHP, Other:
		// Puma and npm rewrite their command line into one word with spaces.
		words := f.Argv
		if len(words) > 0 {
			words = append(strings.Fields(strings.ReplaceAll(title, ":", " ")), words[1:]...)
		}
		if script := scriptOf(words, exe); script != Other && (script != Shell || exe == Other) {
			return script
		}
	}
	switch {
	case exe == Caddy:
		return Caddy
	case f.GoBuild:
		return Go
	}
	return exe
}

// scriptOf looks for a well-known server or wrapper among the first words of a command line.
func scriptOf(words []string, exe Runtime) Runtime {
	limit := 4
	if exe == Other {
		limit = 1
	}
	for _, word := range words[:min(limit, len(words))] {
		r := programs[program(word)]
		if slices.Contains([]Runtime{Gunicorn, Uvicorn, Puma, NPM}, r) {
			return r
		}
	}
	return Other
}

// program strips a path, an extension and a version from the name of an executable.
func program(name string) string {
	name = strings.TrimSuffix(name, " (deleted)")
	name = path.Base(strings.ReplaceAll(name, `\`, "/"))
	for _, extension := range []string{".exe", ".js", ".py", ".rb"} {
		name = strings.TrimSuffix(name, extension)
	}
	return strings.TrimRight(strings.ToLower(name), "0123456789.")
}

// wraps reports whether the program is known for starting another one and waiting for it.
func (r Runtime) wraps() bool {
	return slices.Contains([]Runtime{NPM, Shell, Tini, DumbInit}, r)
}

// Harm says what the signal does to a process on the runtime beyond what a test may do, "" when
// nothing is known.
func Harm(signal string, runtime Runtime) string {
	switch {
	case signal == "SIGUSR1" && (runtime == Node || runtime == NPM):
		return "it opens Node's debugger on a port"
	case signal == "SIGUSR1" && runtime == JVM:
		return "the JVM uses it itself"
	}
	return ""
}

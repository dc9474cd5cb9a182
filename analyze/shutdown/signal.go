package shutdown

import "strings"

// Action is what a signal does to a process that made no arrangement for it.
type Action string

// The default actions.
const (
	Terminate Action = "terminate"
	Core      Action = "terminate, core"
	Ignore    Action = "ignore"
	Stop      Action = "stop"
	Continue  Action = "continue"
)

// Signal is one line of the table of signals.
type Signal struct {
	Name    string // with its SIG
	Default Action
	// Catchable reports whether a program can handle, block or ignore it.
	Catchable bool
	Purpose   string
	// CommonUse is what well-known programs do with it, where that differs from Purpose.
	CommonUse string
}

// Signals is the table in the order of Linux's numbers. The numbers themselves are the platform's
// and come from the prober.
var Signals = []Signal{
	{"SIGHUP", Terminate, true, "the terminal has closed", "daemons reload (nginx, gunicorn, postgres, haproxy as SIGUSR2); Node, Go, Python and the JVM end; redis ignores it; nohup makes it ignored"},
	{"SIGINT", Terminate, true, "Ctrl-C", "postgres: fast shutdown; nginx, uwsgi, apache: end at once; puma, uvicorn, lighttpd: graceful; Python raises KeyboardInterrupt; ignored in background jobs of a shell"},
	{"SIGQUIT", Core, true, "Ctrl-\\", "nginx: graceful shutdown; gunicorn: quick; Go prints all goroutines and exits 2; the JVM prints its threads and lives on; postgres: immediate shutdown"},
	{"SIGILL", Core, true, "illegal instruction", ""},
	{"SIGTRAP", Core, true, "breakpoint", ""},
	{"SIGABRT", Core, true, "abort()", ""},
	{"SIGBUS", Core, true, "bad memory access", ""},
	{"SIGFPE", Core, true, "arithmetic error", ""},
	{"SIGKILL", Terminate, false, "forced end", "what the platform sends when the grace period has run out"},
	{"SIGUSR1", Terminate, true, "for the program to define", "Node opens its debugger; haproxy: graceful stop; nginx and apache reopen logs or restart; the JVM uses it itself"},
	{"SIGSEGV", Core, true, "invalid memory reference", ""},
	{"SIGUSR2", Terminate, true, "for the program to define", "puma and unicorn restart; nginx replaces its binary; Node ends"},
	{"SIGPIPE", Terminate, true, "write to a closed pipe or socket", "ignored by Node, Python, nginx and redis; Go dies of it on stdout and stderr only"},
	{"SIGALRM", Terminate, true, "timer", ""},
	{"SIGTERM", Terminate, true, "please finish", "Kubernetes, Docker, systemd and Heroku send it first; nginx, apache and haproxy end at once; uwsgi reloads unless die-on-term; postgres waits for its clients"},
	{"SIGSTKFLT", Terminate, true, "unused", ""},
	{"SIGEMT", Core, true, "emulator trap", ""},
	{"SIGCHLD", Ignore, true, "a child ended or stopped", "ignored explicitly: children are reaped by the kernel"},
	{"SIGCONT", Continue, true, "go on after a stop", "systemd sends it after SIGTERM, since a stopped process gets nothing else"},
	{"SIGSTOP", Stop, false, "forced pause", "stops, does not terminate"},
	{"SIGTSTP", Stop, true, "Ctrl-Z", "has no effect in an orphaned process group"},
	{"SIGTTIN", Stop, true, "background read from the terminal", "has no effect in an orphaned process group"},
	{"SIGTTOU", Stop, true, "background write to the terminal", "has no effect in an orphaned process group"},
	{"SIGURG", Ignore, true, "urgent data on a socket", "Go preempts goroutines with it"},
	{"SIGXCPU", Core, true, "CPU time limit", ""},
	{"SIGXFSZ", Core, true, "file size limit", "ignored by Node and Python"},
	{"SIGVTALRM", Terminate, true, "virtual timer", ""},
	{"SIGPROF", Terminate, true, "profiling timer", ""},
	{"SIGWINCH", Ignore, true, "the terminal changed its size", "apache: graceful stop; nginx: stop the workers gracefully"},
	{"SIGIO", Terminate, true, "input or output is possible", ""},
	{"SIGPWR", Terminate, true, "power failure", ""},
	{"SIGINFO", Ignore, true, "Ctrl-T", ""},
	{"SIGSYS", Core, true, "bad system call", ""},
}

// Lookup returns the signal of that name, which may be written without SIG and in any case.
func Lookup(name string) (Signal, bool) {
	name = strings.ToUpper(name)
	if !strings.HasPrefix(name, "SIG") {
		name = "SIG" + name
	}
	for _, s := range Signals {
		if s.Name == name {
			return s, true
		}
	}
	return Signal{}, false
}

// Package manifest reads what the files of a deployment say about the end of a process: manifests of
// Kubernetes, units of systemd, compose files and images.
package manifest

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"snag/analyze/lazyregexp"
	"snag/analyze/shutdown"
	"snag/cmd/cli"
	"snag/cmd/report"
	"snag/probe/process"
)

// Deployment is what a file says about how one process is started and ended.
type Deployment struct {
	shutdown.Platform
	// Signal is the full name of the signal that asks the process to end, empty for SIGTERM.
	Signal string
	// Tree reports whether every process gets it and not the first one alone, Hangup whether SIGHUP follows
	// at once and Continue whether SIGCONT does.
	Tree, Hangup, Continue bool
	// Final is the full name of the signal that is sent when the time is over, empty for SIGKILL, and Alone
	// reports whether the first process alone gets it.
	Final string
	Alone bool
	// First reports whether the command is PID 1 of a container.
	First bool
	// Command is what a unit starts, with Environment as assignments added to that of snag, and Directory
	// as its working directory.
	Command, Environment []string
	Directory            string
	// Words are the command of a container as its file has them. They are shown and never run.
	Words []string
	// Notify reports whether the process says over NOTIFY_SOCKET that it is ready, and Forking whether it
	// makes itself a daemon, with its PID in PIDFile unless that is empty.
	Notify, Forking bool
	PIDFile         string
	// Ready is the path of the readiness check, empty without one.
	Ready string
}

// longest bounds the size of a file in bytes.
const longest = 1 << 20

// read reads a file, or standard input for "-".
func read(file string, stdin io.Reader) ([]byte, error) {
	in := stdin
	if file != "-" {
		f, err := os.Open(file)
		if err != nil {
			return nil, cli.Usage(err)
		}
		defer f.Close()
		if info, err := f.Stat(); err == nil && info.IsDir() {
			return nil, cli.WithHint(cli.Usagef("%s is a folder", file), "name a file in it")
		}
		in = f
	}
	text, err := io.ReadAll(io.LimitReader(in, longest+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", file, err)
	case len(text) > longest:
		return nil, cli.Usagef("%s: larger than %d KB", file, longest>>10)
	case bytes.IndexByte(text, 0) >= 0 || !utf8.Valid(text):
		return nil, cli.Usagef("%s: not a text file", file)
	}
	return text, nil
}

// signalNamed returns the full name of a signal as files name it: SIGTERM, TERM or 15.
func signalNamed(text string) (string, error) {
	text = strings.TrimSpace(text)
	if n, err := strconv.Atoi(text); err == nil {
		text = process.SignalName(n)
	}
	s, ok := shutdown.Lookup(text)
	if !ok || process.SignalNumber(s.Name) == 0 {
		return "", fmt.Errorf("%q is not a signal that can be sent here", text)
	}
	return s.Name, nil
}

// shells are the programs that read a command line after -c.
var shells = []string{"sh", "bash", "dash", "ash", "zsh", "ksh"}

// script returns what a shell is told to run by a command, if it is one.
func script(words []string) (string, bool) {
	if len(words) < 3 || !slices.Contains(shells, filepath.Base(words[0])) {
		return "", false
	}
	for i, word := range words[1 : len(words)-1] {
		if len(word) > 1 && word[0] == '-' && word[1] != '-' && strings.HasSuffix(word, "c") {
			return words[i+2], true
		}
	}
	return "", false
}

// shellForm reports whether a command is read by a shell that stays above what it starts.
func shellForm(words []string) bool {
	line, ok := script(words)
	return ok && !strings.HasPrefix(strings.TrimSpace(line), "exec ")
}

var sleepCall = lazyregexp.New(`^(?:/(?:usr/)?bin/)?sleep\s+(\d{1,7}(?:\.\d{1,3})?)([smh]?)$`)

// slept is how long a command sleeps, if that is all that it does.
func slept(command string) (time.Duration, bool) {
	m := sleepCall.FindStringSubmatch(strings.TrimSpace(command))
	if m == nil {
		return 0, false
	}
	n, _ := strconv.ParseFloat(m[1], 64)
	unit := map[string]time.Duration{"": time.Second, "s": time.Second, "m": time.Minute, "h": time.Hour}[m[2]]
	return time.Duration(n * float64(unit)), true
}

var killCall = lazyregexp.New(`^(?:/(?:usr/)?bin/)?kill\s+(?:-s\s*|--signal[= ]|-)?([A-Za-z0-9]+)\s+(?:1|\$MAINPID|\$\{MAINPID\})$`)

// stopCall is how units of Debian stop daemons; the first signal of a schedule counts.
var stopCall = lazyregexp.New(`start-stop-daemon\s(?:.*\s)?--stop\s(?:.*\s)?(?:--retry|--signal)[= ](?:SIG)?([A-Z]+[0-9]?)(?:/|\s|$)`)

// asks is the signal that a command sends to the process, if that is all that it does.
func asks(command string) (string, bool) {
	command = strings.TrimSpace(command)
	if fields := strings.Fields(command); len(fields) == 3 && filepath.Base(fields[0]) == "nginx" && fields[1] == "-s" {
		signal, ok := map[string]string{"quit": "SIGQUIT", "stop": "SIGTERM"}[fields[2]]
		return signal, ok
	}
	m := killCall.FindStringSubmatch(command)
	if m == nil {
		m = stopCall.FindStringSubmatch(command)
	}
	if m == nil {
		return "", false
	}
	signal, err := signalNamed(m[1])
	return signal, err == nil
}

// hook is what a command before the signal does, as far as it can be told without running it.
type hook struct {
	sleeps time.Duration
	signal string // that it sends to the process before anything else
	rest   string // what it does beside, which is not played
}

// hookOf reads a command that runs before the signal.
func hookOf(words []string) hook {
	line, ok := script(words)
	if !ok {
		line = strings.Join(words, " ")
	}
	var h hook
	var rest []string
	for _, part := range regexp.MustCompile(`;|&&|\n`).Split(line, -1) {
		part = strings.TrimSpace(part)
		signal, sends := asks(part)
		d, sleeps := slept(part)
		switch {
		case sleeps:
			h.sleeps += d
		case sends && h.sleeps == 0 && h.signal == "":
			h.signal = signal
		case part == "" || part == "true" || part == ":" || part == "exit 0" || strings.HasPrefix(part, "echo ") && !strings.ContainsAny(part, "|><`$"):
		default:
			rest = append(rest, part)
		}
	}
	h.rest = strings.Join(rest, "; ")
	return h
}

// clip shortens a text from a file for a clause.
func clip(text string) string {
	return report.Clip(text, 80)
}

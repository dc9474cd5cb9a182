package drain

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"snag/analyze/shutdown"
	"snag/probe/process"
	"snag/probe/sockets"
)

// The cases of Crashes.
const (
	badFlag       = "bad-flag"
	missingConfig = "missing-config"
	portInUse     = "port-in-use"
)

// nonsenseFlag is a flag that no program knows.
const nonsenseFlag = "--snag-no-such-flag"

// Crashes starts the command several times, each time with something wrong: a flag that nobody
// knows, a configuration file that is missing, a port that is taken. It records how each start
// ended, and ends what did not.
func Crashes(ctx context.Context, o Options) ([]shutdown.Crash, error) {
	o.defaults()
	argv := o.Command.Argv
	var all []shutdown.Crash
	add := func(name string, argv []string, skipped string, port int) error {
		crash := shutdown.Crash{Case: name, Argv: argv, Skipped: skipped, Limit: shutdown.Of(o.Startup)}
		if skipped == "" {
			o.Progress("starting the command: " + name)
			if err := startWrong(ctx, o, &crash, port); err != nil {
				return err
			}
		}
		all = append(all, crash)
		return nil
	}
	skipped := ""
	if len(argv) > 2 && argv[1] == "-c" {
		skipped = "a shell does not pass a flag on to what it runs"
	}
	if err := add(badFlag, append(slices.Clone(argv), nonsenseFlag), skipped, 0); err != nil {
		return nil, err
	}
	without, skipped := withoutConfig(o.Command)
	if err := add(missingConfig, without, skipped, 0); err != nil {
		return nil, err
	}
	held, err := holdPort(ctx, o)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return all, add(portInUse, argv, err.Error(), 0)
	}
	defer held.Close()
	err = add(portInUse, argv, "", held.Addr().(*net.TCPAddr).Port)
	return all, err
}

// startWrong starts the command of the case and waits for its end, or until it listens or the limit
// has passed. A port that is held tells a process that took another one.
func startWrong(ctx context.Context, o Options, crash *shutdown.Crash, held int) error {
	command := o.Command
	command.Argv = crash.Argv
	began := time.Now()
	child, err := process.Start(command)
	if err != nil {
		return &NotMeasured{Why: "the command cannot be started: " + err.Error(), Err: err}
	}
	defer child.Close()
	limit := time.NewTimer(o.Startup)
	defer limit.Stop()
	look := time.NewTicker(50 * time.Millisecond)
	defer look.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-child.Done():
			crash.Exit = child.Ended().Exit
			at := shutdown.At(began, child.Ended().At)
			crash.Exit.At = &at
		case <-limit.C:
			crash.Exit = shutdown.Exit{Kind: shutdown.Running, KilledByUs: true}
		case <-look.C:
			listeners, _ := sockets.Listeners(child.Tree())
			if len(listeners) == 0 {
				continue
			}
			if held != 0 && !slices.ContainsFunc(listeners, func(l sockets.Listener) bool { return l.Port == held }) {
				crash.Skipped = "the process takes another port on every start"
				return nil
			}
			crash.Listened = true
			crash.Exit = shutdown.Exit{Kind: shutdown.Running, KilledByUs: true}
			crash.Limit = shutdown.At(began, time.Now())
		}
		crash.Stdout, crash.Stderr = child.Output()
		return nil
	}
}

var configEndings = []string{".conf", ".cfg", ".ini", ".json", ".yaml", ".yml", ".toml", ".env", ".properties", ".xml"}

// withoutConfig returns the command line with the name of a configuration file replaced by one that
// does not exist, or why it cannot.
func withoutConfig(c process.Command) (argv []string, skipped string) {
	for i, word := range c.Argv[1:] {
		flag, file, assigned := strings.Cut(word, "=")
		if !assigned {
			flag, file = "", word
		}
		if !slices.Contains(configEndings, filepath.Ext(file)) {
			continue
		}
		path := file
		if !filepath.IsAbs(path) {
			path = filepath.Join(c.Dir, path)
		}
		if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
			continue
		}
		argv = slices.Clone(c.Argv)
		argv[i+1] = file + ".snag-missing"
		if assigned {
			argv[i+1] = flag + "=" + argv[i+1]
		}
		return argv, ""
	}
	return c.Argv, "no argument names a configuration file"
}

// holdPort starts the command as it is meant to be, learns where it listens, ends it, and listens
// there itself.
func holdPort(ctx context.Context, o Options) (net.Listener, error) {
	s, err := take(o)
	if err != nil {
		return nil, err
	}
	c := &check{Options: o, subject: s}
	err = c.find(ctx)
	s.close()
	if err != nil {
		return nil, err
	}
	if !c.listening {
		return nil, &NotMeasured{Why: "the process listens on nothing"}
	}
	address := net.JoinHostPort(c.listener.IP, strconv.Itoa(c.listener.Port))
	for deadline := time.Now().Add(time.Second); ; time.Sleep(20 * time.Millisecond) {
		listener, err := net.Listen("tcp", address)
		if err == nil {
			return listener, nil
		}
		if time.Now().After(deadline) {
			return nil, err
		}
	}
}

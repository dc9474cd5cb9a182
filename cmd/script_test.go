package cmd

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"snag/cmd/cli"
	"snag/probe/cache"
	"snag/probe/snagtest"
)

var update = flag.Bool("update", false, "rewrite the expected output of scripts")

// programs are what this test binary is under other names.
var programs = map[string]func(){
	"snag": func() { os.Exit(Main(os.Args[1:], cli.Stdio{In: os.Stdin, Out: os.Stdout, Err: os.Stderr})) },
}

// gcPercent spares the hundreds of short runs of snag most of their garbage collection, which would begin just before
// they end.
const gcPercent = 400

func TestMain(m *testing.M) {
	if os.Getenv(cache.Variable) == "" {
		os.Setenv(cache.Variable, "off")
	}
	debug.SetGCPercent(gcPercent)
	// Most scripts wait for programs that they start.
	flag.Set("test.parallel", strconv.Itoa(2*runtime.GOMAXPROCS(0)))
	testscript.Main(snagtest.Programs{Tests: m}, programs)
}

// TestScript plays testdata/script. Beside the commands of testscript a script has
//
//	status N PROGRAM ARGS...
//
// which runs a program and fails unless it exits with N, and the condition [long] of the long tests.
func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "../testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"status": status},
		Condition: func(name string) (bool, error) {
			if name != "long" {
				return false, fmt.Errorf("unknown condition %q", name)
			}
			return snagtest.IsLong(), nil
		},
		Setup: func(env *testscript.Env) error {
			env.Setenv("GOGC", strconv.Itoa(gcPercent))
			env.Setenv("NO_COLOR", "")
			env.Setenv("COLUMNS", "120") // so that few sentences wrap
			env.Setenv(cache.Variable, "off")
			env.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
			env.Setenv("GIT_CONFIG_NOSYSTEM", "1")
			return nil
		},
	})
}

func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N program args...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		exit, ok := errors.AsType[*exec.ExitError](err)
		if !ok {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// snagProgram is a path at which this test binary is snag.
func snagProgram(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "snag")
	if err := os.Symlink(self, path); err != nil {
		t.Skipf("no symbolic links here: %v", err)
	}
	return path
}

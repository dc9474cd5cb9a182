package drain

import (
	"errors"
	"flag"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"snag/analyze/judge"
	"snag/analyze/shutdown"
	"snag/probe/process"
	"snag/probe/snagtest"
)

var update = flag.Bool("update", false, "record the timelines of the cases that run and pass")

// The cases mostly sleep, so more of them run at a time than there are processors.
const casesAtOnce = "6"

func TestMain(m *testing.M) {
	flag.Parse()
	if f := flag.Lookup("test.parallel"); f.Value.String() == strconv.Itoa(runtime.GOMAXPROCS(0)) {
		f.Value.Set(casesAtOnce)
	}
	// Debian keeps servers where a user's PATH does not reach.
	path := os.Getenv("PATH") + ":/usr/sbin:/usr/local/sbin"
	if versions, _ := filepath.Glob("/usr/lib/postgresql/*/bin"); len(versions) > 0 {
		path += ":" + versions[len(versions)-1]
	}
	os.Setenv("PATH", path)
	os.Exit(snagtest.Programs{Tests: m}.Run())
}

const observedFile = "testdata/observed/shutdown.jsonl"

// TestAcceptance checks real servers whose behaviour is known: a few with every run of the tests, all
// with the long ones. SNAG_REPEATS=20 runs each case 20 times and prints how often the verdict was the
// same; -update records the timelines that TestRecorded judges.
func TestAcceptance(t *testing.T) {
	snagtest.Linux(t)
	repeats := snagtest.Number(t, "SNAG_REPEATS", 1)
	recorder := snagtest.NewRecorder(t, observedFile, *update)
	for _, c := range acceptances {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if !c.live {
				snagtest.Long(t)
			}
			snagtest.Needs(t, c.needs...)
			if c.root && os.Geteuid() != 0 {
				snagtest.Skip(t, "needs to be root, to become the user that the server runs as")
			}
			if repeats > 1 {
				c.repeat(t, repeats)
				return
			}
			snagtest.InThree(t, func() error {
				tl, err := c.observe(t)
				if err == nil {
					err = c.compare(tl)
				}
				if err == nil {
					recorder.Record(c.name, tl)
				}
				return err
			})
		})
	}
}

func (c acceptance) repeat(t *testing.T, times int) {
	same := 0
	for range times {
		tl, err := c.observe(t)
		if err == nil {
			err = c.compare(tl)
		}
		if err != nil {
			t.Error(err)
		} else {
			same++
		}
	}
	t.Logf("same verdict %d of %d", same, times)
}

// TestRecorded judges what was recorded of all cases.
func TestRecorded(t *testing.T) {
	timelines := snagtest.Recorded[shutdown.Timeline](t, observedFile)
	for _, c := range acceptances {
		tl, ok := timelines[c.name]
		if !ok {
			t.Errorf("%s: nothing is recorded; SNAG_LONG=1 go test ./probe/drain -run TestAcceptance -update records it", c.name)
			continue
		}
		if err := c.compare(tl); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		delete(timelines, c.name)
	}
	for name := range timelines {
		t.Errorf("%s is recorded, but is no case", name)
	}
}

// observe runs the server and checks it once.
func (c acceptance) observe(t *testing.T) (shutdown.Timeline, error) {
	f := fixture{T: t, dir: t.TempDir(), port: snagtest.FreePort(t)}
	o := Options{Command: process.Command{Argv: c.argv(f)}, Grace: 12 * time.Second}
	if c.options != nil {
		c.options(f, &o)
	}
	// A machine under load takes its time to start servers, never the other way round.
	if !c.hasty {
		o.Startup = max(o.Startup, time.Minute)
	}
	if o.Protocol == NoListener {
		o.Startup = 200 * time.Millisecond
	}
	tl, err := Check(t.Context(), o)
	if errors.Is(err, process.ErrNamespace) {
		snagtest.Skip(t, "%v", err)
	}
	if n, ok := errors.AsType[*NotMeasured](err); ok {
		return tl, fmt.Errorf("%w\n%s", err, n.Output)
	}
	if err != nil {
		return tl, err
	}
	return tl, nothingLeft(f.port)
}

// compare judges a timeline and compares with what is known of the case.
func (c acceptance) compare(tl shutdown.Timeline) error {
	j := shutdown.Judge(tl)
	var problems []error
	wrong := func(format string, args ...any) { problems = append(problems, fmt.Errorf(format, args...)) }
	if j.Verdict != c.verdict {
		wrong("verdict %s (%s), want %s", j.Verdict, j.Reason, c.verdict)
	}
	exit := tl.Exit.Signal
	switch {
	case tl.Exit.KilledByUs:
		exit = "killed"
	case tl.Exit.Kind == shutdown.Exited:
		exit = strconv.Itoa(tl.Exit.Code)
	}
	if !slices.Contains(strings.Fields(c.exit), exit) {
		wrong("end %s (%v), want %s", exit, tl.Exit, c.exit)
	}
	flight := [4]int{tl.InFlight.Count(shutdown.Completed), tl.InFlight.Count(shutdown.Dropped), tl.InFlight.Count(shutdown.Truncated), tl.InFlight.Count(shutdown.ServerError)}
	if flight != c.flight || tl.InFlight.Count(shutdown.Pending) > 0 {
		wrong("in flight %v, want %v", flight, c.flight)
	}
	var rules []string
	for _, f := range j.Findings {
		if f.Level != judge.Note {
			rules = append(rules, strings.TrimPrefix(f.Rule, "shutdown/"))
		}
		if f.Help == "" {
			wrong("%s (%+v) comes without advice", f.Rule, f.Evidence)
		}
	}
	var want []string
	for _, rule := range strings.Fields(c.rules) {
		rule, sometimes := strings.CutSuffix(rule, "?")
		if !sometimes || slices.Contains(rules, rule) {
			want = append(want, rule)
		}
	}
	slices.Sort(rules)
	slices.Sort(want)
	if !slices.Equal(rules, want) {
		wrong("rules %v, want %v", rules, want)
	}
	if c.cause != "" && (len(j.Findings) == 0 || j.Findings[0].Evidence.(shutdown.Evidence).Cause != c.cause) {
		wrong("first cause is not %s", c.cause)
	}
	if c.also != nil {
		if err := c.also(tl); err != nil {
			problems = append(problems, err)
		}
	}
	if len(problems) > 0 {
		problems = append(problems, errors.New(explain(tl, j)))
	}
	return errors.Join(problems...)
}

// explain shows a timeline and what is said of it.
func explain(tl shutdown.Timeline, j shutdown.Judgement) string {
	var b strings.Builder
	for _, e := range tl.Events {
		fmt.Fprintf(&b, "%9.1f %s\n", float64(e.At), e.What)
	}
	for _, f := range j.Findings {
		e := f.Evidence.(shutdown.Evidence)
		fmt.Fprintf(&b, "%s %s (%s, %s): %s\n", f.Level, f.Rule, e.Cause, e.Runtime, f.Message)
	}
	fmt.Fprintf(&b, "in flight %+v\nnew %+v\nconnections %+v\nchildren %+v\nport %+v\n%s", tl.InFlight, tl.New, tl.Connections, tl.Children, tl.Port, tl.Target.Output)
	return b.String()
}

// nothingLeft returns an error when anything still listens on the port.
func nothingLeft(port int) error {
	l, err := net.Listen("tcp", "127.0.0.1:"+strconv.Itoa(port))
	if err != nil {
		return fmt.Errorf("port %d is not free afterwards: %w", port, err)
	}
	return l.Close()
}

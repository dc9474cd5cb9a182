package engine

import (
	"bufio"
	"encoding/json"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"testing"
	"time"

	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
	"snag/analyze/regex/syntax/syntaxtest"
	"snag/probe/snagtest"
)

// rubySearch times attacks of some thousand characters in Ruby's processor time and answers each pattern with the first on
// which the time of four times the text is ten times as long, or null.
const rubySearch = `
require 'json'
$stdout.sync = true
now = -> { Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID) * 1e3 }
while line = $stdin.gets
  q = JSON.parse(line)
  begin
    regex = Regexp.new(q['pattern'])
  rescue RegexpError
    puts 'null'
    next
  end
  took = lambda do |a, n, runs|
    text = a[0] + a[1] * (n / a[1].size) + a[2]
    (1..runs).map { t = now.(); regex.match?(text); now.() - t }.min
  end
  slow = q['attacks'].find do |a|
    next if took.(a, 8000, 1) < 4
    took.(a, 8000, 3) > 10 * [took.(a, 2000, 3), 0.02].max && took.(a, 16000, 3) > 10 * took.(a, 4000, 3)
  end
  puts JSON.generate(slow)
end`

// TestSafeInRuby looks by brute force in Ruby for inputs on which a random pattern of what its engine goes through its
// stack for takes more than linear time, though it was called safe. The seed is new each time unless SNAG_SEED names one;
// SNAG_SEARCH is the number of safe patterns.
func TestSafeInRuby(t *testing.T) {
	snagtest.Long(t)
	ruby, err := exec.LookPath("ruby")
	if err != nil {
		snagtest.Skip(t, "no ruby: %v", err)
	}
	seed := snagtest.Number(t, "SNAG_SEED", int(time.Now().UnixNano()&(1<<40-1)))
	t.Logf("SNAG_SEED=%d", seed)
	rng := rand.New(rand.NewPCG(uint64(seed), 7))
	limits := redos.DefaultLimits
	limits.ClassOnly = true
	var attacks [][3]string
	for _, pump := range []string{"a", "b", "c", "1", "!", "ab", "ba", "ac", "bc", "aab", "abb", "abc", "a1", "ab1"} {
		for _, lead := range []string{"", "a", "ab"} {
			for _, end := range []string{"", "!", "x"} {
				attacks = append(attacks, [3]string{lead, pump, end})
			}
		}
	}
	var s rubySearcher
	defer s.stop()
	safe, unknown, total := 0, 0, 0
	for most := snagtest.Number(t, "SNAG_SEARCH", 60); safe < most; {
		pattern := syntaxtest.Piled(rng)
		tree, err := parser.Parse(syntax.Ruby, pattern, "")
		if err != nil {
			continue
		}
		v, err := redos.Tree(t.Context(), tree, syntax.Search, limits)
		if err != nil {
			t.Fatal(err)
		}
		if total++; v.Class == redos.Unknown {
			unknown++
		}
		if v.Class != redos.Linear {
			continue
		}
		safe++
		switch slow, took, err := s.search(ruby, pattern, attacks); {
		case err != nil && took > slowSearch:
			t.Errorf("/%s/ is safe, but after %v of processor time Ruby is not done with the search", pattern, took)
		case err != nil:
			t.Fatalf("/%s/: %v", pattern, err)
		case slow != nil:
			t.Errorf("/%s/ is safe, but the time grows in Ruby on %q", pattern, *slow)
		}
	}
	t.Logf("%d patterns: %d safe, %d unknown", total, safe, unknown)
}

// How long a search takes in Ruby at most where nothing grows, in its processor time and by the clock of a busy machine.
const (
	slowSearch = 20 * time.Second
	lostSearch = 4 * time.Minute
)

// rubySearcher is a process that runs rubySearch, started when it is needed.
type rubySearcher struct {
	command *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
}

// search returns the attack on which the time grows, nil if none does. After an error took is the processor time of the
// process, which is stopped.
func (s *rubySearcher) search(ruby, pattern string, attacks [][3]string) (slow *[3]string, took time.Duration, err error) {
	if s.command == nil {
		if err := s.start(ruby); err != nil {
			return nil, 0, err
		}
	}
	lost := time.AfterFunc(lostSearch, func() { s.command.Process.Kill() })
	defer lost.Stop()
	if err = json.NewEncoder(s.in).Encode(map[string]any{"pattern": pattern, "attacks": attacks}); err == nil {
		var line []byte
		if line, err = s.out.ReadBytes('\n'); err == nil {
			return slow, 0, json.Unmarshal(line, &slow)
		}
	}
	return nil, s.stop(), err
}

func (s *rubySearcher) start(ruby string) (err error) {
	s.command = exec.Command(ruby, "-e", rubySearch)
	s.command.Stderr = os.Stderr
	if s.in, err = s.command.StdinPipe(); err != nil {
		return err
	}
	out, err := s.command.StdoutPipe()
	if err != nil {
		return err
	}
	s.out = bufio.NewReader(out)
	return s.command.Start()
}

// stop ends the process and returns its processor time.
func (s *rubySearcher) stop() time.Duration {
	if s.command == nil || s.command.Process == nil {
		return 0
	}
	s.in.Close()
	s.command.Process.Kill()
	s.command.Wait()
	took := s.command.ProcessState.UserTime()
	s.command = nil
	return took
}

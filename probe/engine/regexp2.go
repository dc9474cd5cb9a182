package engine

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"time"

	"github.com/dlclark/regexp2"

	"snag/analyze/regex/confirm"
	"snag/analyze/regex/syntax"
	"snag/analyze/wtf8"
	"snag/probe/process"
)

const (
	regexp2Name = "regexp2"
	regexp2Path = "github.com/dlclark/regexp2"
	// regexp2Length bounds inputs: the backtracking stack of a match grows without limit.
	regexp2Length = 1 << 17
	// A match is run again until it has taken cheap milliseconds in all, at most runs times.
	cheap = 6
	runs  = 5
)

// precise makes match timeouts come within a millisecond instead of 200. It is set for the whole
// process, and must be before the first match.
var precise = sync.OnceFunc(func() { regexp2.SetTimeoutCheckPeriod(time.Millisecond) })

// Regexp2 measures in github.com/dlclark/regexp2 v1, a plain backtracking matcher that runs in this
// process. Patterns are measured one after the other.
type Regexp2 struct {
	mu sync.Mutex // held while a pattern is measured
}

// newRegexp2 returns the engine.
func newRegexp2() *Regexp2 {
	precise()
	return &Regexp2{}
}

// Name implements Engine.
func (*Regexp2) Name() string { return regexp2Name }

// Runs implements Engine: it is a port of the engine of .NET, and has a mode for JavaScript.
func (*Regexp2) Runs(d syntax.Dialect) bool { return d == syntax.JavaScript || d == syntax.DotNet }

// Version implements Engine. It is the version of the module that was built in.
var version = sync.OnceValue(func() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, module := range info.Deps {
			if module.Path == regexp2Path {
				return module.Version
			}
		}
	}
	return "v1"
})

// Version implements Engine.
func (*Regexp2) Version() string { return version() }

// Check implements Engine.
func (*Regexp2) Check(ctx context.Context) error { return ctx.Err() }

// Close implements Engine. There is nothing to end.
func (*Regexp2) Close() error { return nil }

// Measure implements Engine.
func (e *Regexp2) Measure(ctx context.Context, job Job) (confirm.Series, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	series := confirm.Series{Engine: e.Name(), Version: e.Version()}
	re, err := compileRegexp2(job)
	if err != nil {
		series.End, series.Problem = confirm.Unavailable, err.Error()
		return series, nil
	}
	job.Limits = job.Limits.orDefault()
	job.Limits.Length = min(job.Limits.Length, regexp2Length)
	// The clock counts the time of this thread.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	p := plan{verdict: job.Verdict, limits: job.Limits, series: &series}
	err = p.measure(ctx, func(ctx context.Context, n int, limit time.Duration) (shot, error) {
		if err := ctx.Err(); err != nil {
			return shot{}, err
		}
		deadline, ok := ctx.Deadline()
		last := ok && time.Until(deadline) < limit
		if last {
			limit = time.Until(deadline)
		}
		s := shootRegexp2(re, job, n, limit)
		if last && s.AtLeast { // its time was the context's, which may end a little later
			<-ctx.Done()
			return shot{}, ctx.Err()
		}
		return s, nil
	})
	return series, err
}

func compileRegexp2(job Job) (*regexp2.Regexp, error) {
	if job.Verdict.Attack == nil {
		return nil, errors.New("there is no attack to run")
	}
	var pattern string
	var options regexp2.RegexOptions
	var err error
	switch job.Pattern.Dialect {
	case syntax.JavaScript:
		pattern, options, err = translate(job)
	case syntax.DotNet:
		pattern, options, err = native(job)
	default:
		err = fmt.Errorf("regexp2 runs no patterns of the dialect %s", job.Pattern.Dialect)
	}
	if err != nil {
		return nil, err
	}
	re, err := regexp2.Compile(pattern, options)
	if err != nil {
		return nil, fmt.Errorf("regexp2 does not take the pattern: %.200s", err.Error())
	}
	return re, nil
}

// native returns a pattern of .NET for regexp2, whose default mode that is. It matches code points,
// not UTF-16 units.
func native(job Job) (string, regexp2.RegexOptions, error) {
	letters := map[rune]regexp2.RegexOptions{
		'C': regexp2.Compiled, 'c': 0, 'e': regexp2.ECMAScript, 'i': regexp2.IgnoreCase, 'm': regexp2.Multiline,
		'n': regexp2.ExplicitCapture, 'r': regexp2.RightToLeft, 's': regexp2.Singleline, 'x': regexp2.IgnorePatternWhitespace,
	}
	var options regexp2.RegexOptions
	for _, letter := range job.Pattern.Flags {
		option, known := letters[letter]
		if !known {
			return "", 0, fmt.Errorf("regexp2 does not know the %c flag", letter)
		}
		options |= option
	}
	if hasLone(job) {
		return "", 0, errCodeUnits
	}
	pattern, end := job.Pattern.Text, ""
	if options&regexp2.IgnorePatternWhitespace != 0 {
		end = "\n" // where a comment ends
	}
	switch job.mode() {
	case syntax.Prefix:
		pattern = `\G(?:` + pattern + end + ")"
	case syntax.Full:
		pattern = `\A(?:` + pattern + end + `)\z`
	}
	return pattern, options, nil
}

// shootRegexp2 runs one input. The matcher's timeout is what keeps a match from running away.
func shootRegexp2(re *regexp2.Regexp, job Job, n int, limit time.Duration) (s shot) {
	defer func() {
		if v := recover(); v != nil {
			s = shot{problem: fmt.Sprintf("regexp2 panicked: %.200v", v)}
		}
	}()
	input, mode := wtf8.Decode(job.Verdict.Attack.Build(n)), job.mode()
	s.Pumps, s.Length = n, len(input)
	wall := time.Now()
	for run, sum := 0, 0.0; run < runs && sum < cheap; run++ {
		began := process.ThreadTime()
		matched, timedOut := matchRegexp2(re, mode, input, limit-time.Since(wall))
		took := ms(process.ThreadTime() - began)
		if timedOut {
			if run == 0 {
				s.Millis, s.AtLeast = took, true
			}
			return s
		}
		if run == 0 || took < s.Millis {
			s.Millis = took
		}
		s.Matched = matched
		sum += took
	}
	return s
}

// matchRegexp2 searches once, or for every match in mode All, at most for limit. The library's
// error is always a timeout, and holds the whole input: it is not passed on.
func matchRegexp2(re *regexp2.Regexp, mode syntax.Mode, input []rune, limit time.Duration) (matched, timedOut bool) {
	end := time.Now().Add(limit)
	// A timeout of 0 would mean at once.
	re.MatchTimeout = max(limit, time.Millisecond)
	m, err := re.FindRunesMatch(input)
	for mode == syntax.All && m != nil && err == nil {
		matched = true
		left := time.Until(end)
		if left <= 0 {
			return matched, true
		}
		re.MatchTimeout = max(left, time.Millisecond)
		m, err = re.FindNextMatch(m)
	}
	return matched || m != nil, err != nil
}

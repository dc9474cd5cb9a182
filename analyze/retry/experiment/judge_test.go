package experiment

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"snag/analyze/retry/backoff"
)

// plays is a trace in which the attempts of one operation meet the faults, with gaps in milliseconds.
func plays(method string, gaps []float64, change func(*Attempt), faults ...string) Trace {
	t := Trace{Scenario: strings.Join(faults, ","), ExitCode: 1}
	at := time.Duration(0)
	for i, name := range faults {
		f, err := ParseFault(name)
		if err != nil {
			panic(err)
		}
		if i > 0 {
			at += inMS(gaps[i-1])
		}
		a := Attempt{N: i + 1, Conn: i + 1, Phase: PhaseRequest, Method: method, Target: "/", BodyLength: 4, BodyHash: "b", Start: at, End: at, Fault: f}
		if change != nil {
			change(&a)
		}
		t.Script = append(t.Script, f)
		t.Attempts = append(t.Attempts, a)
	}
	return t
}

func inMS(ms float64) time.Duration { return time.Duration(ms * float64(time.Millisecond)) }

func outcomeFor(t *testing.T, checks []Check, d Defect) Check {
	t.Helper()
	found := Check{Defect: d, Outcome: NotApplicable, Message: "no such check"}
	for _, c := range checks {
		if c.Defect == d {
			found = c
		}
	}
	return found
}

func TestJudgeTraces(t *testing.T) {
	key := func(a *Attempt) { a.Key = "k" }
	newKeys := func(a *Attempt) { a.Key = fmt.Sprint("k", a.N) }
	second := []float64{1000}
	control := []Trace{plays("POST", []float64{1000, 2000}, nil, "503", "503", "503"), plays("POST", []float64{1001, 2001}, nil, "503", "503", "503")}
	cutOff := func(t Trace) Trace { t.CutOff = "still running"; return t }
	exits := func(t Trace, code int) Trace { t.ExitCode = code; return t }
	for _, test := range []struct {
		name   string
		trace  Trace
		defect Defect
		want   Outcome
		mild   bool
	}{
		{name: "a POST resent after a reset", trace: plays("POST", second, nil, "reset-after-request", "200"), defect: UnsafePost, want: Failed},
		{name: "a PATCH resent after silence", trace: plays("PATCH", second, nil, "silence", "200"), defect: UnsafePost, want: Failed},
		{name: "a POST with a key resent", trace: plays("POST", second, key, "reset-after-request", "200"), defect: UnsafePost, want: Passed},
		{name: "a POST with changing keys resent", trace: plays("POST", second, newKeys, "reset-after-request", "200"), defect: UnsafePost, want: Failed},
		{name: "a POST not resent", trace: plays("POST", nil, nil, "reset-after-request"), defect: UnsafePost, want: Passed},
		{name: "a POST that was not seen to be resent", trace: cutOff(plays("POST", nil, nil, "reset-after-request")), defect: UnsafePost, want: Unknown},
		{name: "a PUT resent", trace: plays("PUT", second, nil, "reset-after-request", "200"), defect: UnsafePost, want: NotApplicable},
		{name: "a POST resent after what was not processed", trace: plays("POST", second, nil, "reset-on-accept", "200"), defect: UnsafePost, want: NotApplicable},
		{name: "a POST resent after 500", trace: plays("POST", second, nil, "500", "200"), defect: PostAfterError, want: Failed},
		{name: "a POST resent after 503", trace: plays("POST", second, nil, "503", "200"), defect: PostAfterError, want: NotApplicable},
		{name: "keys that change", trace: plays("POST", second, newKeys, "503", "200"), defect: KeyChanges, want: Failed},
		{name: "a key that stays", trace: plays("POST", second, key, "503", "200"), defect: KeyChanges, want: Passed},
		{name: "a body that is lost", trace: plays("PUT", second, func(a *Attempt) { a.BodyHash = fmt.Sprint(a.N) }, "503", "200"), defect: BodyChanges, want: Failed},
		{name: "plain connections that go on differently", trace: plays("TCP", second, func(a *Attempt) { a.BodyHash = fmt.Sprint(a.N) }, "close-after-request", "close-after-request"), defect: BodyChanges, want: Passed},
		{name: "404 retried", trace: plays("GET", second, nil, "404", "200"), defect: ClientError, want: Failed},
		{name: "404 final", trace: plays("GET", nil, nil, "404"), defect: ClientError, want: Passed},
		{name: "only 409 retried", trace: plays("GET", second, nil, "409", "200"), defect: ClientError, want: Failed, mild: true},
		{name: "409 retried with a key", trace: plays("POST", second, key, "409", "200"), defect: ClientError, want: Passed},
		{name: "408 retried", trace: plays("GET", second, nil, "408", "200"), defect: ClientError, want: NotApplicable},
		{name: "half an answer is success", trace: exits(plays("GET", nil, nil, "truncate"), 0), defect: TruncatedSuccess, want: Failed},
		{name: "half an answer is an error", trace: exits(plays("GET", nil, nil, "truncate"), 5), defect: TruncatedSuccess, want: Passed},
		{name: "half an answer is asked for again", trace: plays("GET", second, nil, "truncate", "200"), defect: TruncatedSuccess, want: Passed},
		{name: "Retry-After ignored", trace: plays("GET", second, nil, "503+2s", "200"), defect: RetryAfterSeconds, want: Failed},
		{name: "Retry-After honoured", trace: plays("GET", []float64{2001}, nil, "503+2s", "200"), defect: RetryAfterSeconds, want: Passed},
		{name: "Retry-After not longer than the client's own delay", trace: plays("GET", second, nil, "503+1s", "200"), defect: RetryAfterSeconds, want: Unknown},
		{name: "gives up instead of waiting", trace: plays("GET", nil, nil, "503+9s"), defect: RetryAfterSeconds, want: Unknown},
		{name: "429 is never retried", trace: plays("GET", nil, nil, "429+2s"), defect: RetryAfterSeconds, want: NotApplicable},
		{name: "a date honoured up to its second", trace: plays("GET", []float64{2100}, nil, "503+3s-date", "200"), defect: RetryAfterDate, want: Passed},
		{name: "a date ignored", trace: plays("GET", []float64{1000}, nil, "503+3s-date", "200"), defect: RetryAfterDate, want: Failed},
		{name: "no timeout", trace: cutOff(plays("GET", nil, func(a *Attempt) { a.End += 30 * time.Second }, "silence")), defect: NoTimeout, want: Failed},
		{name: "a timeout that is longer than the probe waits", trace: cutOff(plays("GET", nil, func(a *Attempt) { a.End += 10 * time.Second }, "silence")), defect: NoTimeout, want: Unknown},
		{name: "a timeout", trace: plays("GET", nil, nil, "silence"), defect: NoTimeout, want: Passed},
		{name: "a request that comes long after the connection", trace: cutOff(plays("GET", nil, func(a *Attempt) { a.Read = 2 * time.Second; a.End += 30 * time.Second }, "silence")), defect: NoTimeout, want: Unknown},
		{name: "no delay on a closed port", trace: plays("GET", []float64{0, 2, 3}, nil, "refuse", "refuse", "refuse", "refuse"), defect: Storm, want: Failed},
		{name: "one retry at once", trace: plays("GET", []float64{2}, nil, "reset-after-request", "200"), defect: Storm, want: Passed},
	} {
		audit := Audit{Control: control, Inference: backoff.Infer([][]time.Duration{control[0].Busiest().Gaps()}, backoff.Options{}), Traces: []Trace{test.trace}}
		if c := outcomeFor(t, audit.Judge().Checks, test.defect); c.Outcome != test.want || c.Mild != test.mild {
			t.Errorf("%s: %v (mild: %v), want %v: %s", test.name, c.Outcome, c.Mild, test.want, c.Message)
		}
	}
}

// TestJudgeNamesTheChangingKey gives a POST with a new key on every attempt, which has a key.
func TestJudgeNamesTheChangingKey(t *testing.T) {
	audit := Audit{Traces: []Trace{plays("POST", []float64{1000}, func(a *Attempt) { a.Key = fmt.Sprint("k", a.N) }, "reset-after-request", "200")}}
	if c := outcomeFor(t, audit.Judge().Checks, UnsafePost); c.Outcome != Failed || !strings.Contains(c.Message, "with an idempotency key that changes") {
		t.Errorf("%v: %q, want failed because the key changes", c.Outcome, c.Message)
	}
}

func TestJudgeSchedule(t *testing.T) {
	always := func(n int, gap float64) Trace {
		gaps, faults := make([]float64, n-1), make([]string, n)
		for i := range faults {
			faults[i] = "503"
		}
		for i := range gaps {
			gaps[i] = gap
		}
		return plays("GET", gaps, nil, faults...)
	}
	cut := func(t Trace) Trace { t.CutOff = "stopped"; return t }
	for _, test := range []struct {
		name   string
		trace  Trace
		policy backoff.Policy
		want   map[Defect]Outcome
	}{
		{"a storm", always(5, 2), backoff.Policy{Shape: backoff.Immediate, Jitter: backoff.NoJitter}, map[Defect]Outcome{Storm: Failed, Amplification: Failed, Unbounded: Passed, NoJitterAtAll: NotApplicable}},
		{"no end", cut(always(25, 100)), backoff.Policy{Shape: backoff.Fixed, Base: 100 * time.Millisecond, Jitter: backoff.NoJitter}, map[Defect]Outcome{Storm: Passed, Unbounded: Failed, NoJitterAtAll: Failed, NoCapAtAll: NotApplicable}},
		{"no end yet", cut(always(3, 100)), backoff.Policy{Shape: backoff.Fixed, Base: 100 * time.Millisecond, Jitter: backoff.Full}, map[Defect]Outcome{Unbounded: Unknown, NoJitterAtAll: Passed, Amplification: Passed}},
		{"no cap", cut(always(20, 100)), backoff.Policy{Shape: backoff.Exponential, Base: time.Second, Factor: 2, Jitter: backoff.Full}, map[Defect]Outcome{NoCapAtAll: Failed}},
		{"jitter lost", always(4, 100), backoff.Policy{Shape: backoff.Exponential, Base: time.Second, Factor: 2, Cap: 5 * time.Second, CapOrder: backoff.CapBare, Jitter: backoff.Full}, map[Defect]Outcome{JitterLostAtCap: Failed, NoCapAtAll: Passed, NoJitterAtAll: Passed}},
		{"not determined", always(2, 100), backoff.Policy{}, map[Defect]Outcome{UndeterminedPolicy: Unknown}},
		{"no retries", always(1, 0), backoff.Policy{Shape: backoff.NoRetry, Jitter: backoff.NoJitter}, map[Defect]Outcome{Storm: NotApplicable, Unbounded: NotApplicable}},
	} {
		in := backoff.Inference{Policy: test.policy, Confidence: 1, ShapeConfidence: 1}
		if test.policy.Jitter == backoff.NoJitter {
			in.Steady = 1
		}
		audit := Audit{Control: []Trace{test.trace}, Inference: in}
		checks := audit.Judge().Checks
		for defect, want := range test.want {
			if c := outcomeFor(t, checks, defect); c.Outcome != want {
				t.Errorf("%s: %s is %v, want %v: %s", test.name, defect, c.Outcome, want, c.Message)
			}
		}
	}
}

// TestJudgeBurst gives retries that follow each other at once after another fault, and control runs that explain
// them or do not.
func TestJudgeBurst(t *testing.T) {
	control := func(rows ...[]float64) (traces []Trace) {
		for _, row := range rows {
			traces = append(traces, plays("GET", row, nil, "503", "503", "503", "503"))
		}
		return traces
	}
	short := control([]float64{11, 22, 71}, []float64{3, 38, 12}, []float64{19, 5, 44}, []float64{8, 29, 66})
	long := control([]float64{110, 220, 510}, []float64{45, 380, 420}, []float64{190, 150, 340}, []float64{80, 290, 660})
	for _, test := range []struct {
		name    string
		control []Trace
		jitter  backoff.Jitter
		gaps    []float64
		want    Outcome
	}{
		{"full jitter of a short base", short, backoff.Full, []float64{11.2, 26.2, 1}, Passed},
		{"full jitter of a long base", long, backoff.Full, []float64{1, 2, 1}, Failed},
		{"no jitter", control([]float64{100, 200, 400}), backoff.NoJitter, []float64{1, 2, 1}, Failed},
		{"short delays without jitter", control([]float64{10, 20, 40}), backoff.NoJitter, []float64{10, 20, 40}, Passed},
		{"two at once beside few control runs", long[:3], backoff.Full, []float64{1, 2, 380}, Unknown},
		{"two at once as a control run made them", append(control([]float64{2, 1, 40}), short[:2]...), backoff.Full, []float64{1, 2, 380}, Passed},
		{"one after the other", long, backoff.Full, []float64{1, 210, 380}, Passed},
	} {
		audit := Audit{Control: test.control, Traces: []Trace{plays("GET", test.gaps, nil, "reset-after-request", "reset-after-request", "reset-after-request", "reset-after-request")},
			Inference: backoff.Inference{Policy: backoff.Policy{Shape: backoff.Exponential, Base: 20 * time.Millisecond, Factor: 2, Jitter: test.jitter}, Confidence: 1, ShapeConfidence: 1}}
		if c := outcomeFor(t, audit.Judge().Checks, Storm); c.Outcome != test.want {
			t.Errorf("%s: %v after %v, want %v: %s", test.name, c.Outcome, test.gaps, test.want, c.Message)
		}
	}
}

// TestJudgeUncertain gives answers that are not certain: what rests on them stays open.
func TestJudgeUncertain(t *testing.T) {
	control := []Trace{plays("GET", []float64{100, 200, 300}, nil, "503", "503", "503", "503")}
	capped := backoff.Policy{Shape: backoff.Exponential, Base: 100 * time.Millisecond, Factor: 2, Cap: 300 * time.Millisecond, Jitter: backoff.Full}
	bare, steady := capped, capped
	bare.CapOrder, steady.Jitter = backoff.CapBare, backoff.NoJitter
	for _, test := range []struct {
		name   string
		in     backoff.Inference
		defect Defect
		want   Outcome
	}{
		{"a cap of a shape that is not certain", backoff.Inference{Policy: capped, Confidence: 1, ShapeConfidence: 0.948}, NoCapAtAll, Unknown},
		{"a cap that the gaps make doubtful", backoff.Inference{Policy: capped, Confidence: 1, ShapeConfidence: 1, Doubt: "few runs"}, NoCapAtAll, Unknown},
		{"jitter of which the kind is not certain", backoff.Inference{Policy: capped, Confidence: 0.6, ShapeConfidence: 1, Steady: 0.01}, NoJitterAtAll, Passed},
		{"jitter that may be none", backoff.Inference{Policy: capped, Confidence: 0.62, ShapeConfidence: 1, Steady: 0.38}, NoJitterAtAll, Unknown},
		{"no jitter, but not certain", backoff.Inference{Policy: steady, Confidence: 0.9, ShapeConfidence: 1, Steady: 0.9}, NoJitterAtAll, Unknown},
		{"jitter lost at a cap that is not certain", backoff.Inference{Policy: bare, Confidence: 1, ShapeConfidence: 0.9}, JitterLostAtCap, Unknown},
		{"all of it certain", backoff.Inference{Policy: bare, Confidence: 1, ShapeConfidence: 1}, JitterLostAtCap, Failed},
	} {
		audit := Audit{Control: control, Inference: test.in}
		if c := outcomeFor(t, audit.Judge().Checks, test.defect); c.Outcome != test.want {
			t.Errorf("%s: %v, want %v: %s", test.name, c.Outcome, test.want, c.Message)
		}
	}
}

func TestOperations(t *testing.T) {
	at := func(method, target, fault string, change func(*Attempt)) Attempt {
		f, err := ParseFault(fault)
		if err != nil {
			t.Fatal(err)
		}
		a := Attempt{Phase: PhaseRequest, Method: method, Target: target, Fault: f}
		if change != nil {
			change(&a)
		}
		return a
	}
	connect := Attempt{Phase: PhaseConnect, Fault: Fault{Kind: ResetOnAccept}}
	for _, test := range []struct {
		name     string
		attempts []Attempt
		want     []int // attempts of each operation
	}{
		{"retries", []Attempt{at("GET", "/", "503", nil), at("GET", "/", "503", nil), at("GET", "/", "200", nil)}, []int{3}},
		{"other paths", []Attempt{at("GET", "/a", "404", nil), at("GET", "/b", "404", nil), at("GET", "/a", "404", nil)}, []int{2, 1}},
		{"other methods", []Attempt{at("HEAD", "/", "503", nil), at("GET", "/", "503", nil)}, []int{1, 1}},
		{"after success", []Attempt{at("GET", "/", "200", nil), at("GET", "/", "200", nil)}, []int{1, 1}},
		{"new credentials after 401", []Attempt{at("GET", "/", "401", nil), at("GET", "/", "503", func(a *Attempt) { a.Credentials = "c" })}, []int{1, 1}},
		{"the same credentials after 401", []Attempt{at("GET", "/", "401", nil), at("GET", "/", "401", nil)}, []int{2}},
		{"half an answer", []Attempt{at("GET", "/", "truncate", nil), at("GET", "/", "200", nil)}, []int{2}},
		{"connections before the request", []Attempt{connect, connect, at("GET", "/", "200", nil)}, []int{3}},
		{"TLS and then plain", []Attempt{at("TCP", "begins 1", "close-after-request", nil), at("TCP", "begins 2", "close-after-request", nil)}, []int{1, 1}},
	} {
		var got []int
		for _, op := range (Trace{Attempts: test.attempts}).Operations() {
			got = append(got, len(op.Attempts))
		}
		if fmt.Sprint(got) != fmt.Sprint(test.want) {
			t.Errorf("%s: operations of %v attempts, want %v", test.name, got, test.want)
		}
	}
}

func TestIdentical(t *testing.T) {
	base := plays("GET", []float64{100, 200}, nil, "503", "503", "503")
	for _, test := range []struct {
		gaps []float64
		want bool
	}{{[]float64{104, 203}, true}, {[]float64{100, 231}, false}, {[]float64{150, 200}, false}, {[]float64{100}, false}} {
		other := plays("GET", test.gaps, nil, []string{"503", "503", "503"}[:len(test.gaps)+1]...)
		if got := identical(base, other); got != test.want {
			t.Errorf("Identical(100 200, %v) = %v", test.gaps, got)
		}
	}
}

func TestParseFault(t *testing.T) {
	for _, text := range []string{"503", "503+2s", "429+3s-date", "refuse", "reset-after-request", "silence", "200",
		"close-after-handshake", "silence-after-handshake", "no-settings", "goaway-excluded", "goaway-included", "rst-refused-stream", "rst-http-1-1-required", "grpc-unavailable", "grpc-unavailable+1.5s", "grpc-resource-exhausted-stop"} {
		f, err := ParseFault(text)
		if err != nil || f.String() != text || f.Describe() == "" {
			t.Errorf("ParseFault(%q) = %v, %v", text, f, err)
		}
	}
	for _, text := range []string{"", "99", "600", "answer", "503+", "503+0s", "503+1500ms", "503-date", "5xx", "rst", "rst-", "rst-7", "grpc", "grpc-ok", "grpc-14",
		"grpc-unavailable+0s", "grpc-unavailable+1us", "grpc-unavailable+2s-stop", "grpc-internal-date"} {
		if f, err := ParseFault(text); err == nil {
			t.Errorf("ParseFault(%q) = %v, want an error", text, f)
		}
	}
}

func TestAttemptJSON(t *testing.T) {
	a := Attempt{N: 2, Conn: 1, Reused: true, Phase: PhaseRequest, Start: 1500 * time.Microsecond, End: 2 * time.Millisecond, Method: "GET", Target: "/", Fault: Fault{Status: 503, RetryAfter: 2 * time.Second}}
	text, err := json.Marshal(a)
	if want := `{"n":2,"connection":1,"reused":true,"phase":"request","start_ms":1.5,"end_ms":2,"method":"GET","target":"/","body_length":0,"fault":"503+2s"}`; err != nil || string(text) != want {
		t.Errorf("%s, %v\nwant %s", text, err, want)
	}
}

func TestWait(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for text, want := range map[string]time.Duration{"0": 0, "120": 2 * time.Minute, "Fri, 02 Jan 2026 03:04:35 GMT": 30 * time.Second, "Friday, 02-Jan-26 03:04:35 GMT": 30 * time.Second} {
		if got, err := (Exchange{RetryAfter: text, At: now}).Wait(); err != nil || got != want {
			t.Errorf("Wait of %q = %v, %v; want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "soon", "-1", "1.5", "2026-01-02"} {
		if got, err := (Exchange{RetryAfter: text, At: now}).Wait(); err == nil {
			t.Errorf("Wait of %q = %v, want an error", text, got)
		}
	}
}

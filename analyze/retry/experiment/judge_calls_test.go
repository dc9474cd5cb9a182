package experiment

import "testing"

// calls makes the attempts of a trace calls of gRPC.
func calls(a *Attempt) { a.Protocol = GRPC }

// TestJudgeCalls judges clients of gRPC by its own rules, and others over HTTP/2 by those of HTTP.
func TestJudgeCalls(t *testing.T) {
	second := []float64{1000}
	control := []Trace{plays("POST", []float64{200, 400}, calls, "grpc-unavailable", "grpc-unavailable", "grpc-unavailable")}
	multiplexed := func(a *Attempt) { a.Protocol = HTTP2 }
	cutOff := func(t Trace) Trace { t.CutOff = "still running"; return t }
	for _, test := range []struct {
		name   string
		trace  Trace
		defect Defect
		want   Outcome
	}{
		{"a call resent after a reset", plays("POST", second, calls, "reset-after-request", "200"), UnsafePost, Unknown},
		{"a call resent after INTERNAL", plays("POST", second, calls, "grpc-internal", "200"), UnsafePost, Unknown},
		{"a call not resent", plays("POST", nil, calls, "goaway-included"), UnsafePost, Passed},
		{"a call resent after UNAVAILABLE", plays("POST", second, calls, "grpc-unavailable", "200"), UnsafePost, NotApplicable},
		{"a call resent transparently", plays("POST", []float64{0}, calls, "rst-refused-stream", "200"), UnsafePost, NotApplicable},
		{"a call that was left unprocessed", plays("POST", []float64{0}, calls, "goaway-excluded", "200"), UnsafePost, NotApplicable},
		{"a proxy's 404, which is UNIMPLEMENTED", plays("POST", second, calls, "404", "200"), ClientError, NotApplicable},
		{"a proxy's 500", plays("POST", second, calls, "500", "200"), PostAfterError, NotApplicable},
		{"a proxy's Retry-After, which gRPC does not know", plays("POST", second, calls, "503+2s", "200"), RetryAfterSeconds, NotApplicable},
		{"NOT_FOUND retried", plays("POST", second, calls, "grpc-not-found", "200"), ClientError, Failed},
		{"NOT_FOUND final", plays("POST", nil, calls, "grpc-not-found"), ClientError, Passed},
		{"a pushback obeyed", plays("POST", []float64{2001}, calls, "grpc-unavailable+2s", "200"), PushbackIgnored, Passed},
		{"a pushback ignored", plays("POST", []float64{210}, calls, "grpc-unavailable+2s", "200"), PushbackIgnored, Failed},
		{"a pushback no longer than its own delay", plays("POST", []float64{210}, calls, "grpc-unavailable+200ms", "200"), PushbackIgnored, Unknown},
		{"retries although it was forbidden", plays("POST", []float64{210}, calls, "grpc-unavailable-stop", "200"), PushbackIgnored, Failed},
		{"no retry when it was forbidden", plays("POST", nil, calls, "grpc-unavailable-stop"), PushbackIgnored, Passed},
		{"no retry after a pushback", plays("POST", nil, calls, "grpc-unavailable+2s"), PushbackIgnored, Unknown},
		{"waits for SETTINGS without end", func() Trace {
			trace := cutOff(plays("POST", nil, calls, "no-settings"))
			trace.Attempts[0].End += endlessly
			return trace
		}(), NoTimeout, Failed},

		{"a POST resent after RST_STREAM", plays("POST", second, multiplexed, "rst-internal-error", "200"), UnsafePost, Failed},
		{"a POST resent after GOAWAY", plays("POST", second, multiplexed, "goaway-included", "200"), UnsafePost, Failed},
		{"a POST resent that was not processed", plays("POST", second, multiplexed, "goaway-excluded", "200"), UnsafePost, NotApplicable},
		{"a refused POST resent", plays("POST", second, multiplexed, "rst-refused-stream", "200"), UnsafePost, NotApplicable},
	} {
		audit := Audit{Control: control, Traces: []Trace{test.trace}}
		if c := outcomeFor(t, audit.Judge().Checks, test.defect); c.Outcome != test.want {
			t.Errorf("%s: %v, want %v: %s", test.name, c.Outcome, test.want, c.Message)
		}
	}
}

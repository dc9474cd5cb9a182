package retry

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"snag/analyze/lazyregexp"
	"snag/analyze/retry/experiment"
)

// ServerPlan says what to ask of a server.
type ServerPlan struct {
	URL     string
	Header  http.Header
	Timeout time.Duration // of one request
	// Reads is the number of sequential requests with GET, Burst that of requests at once.
	Reads, Burst int
	// MaxWait is how long to wait at most for the time of a Retry-After to pass.
	MaxWait       time.Duration
	MaxRetryAfter time.Duration
	// Watch is how long to send a request every Interval.
	Watch, Interval time.Duration
	// Write is sent with idempotency keys when it is not nil.
	Write *Write
}

// Write is a request that changes something, which the user supplied and allowed.
type Write struct {
	Method, KeyHeader string
	Body              []byte
}

// ProbeServer asks. It returns what was seen until the context ended, without the requests that this cut off: that they
// got no answer tells nothing about the server. Writes are kept, as they may have taken effect.
func ProbeServer(ctx context.Context, p ServerPlan) experiment.ServerAudit {
	b := &serverProbe{plan: p, epoch: time.Now(), client: &http.Client{
		// A new connection for each request: on a kept-alive one the transport repeats what failed.
		Timeout:       p.Timeout,
		Transport:     &http.Transport{DisableKeepAlives: true, DisableCompression: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	audit := experiment.ServerAudit{MaxRetryAfter: p.MaxRetryAfter}
	for range p.Reads {
		if ctx.Err() == nil {
			audit.Reads = append(audit.Reads, b.read(ctx, "read"))
		}
	}
	audit.Reads = append(audit.Reads, b.burst(ctx)...)
	if e, wait, ok := longestWait(audit.Reads, p.MaxWait); ok {
		left := wait - time.Since(e.At)
		// A little later than asked for: clocks differ, and a date has a resolution of a second.
		if sleep(ctx, max(left, 0)+50*time.Millisecond) {
			audit.After = append(audit.After, b.read(ctx, "after Retry-After"))
		}
	}
	for end := time.Now().Add(p.Watch); time.Now().Before(end) && ctx.Err() == nil; {
		audit.Watch = append(audit.Watch, b.read(ctx, "watch"))
		sleep(ctx, p.Interval)
	}
	if p.Write != nil && ctx.Err() == nil {
		audit.Writes = b.writes(ctx, *p.Write)
	}
	for _, list := range []*[]experiment.Exchange{&audit.Reads, &audit.After, &audit.Watch} {
		*list = slices.DeleteFunc(*list, func(e experiment.Exchange) bool { return e.Error == interrupted })
	}
	return audit
}

// interrupted is the error of a request that was cut off by the end of the context.
const interrupted = "interrupted"

type serverProbe struct {
	plan   ServerPlan
	client *http.Client
	epoch  time.Time
}

func (b *serverProbe) read(ctx context.Context, name string) experiment.Exchange {
	return b.do(ctx, name, http.MethodGet, nil, "", "")
}

func (b *serverProbe) burst(ctx context.Context) []experiment.Exchange {
	list := make([]experiment.Exchange, b.plan.Burst)
	var wait sync.WaitGroup
	for i := range list {
		wait.Go(func() { list[i] = b.read(ctx, "burst") })
	}
	wait.Wait()
	return list
}

// longestWait finds the answer that asks for the longest wait within the limit.
func longestWait(list []experiment.Exchange, limit time.Duration) (answer experiment.Exchange, wait time.Duration, found bool) {
	for _, e := range list {
		if e.RetryAfter == "" || e.Status != http.StatusTooManyRequests && e.Status != http.StatusServiceUnavailable {
			continue
		}
		if w, err := e.Wait(); err == nil && w <= limit && (!found || w > wait) {
			answer, wait, found = e, w, true
		}
	}
	return answer, wait, found
}

// do sends one request and classifies what came of it by phase.
func (b *serverProbe) do(ctx context.Context, name, method string, body []byte, keyHeader, key string) experiment.Exchange {
	e := experiment.Exchange{Name: name, Sent: time.Since(b.epoch)}
	var wrote atomic.Bool
	trace := &httptrace.ClientTrace{
		WroteHeaders: func() { wrote.Store(true) },
	}
	request, err := http.NewRequestWithContext(httptrace.WithClientTrace(ctx, trace), method, b.plan.URL, bytes.NewReader(body))
	if err != nil {
		e.Error = err.Error()
		return e
	}
	for name, values := range b.plan.Header {
		request.Header[name] = values
	}
	if key != "" {
		request.Header.Set(keyHeader, key)
	}
	began := time.Now()
	answer, err := b.client.Do(request)
	if err == nil {
		defer answer.Body.Close()
		var text []byte
		if text, err = io.ReadAll(io.LimitReader(answer.Body, longestAnswer)); len(text) == longestAnswer {
			err = errEndless
		}
		e.Status, e.RetryAfter = answer.StatusCode, answer.Header.Get("Retry-After")
		if key != "" {
			text = keys.ReplaceAll(text, nil)
		}
		hash := sha256.Sum256(text)
		e.BodyHash = hex.EncodeToString(hash[:6])
		for _, header := range []string{"Idempotency-Replayed", "Idempotent-Replayed", "X-Idempotent-Replayed", "X-Idempotency-Replayed"} {
			e.Replayed = e.Replayed || strings.EqualFold(answer.Header.Get(header), "true")
		}
	}
	e.At, e.Took = time.Now(), time.Since(began)
	switch {
	case err != nil && e.Status == 0 && !wrote.Load():
		e.Effect, e.Error = experiment.Unsent, reason(err)
	case err != nil:
		e.Effect, e.Error = experiment.Ambiguous, reason(err)
	default:
		e.Effect = experiment.Fault{Status: e.Status}.Effect()
	}
	return e
}

// keys are those that [serverProbe.writes] makes, as answers repeat them: that one does so tells nothing about what
// became of the request.
var keys = lazyregexp.New(`(\\?"|&quot;)*snag-[A-Z2-7]{26}(\\?"|&quot;)*`)

// longestAnswer bounds, in bytes, what is read of an answer.
const longestAnswer = 16 << 20

var errEndless = errors.New("the answer does not end")

// reason is an error in a few words, without addresses that change from run to run.
func reason(err error) string {
	var dns *net.DNSError
	var timeout net.Error
	switch {
	case errors.Is(err, syscall.ECONNREFUSED):
		return "connection refused"
	case errors.Is(err, syscall.ECONNRESET):
		return "connection reset"
	case errors.Is(err, syscall.EPIPE):
		return "connection closed while it was written to"
	case errors.As(err, &dns):
		return "name not found"
	case errors.As(err, &timeout) && timeout.Timeout():
		return "timeout"
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return "connection closed without an answer"
	case errors.Is(err, context.Canceled):
		return interrupted
	}
	if inner := errors.Unwrap(err); inner != nil {
		err = inner // without the method and the URL
	}
	return err.Error()
}

// writes sends the user's request with keys of every kind.
func (b *serverProbe) writes(ctx context.Context, w Write) *experiment.Writes {
	send := func(name string, body []byte, key string) experiment.Exchange {
		return b.do(ctx, name, w.Method, body, w.KeyHeader, key)
	}
	quoted := func() string { return fmt.Sprintf("%q", "snag-"+rand.Text()) }
	var result experiment.Writes
	key := quoted()
	result.First = send("a key", w.Body, key)
	if !result.First.OK() {
		return &result
	}
	result.Again = send("the same key and body", w.Body, key)
	if other, ok := otherBody(w.Body); ok {
		result.Changed = true
		result.OtherBody = send("the same key, another body", other, key)
	}
	result.NoKey = send("no key", w.Body, "")
	result.Bare = send("a key without quotes", w.Body, "snag-"+rand.Text())
	together := quoted()
	var wait sync.WaitGroup
	for i := range result.AtOnce {
		wait.Go(func() { result.AtOnce[i] = send("two at once", w.Body, together) })
	}
	wait.Wait()
	return &result
}

// otherBody is a body of the same form that says something else: a JSON object with one more member.
func otherBody(body []byte) ([]byte, bool) {
	var object map[string]any
	if json.Unmarshal(body, &object) == nil && object != nil {
		object["snag"] = "another body"
		if changed, err := json.Marshal(object); err == nil {
			return changed, true
		}
	}
	if len(body) == 0 {
		return nil, false
	}
	return append(bytes.Clone(body), ' '), true
}

package demo

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"math"
	mathrand "math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

// Policy is a way to retry, good or bad.
type Policy struct {
	Name string
	What string // in a clause

	method    string
	key       keyUse
	attempts  int
	base, cap time.Duration // of exponential backoff; a cap of 0 keeps the delay at base
	jitter    bool          // full jitter
	obeys     bool          // Retry-After
	always    bool          // retries whatever happened, a 4xx as well
}

type keyUse uint8

const (
	noKey keyUse = iota
	sameKey
	newKey
)

// Policies are the clients of the demo, the good ones first.
var Policies = []Policy{
	{Name: "polite", What: "GET, exponential backoff with full jitter and a cap, obeys Retry-After, gives up",
		method: "GET", attempts: 5, base: 50 * time.Millisecond, cap: time.Second, jitter: true, obeys: true},
	{Name: "keyed", What: "POST with one idempotency key for all attempts, backing off as polite does",
		method: "POST", key: sameKey, attempts: 5, base: 50 * time.Millisecond, cap: time.Second, jitter: true, obeys: true},
	{Name: "none", What: "GET, never retries", method: "GET", attempts: 1},
	{Name: "fixed", What: "GET, every 200 ms without jitter, deaf to Retry-After",
		method: "GET", attempts: 6, base: 200 * time.Millisecond},
	{Name: "storm", What: "GET, at once and for ever", method: "GET", attempts: math.MaxInt, always: true},
	{Name: "unsafe", What: "POST, sent again after anything, without a key",
		method: "POST", attempts: 4, base: 50 * time.Millisecond, cap: time.Second, jitter: true, obeys: true},
	{Name: "new-key", What: "POST with a new idempotency key for each attempt",
		method: "POST", key: newKey, attempts: 4, base: 50 * time.Millisecond, cap: time.Second, jitter: true, obeys: true},
}

// ErrGaveUp is the end of a client that had no success.
var ErrGaveUp = errors.New("gave up")

const (
	attemptTimeout = 2 * time.Second
	longestRetry   = 30 * time.Second // of Retry-After that a client obeys
)

// Call sends one request and retries as the policy says. It returns nil after an answer that is a
// success, and otherwise ErrGaveUp with the last failure.
func (p Policy) Call(ctx context.Context, url string) error {
	client := &http.Client{Timeout: attemptTimeout, Transport: &http.Transport{DisableKeepAlives: true}}
	key := rand.Text()
	var last error
	for attempt := range p.attempts {
		if attempt > 0 {
			sleep(ctx, p.delay(attempt-1, last))
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if p.key == newKey {
			key = rand.Text()
		}
		if last = p.attempt(ctx, client, url, key); last == nil {
			return nil
		}
		if refusal, ok := errors.AsType[*refusal](last); ok && !refusal.retriable() && !p.always {
			break
		}
	}
	return fmt.Errorf("%w: %w", ErrGaveUp, last)
}

// delay is the time before a retry, counted from 0.
func (p Policy) delay(retry int, last error) time.Duration {
	d := p.base
	if p.cap > 0 {
		d = min(p.cap, p.base<<min(retry, 20))
	}
	if p.jitter && d > 0 {
		d = time.Duration(mathrand.Int64N(int64(d)))
	}
	if refusal, ok := errors.AsType[*refusal](last); ok && p.obeys {
		d = max(d, min(refusal.after, longestRetry))
	}
	return d
}

func (p Policy) attempt(ctx context.Context, client *http.Client, url, key string) error {
	var body io.Reader
	if p.method == "POST" {
		body = bytes.NewReader([]byte(`{"amount": 100}`))
	}
	request, err := http.NewRequestWithContext(ctx, p.method, url, body)
	if err != nil {
		return err
	}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	if p.key != noKey {
		request.Header.Set("Idempotency-Key", key)
	}
	answer, err := client.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if _, err := io.Copy(io.Discard, io.LimitReader(answer.Body, maxBody)); err != nil {
		return fmt.Errorf("half an answer: %w", err)
	}
	if answer.StatusCode < 300 {
		return nil
	}
	return &refusal{answer.StatusCode, retryAfter(answer.Header.Get("Retry-After"), time.Now())}
}

// refusal is an answer that is no success.
type refusal struct {
	status int
	after  time.Duration
}

func (r *refusal) Error() string { return fmt.Sprintf("the answer is %d", r.status) }

func (r *refusal) retriable() bool {
	return r.status >= 500 || r.status == http.StatusTooManyRequests || r.status == http.StatusRequestTimeout
}

// retryAfter reads a Retry-After of either form (RFC 9110, section 10.2.3); 0 when there is none.
func retryAfter(text string, now time.Time) time.Duration {
	if seconds, err := strconv.Atoi(text); err == nil {
		return max(0, time.Duration(seconds)*time.Second)
	}
	if at, err := http.ParseTime(text); err == nil {
		return max(0, at.Sub(now))
	}
	return 0
}

package experiment

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The defects of servers, which continue those of clients.
const (
	RetryAfterMissing   Defect = iota + 100 // 429 or 503 without Retry-After
	RetryAfterWrong                         // a Retry-After that cannot be read, or asks for too long
	RetryAfterUntrue                        // it still refuses after the time that it asked for
	KeyIgnored                              // the same key and body twice take effect twice
	KeyConflictAccepted                     // the same key with another body is accepted
	KeyRace                                 // two requests at once with one key both take effect
	FailsWithoutAnswer                      // failures are resets instead of answers
	NotRecovered                            // it does not answer again after an outage
	KeySyntax                               // only one of the two ways to write a key is understood
	KeyMissing                              // what happens without a key
	AmbiguousErrors                         // failures are answers that do not tell whether a request was processed
)

// Exchange is one request to a server and what came of it.
type Exchange struct {
	Name string // what the request was for
	// Sent is when it was sent, from the start of the probe, Took how long until the end.
	Sent, Took time.Duration
	// Effect is what its sender can know: Unsent, Ambiguous, or by the status.
	Effect Effect
	Status int    // 0 without an answer
	Error  string // why there was no complete answer
	// RetryAfter is the header as it came, At the time at which the answer came.
	RetryAfter string
	At         time.Time
	BodyHash   string
	// Replayed reports whether the answer says of itself that it is a stored one.
	Replayed bool
}

// OK reports whether the exchange succeeded.
func (e Exchange) OK() bool { return e.Status >= 200 && e.Status < 400 && e.Error == "" }

// lost reports whether the request was sent and not answered, or not to the end.
func (e Exchange) lost() bool { return e.Effect == Ambiguous && (e.Status == 0 || e.Error != "") }

// Wait reads Retry-After: seconds, or a date in the form of RFC 9110 section 5.6.7.
func (e Exchange) Wait() (time.Duration, error) {
	text := strings.TrimSpace(e.RetryAfter)
	if seconds, err := strconv.ParseUint(text, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second, nil
	}
	when, err := http.ParseTime(text)
	if err != nil {
		return 0, fmt.Errorf("%q is neither a number of seconds nor a date", text)
	}
	return when.Sub(e.At), nil
}

// ServerAudit is what was observed of a server.
type ServerAudit struct {
	// Reads are plain requests: one after the other, and many at once.
	Reads []Exchange
	// After are the requests that were sent when the time of a Retry-After was over.
	After []Exchange
	// Watch are requests at a steady rate, during which the server may have been away.
	Watch []Exchange
	// Writes is nil when the user did not allow any.
	Writes *Writes
	// MaxRetryAfter is the longest wait that counts as sane.
	MaxRetryAfter time.Duration
}

// Writes are requests with idempotency keys.
type Writes struct {
	First, Again Exchange    // the same key and the same body
	OtherBody    Exchange    // the same key and another body
	AtOnce       [2]Exchange // the same new key twice at the same time
	NoKey        Exchange
	Bare         Exchange // a new key without quotes
	// Changed reports whether another body could be made of the one given.
	Changed bool
}

// Judge answers every question that the observations can answer.
func (a *ServerAudit) Judge() Judgement {
	var checks []Check
	add := func(d Defect, o Outcome, format string, args ...any) {
		checks = append(checks, Check{Defect: d, Outcome: o, Message: fmt.Sprintf(format, args...)})
	}
	all := slices.Concat(a.Reads, a.After, a.Watch)
	refused := slices.DeleteFunc(slices.Clone(all), func(e Exchange) bool {
		return e.Status != http.StatusTooManyRequests && e.Status != http.StatusServiceUnavailable
	})
	if len(refused) == 0 {
		add(RetryAfterMissing, NotApplicable, "The server never answered with 429 or 503.")
	} else {
		a.retryAfter(refused, add)
	}
	answers(all, add)
	if len(a.Watch) > 0 {
		a.recovery(add)
	}
	if a.Writes != nil {
		a.Writes.judge(add)
	}
	return conclude(checks, nil)
}

// answers judges whether the requests got answers, whole ones, from which their clients know what happened.
func answers(all []Exchange, add func(Defect, Outcome, string, ...any)) {
	if lost := count(all, Exchange.lost); lost > 0 {
		example := all[slices.IndexFunc(all, Exchange.lost)]
		add(FailsWithoutAnswer, Failed, "%d of %d requests were sent and got no complete answer (%s): their clients cannot know whether they were processed.", lost, len(all), example.Error)
	} else {
		add(FailsWithoutAnswer, Passed, "Every request that was sent got an answer.")
	}
	vague := slices.DeleteFunc(slices.Clone(all), func(e Exchange) bool { return e.Effect != Ambiguous || e.Status < 500 || e.Error != "" })
	if len(vague) > 0 {
		add(AmbiguousErrors, Failed, "%d of %d requests were answered with an error like %d: their clients cannot know whether they were processed.", len(vague), len(all), vague[0].Status)
	}
}

func count(list []Exchange, is func(Exchange) bool) int {
	n := 0
	for _, e := range list {
		if is(e) {
			n++
		}
	}
	return n
}

func (a *ServerAudit) retryAfter(refused []Exchange, add func(Defect, Outcome, string, ...any)) {
	missing := count(refused, func(e Exchange) bool { return e.RetryAfter == "" })
	if missing > 0 {
		add(RetryAfterMissing, Failed, "%d of %d answers with 429 or 503 carry no Retry-After.", missing, len(refused))
	} else {
		add(RetryAfterMissing, Passed, "Every answer with 429 or 503 carries Retry-After.")
	}
	if missing == len(refused) {
		return
	}
	wrong := ""
	for _, e := range refused {
		if e.RetryAfter == "" {
			continue
		}
		switch wait, err := e.Wait(); {
		case err != nil:
			wrong = err.Error()
		case wait > a.MaxRetryAfter:
			wrong = fmt.Sprintf("%q asks for more than %s", e.RetryAfter, a.MaxRetryAfter)
		case wait < -2*time.Second:
			wrong = fmt.Sprintf("%q lies in the past", e.RetryAfter)
		}
	}
	if wrong != "" {
		add(RetryAfterWrong, Failed, "Retry-After is of no use: %s.", wrong)
	} else {
		add(RetryAfterWrong, Passed, "Retry-After can be read and is sane.")
	}
	if len(a.After) == 0 {
		if wrong == "" {
			add(RetryAfterUntrue, Unknown, "Whether the server answers after the time that it asked for was not tried: the time is longer than the probe waits.")
		}
		return
	}
	last := a.After[len(a.After)-1]
	if last.Status == http.StatusTooManyRequests || last.Status == http.StatusServiceUnavailable || last.Status == 0 {
		add(RetryAfterUntrue, Failed, "After the time that Retry-After asked for the server still refuses (%s).", outcomeOf(last))
	} else {
		add(RetryAfterUntrue, Passed, "After the time that Retry-After asked for the server answers with %d.", last.Status)
	}
}

func outcomeOf(e Exchange) string {
	if e.Status == 0 {
		return e.Error
	}
	return strconv.Itoa(e.Status)
}

func (a *ServerAudit) recovery(add func(Defect, Outcome, string, ...any)) {
	first := slices.IndexFunc(a.Watch, func(e Exchange) bool { return !e.OK() })
	if first < 0 {
		add(NotRecovered, NotApplicable, "The server was never away while it was watched.")
		return
	}
	unsent := count(a.Watch, func(e Exchange) bool { return e.Effect == Unsent })
	ambiguous := count(a.Watch, func(e Exchange) bool { return e.Effect == Ambiguous && e.Status == 0 })
	answered := count(a.Watch, func(e Exchange) bool { return !e.OK() && e.Status > 0 })
	phases := fmt.Sprintf("%d requests not sent (safe to retry), %d sent without an answer (ambiguous), %d answered with an error", unsent, ambiguous, answered)
	var away []string // how long each outage lasted that is over
	since := -1
	for i, e := range a.Watch {
		switch {
		case !e.OK() && since < 0:
			since = i
		case e.OK() && since >= 0:
			away = append(away, (e.Sent - a.Watch[since].Sent).Round(10*time.Millisecond).String())
			since = -1
		}
	}
	switch failing := len(a.Watch) - since; {
	case since < 0 && len(away) == 1:
		add(NotRecovered, Passed, "The server was away for %s and came back: %s.", away[0], phases)
	case since < 0:
		add(NotRecovered, Passed, "The server was away %d times and came back each time, after %s: %s.", len(away), strings.Join(away, ", "), phases)
	case len(away) > 0:
		add(NotRecovered, Unknown, "The server goes up and down: it came back after %s, and was away again when the watch ended: %s. Watch longer.", strings.Join(away, ", "), phases)
	case failing < tellingFailures:
		add(NotRecovered, Unknown, "The server was away when the watch ended, which had just begun: %s. Watch longer.", phases)
	default:
		add(NotRecovered, Failed, "The server was away and did not come back while it was watched: %s.", phases)
	}
}

// tellingFailures is the number of requests in a row that have to fail at the end of a watch before a server
// counts as one that does not come back.
const tellingFailures = 4

func (w *Writes) judge(add func(Defect, Outcome, string, ...any)) {
	if !w.First.OK() {
		add(KeyIgnored, Unknown, "The write itself fails (%s), so idempotency keys could not be tried.", outcomeOf(w.First))
		return
	}
	same := func(a, b Exchange) bool { return a.Status == b.Status && a.BodyHash == b.BodyHash }
	// Answers that are the same for different keys do not tell one effect from two.
	mute := true
	for _, other := range []Exchange{w.Bare, w.AtOnce[0], w.AtOnce[1]} {
		mute = mute && !(other.OK() && !same(w.First, other))
	}
	ignored := false
	const muteReason = "answers are the same for different keys as well, so they do not tell whether a request took effect again"
	switch {
	case w.Again.Replayed:
		add(KeyIgnored, Passed, "The same key and body again get the stored answer, and it says so.")
	case same(w.First, w.Again) && mute:
		add(KeyIgnored, Unknown, "The same key and body again: %s.", muteReason)
	case same(w.First, w.Again):
		add(KeyIgnored, Passed, "The same key and body again get the same answer.")
	case w.Again.Status == http.StatusConflict || w.Again.Status == http.StatusTooEarly:
		add(KeyIgnored, Passed, "The same key and body again are refused with %d.", w.Again.Status)
	case !w.Again.OK():
		add(KeyIgnored, Unknown, "The same key and body again: %s.", outcomeOf(w.Again))
	default:
		how := fmt.Sprintf("%s with another body", outcomeOf(w.Again))
		if w.First.Status != w.Again.Status {
			how = fmt.Sprintf("%s, then %s", outcomeOf(w.First), outcomeOf(w.Again))
		}
		ignored = true
		add(KeyIgnored, Failed, "The same key and body again get another answer (%s): the request took effect twice.", how)
	}
	if w.Changed {
		switch s := w.OtherBody.Status; {
		case s == http.StatusUnprocessableEntity || s == http.StatusConflict || s == http.StatusBadRequest:
			add(KeyConflictAccepted, Passed, "The same key with another body is refused with %d.", s)
		case w.OtherBody.OK() && same(w.First, w.OtherBody) && mute && !w.OtherBody.Replayed:
			add(KeyConflictAccepted, Unknown, "The same key with another body: %s.", muteReason)
		case w.OtherBody.OK() && same(w.First, w.OtherBody):
			add(KeyConflictAccepted, Failed, "The same key with another body gets the stored answer of the first: the caller is told that something was done that was not.")
		case w.OtherBody.OK():
			add(KeyConflictAccepted, Failed, "The same key with another body is processed as a new request (%d).", s)
		default:
			add(KeyConflictAccepted, Unknown, "The same key with another body: %s.", outcomeOf(w.OtherBody))
		}
	}
	switch {
	case w.Bare.OK() && ignored:
		add(KeySyntax, NotApplicable, "Keys are ignored, with quotes and without.")
	case w.Bare.OK() && mute && !w.Again.Replayed:
		add(KeySyntax, Unknown, "Keys are accepted with quotes and without, but %s.", muteReason)
	case w.Bare.OK():
		add(KeySyntax, Passed, "Keys are understood with quotes (as the IETF draft writes them) and without.")
	case !w.Bare.rejected():
		add(KeySyntax, Unknown, "A key without quotes: %s.", outcomeOf(w.Bare))
	default:
		add(KeySyntax, Failed, "A key in quotes, as the IETF draft writes it, is accepted, a bare one is not (%s).", outcomeOf(w.Bare))
	}
	switch {
	case w.NoKey.OK():
		add(KeyMissing, NotApplicable, "A request without a key is processed (%d).", w.NoKey.Status)
	case w.NoKey.rejected():
		add(KeyMissing, Passed, "A request without a key is refused (%s).", outcomeOf(w.NoKey))
	default:
		add(KeyMissing, Unknown, "A request without a key: %s.", outcomeOf(w.NoKey))
	}
	one, two := w.AtOnce[0], w.AtOnce[1]
	waits := func(e Exchange) bool { return e.Status == http.StatusConflict || e.Status == http.StatusTooEarly }
	switch {
	case one.OK() && two.OK() && same(one, two) && mute && !one.Replayed && !two.Replayed:
		add(KeyRace, Unknown, "Two requests at once with one key: %s.", muteReason)
	case one.OK() && two.OK() && (same(one, two) || one.Replayed || two.Replayed):
		add(KeyRace, Passed, "Two requests at once with one key get the same answer.")
	case one.OK() && waits(two), two.OK() && waits(one):
		add(KeyRace, Passed, "Of two requests at once with one key one is told to wait (%d, %d).", one.Status, two.Status)
	case one.OK() && two.OK():
		add(KeyRace, Failed, "Two requests at once with one key both took effect: their answers differ.")
	default:
		add(KeyRace, Unknown, "Two requests at once with one key: %s and %s.", outcomeOf(one), outcomeOf(two))
	}
}

// rejected reports whether the server answered that it does not want this request, and not that it cannot serve
// any at the moment.
func (e Exchange) rejected() bool {
	switch e.Status {
	case http.StatusRequestTimeout, http.StatusTooEarly, http.StatusTooManyRequests:
		return false
	}
	return e.Status >= 400 && e.Status < 500
}

// Unreachable reports whether no request ever left.
func (a *ServerAudit) Unreachable() bool {
	return len(a.Reads) > 0 && count(a.Reads, func(e Exchange) bool { return e.Effect == Unsent }) == len(a.Reads)
}

// Unanswerable returns the status that the server answered with throughout, when it tells nothing about how
// it fails: an error that is no refusal, or a redirect. It is 0 when some request succeeded, was refused
// with 429 or 503, or was lost, and when several such statuses mix it is the first.
func (a *ServerAudit) Unanswerable() int {
	if a.Writes != nil && a.Writes.First.OK() {
		return 0
	}
	first := 0
	for _, e := range slices.Concat(a.Reads, a.After, a.Watch) {
		told := e.Status >= 200 && e.Status < 300 || e.Status == http.StatusTooManyRequests || e.Status == http.StatusServiceUnavailable
		if told || e.lost() || e.Effect == Unsent {
			return 0
		}
		if first == 0 {
			first = e.Status
		}
	}
	return first
}

// Exchanges are all requests of the audit in the order in which they were sent.
func (a *ServerAudit) Exchanges() []Exchange {
	list := slices.Concat(a.Reads, a.After, a.Watch)
	if w := a.Writes; w != nil {
		for _, e := range []Exchange{w.First, w.Again, w.OtherBody, w.NoKey, w.Bare, w.AtOnce[0], w.AtOnce[1]} {
			if e.Name != "" {
				list = append(list, e)
			}
		}
	}
	return list
}

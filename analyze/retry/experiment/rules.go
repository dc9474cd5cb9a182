package experiment

import (
	"cmp"
	"strings"

	"snag/analyze/judge"
)

// The rules of clients that retry.
const (
	RuleUnsafePost        = "retry/unsafe-post"
	RulePostAfterError    = "retry/post-after-error"
	RuleKeyChanges        = "retry/key-changes"
	RuleBodyChanges       = "retry/body-changes"
	RuleClientError       = "retry/client-error"
	RuleTruncatedSuccess  = "retry/truncated-success"
	RuleRetryAfterIgnored = "retry/retry-after-ignored"
	RulePushbackIgnored   = "retry/pushback-ignored"
	RuleStorm             = "retry/storm"
	RuleUnbounded         = "retry/unbounded"
	RuleAmplification     = "retry/amplification"
	RuleNoBudget          = "retry/no-budget"
	RuleSharedTrouble     = "retry/shared-trouble"
	RuleNoJitter          = "retry/no-jitter"
	RuleJitterLost        = "retry/jitter-lost-at-cap"
	RuleNoCap             = "retry/no-cap"
	RuleNoTimeout         = "retry/no-timeout"
	RuleHerd              = "retry/herd"
	RuleUnknown           = "retry/unknown"
)

// The rules of servers that are retried.
const (
	RuleNoRetryAfter  = "retry/no-retry-after"
	RuleBadRetryAfter = "retry/bad-retry-after"
	RuleKeyIgnored    = "retry/key-ignored"
	RuleKeyConflict   = "retry/key-conflict"
	RuleKeyRace       = "retry/key-race"
	RuleKeySyntax     = "retry/key-syntax"
	RuleNoAnswer      = "retry/no-answer"
	RuleNotRecovered  = "retry/not-recovered"
)

// defects gives each defect its rule, and its name where that differs from the rule's.
var defects = map[Defect]struct{ rule, name string }{
	UnsafePost:          {rule: RuleUnsafePost},
	PostAfterError:      {rule: RulePostAfterError},
	KeyChanges:          {rule: RuleKeyChanges},
	BodyChanges:         {rule: RuleBodyChanges},
	ClientError:         {rule: RuleClientError},
	TruncatedSuccess:    {rule: RuleTruncatedSuccess},
	RetryAfterSeconds:   {RuleRetryAfterIgnored, "retry-after (seconds)"},
	RetryAfterDate:      {RuleRetryAfterIgnored, "retry-after (date)"},
	PushbackIgnored:     {rule: RulePushbackIgnored},
	Storm:               {rule: RuleStorm},
	Unbounded:           {rule: RuleUnbounded},
	Amplification:       {rule: RuleAmplification},
	NoBudget:            {rule: RuleNoBudget},
	SharedTrouble:       {rule: RuleSharedTrouble},
	NoJitterAtAll:       {rule: RuleNoJitter},
	JitterLostAtCap:     {rule: RuleJitterLost},
	NoCapAtAll:          {rule: RuleNoCap},
	NoTimeout:           {rule: RuleNoTimeout},
	Herd:                {rule: RuleHerd},
	UndeterminedPolicy:  {RuleUnknown, "policy"},
	UnobservableRefusal: {RuleUnknown, "closed port"},
	RetryAfterMissing:   {rule: RuleNoRetryAfter},
	RetryAfterWrong:     {RuleBadRetryAfter, "retry-after (form)"},
	RetryAfterUntrue:    {RuleBadRetryAfter, "retry-after (truth)"},
	KeyIgnored:          {rule: RuleKeyIgnored},
	KeyConflictAccepted: {rule: RuleKeyConflict},
	KeyRace:             {rule: RuleKeyRace},
	KeySyntax:           {rule: RuleKeySyntax},
	KeyMissing:          {RuleUnknown, "key-missing"},
	FailsWithoutAnswer:  {rule: RuleNoAnswer},
	AmbiguousErrors:     {rule: RuleNoAnswer, name: "ambiguous-errors"},
	NotRecovered:        {rule: RuleNotRecovered},
}

// Rule is the ID of the rule that a defect breaks.
func (d Defect) Rule() string { return defects[d].rule }

// String is what a check of the defect is about, in two or three words.
func (d Defect) String() string {
	return cmp.Or(defects[d].name, strings.TrimPrefix(defects[d].rule, "retry/"))
}

// Rules are the rules of clients that retry and of servers that are retried.
var Rules = []judge.Rule{
	{
		ID: RuleUnsafePost, Name: "UnsafePost", Level: judge.Error,
		Short: "A client resends a POST that the server may already have processed.",
		Full: `The connection failed after the request was sent, so the client cannot know whether the server acted on it. A POST or PATCH is not idempotent (RFC 9110, section 9.2.2): sent again, it may charge twice, ship twice, create two.

Without an idempotency key the server has no way to recognise the second attempt.`,
		Help: "Retry only methods that are idempotent, or send an idempotency key that stays the same on every attempt and that the server honours.",
	},
	{
		ID: RulePostAfterError, Name: "PostAfterServerError", Level: judge.Warning,
		Short: "A client resends a POST after an error of the server.",
		Full:  `A 500, 502 or 504 does not say whether the request was processed: the failure may have come after the effect, or between a proxy and a server that went on. A POST or PATCH that is sent again may take effect twice.`,
		Help:  "Do not retry POST and PATCH on 500, 502 and 504, or send an idempotency key that stays the same on every attempt.",
	},
	{
		ID: RuleKeyChanges, Name: "ChangingIdempotencyKey", Level: judge.Error,
		Short: "The idempotency key differs between the attempts of one operation.",
		Full:  `An idempotency key lets the server recognise an attempt as the repetition of another. A key that is made anew for each attempt recognises nothing, and gives a false sense of safety.`,
		Help:  "Make the key once per operation, before the first attempt, outside of the function that is retried.",
	},
	{
		ID: RuleBodyChanges, Name: "ChangingBody", Level: judge.Error,
		Short: "The body of the request is lost or changed when it is sent again.",
		Full:  `The attempts of one operation carry different bodies. Often the body is a stream that the first attempt has read to its end, so that the second one sends nothing, or a document with a timestamp or a random number in it.`,
		Help:  "Keep the body in memory, or make a new reader of the same content for every attempt.",
	},
	{
		ID: RuleClientError, Name: "RetriedClientError", Level: judge.Error,
		Short: "A client retries although the answer says that the request itself is wrong.",
		Full:  `A 4xx answer other than 408, 425 and 429 will be the same the next time. Retrying it multiplies useless load, and hides the mistake behind a delay.`,
		Help:  "Retry only on 408, 425, 429, 500, 502, 503 and 504 and on failures of the connection. A retry wrapper around a function that throws on every status needs a predicate.",
	},
	{
		ID: RuleTruncatedSuccess, Name: "TruncatedSuccess", Level: judge.Error,
		Short: "A client takes an answer that breaks off half-way for a success.",
		Full:  `The answer announced 1000 bytes, and the connection ended after half of them. The client exits as if all were well.`,
		Help:  "Read the body to its end and check for errors before calling the request a success.",
	},
	{
		ID: RuleRetryAfterIgnored, Name: "IgnoredRetryAfter", Level: judge.Warning,
		Short: "A client comes back sooner than Retry-After asked it to.",
		Full:  `A server that sheds load says with Retry-After (RFC 9110, section 10.2.3) when it wants to see the client again, in seconds or as a date. A client that comes earlier keeps the server from recovering, and is refused again. The time that was asked for exceeds the client's own first delay, so the delay cannot be mistaken for obedience.`,
		Help:  "Read Retry-After on 429 and 503, in both forms, and wait at least that long (with an upper bound).",
	},
	{
		ID: RulePushbackIgnored, Name: "PushbackIgnored", Level: judge.Warning,
		Short: "A client of gRPC retries at another time than the server asked for, or although it was told not to.",
		Full:  `The server failed the call with grpc-retry-pushback-ms. A retry policy waits for exactly that time, and does not retry when it is negative (gRFC A6). A client that comes back sooner meets a server that said it cannot serve it yet, and loops around a call, written by hand or by a general library, do not read trailers.`,
		Help:  "Retry by the retry policy of the channel's service config, which obeys the pushback, instead of by a loop around the call; or read the trailing metadata in the loop.",
	},
	{
		ID: RuleStorm, Name: "ImmediateRetries", Level: judge.Error,
		Short: "Retries follow each other without a delay.",
		Full:  `Several attempts within milliseconds meet the same failure, and multiply the load of a server that is in trouble at exactly that time.`,
		Help:  "Wait before each retry, and longer before each next one. One immediate retry is tolerable.",
	},
	{
		ID: RuleUnbounded, Name: "UnboundedRetries", Level: judge.Error,
		Short: "No end to the retries was seen.",
		Full:  `The client was still trying when the measurement ended. During an outage such clients pile up, and whoever waits for them waits as long.`,
		Help:  "Bound the number of attempts and the total time. A connection that must come back may try for ever, with jitter and a cap.",
	},
	{
		ID: RuleAmplification, Name: "RetryAmplification", Level: judge.Warning,
		Short: "One operation becomes many requests.",
		Full:  `During an outage the load is multiplied by the number of attempts, and by that of every other layer that retries. Three attempts are a common limit for requests that somebody waits for.`,
		Help:  "Lower the number of attempts, retry in one layer only, or keep a budget of retries (10% of the requests, say).",
	},
	{
		ID: RuleNoBudget, Name: "NoRetryBudget", Level: judge.Note,
		Short: "Nothing bounds the retries of many operations together.",
		Full:  `Every operation makes all of its attempts although those before failed as well. In an outage the load is then multiplied by the number of attempts for as long as it lasts, which keeps a server that recovers from doing so.`,
		Help:  "Keep a budget of retries for the client as a whole, such as a token bucket that each retry empties and each success fills (gRPC's retryThrottling, the standard mode of the AWS SDKs), or put a circuit breaker around the server.",
	},
	{
		ID: RuleSharedTrouble, Name: "SharedTrouble", Level: judge.Warning,
		Short: "A server that is well gets fewer requests because another one fails.",
		Full:  `One server failed, and the client stopped asking another that was well. A breaker, a budget, a pool or a queue that all servers share spreads the outage of one to all of them.`,
		Help:  "Keep one breaker, one budget and one pool for each server.",
	},
	{
		ID: RuleNoJitter, Name: "NoJitter", Level: judge.Warning, Question: RuleNoJitter,
		Short: "Clients that fail together retry together.",
		Full:  `The delays are the same in every run. After an outage that hit many clients at once they come back at once, at every step of the schedule, and cause the next one.`,
		Help:  "Add chance to each delay: a random time between zero and the delay (full jitter) spreads clients best.",
	},
	{
		ID: RuleJitterLost, Name: "JitterLostAtCap", Level: judge.Warning, Question: RuleNoJitter,
		Short: "Delays no longer vary once they have reached their cap.",
		Full:  `The cap is applied after the jitter, or instead of it, so in a long outage all clients end up with one and the same delay.`,
		Help:  "Apply the cap to the delay first and the jitter to the result.",
	},
	{
		ID: RuleNoCap, Name: "UncappedDelay", Level: judge.Warning,
		Short: "Delays grow without a bound.",
		Full:  `After a long outage a client with an uncapped delay stays away for as long again, or longer.`,
		Help:  "Cap the delay, at 30 seconds for example.",
	},
	{
		ID: RuleNoTimeout, Name: "NoTimeout", Level: judge.Warning,
		Short: "A client waits for an answer without end.",
		Full:  `The server accepted the request and never answered. The client was still waiting when the measurement ended: its caller, its connection and its memory wait with it.`,
		Help:  "Set a timeout for every request.",
	},
	{
		ID: RuleHerd, Name: "ThunderingHerd", Level: judge.Error,
		Short: "Many clients arrive in the same moment.",
		Full:  `Clients that failed at the same time were watched when they came back. A large share of them arrived within a tenth of the delay.`,
		Help:  "Add jitter to the delays; full jitter spreads clients best.",
	},
	{
		ID: RuleNoRetryAfter, Name: "MissingRetryAfter", Level: judge.Warning,
		Short: "A server refuses requests without saying when to come back.",
		Full:  `An answer with 429 or 503 carries no Retry-After (RFC 9110, section 10.2.3), so every client guesses, and most guess too early.`,
		Help:  "Send Retry-After with 429 and 503, in seconds, with some chance in it where many clients are refused at once.",
	},
	{
		ID: RuleBadRetryAfter, Name: "UselessRetryAfter", Level: judge.Warning,
		Short: "The Retry-After of a server cannot be used.",
		Full:  `The header is neither a number of seconds nor a date of RFC 9110, or lies in the past, or asks for an absurdly long time, or the server still refuses when the time is over.`,
		Help:  "Send a whole number of seconds after which the server really expects to answer.",
	},
	{
		ID: RuleKeyIgnored, Name: "IgnoredIdempotencyKey", Level: judge.Error,
		Short: "A request takes effect twice although it carries the same idempotency key.",
		Full:  `The same request was sent twice with one key, as a client does whose first attempt failed in an ambiguous way. The server processed it again instead of replaying its stored answer.`,
		Help:  "Store the answer under the key before it is sent, and send the stored answer for the same key and body.",
	},
	{
		ID: RuleKeyConflict, Name: "ReusedIdempotencyKey", Level: judge.Warning,
		Short: "An idempotency key is accepted with another body.",
		Full:  `A key belongs to one request. When another request comes with it, the client has made a mistake; an answer that looks like success hides it.`,
		Help:  "Store a hash of the body with the key and answer 422 when another one comes.",
	},
	{
		ID: RuleKeyRace, Name: "IdempotencyRace", Level: judge.Error,
		Short: "Two requests at once with one idempotency key both take effect.",
		Full:  `A client that times out sends its request again while the first is still being processed. Both took effect: the key is looked up before it is stored, and nothing holds the second request in between.`,
		Help:  "Insert the key with a unique constraint before the work begins, and answer 409 to whoever finds it taken.",
	},
	{
		ID: RuleKeySyntax, Name: "IdempotencyKeySyntax", Level: judge.Note,
		Short: "Idempotency keys are understood in one form only.",
		Full:  `The IETF draft writes the key as a quoted string, most clients send it bare. A server that understands only one of them refuses half of its clients.`,
		Help:  "Accept the key with and without quotes.",
	},
	{
		ID: RuleNoAnswer, Name: "FailureWithoutAnswer", Level: judge.Warning,
		Short: "A server fails by ending the connection instead of answering.",
		Full:  `The request was sent and no answer came, or half of one, or one with 500, 502 or 504. Its client cannot know whether it was processed, so it must not send it again unless it is idempotent. A status like 503 would have told.`,
		Help:  "Answer 503 when there is too much to do, and 500 when something failed; end connections only when they are idle.",
	},
	{
		ID: RuleNotRecovered, Name: "NoRecovery", Level: judge.Error,
		Short: "A server does not answer again after an outage.",
		Full:  `The server was away while it was watched, and had not come back at the end.`,
		Help:  "Let the server reconnect by itself to what it depends on, and answer 503 meanwhile.",
	},
	{
		ID: RuleUnknown, Name: "UndecidedRetry", Level: judge.Note,
		Short: "A question about retries could not be answered.",
		Full:  `What was observed does not decide the question, so nothing is claimed. The finding says what is missing.`,
		Help:  "Give the client more retries or more time, or run it more often.",
	},
}

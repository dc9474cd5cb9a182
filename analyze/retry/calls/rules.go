package calls

import "snag/analyze/judge"

// The rules of calls of other services.
const (
	RuleTimeout       = "retry/call-without-timeout"
	RuleSignal        = "retry/signal-not-passed-on"
	RuleLoopUnbounded = "retry/loop-without-bound"
	RuleLoopDelay     = "retry/loop-without-delay"
	RuleLoopJitter    = "retry/loop-without-jitter"
	RuleLoopPost      = "retry/loop-post-without-key"
)

// Rules are the rules of calls of other services.
var Rules = []judge.Rule{
	{
		ID: RuleTimeout, Name: "CallWithoutTimeout", Level: judge.Warning,
		Short: "A call of another service has no timeout.",
		Full:  `The client waits for ever, or for minutes, when the service accepts the request and does not answer: requests pile up behind it until nothing is left to serve others with. It is a note where the client gives up by itself, but late. Nothing is said where the options come from elsewhere.`,
		Help:  "Set a timeout that is shorter than what your own callers wait, and shorter in sum over all attempts.",
	},
	{
		ID: RuleSignal, Name: "SignalNotPassedOn", Level: judge.Warning,
		Short: "An AbortSignal is not passed on to the request.",
		Full:  `The function was given a signal by which its caller ends the work, and the request inside does not get it: it goes on when nobody waits for it any more.`,
		Help:  "Pass the signal on, together with a timeout: AbortSignal.any([signal, AbortSignal.timeout(10_000)]).",
	},
	{
		ID: RuleLoopUnbounded, Name: "LoopWithoutBound", Level: judge.Warning,
		Short: "A loop repeats a request without a bound.",
		Full:  `The loop ends with success only. As long as the service is down, its clients multiply the load that it has to come back under.`,
		Help:  "Bound the attempts, or the time that they take together.",
	},
	{
		ID: RuleLoopDelay, Name: "LoopWithoutDelay", Level: judge.Warning, Question: RuleLoopDelay,
		Short: "A loop repeats a request without a delay.",
		Full:  `A failure is followed by the next attempt at once: a service that is down, or overloaded, gets all of them in the same moment.`,
		Help:  "Wait between attempts, longer each time and with jitter.",
	},
	{
		ID: RuleLoopJitter, Name: "LoopWithoutJitter", Level: judge.Note, Question: RuleLoopDelay,
		Short: "The delays of a loop grow without jitter.",
		Full:  `Clients that fail in the same moment, as all do in an outage, come back in the same moments too.`,
		Help:  "Make a part of the delay random.",
	},
	{
		ID: RuleLoopPost, Name: "LoopPostWithoutKey", Level: judge.Warning,
		Short: "A POST is repeated without an idempotency key.",
		Full:  `A request whose answer is lost may have been processed. Sent again without a key by which the server knows it, it is processed twice.`,
		Help:  "Send an Idempotency-Key that is the same for all attempts of an operation, or do not repeat it.",
	},
}

// Judge returns the finding of a call.
func Judge(c Call) judge.Finding {
	f := judge.Finding{Rule: c.Rule, Level: judge.Warning, Message: c.Why, Help: "Use " + c.Instead + "."}
	if c.Minor || c.Rule == RuleLoopJitter {
		f.Level = judge.Note
	}
	return f
}

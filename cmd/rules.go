package cmd

import (
	"snag/analyze/shutdown"
	"snag/cmd/report"
)

// The rules of regexes.
const (
	ruleExponential  = "regex/exponential"
	rulePolynomial   = "regex/polynomial"
	ruleBounded      = "regex/bounded"
	ruleUnknown      = "regex/unknown"
	ruleInvalid      = "regex/invalid"
	ruleUnreadable   = "regex/unreadable"
	ruleUnreasoned   = "regex/unreasoned-suppression"
	ruleUnusedIgnore = "regex/unused-suppression"
)

// The rules of clients that retry.
const (
	ruleUnsafePost        = "retry/unsafe-post"
	rulePostAfterError    = "retry/post-after-error"
	ruleKeyChanges        = "retry/key-changes"
	ruleBodyChanges       = "retry/body-changes"
	ruleClientError       = "retry/client-error"
	ruleTruncatedSuccess  = "retry/truncated-success"
	ruleRetryAfterIgnored = "retry/retry-after-ignored"
	ruleRetryStorm        = "retry/storm"
	ruleRetryUnbounded    = "retry/unbounded"
	ruleAmplification     = "retry/amplification"
	ruleNoJitter          = "retry/no-jitter"
	ruleJitterLost        = "retry/jitter-lost-at-cap"
	ruleNoCap             = "retry/no-cap"
	ruleNoTimeout         = "retry/no-timeout"
	ruleHerd              = "retry/herd"
	ruleRetryUnknown      = "retry/unknown"
)

// The rules of servers that are retried.
const (
	ruleNoRetryAfter  = "retry/no-retry-after"
	ruleBadRetryAfter = "retry/bad-retry-after"
	ruleKeyIgnored    = "retry/key-ignored"
	ruleKeyConflict   = "retry/key-conflict"
	ruleKeyRace       = "retry/key-race"
	ruleKeySyntax     = "retry/key-syntax"
	ruleNoAnswer      = "retry/no-answer"
	ruleNotRecovered  = "retry/not-recovered"
)

// The rules of what blocks.
const (
	ruleBlocksOthers = "block/others-wait"
	ruleSuperlinear  = "block/superlinear"
	ruleOverBudget   = "block/over-budget"
	ruleHandlerFails = "block/handler-fails"
	ruleBlockUnknown = "block/unknown"
	ruleJSONBudget   = "block/json-over-budget"
	ruleJSONDepth    = "block/json-depth"
	ruleOverlapHang  = "block/overlap-hang"
	ruleContextMixed = "block/context-mixed"
	ruleFullPool     = "block/full-pool"
	ruleStalled      = "block/stalled"
	ruleBlockingCall = "block/blocking-call"
)

// The rules of a run of checks.
const ruleNotRun = "check/not-run"

// rules is the one table of everything that snag can find. docs/rules.md, the rules in SARIF and the
// help under a finding are made from it.
var rules = []report.Rule{
	{
		ID: ruleExponential, Name: "ExponentialRegex", Level: report.Error,
		Short: "A regex takes time that grows exponentially with its input.",
		Full: `A repeated part of the pattern can match the same text in two or more ways. When the match fails in the end, a backtracking engine tries every combination of these ways, so each repetition of a short piece of text multiplies the time. A few dozen characters stop the thread for ever.

Typical shapes are a loop in a loop, (a+)+, and a loop over alternatives that overlap, (a|a)*. The finding names the part to blame and an input that proves it.`,
		Help: "Rewrite the marked part so that any text can match it in one way only: remove the inner or the outer loop, or make the alternatives begin differently. Until then accept no more input than the finding allows, or match with an engine that does not backtrack (RE2, Go, Rust).",
	},
	{
		ID: rulePolynomial, Name: "PolynomialRegex", Level: report.Warning,
		Short: "A regex takes time that grows with a power of the length of its input.",
		Full: `Two or more loops of the pattern compete for the same text, or the search begins anew at every character and reads the rest of the input each time. The work grows with the square of the input's length, or a higher power. A few thousand characters stall the thread for a noticeable time, and a megabyte for hours.

Typical shapes are neighbouring loops that overlap, \s*\s*, and an unanchored pattern that begins with a loop, \s+$. The finding names the degree, the part to blame and an input that proves it. A degree of three or more is an error.`,
		Help: "Anchor the pattern, or make neighbouring loops match different characters. A length check before the match bounds the work; the finding says which length.",
	},
	{
		ID: ruleBounded, Name: "CountedRegex", Level: report.Warning,
		Short: "A regex spends more than its budget although its counters bound the work.",
		Full:  `Counted repetitions such as (a?){25}a{25} bound how much text the ambiguous part can match, so the work does not grow without end. It nevertheless exceeds the budget of steps before the bound is reached, which is as good as unbounded for whoever waits.`,
		Help:  "Lower the counters, or rewrite the marked part so that any text can match it in one way only.",
	},
	{
		ID: ruleUnknown, Name: "UndecidedRegex", Level: report.Warning,
		Short: "A regex could not be judged.",
		Full:  `The analysis ended at a limit, or the pattern uses something that it cannot decide. Nothing is claimed about the pattern: it is neither safe nor vulnerable. The finding carries the reason.`,
		Help:  "Simplify the pattern, or bound the length of its input. To fail on such patterns use --fail-on unknown.",
	},
	{
		ID: ruleInvalid, Name: "InvalidRegex", Level: report.Warning,
		Short: "A pattern is not a regex of its dialect.",
		Full:  `The pattern does not parse, so the engine refuses it when the code runs. The finding says where and why.`,
		Help:  "Correct the pattern at the marked place.",
	},
	{
		ID: ruleUnreadable, Name: "UnreadableSource", Level: report.Warning,
		Short: "A file could not be read or understood, so its regexes were not judged.",
		Full:  `The file could not be opened, or its text could not be read as source code to the end. Patterns in it may be missing from the report.`,
		Help:  "Make the file readable, or leave it out of the audit. To fail on such files use --fail-on unknown.",
	},
	{
		ID: ruleUnreasoned, Name: "UnreasonedSuppression", Level: report.Warning,
		Short: "A suppression comment gives no reason.",
		Full:  `A comment that suppresses findings must say why, for whoever reads it next. Without a reason it suppresses nothing.`,
		Help:  "Write the reason after two dashes: // snag-ignore -- only ours to call.",
	},
	{
		ID: ruleUnusedIgnore, Name: "UnusedSuppression", Level: report.Note,
		Short: "A suppression comment suppresses nothing.",
		Full:  `There is no finding on the line of the comment, or on the line below it. The regex may have been corrected or moved.`,
		Help:  "Remove the comment.",
	},
	{
		ID: ruleNotRun, Name: "CheckNotRun", Level: report.Error,
		Short: "A check of snag.yaml could not run.",
		Full:  `What the check needs was not there: a service did not start or ended, a target did not answer, a setting was wrong, or the run was interrupted. Nothing is known about what it was to check, and a check that could not run never passes.`,
		Help:  "Run the command of the finding alone to see what it needs.",
	},
	{
		ID: ruleUnsafePost, Name: "UnsafePost", Level: report.Error,
		Short: "A client resends a POST that the server may already have processed.",
		Full: `The connection failed after the request was sent, so the client cannot know whether the server acted on it. A POST or PATCH is not idempotent (RFC 9110, section 9.2.2): sent again, it may charge twice, ship twice, create two.

Without an idempotency key the server has no way to recognise the second attempt.`,
		Help: "Retry only methods that are idempotent, or send an idempotency key that stays the same on every attempt and that the server honours.",
	},
	{
		ID: rulePostAfterError, Name: "PostAfterServerError", Level: report.Warning,
		Short: "A client resends a POST after an error of the server.",
		Full:  `A 500, 502 or 504 does not say whether the request was processed: the failure may have come after the effect, or between a proxy and a server that went on. A POST or PATCH that is sent again may take effect twice.`,
		Help:  "Do not retry POST and PATCH on 500, 502 and 504, or send an idempotency key that stays the same on every attempt.",
	},
	{
		ID: ruleKeyChanges, Name: "ChangingIdempotencyKey", Level: report.Error,
		Short: "The idempotency key differs between the attempts of one operation.",
		Full:  `An idempotency key lets the server recognise an attempt as the repetition of another. A key that is made anew for each attempt recognises nothing, and gives a false sense of safety.`,
		Help:  "Make the key once per operation, before the first attempt, outside of the function that is retried.",
	},
	{
		ID: ruleBodyChanges, Name: "ChangingBody", Level: report.Error,
		Short: "The body of the request is lost or changed when it is sent again.",
		Full:  `The attempts of one operation carry different bodies. Often the body is a stream that the first attempt has read to its end, so that the second one sends nothing, or a document with a timestamp or a random number in it.`,
		Help:  "Keep the body in memory, or make a new reader of the same content for every attempt.",
	},
	{
		ID: ruleClientError, Name: "RetriedClientError", Level: report.Error,
		Short: "A client retries although the answer says that the request itself is wrong.",
		Full:  `A 4xx answer other than 408, 425 and 429 will be the same the next time. Retrying it multiplies useless load, and hides the mistake behind a delay.`,
		Help:  "Retry only on 408, 425, 429, 500, 502, 503 and 504 and on failures of the connection. A retry wrapper around a function that throws on every status needs a predicate.",
	},
	{
		ID: ruleTruncatedSuccess, Name: "TruncatedSuccess", Level: report.Error,
		Short: "A client takes an answer that breaks off half-way for a success.",
		Full:  `The answer announced 1000 bytes, and the connection ended after half of them. The client exits as if all were well.`,
		Help:  "Read the body to its end and check for errors before calling the request a success.",
	},
	{
		ID: ruleRetryAfterIgnored, Name: "IgnoredRetryAfter", Level: report.Warning,
		Short: "A client comes back sooner than Retry-After asked it to.",
		Full:  `A server that sheds load says with Retry-After (RFC 9110, section 10.2.3) when it wants to see the client again, in seconds or as a date. A client that comes earlier keeps the server from recovering, and is refused again. The time that was asked for exceeds the client's own first delay, so the delay cannot be mistaken for obedience.`,
		Help:  "Read Retry-After on 429 and 503, in both forms, and wait at least that long (with an upper bound).",
	},
	{
		ID: ruleRetryStorm, Name: "ImmediateRetries", Level: report.Error,
		Short: "Retries follow each other without a delay.",
		Full:  `Several attempts within milliseconds meet the same failure, and multiply the load of a server that is in trouble at exactly that time.`,
		Help:  "Wait before each retry, and longer before each next one. One immediate retry is tolerable.",
	},
	{
		ID: ruleRetryUnbounded, Name: "UnboundedRetries", Level: report.Error,
		Short: "No end to the retries was seen.",
		Full:  `The client was still trying when the measurement ended. During an outage such clients pile up, and whoever waits for them waits as long.`,
		Help:  "Bound the number of attempts and the total time. A connection that must come back may try for ever, with jitter and a cap.",
	},
	{
		ID: ruleAmplification, Name: "RetryAmplification", Level: report.Warning,
		Short: "One operation becomes many requests.",
		Full:  `During an outage the load is multiplied by the number of attempts, and by that of every other layer that retries. Three attempts are a common limit for requests that somebody waits for.`,
		Help:  "Lower the number of attempts, retry in one layer only, or keep a budget of retries (10 % of the requests, say).",
	},
	{
		ID: ruleNoJitter, Name: "NoJitter", Level: report.Warning,
		Short: "Clients that fail together retry together.",
		Full:  `The delays are the same in every run. After an outage that hit many clients at once they come back at once, at every step of the schedule, and cause the next one.`,
		Help:  "Add chance to each delay: a random time between zero and the delay (full jitter) spreads clients best.",
	},
	{
		ID: ruleJitterLost, Name: "JitterLostAtCap", Level: report.Warning,
		Short: "Delays no longer vary once they have reached their cap.",
		Full:  `The cap is applied after the jitter, or instead of it, so in a long outage all clients end up with one and the same delay.`,
		Help:  "Apply the cap to the delay first and the jitter to the result.",
	},
	{
		ID: ruleNoCap, Name: "UncappedDelay", Level: report.Warning,
		Short: "Delays grow without a bound.",
		Full:  `After a long outage a client with an uncapped delay stays away for as long again, or longer.`,
		Help:  "Cap the delay, at 30 seconds for example.",
	},
	{
		ID: ruleNoTimeout, Name: "NoTimeout", Level: report.Warning,
		Short: "A client waits for an answer without end.",
		Full:  `The server accepted the request and never answered. The client was still waiting when the measurement ended: its caller, its connection and its memory wait with it.`,
		Help:  "Set a timeout for every request.",
	},
	{
		ID: ruleHerd, Name: "ThunderingHerd", Level: report.Error,
		Short: "Many clients arrive in the same moment.",
		Full:  `Clients that failed at the same time were watched when they came back. A large share of them arrived within a tenth of the delay.`,
		Help:  "Add jitter to the delays; full jitter spreads clients best.",
	},
	{
		ID: ruleNoRetryAfter, Name: "MissingRetryAfter", Level: report.Warning,
		Short: "A server refuses requests without saying when to come back.",
		Full:  `An answer with 429 or 503 carries no Retry-After (RFC 9110, section 10.2.3), so every client guesses, and most guess too early.`,
		Help:  "Send Retry-After with 429 and 503, in seconds, with some chance in it where many clients are refused at once.",
	},
	{
		ID: ruleBadRetryAfter, Name: "UselessRetryAfter", Level: report.Warning,
		Short: "The Retry-After of a server cannot be used.",
		Full:  `The header is neither a number of seconds nor a date of RFC 9110, or lies in the past, or asks for an absurdly long time, or the server still refuses when the time is over.`,
		Help:  "Send a whole number of seconds after which the server really expects to answer.",
	},
	{
		ID: ruleKeyIgnored, Name: "IgnoredIdempotencyKey", Level: report.Error,
		Short: "A request takes effect twice although it carries the same idempotency key.",
		Full:  `The same request was sent twice with one key, as a client does whose first attempt failed in an ambiguous way. The server processed it again instead of replaying its stored answer.`,
		Help:  "Store the answer under the key before it is sent, and send the stored answer for the same key and body.",
	},
	{
		ID: ruleKeyConflict, Name: "ReusedIdempotencyKey", Level: report.Warning,
		Short: "An idempotency key is accepted with another body.",
		Full:  `A key belongs to one request. When another request comes with it, the client has made a mistake; an answer that looks like success hides it.`,
		Help:  "Store a hash of the body with the key and answer 422 when another one comes.",
	},
	{
		ID: ruleKeyRace, Name: "IdempotencyRace", Level: report.Error,
		Short: "Two requests at once with one idempotency key both take effect.",
		Full:  `A client that times out sends its request again while the first is still being processed. Both took effect: the key is looked up before it is stored, and nothing holds the second request in between.`,
		Help:  "Insert the key with a unique constraint before the work begins, and answer 409 to whoever finds it taken.",
	},
	{
		ID: ruleKeySyntax, Name: "IdempotencyKeySyntax", Level: report.Note,
		Short: "Idempotency keys are understood in one form only.",
		Full:  `The IETF draft writes the key as a quoted string, most clients send it bare. A server that understands only one of them refuses half of its clients.`,
		Help:  "Accept the key with and without quotes.",
	},
	{
		ID: ruleNoAnswer, Name: "FailureWithoutAnswer", Level: report.Warning,
		Short: "A server fails by ending the connection instead of answering.",
		Full:  `The request was sent and no answer came. Its client cannot know whether it was processed, so it must not send it again unless it is idempotent. A status would have told.`,
		Help:  "Answer 503 when there is too much to do, and 500 when something failed; end connections only when they are idle.",
	},
	{
		ID: ruleNotRecovered, Name: "NoRecovery", Level: report.Error,
		Short: "A server does not answer again after an outage.",
		Full:  `The server was away while it was watched, and had not come back at the end.`,
		Help:  "Let the server reconnect by itself to what it depends on, and answer 503 meanwhile.",
	},
	{
		ID: ruleRetryUnknown, Name: "UndecidedRetry", Level: report.Note,
		Short: "A question about retries could not be answered.",
		Full:  `What was observed does not decide the question, so nothing is claimed. The finding says what is missing.`,
		Help:  "Give the client more retries or more time, or run it more often.",
	},
	{
		ID: string(shutdown.RuleDropped), Name: "DroppedRequests", Level: report.Error,
		Short: "A shutdown loses requests that were in flight.",
		Full:  `Requests that the server had accepted before the signal got no answer, or half of one. Their clients see a reset or an end of file and cannot tell whether the work was done. The finding says how many were lost, when, and how the process ended: an exit code of 0 does not make up for it.`,
		Help:  "On the signal close the listener, let what is in flight finish, then exit.",
	},
	{
		ID: string(shutdown.RuleFailed), Name: "FailedRequests", Level: report.Error,
		Short: "A shutdown answers requests in flight with server errors.",
		Full:  `Requests that the server had accepted before the signal were answered with a 5xx that the endpoint does not give otherwise. Work that was begun is given up although there was time to finish it.`,
		Help:  "Refuse only requests that come after the signal.",
	},
	{
		ID: string(shutdown.RuleNotExited), Name: "NotExited", Level: report.Error,
		Short: "A process does not end within its grace period.",
		Full:  `The process stopped accepting and had not ended when the grace period ran out. The platform kills it then, with whatever it was doing. Often it waits for a connection that nobody will use again: one that was opened and never written to is enough for several servers. The finding names what was still open.`,
		Help:  "Put a limit of your own, below the grace period, on everything that the shutdown waits for.",
	},
	{
		ID: string(shutdown.RuleNoEffect), Name: "NoEffect", Level: report.Error,
		Short: "The signal has no effect, or means something else.",
		Full:  `The process went on serving until the grace period ran out. The signal is swallowed by a handler, blocked, discarded because the process is PID 1 of a container, kept by a wrapper, or it means reload.`,
		Help:  "Handle the signal, have the right one sent, or let the server itself get it.",
	},
	{
		ID: string(shutdown.RuleOrphan), Name: "OrphanedChildren", Level: report.Error,
		Short: "Children live on when the process has ended.",
		Full:  `The process that got the signal ended and left children behind. Outside a container they go on serving and keep the port; in one they are killed at that moment, without having been asked to finish. Wrappers such as npm and sh -c are the usual reason.`,
		Help:  "Let the server get the signal: exec it in the wrapper, or signal the whole group.",
	},
	{
		ID: string(shutdown.RulePort), Name: "PortHeld", Level: report.Error,
		Short: "The port is still listened on when the process has ended.",
		Full:  `Listening on the same address again fails, although SO_REUSEADDR lets it pass over connections in TIME_WAIT. Something left behind holds the socket, and a successor cannot start.`,
		Help:  "End the children that inherited the socket.",
	},
	{
		ID: string(shutdown.RuleZombie), Name: "ZombieChildren", Level: report.Warning,
		Short: "Children that ended are not waited for.",
		Full:  `A child has ended and its parent, which lives, does not wait for it. Each such zombie keeps its PID; in a container they add up until no process can be started.`,
		Help:  "Wait for children, or run under an init such as tini.",
	},
	{
		ID: string(shutdown.RuleBroken), Name: "BrokenConnections", Level: report.Warning,
		Short: "New connections are accepted after the signal and then broken.",
		Full:  `The listener stayed open although nobody was going to serve what it accepted. The kernel completes such connections, and they are reset when the process ends. One or two are lost in the closing of any server; the finding counts more.`,
		Help:  "Close the listener as soon as nobody accepts from it.",
	},
	{
		ID: string(shutdown.RuleSlowExit), Name: "WaitsForConnection", Level: report.Warning,
		Short: "The exit waits for a connection that nobody uses.",
		Full:  `All requests were answered, and the process ended only when a silent or an idle connection was closed. Browsers and load balancers keep such connections open; with a shorter grace period the process is killed.`,
		Help:  "Close connections without a request on the signal, or after a limit.",
	},
	{
		ID: string(shutdown.RuleReadiness), Name: "ReadinessTooLate", Level: report.Warning,
		Short: "Readiness does not turn before the listener closes.",
		Full:  `Load balancers go on sending requests until the readiness check fails. When the listener closes first, these are refused.`,
		Help:  "Answer readiness with 503 on the signal, and close the listener some seconds later.",
	},
	{
		ID: string(shutdown.RuleKeepAlive), Name: "KeepAliveRace", Level: report.Note,
		Short: "Kept-alive connections are closed without an announcement.",
		Full:  `A connection in use was closed between two requests and no answer had said "Connection: close". A client that sends at that moment loses the request, and may not repeat it unless it is idempotent.`,
		Help:  `Answer with "Connection: close" while draining.`,
	},
	{
		ID: string(shutdown.RuleExitStatus), Name: "ShutdownStatus", Level: report.Warning,
		Short: "A shutdown that was asked for ends with a failure status.",
		Full:  `The process ended with an exit code other than 0 and other than 128 plus the signal's number. Supervisors take that for a crash, restart it or raise an alarm.`,
		Help:  "Exit with 0 after a shutdown that was asked for.",
	},
	{
		ID: string(shutdown.RuleCrashed), Name: "CrashedShutdown", Level: report.Error,
		Short: "A process crashes while it shuts down.",
		Full:  `The process died of another signal than the one that was sent, or left a core image.`,
		Help:  "Find the crash in its stderr or in the core image.",
	},
	{
		ID: string(shutdown.RuleLostWork), Name: "LostWork", Level: report.Error,
		Short: "Acknowledged work is gone after a restart.",
		Full:  `The command given with --probe did work that the target acknowledged before the signal, and did not find it after the target was started again. A clean exit code is no proof of durable work.`,
		Help:  "Make work durable before acknowledging it, or before exiting.",
	},
	{
		ID: string(shutdown.RuleSecondSignal), Name: "SecondSignalIgnored", Level: report.Note,
		Short: "A second signal while draining changes nothing.",
		Full:  `People who press Ctrl-C a second time, and supervisors that repeat the signal, expect it to end the process at once.`,
		Help:  "Give the signal its default action back once the first has come.",
	},
	{
		ID: string(shutdown.RulePipe), Name: "DiesOfSigpipe", Level: report.Warning,
		Short: "SIGPIPE ends the process.",
		Full:  `Writing to a peer that has gone away raises SIGPIPE, whose default action ends the process. One client that disconnects takes the server with it.`,
		Help:  "Ignore SIGPIPE and handle the error of the write.",
	},
	{
		ID: string(shutdown.RuleUnknown), Name: "ShutdownUnknown", Level: report.Warning,
		Short: "Whether the shutdown is graceful could not be observed.",
		Full:  `No request could be kept in flight, or the target speaks something that snag does not, so the decisive question stays open. Nothing is claimed.`,
		Help:  "Name a slow endpoint with --slow-path, or a command with --probe.",
	},
	{
		ID: string(shutdown.RuleCrashSilent), Name: "SilentCrash", Level: report.Error,
		Short: "A failed start leaves no message on stderr.",
		Full:  `The process was started with something wrong and ended without saying so on stderr. Whoever looks for the reason finds nothing.`,
		Help:  "Write what went wrong to stderr before exiting.",
	},
	{
		ID: string(shutdown.RuleCrashStatus), Name: "CrashStatus", Level: report.Error,
		Short: "A failed start ends with exit code 0.",
		Full:  `The process was started with something wrong and reported success. Supervisors and CI jobs go by the status and see nothing.`,
		Help:  "Exit with a code other than 0 when the program cannot do its work.",
	},
	{
		ID: string(shutdown.RuleCrashSurvived), Name: "CrashUnnoticed", Level: report.Warning,
		Short: "A process goes on although it was started wrongly.",
		Full:  `The process neither ended nor said anything although its port was taken, its configuration was missing, or a flag was unknown.`,
		Help:  "End the process when it cannot do its work.",
	},
	{
		ID: ruleBlocksOthers, Name: "OthersWait", Level: report.Error,
		Short: "While one request runs, requests of everybody else wait.",
		Full: `Requests to another endpoint were sent at fixed times over a connection of their own. While the request under suspicion ran they were not answered, for as long as the finding says. Nothing is wrong with those requests: the thread, the event loop or the process that serves them was occupied.

The ratio of the stall to the latency of the request itself tells how completely it blocks: 1 means that nobody was let in between.`,
		Help: "Bound the input, split the work into pieces that let others in between, or move it to a worker thread or another process.",
	},
	{
		ID: ruleSuperlinear, Name: "SuperlinearHandler", Level: report.Warning,
		Short: "The cost of a request grows faster than its input.",
		Full:  `Requests of growing size were measured one after the other. The time grows as a power of the size above 1, or exponentially, so an input that is merely larger than usual takes the server's time away from everybody.`,
		Help:  "Use a linear algorithm, or accept no input larger than the size at which the budget breaks.",
	},
	{
		ID: ruleOverBudget, Name: "OverBudget", Level: report.Warning,
		Short: "A request breaks the time budget at a size that is allowed.",
		Full:  `The cost grows no faster than the input, but at the size in the finding one request takes longer than the budget.`,
		Help:  "Accept no input larger than that, raise the budget, or speed the handler up.",
	},
	{
		ID: ruleHandlerFails, Name: "HandlerFails", Level: report.Warning,
		Short: "A request of some size is not answered properly.",
		Full:  `The probe ended because the target answered with an error, closed the connection, sent an endless answer, or did not answer within the limit. What was measured until then is reported.`,
		Help:  "Reject input that is too large early, with a status from 400 to 499.",
	},
	{
		ID: ruleBlockUnknown, Name: "BlockingUnknown", Level: report.Note,
		Short: "What a request costs could not be told.",
		Full:  `The measurements contradict each other, or hardly rise out of the noise. Nothing is claimed.`,
		Help:  "Measure on a quieter machine, allow larger inputs with --to, or give the process with --attach-pid so that its processor time is read.",
	},
	{
		ID: ruleJSONBudget, Name: "JSONOverBudget", Level: report.Warning,
		Short: "A JSON document that is accepted breaks the time budget.",
		Full:  `The document, or the worst of the shapes within the size that the server accepts, was measured in the runtime. Event loops and interpreters with a global lock serve nobody else meanwhile.`,
		Help:  "Lower the limit on the size of bodies to the safe size, or parse large documents elsewhere.",
	},
	{
		ID: ruleJSONDepth, Name: "JSONDepth", Level: report.Note,
		Short: "A runtime reads JSON that is nested deeper than it can write.",
		Full:  `A small body of deeply nested brackets is read without complaint, and throws when it is logged, cached or echoed. The exception comes at a place that does not expect one.`,
		Help:  "Reject deep nesting when a body is read, or catch the error where it is written.",
	},
	{
		ID: ruleOverlapHang, Name: "OverlapHang", Level: report.Error,
		Short: "Requests that finish alone hang when they overlap.",
		Full: `A single request was answered, and several sent at the same moment were not, although they were waited for longer than they would take one after the other.

An idle processor means that they wait for each other: two locks taken in opposite order, or a second connection of a pool taken while the first is held. A busy one means that they compute for ever.`,
		Help: "Take locks in one order, take all that is needed from a pool at once, and give every wait a limit.",
	},
	{
		ID: ruleContextMixed, Name: "ContextMixed", Level: report.Error,
		Short: "A request is answered with the context of another one.",
		Full:  `Requests were sent at the same moment, each with an id of its own, and some came back with the id of another that was in flight. What is true of the id is true of the user, the tenant and the transaction.`,
		Help:  "Keep what belongs to a request in the request, or in an asynchronous context such as AsyncLocalStorage or contextvars, and never in a variable of the module.",
	},
	{
		ID: ruleFullPool, Name: "FullPool", Level: report.Warning,
		Short: "A full pool fails requests instead of queueing or shedding them.",
		Full:  `More requests than the pool has places were sent at once. Those beyond it were neither queued nor refused with a status that clients understand.`,
		Help:  "Queue for a bounded time, then answer 503 with a Retry-After header.",
	},
	{
		ID: ruleStalled, Name: "StalledService", Level: report.Warning,
		Short: "A running service answered nobody for longer than the budget.",
		Full:  `A cheap request was sent at fixed times and nothing else was done. For as long as the finding says no answer came although requests were waiting, so every client of the service waited.`,
		Help:  "Find the request or the job that ran at that time, and measure it with snag block handler.",
	},
	{
		ID: ruleBlockingCall, Name: "BlockingCall", Level: report.Warning,
		Short: "A call that blocks the thread runs for each request.",
		Full:  `A synchronous function of a core module, or of a library that wraps one, stands in code that handles requests, or in a function that such code calls in the same file. Until it returns, the event loop serves nobody. The same call at the start of a program is no finding.`,
		Help:  "Use the asynchronous form of the function, or do the work once at the start.",
	},
}

package cmd

import "snag/analyze/judge"

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

// blockRules are the rules of what blocks.
var blockRules = []judge.Rule{
	{
		ID: ruleBlocksOthers, Name: "OthersWait", Level: judge.Error,
		Short: "While one request runs, requests of everybody else wait.",
		Full: `Requests to another endpoint were sent at fixed times over a connection of their own. While the request under suspicion ran they were not answered, for as long as the finding says. Nothing is wrong with those requests: the thread, the event loop or the process that serves them was occupied.

The ratio of the stall to the latency of the request itself tells how completely it blocks: 1 means that nobody was let in between.`,
		Help: "Bound the input, split the work into pieces that let others in between, or move it to a worker thread or another process.",
	},
	{
		ID: ruleSuperlinear, Name: "SuperlinearHandler", Level: judge.Warning,
		Short: "The cost of a request grows faster than its input.",
		Full:  `Sequential requests of growing size were measured. The time grows as a power of the size above 1, or exponentially, so an input that is merely larger than usual takes the server's time away from everybody.`,
		Help:  "Use a linear algorithm, or accept no input larger than the size at which the budget breaks.",
	},
	{
		ID: ruleOverBudget, Name: "OverBudget", Level: judge.Warning,
		Short: "A request breaks the time budget at a size that is allowed.",
		Full:  `The cost grows no faster than the input, but at the size in the finding one request takes longer than the budget.`,
		Help:  "Accept no input larger than that, raise the budget, or speed the handler up.",
	},
	{
		ID: ruleHandlerFails, Name: "HandlerFails", Level: judge.Warning,
		Short: "A request of some size is not answered properly.",
		Full:  `The probe ended because the target answered with an error, closed the connection, sent an endless answer, or did not answer within the limit. What was measured until then is reported.`,
		Help:  "Reject input that is too large early, with a status from 400 to 499.",
	},
	{
		ID: ruleBlockUnknown, Name: "BlockingUnknown", Level: judge.Note,
		Short: "What a request costs could not be told.",
		Full:  `The measurements contradict each other, or hardly rise out of the noise. Nothing is claimed.`,
		Help:  "Measure on a quieter machine, allow larger inputs with --to, or give the process with --attach-pid so that its processor time is read.",
	},
	{
		ID: ruleJSONBudget, Name: "JSONOverBudget", Level: judge.Warning,
		Short: "A JSON document that is accepted breaks the time budget.",
		Full:  `The document, or the worst of the shapes within the size that the server accepts, was measured in the runtime. Event loops and interpreters with a global lock serve nobody else meanwhile.`,
		Help:  "Lower the limit on the size of bodies to the safe size, or parse large documents elsewhere.",
	},
	{
		ID: ruleJSONDepth, Name: "JSONDepth", Level: judge.Note,
		Short: "A runtime reads JSON that is nested deeper than it can write.",
		Full:  `A small body of deeply nested brackets is read without complaint, and throws when it is logged, cached or echoed. The exception comes at a place that does not expect one.`,
		Help:  "Reject deep nesting when a body is read, or catch the error where it is written.",
	},
	{
		ID: ruleOverlapHang, Name: "OverlapHang", Level: judge.Error,
		Short: "Requests that finish alone hang when they overlap.",
		Full: `A single request was answered, and several sent at the same moment were not, although they were waited for longer than they would take sequentially.

An idle processor means that they wait for each other: two locks taken in opposite order, or a second connection of a pool taken while the first is held. A busy one means that they compute for ever.`,
		Help: "Take locks in one order, take all that is needed from a pool at once, and give every wait a limit.",
	},
	{
		ID: ruleContextMixed, Name: "ContextMixed", Level: judge.Error,
		Short: "A request is answered with the context of another one.",
		Full:  `Requests were sent at the same moment, each with an id of its own, and some came back with the id of another that was in flight. What is true of the id is true of the user, the tenant and the transaction.`,
		Help:  "Keep what belongs to a request in the request, or in an asynchronous context such as AsyncLocalStorage or contextvars, and never in a variable of the module.",
	},
	{
		ID: ruleFullPool, Name: "FullPool", Level: judge.Warning,
		Short: "A full pool fails requests instead of queueing or shedding them.",
		Full:  `More requests than the pool has places were sent at once. Those beyond it were neither queued nor refused with a status that clients understand.`,
		Help:  "Queue for a bounded time, then answer 503 with a Retry-After header.",
	},
	{
		ID: ruleStalled, Name: "StalledService", Level: judge.Warning,
		Short: "A running service answered nobody for longer than the budget.",
		Full:  `A cheap request was sent at fixed times and nothing else was done. For as long as the finding says no answer came although requests were waiting, so every client of the service waited.`,
		Help:  "Find the request or the job that ran at that time, and measure it with snag block handler.",
	},
	{
		ID: ruleBlockingCall, Name: "BlockingCall", Level: judge.Warning,
		Short: "A call that blocks the thread runs for each request.",
		Full:  `A synchronous function of a core module, or of a library that wraps one, stands in code that handles requests, or in a function that such code calls in the same file. Until it returns, the event loop serves nobody. The same call at the start of a program is no finding.`,
		Help:  "Use the asynchronous form of the function, or do the work once at the start.",
	},
}

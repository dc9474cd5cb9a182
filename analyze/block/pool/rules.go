package pool

import "snag/analyze/judge"

// The rules of requests that overlap.
const (
	RuleHang         = "block/hang"
	RuleOverlapHang  = "block/overlap-hang"
	RuleContextMixed = "block/context-mixed"
	RuleFullPool     = "block/full-pool"
)

// Rules are the rules of requests that overlap.
var Rules = []judge.Rule{
	{
		ID: RuleHang, Name: "LastingHang", Level: judge.Error,
		Short: "Requests that were answered hang, and from then on all of them.",
		Full: `Requests were answered one at a time. Then some that were sent at once, or one after clients had gone away, were not, although they were waited for longer than they would take sequentially; and when all of them had been given up, a single one was not answered either. Nothing but a restart helps.

An idle processor means that they wait for what never comes: two locks taken in opposite order, a second connection of a pool taken while the first is held, a place that an error or a client that goes away does not give back, a promise that nobody settles. A busy one means that they compute for ever.`,
		Help: "Take locks in one order, take all that is needed from a pool at once, give back what is held in a finally, also when the client has gone, and give every wait a limit.",
	},
	{
		ID: RuleOverlapHang, Name: "OverlapHang", Level: judge.Error,
		Short: "Requests that finish alone hang when they overlap.",
		Full: `A single request was answered, and several sent at the same moment were not, although they were waited for longer than they would take sequentially. When their clients had given up, a single one was answered again.

An idle processor means that they wait for each other: two locks taken in opposite order, or a second connection of a pool taken while the first is held. A busy one means that they compute for ever.`,
		Help: "Take locks in one order, take all that is needed from a pool at once, and give every wait a limit.",
	},
	{
		ID: RuleContextMixed, Name: "ContextMixed", Level: judge.Error,
		Short: "A request is answered with the context of another one.",
		Full:  `Requests were sent at the same moment, each with an id of its own, and some came back with the id of another that was in flight. What is true of the id is true of the user, the tenant and the transaction.`,
		Help:  "Keep what belongs to a request in the request, or in an asynchronous context such as AsyncLocalStorage or contextvars, and never in a variable of the module.",
	},
	{
		ID: RuleFullPool, Name: "FullPool", Level: judge.Warning,
		Short: "A full pool fails requests instead of queueing or shedding them.",
		Full:  `More requests than the pool has places were sent at once. Those beyond it were neither queued nor refused with a status that clients understand.`,
		Help:  "Queue for a bounded time, then answer 503 with a Retry-After header.",
	},
}

package contexts

import "snag/analyze/judge"

// The rules of contexts and threads in code.
const (
	RuleLeak       = "block/context-leak"
	RuleLost       = "block/context-lost"
	RuleKept       = "block/request-in-module"
	RuleThread     = "block/thread-without-executor"
	RuleWait       = "block/wait-in-executor"
	RuleConnection = "block/connection-across-wait"
	RuleLock       = "block/lock-across-io"
	RuleSleep      = "block/sleep-in-handler"
)

// Rules are the rules of contexts and threads in code.
var Rules = []judge.Rule{
	{
		ID: RuleLeak, Name: "ContextLeak", Level: judge.Warning,
		Short: "A context that was entered stays for what others do.",
		Full: `In Node.js enterWith changes the context of all that follows in the same resource: what comes after a loop, later listeners of the same event, and, in a handler, the next request on the same connection where that one does not enter its own. In Python a ContextVar that is set in a thread of a pool, or in a task that goes on, and is not reset, is there for the next request that the thread or task serves.

Nothing is said where every request enters its own context before anything reads it.`,
		Help: "Use AsyncLocalStorage.run(value, function), or reset the ContextVar by its token in a finally.",
	},
	{
		ID: RuleLost, Name: "ContextLost", Level: judge.Warning,
		Short: "A function reads its context where it runs in that of another request, or in none.",
		Full:  `A callback that waits in a queue or pool, or a listener of an emitter that requests share, runs in the context of whoever calls it: of another request, or none. A thread of Python begins with an empty context. The functions that are handed over were followed, and they read the context.`,
		Help:  "Bind the function where it is handed over: AsyncResource.bind, AsyncLocalStorage.snapshot, contextvars.copy_context().run.",
	},
	{
		ID: RuleKept, Name: "RequestInModule", Level: judge.Warning,
		Short: "A variable that all requests share holds what belongs to one.",
		Full:  `A variable of the module, a member of the application or of an object that serves all requests is assigned what comes from a request, and read elsewhere or after an await. By then another request may have assigned it.`,
		Help:  "Keep it in the request, hand it on as an argument, or use AsyncLocalStorage.run.",
	},
	{
		ID: RuleThread, Name: "ThreadWithoutExecutor", Level: judge.Warning,
		Short: "A thread runs code of a Rails application without its executor.",
		Full:  `Rails' executor gives back connections of the pool, resets CurrentAttributes and keeps code from being reloaded below a thread. A thread, future or timer without it keeps its connection as long as the thread lives, and in a pool of threads also the attributes of the work before. It is a note where the code uses neither the database nor CurrentAttributes: only reloading can harm it.`,
		Help:  "Wrap the work: Rails.application.executor.wrap { ... }.",
	},
	{
		ID: RuleWait, Name: "WaitInExecutor", Level: judge.Warning,
		Short: "A request of Rails waits for a thread that needs the executor.",
		Full:  `The thread that handles the request holds the lock under which code is loaded, and the thread that it waits for wants to load code, or to begin while code is about to be reloaded: both wait for ever. That happens where code is loaded or reloaded, as in development, and not where all of it is loaded at the start.`,
		Help:  "Wait inside ActiveSupport::Dependencies.interlock.permit_concurrent_loads { ... }, or do not wait.",
	},
	{
		ID: RuleConnection, Name: "ConnectionAcrossWait", Level: judge.Warning,
		Short: "A connection of the pool is held while waiting for a thread that needs one.",
		Full:  `Inside a transaction or with_connection the thread keeps its connection, and the thread that it waits for needs another one of the same pool. As many requests at once as the pool has connections leave none for those they wait for: all wait until the pool gives up.`,
		Help:  "Wait outside of the transaction.",
	},
	{
		ID: RuleLock, Name: "LockAcrossIO", Level: judge.Warning,
		Short: "A lock is held while another program is waited for.",
		Full:  `In Go a mutex is locked when a request is sent, a query is run, a command is waited for or the goroutine sleeps. Everybody who needs the lock waits as long as that takes: of the requests that do, one runs at a time.`,
		Help:  "Wait without the lock, and lock to read and to store only.",
	},
	{
		ID: RuleSleep, Name: "SleepInHandler", Level: judge.Note,
		Short: "A handler sleeps.",
		Full:  `In Go it blocks nobody else, but the request keeps its connection, its memory and its place in every limit meanwhile, also when its client has gone.`,
		Help:  "Wait in a select with the context of the request.",
	},
}

// Judge returns the finding of a place.
func Judge(p Place) judge.Finding {
	f := judge.Finding{Rule: p.Rule, Level: judge.Warning, Message: p.Why, Help: p.Instead}
	if p.Minor {
		f.Level = judge.Note
	}
	return f
}

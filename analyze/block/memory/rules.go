package memory

import "snag/analyze/judge"

// The rules of what a service keeps.
const (
	RuleMemoryGrows = "block/memory-grows"
	RuleLeak        = "block/resource-leak"
)

// Rules are the rules of what a service keeps.
var Rules = []judge.Rule{
	{
		ID: RuleMemoryGrows, Name: "MemoryGrows", Level: judge.Error,
		Short: "A service keeps memory for each key or each request, and no end was seen.",
		Full: `Requests with one key were sent in rounds, then requests with ever new keys, then the one key again. After each round garbage was collected, where that can be asked for, and what the processes hold was read.

Growth with the keys alone is a cache without a limit: whoever can choose keys can fill the memory. Growth with each request, whatever its key, is a leak: listeners, closures, queues, logs in memory.`,
		Help: "Give every cache a limit in entries or bytes, and a time after which an entry goes. Remove listeners and timers when the request ends.",
	},
	{
		ID: RuleLeak, Name: "ResourceLeak", Level: judge.Error,
		Short: "A service does not give back descriptors, sockets or threads.",
		Full:  `The open descriptors, the sockets and the threads of the processes were counted after each round of requests, when all connections of snag were closed. There were more of them each time.`,
		Help:  "Close files and connections in a finally, and end threads and goroutines with the request that started them.",
	},
}

package calls

import "snag/analyze/judge"

// RuleBlockingCall is the rule of calls that block for each request.
const RuleBlockingCall = "block/blocking-call"

// Rules are the rules of calls that block.
var Rules = []judge.Rule{
	{
		ID: RuleBlockingCall, Name: "BlockingCall", Level: judge.Warning,
		Short: "A call that blocks the thread runs for each request.",
		Full:  `A synchronous function of a core module, or of a library that wraps one, stands in code that handles requests, or in a function that such code calls in the same file. Until it returns, the event loop serves nobody. The same call at the start of a program is no finding.`,
		Help:  "Use the asynchronous form of the function, or do the work once at the start.",
	},
}

// Judge returns the finding of a call.
func (c Call) Judge() judge.Finding {
	return judge.Finding{Rule: RuleBlockingCall, Level: judge.Warning, Help: "Use " + c.Instead + ".",
		Message: c.Name + " blocks everybody while it runs, and it runs for each request: " + c.Why + "."}
}

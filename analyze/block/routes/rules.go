package routes

import "snag/analyze/judge"

// The rules of routes.
const (
	RuleStalls        = "block/route-stalls"
	RuleDies          = "block/route-dies"
	RuleNotReproduced = "block/not-reproduced"
)

// Rules are the rules of routes.
var Rules = []judge.Rule{
	{
		ID: RuleStalls, Name: "RouteStalls", Level: judge.Error,
		Short: "A request that the service accepts stalls it: measured.",
		Full: `The request in the finding was built for a route of the service, and sent to it in growing sizes. At a size that the route lets through one request took longer than the budget, while others waited or a processor was taken.

A finding about the code that is proved so is no guess: the command in the evidence repeats it.`,
		Help: "Bound the input before the work, use a linear algorithm or pattern, or move the work to where nobody waits for it.",
	},
	{
		ID: RuleDies, Name: "RouteDies", Level: judge.Error,
		Short: "A request ends the service.",
		Full:  `After the request in the finding the process that snag had started was gone. It was started again for the routes that follow.`,
		Help:  "Catch the error where the request is handled, and bound the input.",
	},
	{
		ID: RuleNotReproduced, Name: "NotReproduced", Level: judge.Note,
		Short: "What the code lets fear could not be reproduced on the running service.",
		Full:  `The attack was sent in the input that the code names, growing to the bound that holds there, and cost too little. The finding says at which length that was, what the service answered, and why that may be so. It is not decided that nobody can do better.`,
		Help:  "Look at the reason first: a request that is refused before the match proves nothing. --header, --before and --openapi help to build one that is accepted.",
	},
}

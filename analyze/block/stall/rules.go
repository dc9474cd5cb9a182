package stall

import "snag/analyze/judge"

// The rules of stalls.
const (
	RuleOthersWait   = "block/others-wait"
	RuleHandlerFails = "block/handler-fails"
	RuleStalled      = "block/stalled"
	RuleTargetEnds   = "block/target-ends"
)

// Rules are the rules of stalls.
var Rules = []judge.Rule{
	{
		ID: RuleOthersWait, Name: "OthersWait", Level: judge.Error,
		Short: "While one request runs, requests of everybody else wait.",
		Full: `Requests to another endpoint were sent at fixed times over a connection of their own. While the request under suspicion ran they were not answered, for as long as the finding says. Nothing is wrong with those requests: the thread, the event loop or the process that serves them was occupied.

The ratio of the stall to the latency of the request itself tells how completely it blocks: 1 means that nobody was let in between. Of fewer than three runs in which the target was not seen to compute it is a note: the machine may have stalled them.`,
		Help: "Bound the input, split the work into pieces that let others in between, or move it to a worker thread or another process.",
	},
	{
		ID: RuleHandlerFails, Name: "HandlerFails", Level: judge.Warning,
		Short: "A request of some size is not answered properly.",
		Full:  `The probe ended because the target answered with an error, closed the connection, sent an endless answer, or did not answer within the limit. What was measured until then is reported.`,
		Help:  "Reject input that is too large early, with a status from 400 to 499.",
	},
	{
		ID: RuleStalled, Name: "StalledService", Level: judge.Warning,
		Short: "A running service answered nobody for longer than the budget.",
		Full:  `A cheap request was sent at fixed times and nothing else was done. For as long as the finding says no answer came although requests were waiting, so every client of the service waited.`,
		Help:  "Find the request or the job that ran at that time, and measure it with snag block handler.",
	},
	{
		ID: RuleTargetEnds, Name: "TargetEnds", Level: judge.Error,
		Short: "The service that was watched ended, or other processes took its place.",
		Full:  `No process was left of those that had served at the start, or that had taken their place before. Where others serve now it is a warning: a deployment does that, and so does a supervisor after a crash. That some workers of several end is none.`,
		Help:  "Look at the last lines that the service wrote, and at the kernel's log for a process that was killed for its memory. snag shutdown shows whether a restart loses requests.",
	},
}

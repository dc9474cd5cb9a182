package growth

import "snag/analyze/judge"

// The rules of what requests and documents cost.
const (
	RuleSuperlinear = "block/superlinear"
	RuleOverBudget  = "block/over-budget"
	RuleUnknown     = "block/unknown"
	RuleJSONBudget  = "block/json-over-budget"
	RuleJSONDepth   = "block/json-depth"
)

// Rules are the rules of what requests and documents cost.
var Rules = []judge.Rule{
	{
		ID: RuleSuperlinear, Name: "SuperlinearHandler", Level: judge.Warning,
		Short: "The cost of a request grows faster than its input.",
		Full:  `Sequential requests of growing size were measured. The time grows as a power of the size above 1, or exponentially, so an input that is merely larger than usual takes the server's time away from everybody.`,
		Help:  "Use a linear algorithm, or accept no input larger than the size at which the budget breaks.",
	},
	{
		ID: RuleOverBudget, Name: "OverBudget", Level: judge.Warning,
		Short: "A request breaks the time budget at a size that is allowed.",
		Full:  `The cost grows no faster than the input, but at the size in the finding one request takes longer than the budget.`,
		Help:  "Accept no input larger than that, raise the budget, or speed the handler up.",
	},
	{
		ID: RuleUnknown, Name: "BlockingUnknown", Level: judge.Note,
		Short: "What a request costs could not be told.",
		Full:  `The measurements contradict each other, or hardly rise out of the noise. Nothing is claimed.`,
		Help:  "Measure on a quieter machine, allow larger inputs with --to, or give the process with --attach-pid so that its processor time is read.",
	},
	{
		ID: RuleJSONBudget, Name: "JSONOverBudget", Level: judge.Warning,
		Short: "A JSON document that is accepted breaks the time budget.",
		Full:  `The document, or the worst of the shapes within the size that the server accepts, was measured in the runtime. Event loops and interpreters with a global lock serve nobody else meanwhile.`,
		Help:  "Lower the limit on the size of bodies to the safe size, or parse large documents elsewhere.",
	},
	{
		ID: RuleJSONDepth, Name: "JSONDepth", Level: judge.Note,
		Short: "A runtime reads JSON that is nested deeper than it can write.",
		Full:  `A small body of deeply nested brackets is read without complaint, and throws when it is logged, cached or echoed. The exception comes at a place that does not expect one.`,
		Help:  "Reject deep nesting when a body is read, or catch the error where it is written.",
	},
}

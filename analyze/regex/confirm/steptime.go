package confirm

import (
	"fmt"

	"snag/analyze/regex/syntax"
)

// StepTime is the time that a step of the reference matcher takes an engine, in nanoseconds: the median of
// real patterns, and the range that holds eight of ten.
type StepTime struct {
	Nanos, Low, High float64
	// Source tells what was measured, and where.
	Source string
}

// StepTimes are the times per step of engines that are known by name. An engine may be far faster on one
// pattern than on another, by a loop of its own for a single character say.
var StepTimes = map[string]StepTime{
	"node":    {0.70, 0.24, 1.2, measuredAt("Node 20.20.2", 146)},
	"python":  {2.7, 0.56, 6.3, measuredAt("Python 3.11.7", 135)},
	"java":    {5.3, 2.3, 12, measuredAt("OpenJDK 17.0.15", 149)},
	"ruby":    {2.9, 1.7, 4.4, measuredAt("Ruby 3.1.2", 138)},
	"perl":    {1.2, 0.24, 3.2, measuredAt("Perl 5.36.0", 27)},
	"php":     {0.09, 0.04, 0.21, measuredAt("PHP 8.2.36 with its JIT", 6)},
	"regexp2": {11, 5.8, 21, measuredAt("regexp2 1", 45)},
}

func measuredAt(engine string, patterns int) string {
	return fmt.Sprintf("%s on a virtual machine of two cores: confirmed attacks on %d vulnerable patterns of real programs", engine, patterns)
}

// EngineOf returns the name of the engine that runs the patterns of a dialect, "" where none is timed.
func EngineOf(d syntax.Dialect) string {
	switch d {
	case syntax.JavaScript:
		return "node"
	case syntax.Python:
		return "python"
	case syntax.Java:
		return "java"
	case syntax.Ruby:
		return "ruby"
	case syntax.Perl:
		return "perl"
	case syntax.PCRE:
		return "php"
	case syntax.DotNet:
		return "dotnet"
	}
	return ""
}

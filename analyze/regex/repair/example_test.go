package repair_test

import (
	"context"
	"fmt"

	"snag/analyze/regex/redos"
	"snag/analyze/regex/repair"
	"snag/analyze/regex/syntax/parser"
)

// A rewrite of a pattern with nested quantifiers, proved to find the same matches.
func ExamplePropose() {
	ctx := context.Background()
	pattern := redos.Pattern{Text: `^(?:\w+\s?)*$`}
	tree, err := parser.Parse(pattern.Dialect, pattern.Text, pattern.Flags)
	if err != nil {
		fmt.Println(err)
		return
	}
	verdict, err := redos.Tree(ctx, tree, pattern.Mode, redos.DefaultLimits)
	if err != nil {
		fmt.Println(err)
		return
	}
	fixes, err := repair.Propose(ctx, pattern, verdict, repair.DefaultLimits)
	if err != nil {
		fmt.Println(err)
		return
	}
	best := fixes[0]
	fmt.Println(verdict.Class, "becomes", best.Class)
	fmt.Println(best.Pattern)
	fmt.Println(best.Equivalence)
	// Output:
	// exponential becomes linear
	// ^(?:\w+(?:\s\w+)*\s?)?$
	// proved
}

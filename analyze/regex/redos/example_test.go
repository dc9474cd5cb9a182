package redos_test

import (
	"context"
	"fmt"

	"snag/analyze/regex/redos"
)

func ExampleAnalyze() {
	for _, pattern := range []string{`^(a+)+$`, `\s+$`, `^[a-z]+(?:-[a-z]+)*$`} {
		v, err := redos.Analyze(context.Background(), redos.Pattern{Text: pattern}, redos.DefaultLimits)
		if err != nil {
			fmt.Println(err)
			continue
		}
		switch v.Class {
		case redos.Polynomial:
			fmt.Printf("%s is polynomial of degree %d: %q\n", pattern, v.Degree, v.Attack.Build(4))
		case redos.Exponential:
			fmt.Printf("%s is exponential: %q\n", pattern, v.Attack.Build(4))
		default:
			fmt.Printf("%s is %v\n", pattern, v.Class)
		}
	}
	// Output:
	// ^(a+)+$ is exponential: "aaaa!"
	// \s+$ is polynomial of degree 2: "    !"
	// ^[a-z]+(?:-[a-z]+)*$ is linear
}

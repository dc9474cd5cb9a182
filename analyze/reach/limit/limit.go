// Package limit holds what tells how long a text is at most: the shapes of schemas, rules, sizes and patterns, as numbers of
// which [graph.NoLimit] is the largest.
package limit

import (
	"slices"
	"strconv"
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
)

// Sum returns a + b, graph.NoLimit from there on.
func Sum(a, b int64) int64 {
	if a > graph.NoLimit-b {
		return graph.NoLimit
	}
	return a + b
}

// Product returns a * b, graph.NoLimit from there on.
func Product(a, b int64) int64 {
	if a == 0 || b == 0 {
		return 0
	}
	if a > graph.NoLimit/b {
		return graph.NoLimit
	}
	return a * b
}

// otherKinds are rules after which a number is no length of a text.
var otherKinds = []string{"numeric", "integer", "int", "array", "file", "image", "decimal", "list"}

// OfRules returns the length that rules such as "max:20" let pass. names are how rules with a length begin, as in
// "max:|between:,": of one with a comma, the second number counts.
func OfRules(names string, rules []string) int64 {
	most := int64(graph.NoLimit)
	for _, rule := range rules {
		name, number, _ := strings.Cut(strings.TrimSpace(rule), ":")
		if slices.Contains(otherKinds, name) {
			return graph.NoLimit
		}
		for want := range strings.SplitSeq(names, "|") {
			if list, ok := strings.CutSuffix(want, "*"); ok && name+":" == list && number != "" {
				longest := int64(0)
				for choice := range strings.SplitSeq(number, ",") {
					longest = max(longest, int64(len(choice)))
				}
				most = min(most, longest)
			}
			want, last := strings.CutSuffix(want, ",")
			if name+":" != want {
				continue
			}
			if _, second, two := strings.Cut(number, ","); two == last {
				if last {
					number = second
				}
				if v, err := strconv.ParseInt(number, 10, 64); err == nil && v >= 0 {
					most = min(most, v)
				}
			}
		}
	}
	return most
}

// OfSize returns the number of bytes that a text such as "1mb" means, [model.NoLimit] for null, for a negative number, and
// for zero, which is no limit to some and the default to others.
func OfSize(text string) (v int64, ok bool) {
	text = strings.ToLower(strings.ReplaceAll(strings.TrimSpace(text), "_", ""))
	digits := strings.TrimRight(text, "kmgib ")
	n, err := strconv.ParseFloat(digits, 64)
	if text == "null" || err == nil && n <= 0 {
		return model.NoLimit, true
	}
	if err != nil || n > 1<<40 {
		return 0, false
	}
	switch unit := strings.TrimLeft(text[len(digits):], " "); {
	case strings.HasPrefix(unit, "k"):
		n *= 1 << 10
	case strings.HasPrefix(unit, "m"):
		n *= 1 << 20
	case strings.HasPrefix(unit, "g"):
		n *= 1 << 30
	}
	return int64(n), true
}

// OfPattern returns the length of the longest text that matches the regex of a parameter as a whole, graph.NoLimit for
// any.
func OfPattern(pattern string) int64 {
	t, err := parser.Parse(syntax.JavaScript, strings.NewReplacer(`\A`, "", `\z`, "", `\Z`, "").Replace(pattern), "")
	if err != nil {
		return graph.NoLimit
	}
	if n, ok := t.Longest(syntax.Full); ok {
		return int64(n)
	}
	return graph.NoLimit
}

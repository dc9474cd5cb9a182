// Package limit holds what tells how long a text is at most: the shapes of schemas, rules, sizes and patterns, as numbers of
// which [graph.NoLimit] is the largest.
package limit

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

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

// otherKinds are rules beside which a number is no length of a text, or the others need not hold.
var otherKinds = []string{"numeric", "integer", "int", "array", "file", "image", "decimal", "list", "exclude", "exclude_if", "exclude_unless", "exclude_with", "exclude_without"}

// IsOther reports whether there is a rule beside which others tell no length of a text.
func IsOther(rules []string) bool {
	return slices.ContainsFunc(rules, func(rule string) bool {
		name, _, _ := strings.Cut(strings.TrimSpace(rule), ":")
		return slices.Contains(otherKinds, name)
	})
}

// ofChoices returns the length of the longest of some texts, one of which a text equals. PHP takes all texts of one number
// for equal.
func ofChoices(choices []string) int64 {
	longest := int64(0)
	for _, choice := range choices {
		if graph.IsNumberLike(choice) {
			return graph.NoLimit
		}
		longest = max(longest, int64(len(choice)))
	}
	return longest
}

// ofDates returns how long dates of some forms of PHP are, graph.NoLimit for a form that is not of numbers with signs
// between them, or makes a number: of such all texts pass.
func ofDates(forms []string) int64 {
	longest := int64(0)
	for _, form := range forms {
		if !strings.ContainsAny(form, "-/:") {
			return graph.NoLimit
		}
		length := int64(0)
		for _, c := range form {
			switch {
			case strings.ContainsRune("dmyHisjnGghA", c):
				length += 2
			case c == 'Y':
				length += 4
			case strings.ContainsRune("-/:. ", c):
				length++
			default:
				return graph.NoLimit
			}
		}
		longest = max(longest, length)
	}
	return longest
}

// OfRules returns the length that rules such as "max:20" let pass. names are how rules with a length begin, as in
// "max:|between:,|in:*|date_format:@|uuid=36": of one with a comma, the second number counts, of one with a star the
// longest text, of one with an at sign dates of that form; one with a number has that length.
func OfRules(names string, rules []string) int64 {
	most := int64(graph.NoLimit)
	if IsOther(rules) {
		return most
	}
	for _, rule := range rules {
		name, number, _ := strings.Cut(strings.TrimSpace(rule), ":")
		for want := range strings.SplitSeq(names, "|") {
			if list, ok := strings.CutSuffix(want, "*"); ok && name+":" == list && number != "" {
				most = min(most, ofChoices(strings.Split(number, ",")))
			}
			if form, ok := strings.CutSuffix(want, "@"); ok && name+":" == form {
				most = min(most, ofDates(strings.Split(number, ",")))
			}
			if form, length, ok := strings.Cut(want, "="); ok && name == form {
				if v, err := strconv.ParseInt(length, 10, 64); err == nil {
					most = min(most, v)
				}
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

// Padding returns how much longer a format makes what it shows at most: "%099d", "%.99f", "{0,99}", "{:D99}".
func Padding(format string) int64 {
	total := int64(0)
	for at := 0; at < len(format); at++ {
		open := format[at]
		if open != '%' && open != '{' {
			continue
		}
		rest := format[at+1:]
		end := strings.IndexByte(rest, '}')
		if open == '%' {
			end = strings.IndexFunc(rest, func(c rune) bool { return unicode.IsLetter(c) || c == '%' })
		}
		if end < 0 {
			continue
		}
		if fill, _, ok := strings.Cut(rest[:end], "."); ok && (open == '%' && rest[end] == 's' || open == '{' && !unicode.IsLetter(rune(rest[end-1]))) {
			total = Sum(total, max(0, numbersIn(fill)-numbersIn(rest[len(fill):end]))) // what stands behind the dot cuts a text
			continue
		}
		total = Sum(total, numbersIn(rest[:end]))
	}
	return total
}

// numbersIn returns the sum of the numbers that are written in a text.
func numbersIn(text string) int64 {
	total := int64(0)
	for _, digits := range strings.FieldsFunc(text, func(c rune) bool { return c < '0' || c > '9' }) {
		v, err := strconv.ParseInt(digits, 10, 64)
		if err != nil {
			return graph.NoLimit
		}
		total = Sum(total, v)
	}
	return total
}

// OfPattern returns the length of the longest text that matches the regex of a parameter as a whole, graph.NoLimit for
// any.
func OfPattern(pattern string) int64 {
	return OfWhole(syntax.JavaScript, strings.NewReplacer(`\A`, "", `\z`, "", `\Z`, "").Replace(pattern))
}

// OfSought returns the length of the longest text in which a pattern of JSON Schema has a match, graph.NoLimit for any.
func OfSought(pattern string) int64 {
	if t, err := parser.Parse(syntax.JavaScript, pattern, "u"); err == nil {
		if n, ok := t.Longest(syntax.Search); ok {
			return int64(n)
		}
	}
	return graph.NoLimit
}

// OfWhole returns the length of the longest text that a pattern matches as a whole, graph.NoLimit for any.
func OfWhole(d syntax.Dialect, pattern string) int64 {
	if t, err := parser.Parse(d, pattern, ""); err == nil {
		if n, ok := t.Longest(syntax.Full); ok {
			return int64(n)
		}
	}
	return graph.NoLimit
}

// OfSearched returns the length of the longest text in which a pattern of Python has a match, graph.NoLimit for any.
func OfSearched(pattern string) int64 {
	if t, err := parser.Parse(syntax.Python, pattern, ""); err == nil {
		if n, ok := t.Longest(syntax.Search); ok {
			return int64(n)
		}
	}
	return graph.NoLimit
}

// OfDelimited returns the length of the longest text in which a pattern of PHP has a match, "/^[a-z]{1,8}$/D",
// graph.NoLimit for any.
func OfDelimited(text string) int64 {
	if text == "" || strings.IndexByte("/#~!@%", text[0]) < 0 {
		return graph.NoLimit
	}
	end := strings.LastIndexByte(text, text[0])
	t, err := parser.Parse(syntax.PCRE, text[min(1, end):end], text[end+1:])
	if err != nil || strings.Trim(text[end+1:], "iDu") != "" {
		return graph.NoLimit
	}
	if n, ok := t.Longest(syntax.Search); ok {
		return int64(n)
	}
	return graph.NoLimit
}

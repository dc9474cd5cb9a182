package engine

import (
	"fmt"
	"strings"

	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
	"snag/analyze/wtf8"
)

// The protocol of the workers: snag writes a JSON object a line, the worker answers each with one
// line. The worker's first line, {"id": 0, "version"}, says that it is ready.
//
//	{id, pattern, flags, mode, bytes, pumps: [[prefix, pump, last], ...], suffix}  sets the job
//	{id, n, times, limit}  runs the job's attack with n pumps; limit is in milliseconds. times, which PHP's worker
//	alone knows, is how many such attacks the text holds one after another, else 1
//
// flags are those of the pattern's dialect, and mode is the name of a syntax.Mode. Under bytes the pattern and
// the texts are bytes, each written as a character from U+0000 to U+00FF. Strings may hold lone
// surrogates, as \udXXX. With a last that is not 0 the first character of the pump rises by one from each repetition to
// the next, up to the character of that number, behind which it begins anew.
//
// The answers are {id}; {id, length, ms, matched}, with limit: "..." when the engine gave up by a
// limit of its own, whose message that is; {id, length, ms, timeout: true} from a worker that can
// break a match off; and {id, error, stage}, where stage is "compile", "run" or "stack", the last for
// an engine that ran out of stack.

// loadFields returns the question that sets the job, without its braces and id.
func loadFields(job Job, quote func(string) string) string {
	text, input := quote, quote
	bytes := byBytes(job.Pattern)
	if bytes {
		text = func(s string) string { return quote(latin1(s)) }
		input = func(s string) string { return quote(asBytes(s)) }
	}
	var b strings.Builder
	fmt.Fprintf(&b, `"pattern":%s,"flags":%s,"mode":%q,"bytes":%t,"pumps":[`,
		text(job.Pattern.Text), wtf8.Quote(job.Pattern.Flags), job.mode(), bytes)
	for i, pump := range job.Verdict.Attack.Pumps {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `[%s,%s,%d]`, input(pump.Prefix), input(pump.Pump), pump.RisesTo)
	}
	fmt.Fprintf(&b, `],"suffix":%s`, input(job.Verdict.Attack.Suffix))
	return b.String()
}

// byBytes reports whether the pattern is matched against bytes.
func byBytes(p redos.Pattern) bool {
	switch p.Dialect {
	case syntax.Python:
		return strings.Contains(p.Flags, "b")
	case syntax.Ruby:
		return strings.Contains(p.Flags, "n")
	case syntax.PCRE:
		return !strings.Contains(p.Flags, "u") && !strings.HasPrefix(p.Text, "(*UTF")
	}
	return false
}

// latin1 returns the bytes of s as characters.
func latin1(s string) string {
	rs := make([]rune, len(s))
	for i := range len(s) {
		rs[i] = rune(s[i])
	}
	return string(rs)
}

// asBytes returns the characters of a text over bytes: they stand for themselves up to U+00FF, and
// larger ones for the bytes of their encoding.
func asBytes(s string) string {
	var b strings.Builder
	for _, r := range wtf8.Decode(s) {
		if r <= 0xFF {
			b.WriteRune(r)
		} else {
			b.WriteString(latin1(string(r)))
		}
	}
	return b.String()
}

// inputLength is the length of the job's input with n pumps in the engine's own characters.
func inputLength(job Job, n int) int {
	text := job.Verdict.Attack.Build(n)
	switch {
	case byBytes(job.Pattern):
		return len(wtf8.Decode(asBytes(text)))
	case job.Pattern.Dialect == syntax.JavaScript || job.Pattern.Dialect == syntax.Java || job.Pattern.Dialect == syntax.DotNet:
		return units(text)
	}
	return len(wtf8.Decode(text))
}

// hasLone reports whether a text of the job holds a lone surrogate.
func hasLone(job Job) bool {
	lone := func(s string) bool {
		for _, r := range wtf8.Decode(s) {
			if wtf8.IsSurrogate(r) {
				return true
			}
		}
		return false
	}
	for _, p := range job.Verdict.Attack.Pumps {
		if lone(p.Prefix) || lone(p.Pump) {
			return true
		}
	}
	return lone(job.Verdict.Attack.Suffix) || lone(job.Pattern.Text)
}

// quoteUnits writes a string with lone surrogates as an array of UTF-16 code units, since the reader
// of JSON in .NET replaces them.
func quoteUnits(s string) string {
	rs := wtf8.Decode(s)
	for _, r := range rs {
		if wtf8.IsSurrogate(r) {
			return strings.ReplaceAll(fmt.Sprint(wtf8.ToUnits(rs)), " ", ",")
		}
	}
	return wtf8.Quote(s)
}

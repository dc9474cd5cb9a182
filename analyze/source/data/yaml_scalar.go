package data

import (
	"bytes"
	"strings"

	"snag/analyze/source/literal"
	"snag/analyze/wtf8"
)

// flow reads the flow collection at i and returns the offset of the line behind it.
func (y *yaml) flow(i int, key dataKey) int {
	src := y.Src
	type open struct {
		bracket byte
		key     dataKey
	}
	var stack []open
	pending := key // what the next value is
	for i < len(src) {
		switch c := src[i]; c {
		case '{', '[':
			if len(stack) < maxYAMLKeys {
				stack = append(stack, open{c, pending})
			}
			if c == '{' {
				pending = dataKey{}
			}
			i++
		case '}', ']':
			if len(stack) > 0 {
				stack = stack[:len(stack)-1]
			}
			if i++; len(stack) == 0 {
				return yamlLineEnd(src, i) + 1
			}
		case ',':
			pending = dataKey{}
			if top := stack[len(stack)-1]; top.bracket == '[' {
				pending = top.key
			}
			i++
		case ' ', '\t', '\n', '\r', ':', '?':
			i++
		case '#':
			end := yamlLineEnd(src, i)
			y.comment(i, end)
			i = end
		default:
			end := yamlQuotedEnd
			if c != '"' && c != '\'' {
				end = yamlFlowPlainEnd
			}
			stop := max(end(src, i), i+1)
			after := stop
			for after < len(src) && src[after] == ' ' {
				after++
			}
			top := stack[len(stack)-1]
			if after < len(src) && src[after] == ':' && top.bracket == '{' {
				if top.key.keys {
					y.scalar(top.key, i, stop, -1)
				}
				pending = y.kind.key(strings.Trim(string(src[i:stop]), `"' `), y.Dialect)
				pending.skip = pending.skip || top.key.skip
				i = after + 1
				continue
			}
			if pending.pattern && !pending.skip {
				y.scalar(pending, i, i+len(bytes.TrimRight(src[i:stop], " \t\r\n")), -1)
			}
			i = stop
		}
	}
	return len(src)
}

// yamlFlowPlainEnd returns the end of the plain scalar at i in a flow collection.
func yamlFlowPlainEnd(src []byte, i int) int {
	for ; i < len(src); i++ {
		switch src[i] {
		case ',', '[', ']', '{', '}', '\n':
			return i
		case ':':
			if i+1 >= len(src) || strings.IndexByte(" \n\r,]}", src[i+1]) >= 0 {
				return i
			}
		case '#':
			if src[i-1] == ' ' {
				return i
			}
		}
	}
	return i
}

// yamlString is a scalar in the given quotes, 0 for a plain one, on one line.
type yamlString struct{ quote byte }

// Decode appends the characters that src[i:end] denotes.
func (f yamlString) Decode(v *literal.Constant, src []byte, i, end int) (reason string) {
	for run := i; ; {
		for i < end && src[i] != '\n' && (f.quote != '"' || src[i] != '\\') && (f.quote != '\'' || src[i] != '\'') {
			i++
		}
		stop := i
		if i < end && src[i] == '\n' {
			stop = run + len(bytes.TrimRight(src[run:i], " \t\r"))
		}
		v.Verbatim(src, run, stop)
		switch {
		case i >= end:
			return ""
		case src[i] == '\n':
			i = yamlFold(v, src, i, end)
		case f.quote == '\'':
			v.Character('\'', i, i+2)
			i += 2
		default:
			if i, reason = literal.YAML.Append(v, src, i, end); reason != "" {
				return reason
			}
		}
		run = i
	}
}

// yamlFold reads the line end at i and the blanks and empty lines behind it.
func yamlFold(v *literal.Constant, src []byte, i, end int) int {
	start, breaks := i, 0
	for ; i < end && strings.IndexByte(" \t\r\n", src[i]) >= 0; i++ {
		if src[i] == '\n' {
			if breaks++; breaks > 1 {
				v.Character('\n', i, i+1)
			}
		}
	}
	if breaks == 1 {
		v.Character(' ', start, i)
	}
	return i
}

func (f yamlString) Write(points []rune) (string, error) {
	if f.quote == '"' {
		return literal.YAML.Write(points, `"`, nil)
	}
	text, err := literal.VerbatimText(points)
	if f.quote == '\'' {
		text = strings.ReplaceAll(text, "'", "''")
	}
	return text, err
}

func (f yamlString) Read(text string) ([]rune, bool) {
	if strings.IndexFunc(text, func(r rune) bool { return r < ' ' && r != '\t' || r == 0x7F }) >= 0 {
		return nil, false
	}
	if f.quote == 0 {
		// What a plain scalar may not begin with, end with or hold; and no empty one, or a word that is
		// no text.
		ok := text != "" && strings.TrimSpace(text) == text && strings.IndexByte("-?:,[]{}#&*!|>'\"%@`", text[0]) < 0 &&
			!strings.Contains(text, ": ") && !strings.Contains(text, " #") && !strings.HasSuffix(text, ":") && !strings.ContainsAny(text, ",[]{}\t")
		return wtf8.Decode(text), ok
	}
	quote := string(f.quote)
	return literal.Read(quote, text, quote, func(src []byte) bool { return yamlQuotedEnd(src, 0) == len(src) }, f.Decode)
}

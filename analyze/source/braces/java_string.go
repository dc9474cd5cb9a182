package braces

import (
	"bytes"

	"snag/analyze/source/literal"
	"snag/analyze/source/scan"
)

// javaValue evaluates a string, text block or character of Java.
func javaValue(f *braceFolder, i, end, _ int) (v literal.Constant, ok bool) {
	f.work -= end - i
	if bytes.HasPrefix(f.Src[i:end], []byte(`"""`)) {
		if end-i < 6 || !bytes.HasSuffix(f.Src[i:end], []byte(`"""`)) {
			return f.fail("unterminated text block")
		}
		if !textBlock(&v, f.Src, i+3, end-3) {
			return f.fail("the string has an invalid escape")
		}
		return v, true
	}
	if end-i < 2 || f.Src[end-1] != f.Src[i] {
		return f.fail("unterminated string")
	}
	return f.text(javaString{f.Src[i]}, i+1, end-1)
}

// javaString is a string or character of Java in the given quotes.
type javaString struct{ quote byte }

// Decode appends the characters that src[i:end] denotes.
func (javaString) Decode(v *literal.Constant, src []byte, i, end int) (reason string) {
	for run := i; ; {
		for i < end && src[i] != '\\' {
			i++
		}
		v.Verbatim(src, run, i)
		if i >= end {
			return ""
		}
		if i = javaEscape(v, src, i, end); i < 0 {
			return "the string has an invalid escape"
		}
		run = i
	}
}

// javaEscape reads the escape at i and returns its end, or -1 where it is not valid. What \u denotes is
// read as if it stood there, and so may itself begin an escape.
func javaEscape(v *literal.Constant, src []byte, i, end int) int {
	start := i
	c, n := unicodeEscape(src, i, end)
	switch {
	case n > 0 && c != '\\':
		v.Character(c, start, i+n)
		return i + n
	case n > 0: // a backslash behind which a further \u counts, as it does not in \\u
		i += n
		c, n = unicodeEscape(src, min(i, end-1), end)
	default:
		i++
	}
	if i >= end {
		return -1
	}
	if n == 0 || src[i] != '\\' {
		c, n = rune(src[i]), 1
	}
	i += n
	switch c {
	case '\n':
		return i // a continued line of a text block
	case '\r':
		if i < end && src[i] == '\n' {
			i++
		}
		return i
	case 'b', 't', 'n', 'f', 'r', 's':
		c = map[rune]rune{'b': '\b', 't': '\t', 'n': '\n', 'f': '\f', 'r': '\r', 's': ' '}[c]
	case '"', '\'', '\\':
	case '0', '1', '2', '3', '4', '5', '6', '7':
		c -= '0'
		for limit := rune(0o40); i < end && src[i] >= '0' && src[i] <= '7' && c < limit && i < start+4; i++ {
			c = c*8 + rune(src[i]-'0')
		}
	default:
		return -1
	}
	v.Character(c, start, i)
	return i
}

// unicodeEscape reads \uXXXX, with any number of u, at i. n is 0 when there is none.
func unicodeEscape(src []byte, i, end int) (r rune, n int) {
	at := i + 1
	for at < end && src[at] == 'u' {
		at++
	}
	if at == i+1 || at+4 > end {
		return 0, 0
	}
	if r = literal.HexValue(src[at : at+4]); r < 0 {
		return 0, 0
	}
	return r, at + 4 - i
}

// textBlock appends the value of the text block src[i:end]: JLS 3.10.6.
func textBlock(v *literal.Constant, src []byte, i, end int) bool {
	n := bytes.IndexByte(src[i:end], '\n')
	if n < 0 {
		return false
	}
	i += n + 1
	indent := -1
	for at := i; at <= end; {
		stop := end
		if n := bytes.IndexByte(src[at:end], '\n'); n >= 0 {
			stop = at + n
		}
		line := bytes.TrimRight(src[at:stop], "\r")
		width := len(line) - len(bytes.TrimLeft(line, " \t\f"))
		if (width < len(line) || stop == end) && (indent < 0 || width < indent) {
			indent = width
		}
		at = stop + 1
	}
	for at := i; at <= end; {
		stop := end
		if n := bytes.IndexByte(src[at:end], '\n'); n >= 0 {
			stop = at + n
		}
		from := min(at+indent, stop)
		to := from + len(bytes.TrimRight(src[from:stop], " \t\f\r"))
		continued := to > from && src[to-1] == '\\' && (to-from < 2 || src[to-2] != '\\')
		if continued {
			to--
		}
		if (javaString{}).Decode(v, src, from, to) != "" {
			return false
		}
		if stop < end && !continued {
			v.Character('\n', stop, stop+1)
		}
		at = stop + 1
	}
	return true
}

func (f javaString) Write(points []rune) (string, error) {
	return literal.Java.Write(points, string(f.quote), nil)
}

func (f javaString) Read(text string) ([]rune, bool) {
	return literal.Read(string(f.quote), text, string(f.quote), scan.IsQuoted, f.Decode)
}

package wtf8

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"unicode/utf8"
)

// String is a WTF-8 string that keeps its lone surrogates through encoding/json, which replaces
// them in plain strings. The zero value is the empty string.
type String string

// MarshalJSON returns s as a JSON string, with lone surrogates as \udXXX.
func (s String) MarshalJSON() ([]byte, error) { return AppendJSON(nil, string(s)), nil }

// UnmarshalJSON sets s from a JSON string. As encoding/json does, null leaves s as it is.
func (s *String) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	v, err := Unquote(string(data))
	if err != nil {
		return err
	}
	*s = String(v)
	return nil
}

// Quote returns s, which is WTF-8, as a JSON string in quotes.
func Quote(s string) string { return string(AppendJSON(make([]byte, 0, len(s)+2), s)) }

// AppendJSON appends s, which is WTF-8, to dst as a JSON string in quotes. Lone surrogates are
// written as \udXXX; so are all control characters and U+2028 and U+2029, which would break lines
// in a terminal or in JavaScript. Bytes that are not WTF-8 become U+FFFD.
func AppendJSON(dst []byte, s string) []byte {
	dst = append(dst, '"')
	for i := 0; i < len(s); {
		c := s[i]
		if c >= ' ' && c < 0x7F && c != '"' && c != '\\' {
			dst = append(dst, c)
			i++
			continue
		}
		r, size := DecodeRune(s[i:])
		i += size
		if IsHigh(r) {
			if low, n := DecodeRune(s[i:]); IsLow(low) {
				r = Join(r, low)
				i += n
			}
		}
		dst = appendEscaped(dst, r)
	}
	return append(dst, '"')
}

func appendEscaped(dst []byte, r rune) []byte {
	switch r {
	case '"', '\\':
		return append(dst, '\\', byte(r))
	case '\b':
		return append(dst, `\b`...)
	case '\f':
		return append(dst, `\f`...)
	case '\n':
		return append(dst, `\n`...)
	case '\r':
		return append(dst, `\r`...)
	case '\t':
		return append(dst, `\t`...)
	}
	if r < ' ' || 0x7F <= r && r < 0xA0 || r == 0x2028 || r == 0x2029 || IsSurrogate(r) {
		const hex = "0123456789abcdef"
		return append(dst, '\\', 'u', hex[r>>12&15], hex[r>>8&15], hex[r>>4&15], hex[r&15])
	}
	return utf8.AppendRune(dst, r)
}

var errNoString = errors.New("not a JSON string")

// Unquote returns the WTF-8 string that a JSON string (in quotes, without space around it) stands
// for. A pair of \u escapes that forms a surrogate pair becomes one code point; lone ones are kept.
func Unquote(s string) (string, error) {
	if len(s) < 2 || s[0] != '"' || s[len(s)-1] != '"' {
		return "", errNoString
	}
	s = s[1 : len(s)-1]
	rs := make([]rune, 0, len(s))
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == '"' || c < ' ':
			return "", fmt.Errorf("%w: unescaped %q at byte %d", errNoString, c, i+1)
		case c != '\\':
			r, size := DecodeRune(s[i:])
			rs = append(rs, r)
			i += size
			continue
		case i+1 == len(s):
			return "", fmt.Errorf("%w: backslash at the end", errNoString)
		}
		r, size, ok := decodeEscape(s[i+1:])
		if !ok {
			return "", fmt.Errorf("%w: bad escape at byte %d", errNoString, i+1)
		}
		rs = append(rs, r)
		i += 1 + size
	}
	return Encode(rs), nil
}

// decodeEscape reads what follows a backslash; s is not empty.
func decodeEscape(s string) (r rune, size int, ok bool) {
	switch s[0] {
	case '"', '\\', '/':
		return rune(s[0]), 1, true
	case 'b':
		return '\b', 1, true
	case 'f':
		return '\f', 1, true
	case 'n':
		return '\n', 1, true
	case 'r':
		return '\r', 1, true
	case 't':
		return '\t', 1, true
	case 'u':
		if len(s) < 5 {
			return 0, 0, false
		}
		for _, c := range []byte(s[1:5]) {
			if c == '+' || c == '-' || c == '_' {
				return 0, 0, false
			}
		}
		v, err := strconv.ParseUint(s[1:5], 16, 16)
		return rune(v), 5, err == nil
	}
	return 0, 0, false
}

// Marshal encodes v as json.Marshal does, but leaves <, > and & as they are: what marshals itself as a
// part of something larger must not escape what that does not.
func Marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

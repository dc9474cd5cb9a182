// Package wtf8 carries JavaScript strings, which may hold lone surrogates, in Go strings.
//
// A lone surrogate is encoded as the three bytes that generalised UTF-8 gives it (WTF-8,
// https://simonsapin.github.io/wtf-8/), so every sequence of UTF-16 code units survives.
package wtf8

import (
	"unicode/utf16"
	"unicode/utf8"
)

const (
	highMin, highMax = 0xD800, 0xDBFF
	lowMin, lowMax   = 0xDC00, 0xDFFF
)

// IsHigh reports whether r is a high (leading) surrogate, U+D800 to U+DBFF.
func IsHigh(r rune) bool { return highMin <= r && r <= highMax }

// IsLow reports whether r is a low (trailing) surrogate, U+DC00 to U+DFFF.
func IsLow(r rune) bool { return lowMin <= r && r <= lowMax }

// IsSurrogate reports whether r is a surrogate, U+D800 to U+DFFF.
func IsSurrogate(r rune) bool { return highMin <= r && r <= lowMax }

// Join returns the code point that a high and a low surrogate encode together.
func Join(high, low rune) rune { return (high-highMin)<<10 + (low - lowMin) + 0x10000 }

// Split returns the high and low surrogate that encode r, which is above U+FFFF.
func Split(r rune) (high, low rune) {
	r -= 0x10000
	return highMin + r>>10, lowMin + r&0x3FF
}

// DecodeRune returns the first code point of s, which may be a surrogate, and its length in bytes.
// Bytes that are not WTF-8 give U+FFFD and length 1; the empty string gives U+FFFD and 0. A
// surrogate is not joined with one that follows it.
func DecodeRune(s string) (r rune, size int) {
	r, size = utf8.DecodeRuneInString(s)
	if r == utf8.RuneError && size == 1 && len(s) >= 3 && s[0] == 0xED &&
		0xA0 <= s[1] && s[1] <= 0xBF && 0x80 <= s[2] && s[2] <= 0xBF {
		return 0xD000 | rune(s[1]&0x3F)<<6 | rune(s[2]&0x3F), 3
	}
	return r, size
}

// Decode returns the code points of s. Lone surrogates stand for themselves, a surrogate pair that
// was encoded as two surrogates becomes the code point it means, and every byte that belongs to
// nothing valid becomes U+FFFD.
func Decode(s string) []rune {
	out := make([]rune, 0, len(s))
	for i := 0; i < len(s); {
		if c := s[i]; c < utf8.RuneSelf {
			out = append(out, rune(c))
			i++
			continue
		}
		r, size := DecodeRune(s[i:])
		i += size
		if n := len(out); IsLow(r) && n > 0 && IsHigh(out[n-1]) {
			out[n-1] = Join(out[n-1], r)
			continue
		}
		out = append(out, r)
	}
	return out
}

// Encode returns code points as WTF-8. A high surrogate followed by a low one becomes the four
// bytes of the code point they mean; values that are no code points become U+FFFD.
func Encode(rs []rune) string {
	b := make([]byte, 0, len(rs)+len(rs)/8)
	for i := 0; i < len(rs); i++ {
		r := rs[i]
		if IsHigh(r) && i+1 < len(rs) && IsLow(rs[i+1]) {
			i++
			r = Join(r, rs[i])
		}
		b = AppendRune(b, r)
	}
	return string(b)
}

// AppendRune appends the WTF-8 encoding of r to b. It does not join r with what b ends in, so
// appending a surrogate pair rune by rune leaves b ill-formed; use Encode for such text.
func AppendRune(b []byte, r rune) []byte {
	if IsSurrogate(r) {
		return append(b, 0xED, 0x80|byte(r>>6&0x3F), 0x80|byte(r&0x3F))
	}
	return utf8.AppendRune(b, r)
}

// ToUnits returns code points as UTF-16 code units; lone surrogates stand for themselves.
func ToUnits(rs []rune) []uint16 {
	out := make([]uint16, 0, len(rs))
	for _, r := range rs {
		if r > 0xFFFF {
			out = utf16.AppendRune(out, r)
		} else {
			out = append(out, uint16(r))
		}
	}
	return out
}

// FromUnits returns UTF-16 code units as code points, joining surrogate pairs.
func FromUnits(units []uint16) []rune {
	out := make([]rune, 0, len(units))
	for i := 0; i < len(units); i++ {
		r := rune(units[i])
		if IsHigh(r) && i+1 < len(units) && IsLow(rune(units[i+1])) {
			i++
			r = Join(r, rune(units[i]))
		}
		out = append(out, r)
	}
	return out
}

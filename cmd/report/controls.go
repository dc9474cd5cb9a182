package report

import (
	"encoding/json"
	"fmt"
	"io"
	"unicode"
	"unicode/utf8"
)

// NewEncoder returns an encoder of JSON that leaves HTML's characters as they are and escapes the control and
// format characters beyond ASCII. What it writes goes to w, one whole text at a time.
func NewEncoder(w io.Writer) *json.Encoder {
	e := json.NewEncoder(asciiControls{w})
	e.SetEscapeHTML(false)
	return e
}

// asciiControls takes JSON, one whole text at a time, and writes it with the control and format
// characters beyond ASCII as \u escapes: a terminal would obey U+009B, and U+202E turns text around.
type asciiControls struct{ w io.Writer }

func (c asciiControls) Write(text []byte) (int, error) {
	var out []byte
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		switch {
		case r < 0x7F || !unicode.In(r, unicode.Cc, unicode.Cf):
			out = append(out, text[i:i+size]...)
		case r > 0xFFFF:
			out = fmt.Appendf(out, `\u%04x\u%04x`, 0xD800+(r-0x10000)>>10, 0xDC00+(r-0x10000)&0x3FF)
		default:
			out = fmt.Appendf(out, `\u%04x`, r)
		}
		i += size
	}
	if _, err := c.w.Write(out); err != nil {
		return 0, err
	}
	return len(text), nil
}

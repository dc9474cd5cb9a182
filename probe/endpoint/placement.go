package endpoint

import (
	"bytes"
	"fmt"
	"mime"
	"strings"

	"snag/analyze/lazyregexp"
	"snag/analyze/wtf8"
)

// escaping writes a text as it must be written after what precedes it, so that the target reads the text.
type escaping func(before, text string) string

// inURL escapes for a path, and for a query once that has begun.
func inURL(_, text string) string { return percent(text, func(c byte) bool { return isUnreserved(c) }) }

// inHeader leaves the value of a header as it is, and escapes in a cookie what ends one (RFC 6265, section
// 4.1.1) as those who read cookies decode it.
func inHeader(name string) escaping {
	if !strings.EqualFold(name, "Cookie") {
		return func(_, text string) string { return text }
	}
	return func(_, text string) string {
		return percent(text, func(c byte) bool { return c > ' ' && c < 0x7F && !strings.ContainsRune("\",;\\%", rune(c)) })
	}
}

// inBody escapes for a body of the type, or of the one that its beginning shows.
func (in *Input) inBody(contentType string) escaping {
	return func(before, text string) string {
		kind := contentType
		if kind == "" {
			kind = kindOf([]byte(before))
		}
		switch media, _, _ := mime.ParseMediaType(kind); {
		case media == "application/json", strings.HasSuffix(media, "+json"):
			quoted := wtf8.Quote(text)
			if withinString(before) {
				return quoted[1 : len(quoted)-1]
			}
			return quoted
		case media == "application/x-www-form-urlencoded":
			return inURL(before, text)
		}
		return text
	}
}

// withinString reports whether a beginning of JSON ends within a string.
func withinString(before string) bool {
	within := false
	for i := 0; i < len(before); i++ {
		switch before[i] {
		case '"':
			within = !within
		case '\\':
			i++
		}
	}
	return within
}

var formStart = lazyregexp.New(`^[A-Za-z_][\w.\[\]-]*=`)

// kindOf is the content type of a body that goes by none.
func kindOf(body []byte) string {
	switch start := bytes.TrimSpace(body); {
	case len(start) > 0 && (start[0] == '{' || start[0] == '['):
		return "application/json"
	case formStart.Match(start):
		return "application/x-www-form-urlencoded"
	}
	return "application/octet-stream"
}

func isUnreserved(c byte) bool { // RFC 3986, section 2.3
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("-._~", c) >= 0
}

// percent writes every byte as a percent escape that does not stay.
func percent(text string, stays func(c byte) bool) string {
	const hex = "0123456789ABCDEF"
	b := make([]byte, 0, len(text))
	for i := range len(text) {
		if c := text[i]; stays(c) {
			b = append(b, c)
		} else {
			b = append(b, '%', hex[c>>4], hex[c&15])
		}
	}
	return string(b)
}

// boundary separates the fields of a multipart body (RFC 2046, section 5.1.1).
const boundary = "snag-7d1f0a5be83c4c26"

// multipartBody writes fields of the form name=value as the template of a multipart body.
func multipartBody(fields []string) (string, error) {
	var b strings.Builder
	for _, field := range fields {
		name, value, ok := strings.Cut(field, "=")
		if !ok || name == "" || strings.ContainsAny(name, "\"\r\n") {
			return "", fmt.Errorf("field %q is not of the form name=value", field)
		}
		fmt.Fprintf(&b, "--%s\r\nContent-Disposition: form-data; name=\"%s\"\r\n\r\n%s\r\n", boundary, name, value)
	}
	fmt.Fprintf(&b, "--%s--\r\n", boundary)
	return b.String(), nil
}

// Place names the part of the request in which the attack stands: path, query, header, cookie or body; ""
// when it stands nowhere.
func (in *Input) Place() string {
	for _, f := range in.header {
		if f.value.calls("attack") {
			if strings.EqualFold(f.name, "Cookie") {
				return "cookie"
			}
			return "header"
		}
	}
	switch {
	case in.body.calls("attack"):
		return "body"
	case !in.path.calls("attack"):
		return ""
	}
	before, _, _ := strings.Cut(in.path.root.String(), "{{attack")
	if strings.Contains(before, "?") {
		return "query"
	}
	return "path"
}

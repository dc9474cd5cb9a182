package endpoint

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"snag/probe/wire"
)

// Input makes requests of any size n out of Go templates. In a template
//
//	{{n}}              is the size,
//	{{repeat "1," n}}  a text repeated,
//	{{seq n}}          1,2,...,n,
//	{{list "a#" "," n}} a1,a2,...,an: a text n times, with the number for each #,
//	{{random n}}       letters and digits that differ from request to request,
//	{{salt}}           a number that differs from request to request,
//	{{add n 1}}        a sum, and {{mul n 2}} a product,
//	{{attack}}         an attack of n pumps, escaped as the place asks where it stands.
type Input struct {
	Method string
	URL    *url.URL // scheme, host; the path and query come from the template
	path   *template
	header []fieldTemplate
	body   *template
	// sample is a document that is scaled: the body of size n holds it n times.
	sample []byte
	// MaxBytes bounds a request.
	MaxBytes int
	// MaxPath bounds the path with the query of a request in bytes; 0 for no bound of its own.
	MaxPath int
	// Vary adds a parameter to the query that differs from request to request, so that caches do
	// not answer.
	Vary   bool
	attack func(n int) string
}

type fieldTemplate struct {
	name  string
	value *template
}

// InputConfig are the texts of an Input.
type InputConfig struct {
	Method  string
	URL     string // may hold templates in path and query
	Headers []string
	Body    string
	// Sample is used as the body when it is not nil: as a template where it is one, else scaled.
	Sample []byte
	// Form are the fields of a multipart body of the form name=value, instead of Body.
	Form     []string
	MaxBytes int
	Vary     bool
	// Attack makes the text that {{attack}} stands for, in WTF-8.
	Attack func(n int) string
}

// errTooLarge means that a request of this size would exceed the limit in bytes.
var errTooLarge = fmt.Errorf("the request would be too large")

// NewInput parses the templates.
func NewInput(c InputConfig) (*Input, error) {
	in := &Input{Method: c.Method, MaxBytes: c.MaxBytes, Vary: c.Vary, attack: c.Attack}
	if in.MaxBytes <= 0 {
		in.MaxBytes = 16 << 20
	}
	parse := func(name, text string) (*template, error) {
		t, err := newTemplate(name, text)
		if err != nil {
			return nil, fmt.Errorf("template of the %s: %w", name, err)
		}
		if c.Attack == nil && t.calls("attack") {
			return nil, fmt.Errorf("template of the %s: there is no attack for {{attack}} to stand for", name)
		}
		if !t.calls("attack") {
			// What fails for one element fails for more.
			_, err := t.execute(values{n: 1, random: rand.New(rand.NewPCG(0, 0)), room: in.MaxBytes})
			if errors.Is(err, errTooLarge) {
				return nil, fmt.Errorf("template of the %s: a request for one element is larger than the limit of %d bytes", name, in.MaxBytes)
			}
			if err != nil {
				return nil, fmt.Errorf("template of the %s: %w", name, err)
			}
		}
		return t, nil
	}
	// A template may hold any character, so the host is taken from what precedes the path.
	head, rest := c.URL, "/"
	if i := strings.Index(c.URL, "://"); i >= 0 {
		if j := strings.IndexAny(c.URL[i+3:], "/?#"); j >= 0 {
			head, rest = c.URL[:i+3+j], c.URL[i+3+j:]
		}
	}
	if strings.HasPrefix(rest, "?") {
		rest = "/" + rest
	}
	rest, _, _ = strings.Cut(rest, "#")
	var err error
	if in.URL, err = url.Parse(head); err != nil {
		return nil, errors.New("the URL is malformed") // the cause would quote it, credentials and all
	}
	if in.URL.Host == "" {
		return nil, errors.New("the URL has no host")
	}
	if in.path, err = parse("URL", rest); err != nil {
		return nil, err
	}
	body, typed := c.Body, c.Headers
	if len(c.Form) > 0 {
		if body, err = multipartBody(c.Form); err != nil {
			return nil, err
		}
		typed = append(typed[:len(typed):len(typed)], "Content-Type: multipart/form-data; boundary="+boundary)
	}
	for _, line := range typed {
		name, value, ok := strings.Cut(line, ":")
		if name = strings.TrimSpace(name); !ok || !isToken(name) {
			return nil, errors.New("a header is not of the form 'Name: value'")
		}
		t, err := parse("header", strings.TrimSpace(value))
		if err != nil {
			return nil, err
		}
		in.header = append(in.header, fieldTemplate{name, t})
	}
	if c.Sample != nil {
		if bytes.Contains(c.Sample, []byte("{{")) {
			body = string(c.Sample)
		} else {
			in.sample = c.Sample
		}
	}
	if in.body, err = parse("body", body); err != nil {
		return nil, err
	}
	if in.Method == "" {
		in.Method = "GET"
		if body != "" || in.sample != nil {
			in.Method = "POST"
		}
	}
	if !isToken(in.Method) {
		return nil, fmt.Errorf("%.40q is not a method", in.Method)
	}
	return in, nil
}

// isToken reports whether a text may be a method or the name of a header, as RFC 9110 section 5.6.2 has it.
func isToken(text string) bool {
	return text != "" && strings.IndexFunc(text, func(r rune) bool {
		return r <= ' ' || r >= 0x7F || strings.ContainsRune("\"(),/:;<=>?@[\\]{}", r)
	}) < 0
}

// Grows reports whether any part depends on n.
func (in *Input) Grows() bool {
	if in.sample != nil || in.path.calls("n", "attack") || in.body.calls("n", "attack") {
		return true
	}
	return slices.ContainsFunc(in.header, func(f fieldTemplate) bool { return f.value.calls("n", "attack") })
}

// Request returns the request of size n. The same seed gives the same request.
func (in *Input) Request(n int, seed uint64) (wire.Request, error) {
	random := rand.New(rand.NewPCG(seed, uint64(n)))
	execute := func(t *template, escape escaping) (string, error) {
		return t.execute(values{n: n, random: random, room: in.MaxBytes, attack: func(written string) (string, error) {
			text := in.attack(n)
			if len(text) > in.MaxBytes {
				return "", errTooLarge
			}
			return escape(written, text), nil
		}})
	}
	r := wire.Request{Method: in.Method}
	var err error
	if r.Path, err = execute(in.path, inURL); err != nil {
		return r, err
	}
	if in.Vary {
		separator := "?"
		if strings.Contains(r.Path, "?") {
			separator = "&"
		}
		r.Path += separator + "_=" + strconv.FormatUint(random.Uint64()>>24, 36)
	}
	r.Path = escapePath(r.Path)
	for _, f := range in.header {
		value, err := execute(f.value, inHeader(f.name))
		if err != nil {
			return r, err
		}
		if strings.ContainsAny(value, "\r\n\x00") {
			return r, fmt.Errorf("header %s holds a line break", f.name)
		}
		r.Header = append(r.Header, wire.Field{Name: f.name, Value: value})
	}
	if in.sample != nil {
		r.Body, err = in.scaled(n)
	} else {
		var body string
		body, err = execute(in.body, in.inBody(wire.Get(r.Header, "Content-Type")))
		r.Body = []byte(body)
	}
	if err != nil {
		return r, err
	}
	if len(r.Body) > 0 && wire.Get(r.Header, "Content-Type") == "" {
		r.Header = append(r.Header, wire.Field{Name: "Content-Type", Value: kindOf(r.Body)})
	}
	if len(r.Body)+len(r.Path) > in.MaxBytes || in.MaxPath > 0 && len(r.Path) > in.MaxPath {
		return r, errTooLarge
	}
	return r, nil
}

// scaled returns the sample n times: as a JSON array when it is JSON, else one after the other.
func (in *Input) scaled(n int) ([]byte, error) {
	if n > in.MaxBytes/(len(in.sample)+1) {
		return nil, errTooLarge
	}
	if !json.Valid(in.sample) {
		return bytes.Repeat(in.sample, n), nil
	}
	one := bytes.TrimSpace(in.sample)
	b := append(make([]byte, 0, n*(len(one)+1)+2), '[')
	for i := range n {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, one...)
	}
	return append(b, ']'), nil
}

// escapePath writes what may not stand in a request line as percent escapes, and leaves escapes
// that are there alone.
func escapePath(path string) string {
	var b strings.Builder
	for i := range len(path) {
		c := path[i]
		switch {
		case c <= ' ' || c >= 0x7F || strings.IndexByte("\"<>\\^`{|}", c) >= 0:
			fmt.Fprintf(&b, "%%%02X", c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

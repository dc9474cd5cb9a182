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
	"text/template"
	"text/template/parse"

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
	path   *template.Template
	header []fieldTemplate
	body   *template.Template
	// sample is a document that is scaled: the body of size n holds it n times.
	sample []byte
	// MaxBytes bounds a request.
	MaxBytes int
	// Vary adds a parameter to the query that differs from request to request, so that caches do
	// not answer.
	Vary   bool
	attack func(n int) string
}

type fieldTemplate struct {
	name  string
	value *template.Template
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

// functions are what templates may call; n, salt and attack are bound for each request.
func functions(n int, random *rand.Rand, room int, attack func() (string, error)) template.FuncMap {
	bounded := func(size int) error {
		if size < 0 || size > room {
			return errTooLarge
		}
		return nil
	}
	return template.FuncMap{
		"n":      func() int { return n },
		"attack": attack,
		"salt":   func() uint64 { return random.Uint64() >> 24 },
		"repeat": func(text string, times int) (string, error) {
			if times < 0 || len(text) > 0 && times > room/len(text) {
				return "", errTooLarge
			}
			return strings.Repeat(text, times), nil
		},
		"seq": func(last int) (string, error) {
			if err := bounded(2 * last); err != nil {
				return "", err
			}
			b := make([]byte, 0, 4*last)
			for i := 1; i <= last; i++ {
				if i > 1 {
					b = append(b, ',')
				}
				b = strconv.AppendInt(b, int64(i), 10)
			}
			return string(b), nil
		},
		"list": func(element, separator string, length int) (string, error) {
			if length < 0 || length > room/(len(element)+len(separator)+1) {
				return "", errTooLarge
			}
			var b strings.Builder
			for i := range length {
				if i > 0 {
					b.WriteString(separator)
				}
				b.WriteString(strings.ReplaceAll(element, "#", strconv.Itoa(i+1)))
			}
			return b.String(), nil
		},
		"random": func(length int) (string, error) {
			if err := bounded(length); err != nil {
				return "", err
			}
			const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
			b := make([]byte, length)
			for i := range b {
				b[i] = letters[random.IntN(len(letters))]
			}
			return string(b), nil
		},
		"add": func(a, b int) int { return a + b },
		"mul": func(a, b int) int { return a * b },
	}
}

// errTooLarge means that a request of this size would exceed the limit in bytes.
var errTooLarge = fmt.Errorf("the request would be too large")

// NewInput parses the templates.
func NewInput(c InputConfig) (*Input, error) {
	in := &Input{Method: c.Method, MaxBytes: c.MaxBytes, Vary: c.Vary, attack: c.Attack}
	if in.MaxBytes <= 0 {
		in.MaxBytes = 16 << 20
	}
	parse := func(name, text string) (*template.Template, error) {
		t, err := template.New(name).Funcs(functions(1, rand.New(rand.NewPCG(0, 0)), 1, nil)).Parse(text)
		if err != nil {
			return nil, fmt.Errorf("template of the %s: %w", name, err)
		}
		if c.Attack == nil && calls(t, "attack") {
			return nil, fmt.Errorf("template of the %s: there is no attack for {{attack}} to stand for", name)
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

// bounded keeps what a template writes, up to a number of bytes: a template may hold a loop.
type bounded struct {
	strings.Builder
	room int
}

func (b *bounded) Write(text []byte) (int, error) {
	if b.room -= len(text); b.room < 0 {
		return 0, errTooLarge
	}
	return b.Builder.Write(text)
}

// Grows reports whether any part depends on n.
func (in *Input) Grows() bool {
	if in.sample != nil || calls(in.path, "n", "attack") || calls(in.body, "n", "attack") {
		return true
	}
	return slices.ContainsFunc(in.header, func(f fieldTemplate) bool { return calls(f.value, "n", "attack") })
}

// calls reports whether a template calls one of the functions.
func calls(t *template.Template, functions ...string) bool {
	found := false
	var walk func(parse.Node)
	walk = func(node parse.Node) {
		switch node := node.(type) {
		case *parse.ListNode:
			if node != nil {
				for _, n := range node.Nodes {
					walk(n)
				}
			}
		case *parse.ActionNode:
			walk(node.Pipe)
		case *parse.PipeNode:
			if node != nil {
				for _, c := range node.Cmds {
					walk(c)
				}
			}
		case *parse.CommandNode:
			for _, a := range node.Args {
				walk(a)
			}
		case *parse.IdentifierNode:
			found = found || slices.Contains(functions, node.Ident)
		case *parse.IfNode:
			walk(node.Pipe)
			walk(node.List)
			walk(node.ElseList)
		case *parse.RangeNode:
			walk(node.Pipe)
			walk(node.List)
			walk(node.ElseList)
		case *parse.WithNode:
			walk(node.Pipe)
			walk(node.List)
			walk(node.ElseList)
		}
	}
	walk(t.Root)
	return found
}

// Request returns the request of size n. The same seed gives the same request.
func (in *Input) Request(n int, seed uint64) (wire.Request, error) {
	random := rand.New(rand.NewPCG(seed, uint64(n)))
	execute := func(t *template.Template, escape escaping) (string, error) {
		own, err := t.Clone()
		if err != nil {
			return "", err
		}
		b := bounded{room: in.MaxBytes}
		attack := func() (string, error) {
			text := in.attack(n)
			if len(text) > in.MaxBytes {
				return "", errTooLarge
			}
			return escape(b.String(), text), nil
		}
		err = own.Funcs(functions(n, random, in.MaxBytes, attack)).Execute(&b, nil)
		return b.String(), err
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
	if len(r.Body)+len(r.Path) > in.MaxBytes {
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

package routes

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"snag/analyze/wtf8"
)

// Values are the values of inputs by their keys.
type Values map[string]any

// Request is a request in the syntax of templates over the size n.
type Request struct {
	Method string
	Path   string   // with the query
	Header []string // lines of the form "Name: value"
	Body   string
	Form   []string // the fields of a multipart body, name=value, instead of Body
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// Guess returns values for what the route has to be sent: what is required, or nobody says is not. Each round is
// another guess, the last one without what nobody asked for.
func (r Route) Guess(round int) Values {
	v := Values{}
	if round == Guesses-1 {
		for _, in := range r.Inputs {
			if in.Place == Path || in.Required {
				v[in.Key()] = in.guess(0)
			}
		}
		return v
	}
	described := slices.Contains(r.From, "openapi")
	for _, in := range r.Inputs {
		if described && round == Guesses-2 {
			in.Example = nil // many a description has examples that its own schemas refuse
		}
		switch {
		case in.Place == Path, in.Required, in.Example != nil && in.Place != Header && in.Place != Cookie:
		case in.Place == Header || in.Place == Cookie:
			continue
		case described && round == 0:
			continue
		case in.Place == Query && in.Type == "" && round == 0 && !described:
			// A filter with a value that fits nothing hides what a list has.
			continue
		}
		v[in.Key()] = in.guess(round)
	}
	return v
}

// Spot is an input with what it is filled with.
type Spot struct {
	Key string
	Filling
}

// Place returns where the input stands, "" for no spot.
func (s *Spot) Place() Place {
	if s == nil {
		return ""
	}
	word, _, _ := strings.Cut(s.Key, ".")
	return Place(word)
}

// Request writes the request with these values; one input is filled instead, if spot is not nil.
func (r Route) Request(v Values, spot *Spot) Request {
	q := Request{Method: r.Method}
	value := func(key string, write escape) (string, bool) {
		if spot != nil && spot.Key == key {
			return spot.text(write), true
		}
		one, ok := v[key]
		return literal(write(plain(one))), ok
	}
	var path strings.Builder
	for _, segment := range segments(r.Path) {
		path.WriteByte('/')
		path.WriteString(r.segment(segment, value))
	}
	if q.Path = path.String(); q.Path == "" {
		q.Path = "/"
	}
	if text := strings.TrimRight(q.Path, "/"); text != "" && text != q.Path {
		q.Path = text // a parameter at the end that may be missing
	}
	if r.Slash && q.Path != "/" {
		q.Path += "/"
	}
	var query []string
	carries := r.HasBody() || r.hasBodyValue(v, spot)
	fields := map[string]bool{}
	for _, in := range r.Inputs {
		fields[in.Key()] = true
		if text, ok := value(in.Key(), asEscapes); ok && in.Place == Query && in.Name != "" {
			query = append(query, literal(asEscapes(in.Name))+"="+text)
		}
		if text, ok := value(in.Key(), asIs); ok && in.Place == Header && (!strings.EqualFold(in.Name, "content-type") || !carries) {
			q.Header = append(q.Header, in.Name+": "+text)
		}
		if text, ok := value(in.Key(), asEscapes); ok && in.Place == Cookie {
			q.Header = append(q.Header, "Cookie: "+in.Name+"="+text)
		}
	}
	if spot != nil && !fields[spot.Key] {
		if name, ok := strings.CutPrefix(spot.Key, "query."); ok {
			query = append(query, literal(asEscapes(name))+"="+spot.text(asEscapes))
		}
	}
	if len(query) > 0 {
		q.Path += "?" + strings.Join(query, "&")
	}
	if carries {
		r.body(&q, v, spot)
	}
	return q
}

func (r Route) hasBodyValue(v Values, spot *Spot) bool {
	if spot != nil && (spot.Key == string(Body) || strings.HasPrefix(spot.Key, "body.")) {
		return true
	}
	for key := range v {
		if key == string(Body) || strings.HasPrefix(key, "body.") {
			return true
		}
	}
	return false
}

// segment writes a segment of the path, whose parameters may be parts of it.
func (r Route) segment(segment string, value func(string, escape) (string, bool)) string {
	var b strings.Builder
	for {
		before, after, found := strings.Cut(segment, "{")
		b.WriteString(literal(before))
		if !found {
			return b.String()
		}
		inside, rest, _ := strings.Cut(after, "}")
		name := strings.Trim(inside, ".?")
		text, ok := value(string(Path)+"."+name, asEscapes)
		switch {
		case ok:
		case strings.HasSuffix(inside, "?"):
			text = ""
		default:
			text = "1"
		}
		b.WriteString(text)
		segment = rest
	}
}

// body writes the body in the media type of the route, JSON unless another is known.
func (r Route) body(q *Request, v Values, spot *Spot) {
	members := Values{}
	prefix := string(Body) + "."
	for key, value := range v {
		if name, ok := strings.CutPrefix(key, prefix); ok {
			members[name] = value
		}
	}
	filled := ""
	if spot != nil {
		if name, ok := strings.CutPrefix(spot.Key, prefix); ok {
			filled = name
		}
	}
	switch {
	case strings.Contains(r.BodyType, "urlencoded"):
		var fields []string
		for _, name := range sortedKeys(members) {
			if name != filled {
				fields = append(fields, literal(asEscapes(formName(name))+"="+asEscapes(plain(members[name]))))
			}
		}
		if filled != "" {
			fields = append(fields, literal(asEscapes(formName(filled)))+"="+spot.text(asEscapes))
		}
		q.Header = append(q.Header, "Content-Type: application/x-www-form-urlencoded")
		q.Body = strings.Join(fields, "&")
	case strings.Contains(r.BodyType, "multipart"):
		for _, name := range sortedKeys(members) {
			if name != filled {
				q.Form = append(q.Form, literal(formName(name)+"="+plain(members[name])))
			}
		}
		if filled != "" {
			q.Form = append(q.Form, literal(formName(filled))+"="+spot.text(asIs))
		}
	case r.BodyType != "" && !strings.Contains(r.BodyType, "json") && len(members) == 0 && filled == "":
		q.Header = append(q.Header, "Content-Type: "+r.BodyType)
		if q.Body = literal(plain(v[string(Body)])); spot != nil && spot.Key == string(Body) {
			q.Body = spot.text(asIs)
		}
	default:
		q.Header = append(q.Header, "Content-Type: "+jsonType(r.BodyType))
		q.Body = r.jsonBody(v, members, spot, filled)
	}
}

func jsonType(media string) string {
	if strings.Contains(media, "json") {
		return media
	}
	return "application/json"
}

// formName is the name of a field of a form, as "address[street]".
func formName(name string) string {
	first, rest, found := strings.Cut(name, ".")
	if !found {
		return name
	}
	return first + "[" + strings.ReplaceAll(strings.ReplaceAll(rest, ".", "]["), "*", "") + "]"
}

// mark stands in a document for what is filled, and is replaced in its text.
const mark = "snag-filled-here"

func (r Route) jsonBody(v, members Values, spot *Spot, filled string) string {
	var root any = map[string]any{}
	if whole, ok := v[string(Body)]; ok && len(members) == 0 {
		root = whole
	}
	if spot != nil && spot.Key == string(Body) {
		return spot.json()
	}
	root = composed(root, members)
	if filled != "" {
		root = put(root, strings.Split(filled, "."), mark)
	}
	text := literal(document(root))
	if filled != "" {
		text = strings.Replace(text, `"`+mark+`"`, spot.json(), 1)
	}
	return text
}

// composed sets the members of a document by their names.
func composed(root any, members Values) any {
	for _, name := range sortedKeys(members) {
		root = put(root, strings.Split(name, "."), members[name])
	}
	return root
}

// valueOf is the value of an input of a body as the members below it make it.
func valueOf(v Values, key string) any {
	name, ok := strings.CutPrefix(key, string(Body)+".")
	if !ok {
		return v[key]
	}
	members := Values{}
	for key, value := range v {
		if name, ok := strings.CutPrefix(key, string(Body)+"."); ok {
			members[name] = value
		}
	}
	at := composed(map[string]any{}, members)
	for step := range strings.SplitSeq(name, ".") {
		switch node := at.(type) {
		case map[string]any:
			at = node[step]
		case []any:
			if at = nil; step == "*" && len(node) > 0 {
				at = node[0]
			}
		default:
			return nil
		}
	}
	return at
}

// put sets a value within a document, and returns the document. "*" stands for the first element of a list.
func put(root any, steps []string, value any) any {
	if len(steps) == 0 {
		return value
	}
	if steps[0] == "*" {
		list, _ := root.([]any)
		if len(list) == 0 {
			list = []any{nil}
		}
		list = slices.Clone(list)
		list[0] = put(list[0], steps[1:], value)
		return list
	}
	object, ok := root.(map[string]any)
	if !ok {
		object = map[string]any{}
	}
	object = maps.Clone(object)
	object[steps[0]] = put(object[steps[0]], steps[1:], value)
	return object
}

// document writes a value as JSON, with sorted keys.
func document(value any) string {
	switch v := value.(type) {
	case map[string]any:
		var parts []string
		for _, key := range sortedKeys(v) {
			parts = append(parts, wtf8.Quote(key)+":"+document(v[key]))
		}
		return "{" + strings.Join(parts, ",") + "}"
	case []any:
		var parts []string
		for _, one := range v {
			parts = append(parts, document(one))
		}
		return "[" + strings.Join(parts, ",") + "]"
	case string:
		return wtf8.Quote(v)
	case bool:
		return strconv.FormatBool(v)
	case nil:
		return "null"
	}
	return plain(value)
}

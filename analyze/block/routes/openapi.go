package routes

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"snag/analyze/nesting"
	"snag/analyze/sorting"
)

// MostRoutes bounds how many routes are taken from one description or recording, and mostInputs those of a route.
const (
	MostRoutes = 2000
	mostInputs = 200
	// mostLevels bounds how deep a schema is followed, which may refer to itself; mostSchemas how many are looked at
	// for one route, and mostOfAll for all of a description.
	mostLevels  = 6
	mostSchemas = 3_000
	mostOfAll   = 300_000
)

// FromOpenAPI reads a description in OpenAPI 3 or 2, as JSON or YAML.
func FromOpenAPI(text []byte) ([]Route, error) {
	var root map[string]any
	if err := decode(text, &root); err != nil {
		return nil, fmt.Errorf("not a description in OpenAPI: %w", err)
	}
	d := &description{root: root, leftOfAll: mostOfAll}
	paths, ok := root["paths"].(map[string]any)
	if !ok {
		return nil, errors.New("not a description in OpenAPI: it has no paths")
	}
	var all []Route
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		item, _ := d.resolve(paths[path])
		if !strings.HasPrefix(path, "/") || item == nil {
			continue
		}
		for _, method := range []string{"get", "head", "post", "put", "patch", "delete", "options"} {
			operation, _ := d.resolve(item[method])
			if operation == nil {
				continue
			}
			if len(all) == MostRoutes {
				return all, nil
			}
			all = append(all, d.route(strings.ToUpper(method), d.base(operation, item, d.root)+path, item, operation))
		}
	}
	return all, nil
}

// decode reads JSON, or YAML where it is none.
func decode(text []byte, into any) error {
	if json.Valid(text) {
		return json.Unmarshal(text, into)
	}
	return nesting.Unmarshal(text, into)
}

// description is one in OpenAPI.
type description struct {
	root map[string]any
	// left and leftOfAll are how many schemas may yet be looked at, for the route and for all.
	left, leftOfAll int
}

// spent counts one schema more, and reports whether there were too many.
func (d *description) spent() bool {
	d.left--
	d.leftOfAll--
	return d.left < 0 || d.leftOfAll < 0
}

// base is the path that the paths are below, by the innermost object that names servers: that of the server on this
// machine if there is one, else of the first, with the defaults of its variables.
func (d *description) base(objects ...map[string]any) string {
	base, _ := d.root["basePath"].(string)
	for _, object := range objects {
		servers, _ := object["servers"].([]any)
		for i, one := range servers {
			server, _ := one.(map[string]any)
			text, _ := server["url"].(string)
			variables, _ := server["variables"].(map[string]any)
			for _, name := range sortedKeys(variables) {
				if v, ok := variables[name].(map[string]any); ok {
					text = strings.ReplaceAll(text, "{"+name+"}", plain(v["default"]))
				}
			}
			u, err := url.Parse(text)
			if err == nil && !strings.ContainsAny(text, "{} ") && (i == 0 || slices.Contains([]string{"localhost", "127.0.0.1", "::1"}, u.Hostname())) {
				base = u.Path
			}
		}
		if len(servers) > 0 {
			break
		}
	}
	if base = strings.Trim(strings.TrimPrefix(base, "."), "/"); base == "" {
		return ""
	}
	return "/" + base
}

// resolve returns an object, or the one that it refers to within the description.
func (d *description) resolve(value any) (map[string]any, bool) {
	for range 10 {
		object, ok := value.(map[string]any)
		if !ok {
			return nil, false
		}
		ref, _ := object["$ref"].(string)
		if ref == "" {
			return object, true
		}
		value = d.at(ref)
	}
	return nil, false
}

// at returns what a reference such as "#/components/schemas/Pet" leads to (RFC 6901), nil for nothing.
func (d *description) at(ref string) any {
	rest, ok := strings.CutPrefix(ref, "#/")
	if !ok {
		return nil
	}
	var value any = d.root
	for step := range strings.SplitSeq(rest, "/") {
		object, ok := value.(map[string]any)
		if !ok {
			return nil
		}
		value = object[strings.ReplaceAll(strings.ReplaceAll(step, "~1", "/"), "~0", "~")]
	}
	return value
}

func (d *description) route(method, path string, item, operation map[string]any) Route {
	r := Route{Method: method, Path: path, From: []string{"openapi"}}
	d.left = mostSchemas
	security, own := operation["security"].([]any)
	if !own {
		security, _ = d.root["security"].([]any)
	}
	r.Login = len(security) > 0 && !slices.ContainsFunc(security, func(one any) bool { m, _ := one.(map[string]any); return len(m) == 0 })
	shared, _ := item["parameters"].([]any)
	parameters, _ := operation["parameters"].([]any)
	consumes, _ := operation["consumes"].([]any)
	for _, one := range slices.Concat(parameters, shared) {
		p, _ := d.resolve(one)
		name, _ := p["name"].(string)
		required, _ := p["required"].(bool)
		in, _ := p["in"].(string)
		schema := p
		if s, ok := d.resolve(p["schema"]); ok {
			schema = s
		} else if content, ok := p["content"].(map[string]any); ok && len(content) > 0 {
			media, _ := content[sortedKeys(content)[0]].(map[string]any)
			schema, _ = d.resolve(media["schema"])
		}
		s := d.schema(schema, 0)
		if example := d.example(p); example != nil {
			s.Example = s.typed(example)
		}
		switch place := Place(in); {
		case in == "body": // of Swagger 2
			r.BodyType = mediaType(consumes, "application/json")
			d.body(&r, "", schema, required, 0)
		case in == "formData":
			r.BodyType = mediaType(consumes, "application/x-www-form-urlencoded")
			r.addInput(Input{Body, name, required, s})
		case name != "" && slices.Contains([]Place{Path, Query, Header, Cookie}, place):
			r.addInput(Input{place, name, required || place == Path, s})
		}
	}
	if body, ok := d.resolve(operation["requestBody"]); ok {
		content, _ := body["content"].(map[string]any)
		d.content(&r, content)
	}
	return r
}

// mediaType is the first of a list that is understood, else another.
func mediaType(list []any, otherwise string) string {
	for _, one := range list {
		if text, _ := one.(string); strings.Contains(text, "json") || strings.Contains(text, "form") {
			return text
		}
	}
	return otherwise
}

// content adds the body of an operation, in the first media type of those that are understood.
func (d *description) content(r *Route, content map[string]any) {
	types := slices.Sorted(maps.Keys(content))
	rank := func(name string) int {
		for i, part := range []string{"json", "x-www-form-urlencoded", "multipart/form-data"} {
			if strings.Contains(name, part) {
				return i
			}
		}
		return 3
	}
	sorting.Stable(types, func(a, b string) int { return rank(a) - rank(b) })
	if len(types) == 0 {
		return
	}
	media, _ := content[types[0]].(map[string]any)
	if r.BodyType = types[0]; strings.ContainsRune(r.BodyType, '*') {
		r.BodyType = "application/json"
	}
	schema, _ := d.resolve(media["schema"])
	d.body(r, "", schema, true, 0)
	switch example := d.schema(schema, 0).typed(d.example(media)).(type) {
	case map[string]any:
		r.take(Body, "", example, 0)
	case []any:
		if whole := r.Input(string(Body)); whole != nil {
			whole.Example = example
		}
	}
}

// body adds the inputs that the schema of a body has.
func (d *description) body(r *Route, name string, schema map[string]any, required bool, level int) {
	if len(r.Inputs) >= mostInputs || d.spent() {
		return
	}
	s := d.schema(schema, level)
	properties, wanted := d.properties(schema, 0)
	if len(properties) == 0 || level >= mostLevels {
		if name != "" || s.Type != "" || s.Example != nil {
			r.addInput(Input{Body, name, required, s})
		}
		return
	}
	if object, ok := s.Example.(map[string]any); ok {
		defer r.take(Body, name, object, level)
	} else if name != "" && required && len(wanted) == 0 {
		r.addInput(Input{Body, name, true, s}) // an object that may be empty
	}
	for _, key := range slices.Sorted(maps.Keys(properties)) {
		child, ok := d.resolve(properties[key])
		if readOnly, _ := child["readOnly"].(bool); !ok || readOnly {
			continue
		}
		d.body(r, below(name, key), child, required && slices.Contains(wanted, any(key)), level+1)
	}
}

// addInput adds an input unless there are too many.
func (r *Route) addInput(in Input) {
	if len(r.Inputs) < mostInputs {
		r.Add(in)
	}
}

// take makes examples of the values of an object that was sent or is said to be accepted.
func (r *Route) take(place Place, name string, object map[string]any, level int) {
	for _, key := range slices.Sorted(maps.Keys(object)) {
		if nested, ok := object[key].(map[string]any); ok && len(nested) > 0 && level < mostLevels {
			r.take(place, below(name, key), nested, level+1)
			continue
		}
		s := NewSchema()
		s.Example = object[key]
		s.Type = typeOf(object[key])
		if old := r.Input(string(place) + "." + below(name, key)); old != nil {
			old.Example = object[key]
			continue
		}
		r.addInput(Input{Place: place, Name: below(name, key), Schema: s})
	}
}

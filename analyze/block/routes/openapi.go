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
	// mostLevels bounds how deep a schema is followed, which may refer to itself.
	mostLevels = 6
)

// FromOpenAPI reads a description in OpenAPI 3 or 2, as JSON or YAML.
func FromOpenAPI(text []byte) ([]Route, error) {
	var root map[string]any
	if err := decode(text, &root); err != nil {
		return nil, fmt.Errorf("not a description in OpenAPI: %w", err)
	}
	d := &description{root: root}
	paths, ok := root["paths"].(map[string]any)
	if !ok {
		return nil, errors.New("not a description in OpenAPI: it has no paths")
	}
	base := d.base()
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
			all = append(all, d.route(strings.ToUpper(method), base+path, item, operation))
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
type description struct{ root map[string]any }

// base is the path that all paths are below.
func (d *description) base() string {
	base, _ := d.root["basePath"].(string)
	if servers, _ := d.root["servers"].([]any); len(servers) > 0 {
		server, _ := servers[0].(map[string]any)
		text, _ := server["url"].(string)
		if u, err := url.Parse(text); err == nil && !strings.ContainsAny(text, "{} ") {
			base = u.Path
		}
	}
	return strings.TrimRight(base, "/")
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
		value = object[strings.NewReplacer("~1", "/", "~0", "~").Replace(step)]
	}
	return value
}

func (d *description) route(method, path string, item, operation map[string]any) Route {
	r := Route{Method: method, Path: path, From: []string{"openapi"}}
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
		}
		s := d.schema(schema, 0)
		if example := firstExample(p); example != nil {
			s.Example = example
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
	if object, ok := firstExample(media).(map[string]any); ok {
		r.take(Body, "", object, 0)
	}
}

// body adds the inputs that the schema of a body has.
func (d *description) body(r *Route, name string, schema map[string]any, required bool, level int) {
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
	}
	for _, key := range slices.Sorted(maps.Keys(properties)) {
		child, ok := d.resolve(properties[key])
		if readOnly, _ := child["readOnly"].(bool); !ok || readOnly {
			continue
		}
		d.body(r, below(name, key), child, required && slices.Contains(wanted, any(key)), level+1)
	}
}

// below is the name of a member of what has a name.
func below(name, key string) string {
	if name == "" {
		return key
	}
	return name + "." + key
}

// properties are those of an object, with what it inherits, and the names of those that it has to have.
func (d *description) properties(schema map[string]any, level int) (properties map[string]any, required []any) {
	properties = map[string]any{}
	own, _ := schema["properties"].(map[string]any)
	maps.Copy(properties, own)
	required, _ = schema["required"].([]any)
	if level > mostLevels {
		return properties, required
	}
	for _, how := range []string{"allOf", "oneOf", "anyOf"} {
		list, _ := schema[how].([]any)
		for i, one := range list {
			part, _ := d.resolve(one)
			if how != "allOf" && i > 0 {
				break
			}
			more, wanted := d.properties(part, level+1)
			for key, value := range more {
				if _, known := properties[key]; !known {
					properties[key] = value
				}
			}
			required = slices.Concat(required, wanted)
		}
	}
	return properties, required
}

// schema reads a schema, or a parameter of Swagger 2, which has the same keys.
func (d *description) schema(m map[string]any, level int) Schema {
	s := NewSchema()
	for _, how := range []string{"allOf", "oneOf", "anyOf"} {
		if list, _ := m[how].([]any); len(list) > 0 && level < mostLevels {
			part, _ := d.resolve(list[0])
			s = d.schema(part, level+1)
		}
	}
	switch t := m["type"].(type) {
	case string:
		s.Type = t
	case []any: // of OpenAPI 3.1
		for _, one := range t {
			if text, _ := one.(string); text != "null" && s.Type == "" {
				s.Type = text
			}
		}
	}
	text := func(key string, into *string) {
		if value, ok := m[key].(string); ok {
			*into = value
		}
	}
	text("format", &s.Format)
	text("pattern", &s.Pattern)
	if list, ok := m["enum"].([]any); ok && len(list) > 0 {
		s.Enum = list
	}
	if value, ok := m["const"]; ok {
		s.Enum = []any{value}
	}
	if s.Example = firstExample(m); s.Example == nil {
		s.Example = m["default"]
	}
	for key, into := range map[string]**float64{"minimum": &s.Min, "maximum": &s.Max, "exclusiveMinimum": &s.Min, "exclusiveMaximum": &s.Max} {
		if value, ok := number(m[key]); ok {
			if strings.HasPrefix(key, "exclusiveM") {
				value += map[bool]float64{true: 1, false: -1}[key == "exclusiveMinimum"]
			}
			*into = &value
		}
	}
	for key, into := range map[string]*int{"minLength": &s.MinLength, "maxLength": &s.MaxLength} {
		if value, ok := number(m[key]); ok {
			*into = int(value)
		}
	}
	if s.Type == "array" {
		for key, into := range map[string]*int{"minItems": &s.MinLength, "maxItems": &s.MaxLength} {
			if value, ok := number(m[key]); ok {
				*into = int(value)
			}
		}
		if items, ok := d.resolve(m["items"]); ok && level < mostLevels {
			one := d.schema(items, level+1)
			if properties, _ := d.properties(items, 0); len(properties) > 0 && one.Example == nil {
				one.Type, one.Example = "object", d.object(properties, level+1)
			}
			s.Items = &one
		}
	}
	return s
}

// object is an example of an object with properties.
func (d *description) object(properties map[string]any, level int) map[string]any {
	object := map[string]any{}
	for key, value := range properties {
		if child, ok := d.resolve(value); ok && level < mostLevels {
			if nested, _ := d.properties(child, 0); len(nested) > 0 {
				object[key] = d.object(nested, level+1)
			} else {
				object[key] = Input{Body, key, false, d.schema(child, level+1)}.guess(0)
			}
		}
	}
	return object
}

// firstExample is the example that an object of a description gives, nil for none.
func firstExample(m map[string]any) any {
	if value, ok := m["example"]; ok {
		return value
	}
	switch all := m["examples"].(type) {
	case []any:
		if len(all) > 0 {
			return all[0]
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(all)) {
			if one, ok := all[key].(map[string]any); ok && one["value"] != nil {
				return one["value"]
			}
		}
	}
	return nil
}

// number returns a value of JSON or YAML as a number.
func number(value any) (float64, bool) {
	switch n := value.(type) {
	case float64:
		return n, true
	case int:
		return float64(n), true
	case int64:
		return float64(n), true
	case uint64:
		return float64(n), true
	}
	return 0, false
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

// typeOf is the type of a value of JSON.
func typeOf(value any) string {
	switch value.(type) {
	case string:
		return "string"
	case bool:
		return "boolean"
	case []any:
		return "array"
	case map[string]any:
		return "object"
	}
	if _, ok := number(value); ok {
		return "number"
	}
	return ""
}

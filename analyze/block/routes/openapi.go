package routes

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
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
	if level > mostLevels || d.spent() {
		return properties, required
	}
	for _, one := range parts(schema) {
		part, _ := d.resolve(one)
		more, wanted := d.properties(part, level+1)
		for key, value := range more {
			if _, known := properties[key]; !known {
				properties[key] = value
			}
		}
		required = slices.Concat(required, wanted)
	}
	if name, value := discriminated(schema); name != "" {
		properties[name] = map[string]any{"type": "string", "enum": []any{value}}
	}
	return properties, required
}

// parts are the schemas that a value has to be valid against beside a schema itself: all of allOf, and the first of
// oneOf and anyOf that is not null.
func parts(schema map[string]any) []any {
	all, _ := schema["allOf"].([]any)
	for _, how := range []string{"oneOf", "anyOf"} {
		list, _ := schema[how].([]any)
		for _, one := range list {
			if m, ok := one.(map[string]any); ok && m["type"] != "null" {
				all = append(slices.Clip(all), one)
				break
			}
		}
	}
	return all
}

// discriminated returns the property that tells which schema of oneOf or anyOf a value is of, and what it is for the
// first of them; name is "" where none does.
func discriminated(schema map[string]any) (name, value string) {
	rule, _ := schema["discriminator"].(map[string]any)
	name, _ = rule["propertyName"].(string)
	for _, how := range []string{"oneOf", "anyOf"} {
		list, _ := schema[how].([]any)
		if len(list) == 0 || name == "" {
			continue
		}
		first, _ := list[0].(map[string]any)
		ref, _ := first["$ref"].(string)
		mapping, _ := rule["mapping"].(map[string]any)
		for _, key := range sortedKeys(mapping) {
			if mapping[key] == ref {
				return name, key
			}
		}
		if value = ref[strings.LastIndexByte(ref, '/')+1:]; value != "" {
			return name, value
		}
	}
	return "", ""
}

// schema reads a schema, or a parameter of Swagger 2, which has the same keys.
func (d *description) schema(m map[string]any, level int) Schema {
	s := NewSchema()
	if d.spent() {
		return s
	}
	if level < mostLevels {
		for _, one := range parts(m) {
			part, _ := d.resolve(one)
			s = s.And(d.schema(part, level+1))
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
	if s.Example = d.example(m); s.Example == nil {
		s.Example = m["default"]
	}
	s.Example = s.typed(s.Example)
	s.bounds(m)
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

// bounds takes the bounds of a number from its schema: what is excluded is a number, or, before OpenAPI 3.1, a mark at
// the bound.
func (s *Schema) bounds(m map[string]any) {
	for _, end := range []struct {
		bound, excluded string
		into            **float64
		step            float64
	}{{"minimum", "exclusiveMinimum", &s.Min, 1}, {"maximum", "exclusiveMaximum", &s.Max, -1}} {
		value, ok := number(m[end.bound])
		if m[end.excluded] == true {
			value += end.step
		} else if at, excluded := number(m[end.excluded]); excluded {
			value, ok = at+end.step, true
		}
		if ok {
			*end.into = &value
		}
	}
	if step, ok := number(m["multipleOf"]); ok && step > 1 {
		least := step
		if s.Min != nil {
			least = math.Ceil(*s.Min/step) * step
		}
		s.Min = &least
	}
}

// object is an example of an object with properties.
func (d *description) object(properties map[string]any, level int) map[string]any {
	object := map[string]any{}
	for _, key := range sortedKeys(properties) {
		value := properties[key]
		if child, ok := d.resolve(value); ok && level < mostLevels && !d.spent() {
			if nested, _ := d.properties(child, 0); len(nested) > 0 {
				object[key] = d.object(nested, level+1)
			} else {
				object[key] = Input{Body, key, false, d.schema(child, level+1)}.guess(0)
			}
		}
	}
	return object
}

// typed is an example as a value of the type: many a description has the text 123 as a number, or a document as text.
func (s Schema) typed(example any) any {
	text, isText := example.(string)
	switch {
	case s.Type == "string" && (typeOf(example) == "number" || typeOf(example) == "boolean"):
		return plain(example)
	case !isText || s.Type == "string" || s.Type == "":
		return example
	}
	var value any
	if json.Unmarshal([]byte(text), &value) == nil && typeOf(value) == strings.Replace(s.Type, "integer", "number", 1) {
		return value
	}
	return example
}

// example is the first that an object of a description gives, nil for none.
func (d *description) example(m map[string]any) any {
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
			if one, ok := d.resolve(all[key]); ok && one["value"] != nil {
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

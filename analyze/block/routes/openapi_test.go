package routes

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestFromOpenAPIRequests holds the first request that descriptions of several kinds lead to.
func TestFromOpenAPIRequests(t *testing.T) {
	const schemas = `, "components": {"schemas": {
		"Name": {"type": "string", "pattern": "^[a-z]+$"}, "Empty": {"type": "object", "properties": {"x": {"type": "string"}}},
		"Cat": {"type": "object", "required": ["kind", "lives"], "properties": {"kind": {"type": "string"}, "lives": {"type": "integer"}}}}}}`
	body := func(schema string) string {
		return `{"openapi": "3.0.3", "paths": {"/a": {"post": {"requestBody": {"content": {"application/json": {"schema": ` + schema + `}}}}}}` + schemas
	}
	required := func(schema string) string {
		return body(`{"type": "object", "required": ["v"], "properties": {"v": ` + schema + `}}`)
	}
	for _, test := range []struct{ text, want string }{
		{`{"openapi": "3.0.0", "servers": [{"url": "https://{host}:{port}/api/{version}", "variables": {"version": {"default": "v2"}, "host": {"default": "a.example"}, "port": {"default": "8443"}}}], "paths": {"/a": {"get": {}}}}`, "/api/v2/a"},
		{`{"openapi": "3.0.0", "servers": [{"url": "https://a.example/prod"}, {"url": "http://localhost:3000/dev"}], "paths": {"/a": {"get": {}}}}`, "/dev/a"},
		{`{"openapi": "3.0.0", "servers": [{"url": "v1"}], "paths": {"/a": {"get": {}}}}`, "/v1/a"},
		{`{"openapi": "3.0.0", "servers": [{"url": "/v1"}], "paths": {"/a": {"servers": [{"url": "/v2"}], "get": {}}}}`, "/v2/a"},
		{`{"openapi": "3.0.0", "paths": {"/a": {"get": {"parameters": [{"name": "q", "in": "query", "required": true, "content": {"application/json": {"schema": {"type": "integer"}}}}]}}}}`, "/a?q=1"},
		{required(`{"allOf": [{"$ref": "#/components/schemas/Name"}, {"minLength": 3}, {"maxLength": 5}]}`), `{"v":"aaaa"}`},
		{required(`{"anyOf": [{"type": "null"}, {"type": "integer"}]}`), `{"v":1}`},
		{required(`{"type": "integer", "minimum": 5, "exclusiveMinimum": true}`), `{"v":6}`},
		{required(`{"type": "integer", "exclusiveMinimum": 10, "multipleOf": 4}`), `{"v":12}`},
		{required(`{"type": "string", "example": 12}`), `{"v":"12"}`},
		{required(`{"type": "array", "items": {"type": "integer"}, "example": "[3]"}`), `{"v":[3]}`},
		{required(`{"type": "string", "pattern": "^(?!no)[a-z0-9]{2,2000}$"}`), `{"v":"aa"}`},
		{required(`{"allOf": [{"$ref": "#/components/schemas/Empty"}]}`), `{"v":{}}`},
		{body(`{"oneOf": [{"$ref": "#/components/schemas/Cat"}], "discriminator": {"propertyName": "kind", "mapping": {"puss": "#/components/schemas/Cat"}}}`), `{"kind":"puss","lives":1}`},
		{body(`{"oneOf": [{"$ref": "#/components/schemas/Cat"}], "discriminator": {"propertyName": "kind"}}`), `{"kind":"Cat","lives":1}`},
	} {
		all, err := FromOpenAPI([]byte(test.text))
		if err != nil || len(all) != 1 {
			t.Errorf("%s: %v, %v", test.text, all, err)
			continue
		}
		q := all[0].Request(all[0].Guess(0), nil)
		if got := q.Body; got != test.want && q.Path != test.want {
			t.Errorf("%s:\ngot %s %s, want %s", test.text, q.Path, got, test.want)
		}
	}
}

// TestFromOpenAPIWide holds that schemas which lead to themselves in many ways are read in bounded work.
func TestFromOpenAPIWide(t *testing.T) {
	const ref = `{"$ref": "#/components/schemas/A"}`
	properties := map[string]json.RawMessage{}
	for i := range 40 {
		properties[fmt.Sprint("p", i)] = json.RawMessage(ref)
	}
	members, err := json.Marshal(properties)
	if err != nil {
		t.Fatal(err)
	}
	for _, schema := range []string{`{"properties": ` + string(members) + `}`, `{"allOf": [` + strings.Join(slices.Repeat([]string{ref}, 40), ",") + `]}`} {
		for _, body := range []string{ref, `{"type": "array", "items": ` + ref + `}`} {
			text := `{"openapi": "3.0.0", "paths": {"/a": {"post": {"requestBody": {"content": {"application/json": {"schema": ` + body + `}}}}}}, "components": {"schemas": {"A": ` + schema + `}}}`
			if all, err := FromOpenAPI([]byte(text)); err != nil || len(all) != 1 || len(all[0].Inputs) > mostInputs+1 {
				t.Errorf("%.60s: %d routes, %v", text, len(all), err)
			}
		}
	}
}

// TestFormsOfPath holds that no text is sent for what the service takes as a path of another route.
func TestFormsOfPath(t *testing.T) {
	for _, test := range []struct {
		kind, format string
		want         []Form
	}{
		{"string", "uuid", nil},
		{"", "date", nil},
		{"integer", "int64", []Form{AsNumber}},
		{"string", "", []Form{AsText, AsNumber}},
		{"string", "slug", []Form{AsText, AsWords}},
	} {
		in := Input{Place: Path, Name: "id", Schema: NewSchema()}
		in.Type, in.Format = test.kind, test.format
		var got []Form
		for _, f := range forms(in, "a") {
			got = append(got, f.Form)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s %s: %v, want %v", test.kind, test.format, got, test.want)
		}
	}
}

// TestIdentifyTyped holds that ids are taken from what a list had before something was made, and only those that the
// parameter can be.
func TestIdentifyTyped(t *testing.T) {
	var a Answers
	a.Keep("/books", nil, []byte(`[{"id": "3fa85f64-5717-4562-b3fc-2c963f66afa6"}]`))
	a.Keep("/books", nil, []byte(`{"title": "snag"}`))
	a.Keep("/names", nil, []byte(`{"title": "snag"}`))
	for _, test := range []struct{ path, kind, format, want string }{
		{"/books/{id}", "string", "uuid", "3fa85f64-5717-4562-b3fc-2c963f66afa6"},
		{"/names/{name}", "string", "uuid", ""},
		{"/names/{name}", "integer", "", ""},
		{"/names/{name}", "string", "", "snag"},
	} {
		r := Merge(Route{Method: "GET", Path: test.path})[0]
		r.Inputs[0].Type, r.Inputs[0].Format = test.kind, test.format
		v := Values{}
		a.Identify(r, v, 0)
		if got := plain(v[r.Inputs[0].Key()]); got != test.want {
			t.Errorf("%s of %s %s: %q, want %q", test.path, test.kind, test.format, got, test.want)
		}
	}
}

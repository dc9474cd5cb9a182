package routes

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"snag/analyze/regex/attack"
)

const petStore = `
openapi: 3.0.0
servers: [{url: "http://127.0.0.1/v1"}]
paths:
  /pets:
    get:
      parameters:
        - {name: limit, in: query, schema: {type: integer, minimum: 5, maximum: 100}}
        - {name: kind, in: query, required: true, schema: {enum: [cat, dog]}}
    post:
      security: [{token: []}]
      requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Pet"}}}}
  /pets/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string, format: uuid}}]
    get: {}
components:
  schemas:
    Pet:
      type: object
      required: [name, owner, tags]
      properties:
        name: {type: string, minLength: 6}
        id: {type: integer, readOnly: true}
        nick: {type: string}
        owner: {type: object, required: [email], properties: {email: {type: string, format: email}}}
        tags: {type: array, items: {type: object, properties: {label: {type: string}}}}
        parent: {$ref: "#/components/schemas/Pet"}
`

func TestFromOpenAPI(t *testing.T) {
	all, err := FromOpenAPI([]byte(petStore))
	if err != nil {
		t.Fatal(err)
	}
	all = Merge(all...)
	tests := []struct{ id, path, body string }{
		{"GET /v1/pets", "/v1/pets?kind=cat", ""},
		{"POST /v1/pets", "/v1/pets", `{"name":"snagaa","owner":{"email":"ada@example.com"},"tags":[{"label":"snag"}]}`},
		{"GET /v1/pets/{id}", "/v1/pets/3fa85f64-5717-4562-b3fc-2c963f66afa6", ""},
	}
	if len(all) != len(tests) {
		t.Fatalf("%d routes, want %d: %v", len(all), len(tests), all)
	}
	for _, tt := range tests {
		i := slices.IndexFunc(all, func(r Route) bool { return r.ID() == tt.id })
		if i < 0 {
			t.Errorf("no route %s", tt.id)
			continue
		}
		q := all[i].Request(all[i].Guess(0), nil)
		if q.Path != tt.path || q.Body != tt.body {
			t.Errorf("%s: request %s with %s, want %s with %s", tt.id, q.Path, q.Body, tt.path, tt.body)
		}
		if want := tt.id == "POST /v1/pets"; all[i].Login != want {
			t.Errorf("%s: login %v, want %v", tt.id, all[i].Login, want)
		}
	}
}

func TestFromHAR(t *testing.T) {
	const har = `{"log":{"entries":[
		{"request":{"method":"POST","url":"http://shop/orders/17?fast=1","postData":{"mimeType":"application/json; charset=utf-8","text":"{\"sku\":\"a\",\"to\":{\"city\":\"Rome\"}}"}}},
		{"request":{"method":"GET","url":"http://elsewhere/x"}}]}}`
	all, err := FromHAR([]byte(har), "")
	if err != nil || len(all) != 1 {
		t.Fatalf("%v, %v; want one route", all, err)
	}
	q := all[0].Request(all[0].Guess(0), nil)
	if want := (Request{Method: "POST", Path: "/orders/17?fast=1", Header: []string{"Content-Type: application/json"}, Body: `{"sku":"a","to":{"city":"Rome"}}`}); !reflect.DeepEqual(q, want) {
		t.Errorf("request %+v, want %+v", q, want)
	}
	if all[0].Path != "/orders/{orderId}" {
		t.Errorf("path %s", all[0].Path)
	}
}

func TestLearn(t *testing.T) {
	tests := []struct{ answer, name, about string }{
		{`{"error":"phone is required"}`, "phone", ""},
		{`{"error":"sort must be one of price, name"}`, "sort", "[price name]"},
		{`{"statusCode":400,"error":"Bad Request","message":"body must have required property 'email'"}`, "email", ""},
		{`{"statusCode":400,"message":"body/owner must have required property 'city'"}`, "owner.city", ""},
		{`{"statusCode":400,"message":"querystring/rows must be integer"}`, "rows", "integer"},
		{`{"detail":[{"type":"missing","loc":["body","age"],"msg":"Field required"}]}`, "age", ""},
		{`{"errors":[{"type":"field","msg":"Invalid value","path":"title","location":"body"}]}`, "title", ""},
		{`{"issues":[{"code":"invalid_type","expected":"number","received":"undefined","path":["price"],"message":"Required"}]}`, "price", "number"},
		{`{"phone":["This field is required."]}`, "phone", ""},
		{`{"message":"\"quantity\" must be a number"}`, "quantity", "number"},
		{`{"error":"every item needs a \"sku\""}`, "sku", ""},
		{"<!doctype html><title>400 Bad Request</title>\n<p>missing field: token_id</p>", "token_id", ""},
		{`{"message":"body/items/0 must be object"}`, "items.*", "object"},
		{`{"message":"body/items/0 must have required property 'sku'"}`, "items.*.sku", ""},
		{`{"message":["items.0.productId must be a UUID"]}`, "items.*.productId", ""},
		{`{"message":["address.street must be a string"]}`, "address.street", "string"},
		{`{"message":["each value in nested property items must be either object or array"]}`, "items.*", "object"},
		{`{"message":["nested property address must be either object or array"]}`, "address", "object"},
		{`{"message":["items.each value in nested property items must be either object or array"]}`, "items.*", "object"},
		{`{"message":["cart.items.each value in nested property items must be either object or array"]}`, "cart.items.*", "object"},
		{`{"message":["each value in tags must be a string"]}`, "tags.*", "string"},
		{`{"message":["property street should not exist"]}`, "", ""},
		{"json: cannot unmarshal string into Go struct field order.lines of type []string", "lines", "array"},
		{"json: cannot unmarshal string into Go struct field order.item.quantity of type int", "item.quantity", "integer"},
		{"invalid character 'c' looking for beginning of value", "", ""},
		{`{"formErrors":[],"fieldErrors":{"items":["Expected array, received string"]}}`, "items", "array"},
		{`{"detail":"Unknown plugin snag (available plugins: ['mem', 'cpu'])"}`, "plugin", "[mem cpu]"},
		{`{"error":"invalid_grant","error_description":"cannot do that"}`, "", ""},
		{`{"error":"not found"}`, "", ""},
		{`{"error":"wrong password"}`, "", ""},
		{`{"error":"client_id is not text"}`, "client_id", "string"},
		{`{"detail":[{"loc":["body","client_id"],"msg":"str type expected"}]}`, "client_id", "string"},
	}
	for _, tt := range tests {
		got := Learn(tt.answer)
		if tt.name == "" {
			if len(got) > 0 {
				t.Errorf("%s: learned %q, want nothing", tt.answer, got[0].Name)
			}
			continue
		}
		if len(got) == 0 || got[0].Name != tt.name {
			t.Errorf("%s: learned %v, want %s", tt.answer, got, tt.name)
			continue
		}
		about := got[0].Type
		if got[0].Enum != nil {
			about = strings.TrimSpace(plainList(got[0].Enum))
		}
		if tt.about != "" && about != tt.about {
			t.Errorf("%s: %s is %q, want %q", tt.answer, tt.name, about, tt.about)
		}
	}
}

// TestTaughtType checks that a guessed type which is refused without a reason is tried as the other one, and back.
func TestTaughtType(t *testing.T) {
	r := Route{Method: "POST", Path: "/token", Inputs: []Input{{Place: Body, Name: "client_id", Schema: NewSchema()}, {Place: Body, Name: "scope", Schema: NewSchema()}}}
	for i, want := range []string{`{"client_id":1,"scope":"snag"}`, `{"client_id":"1","scope":"snag"}`, `{"client_id":1,"scope":"snag"}`, `{"client_id":1,"scope":"snag"}`} {
		sent := r.Guess(0)
		if got := r.Request(sent, nil).Body; got != want {
			t.Errorf("request %d: %s, want %s", i+1, got, want)
		}
		r.Taught(Learn(`{"error":"client_id is invalid"}`), sent)
	}
}

func plainList(list []any) string {
	var words []string
	for _, one := range list {
		words = append(words, plain(one))
	}
	return "[" + strings.Join(words, " ") + "]"
}

func TestLiterals(t *testing.T) {
	tests := []struct{ code, want string }{
		{`if (sort !== 'price' && sort !== 'name') return`, "[price name]"},
		{`querystring: { sort: { enum: ['a', 'b'] } }`, "[a b]"},
		{`if (!["x", "y"].includes(req.query.sort)) {`, "[x y]"},
		{`if request.args.get("sort") not in ("p", "q"):`, "[p q]"},
		{`refuse unless %w[up down].include?(params['sort'])`, "[up down]"},
		{`sort = forms.ChoiceField(label="x", choices=[("a", "A")])`, "[a A]"},
		{`@IsIn(['a', 'b']) sort: string`, "[a b]"},
		{`if (typeof body.sort !== 'string')`, "[]"},
		{"switch (req.query.sort) {\n case 'up': return a();\n case 'down': return b(); }", "[up down]"},
		{"case params[:sort]\n when 'up' then a\n when 'down' then b\nend", "[up down]"},
		{"match request.args.get('sort'):\n  case 'up':\n    pass\n  case 'down':\n    pass", "[up down]"},
		{`const sort = order(list)`, "[]"},
		{`list.sort(); if (other === 'x')`, "[]"},
	}
	for _, tt := range tests {
		if got := plainList(literals(tt.code, "sort")); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.code, got, tt.want)
		}
	}
}

// TestOtherwise holds that an attack is sent with each value that the code compares another input with, those that
// are known of it first.
func TestOtherwise(t *testing.T) {
	method, iban := NewSchema(), NewSchema()
	method.Example, method.Choices, iban.Type = "card", []any{"card", "sepa"}, "string"
	all := []Route{{Method: "POST", Path: "/pay", Inputs: []Input{{Place: Body, Name: "method", Required: true, Schema: method}, {Place: Body, Name: "iban", Required: true, Schema: iban}}}}
	suspect := Suspect{Attack: attack.Attack{Pumps: []attack.Pump{{Pump: "a"}}}, Ways: []Way{{Method: "POST", Path: "/pay", Place: Body, Name: "iban", Bound: NoLimit}}}
	v := all[0].Guess(0)
	var got []string
	for _, trial := range Plan(all, 0, v, []Suspect{suspect}) {
		if trial.Suspect == 0 {
			got = append(got, plain(trial.Values(v)["body.method"]))
		}
	}
	if want := []string{"card", "sepa"}; !slices.Equal(got, want) {
		t.Errorf("the attack is sent with method %v, want %v", got, want)
	}
	if second := all[0].Guess(1)["body.method"]; second != "sepa" {
		t.Errorf("the second guess is %v, want sepa", second)
	}
}

func TestMatching(t *testing.T) {
	for _, pattern := range []string{`^\d{3}-\d{4}$`, `^[A-Z]{2}\d+$`, `^(foo|bar)_[a-f0-9]{8}$`, `^\S+@\S+\.\w{2,}$`, `^v?\d+(\.\d+)*$`} {
		text, ok := matching(pattern, 0)
		if !ok || !regexp.MustCompile(pattern).MatchString(text) {
			t.Errorf("matching(%s, 0) = %q, %v", pattern, text, ok)
		}
	}
	for _, pattern := range []string{`(?=a)b`, `(`, `^$`} {
		if text, ok := matching(pattern, 0); ok {
			t.Errorf("matching(%s, 0) = %q, want none", pattern, text)
		}
	}
}

func TestRequestFilled(t *testing.T) {
	a := attack.Attack{Pumps: []attack.Pump{{Prefix: `"`, Pump: "é"}}, Suffix: "{{!"}
	in := func(place Place, name string) Input {
		return Input{Place: place, Name: name, Required: true, Schema: NewSchema()}
	}
	r := Route{Method: "POST", Path: "/a/{id}", Inputs: []Input{in(Path, "id"), in(Query, "q"), in(Body, "x.y")}}
	v := Values{"path.id": "1 2", "query.q": "ä", "body.x.y": "z"}
	tests := []struct {
		key, media, path, body string
		form                   Form
	}{
		{"body.x.y", "", "/a/1%202?q=%C3%A4", `{"x":{"y":"\"{{repeat "é" n}}{{"{{"}}!"}}`, AsAttack},
		{"query.q", "", `/a/1%202?q=%22{{repeat "%C3%A9" n}}%7B%7B%21`, `{"x":{"y":"z"}}`, AsAttack},
		{"query.q", "", `/a/1%202?q={{list "a\x23" "%2C%20%0A" n}}`, `{"x":{"y":"z"}}`, AsWords},
		{"path.id", "", `/a/{{repeat "a" n}}%21?q=%C3%A4`, `{"x":{"y":"z"}}`, AsText},
		{"body.x.y", "application/x-www-form-urlencoded", "/a/1%202?q=%C3%A4", `x%5By%5D={{n}}`, AsNumber},
		{"body.x.y", "", "/a/1%202?q=%C3%A4", `{"x":{"y":[{{list "\"w#\"" "," n}}]}}`, AsList},
		{"body.x.y", "", "/a/1%202?q=%C3%A4", `{"x":{"y":[{{repeat "{\"y\":[" n}}{{repeat "]}" n}}]}}`, AsNested},
	}
	for _, tt := range tests {
		f := Filling{Form: tt.form, Key: "y", Element: any("w")}
		if tt.form == AsAttack {
			f.Attack = &a
		}
		r.BodyType = tt.media
		q := r.Request(v, &Spot{tt.key, f})
		if q.Path != tt.path || q.Body != tt.body {
			t.Errorf("%s as %s: %s with %s, want %s with %s", tt.key, tt.form, q.Path, q.Body, tt.path, tt.body)
		}
	}
}

func TestIdentify(t *testing.T) {
	var a Answers
	a.Keep("/users", nil, []byte(`{"page":1,"users":[{"id":7,"name":"Ada"}]}`))
	a.Keep("/packages", nil, []byte(`["left-pad"]`))
	a.Keep("/tags", nil, []byte(`[]`))
	a.Keep("/users/{id}/posts", nil, []byte(`[{"id": 12}]`))
	tests := []struct {
		path string
		want Values
	}{
		{"/users/{id}", Values{"path.id": 7.0}},
		{"/users/{userId}/posts", Values{"path.userId": 7.0}},
		{"/packages/{name}", Values{"path.name": "left-pad"}},
		{"/orders/{orderId}", Values{}},
		{"/{resource}/{id}/{nested}", Values{"path.resource": "packages", "path.id": "left-pad", "path.nested": "tags"}},
		{"/users/{id}/posts/{post}", Values{"path.id": 7.0, "path.post": 12.0}},
		{"/{view}", Values{}},
		{"/api/v1/{view}", Values{}},
	}
	for _, tt := range tests {
		got := Values{}
		a.Identify(Route{Path: tt.path}, got, 0)
		if !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.path, got, tt.want)
		}
	}
}

func TestSkips(t *testing.T) {
	tests := []struct {
		only, skip []string
		writes     bool
		id         string
		sent       bool
	}{
		{nil, nil, false, "GET /users/{id}", true},
		{nil, nil, false, "POST /users", false},
		{nil, nil, true, "POST /users", true},
		{[]string{"POST /search"}, nil, false, "POST /search", true},
		{[]string{"POST /search"}, nil, false, "GET /search", false},
		{[]string{"/users/:id"}, nil, false, "GET /users/{userId}", true},
		{[]string{"/users/*"}, nil, false, "DELETE /users/{id}", true},
		{nil, []string{"GET"}, true, "GET /users", false},
		{nil, nil, true, "GET /auth/logout", false},
		{[]string{"/auth/logout"}, nil, true, "GET /auth/logout", true},
		{nil, nil, true, "GET /{…}/x", false},
	}
	for _, tt := range tests {
		method, path, _ := strings.Cut(tt.id, " ")
		why := Selection{Only: tt.only, Skip: tt.skip, Writes: tt.writes}.Skips(Route{Method: method, Path: path})
		if (why == "") != tt.sent {
			t.Errorf("--only %v --skip %v, writes %v: %s is left out for %q, want sent %v", tt.only, tt.skip, tt.writes, tt.id, why, tt.sent)
		}
	}
}

func TestMergeJoins(t *testing.T) {
	source := Route{Method: "GET", Path: "/users/{id}", From: []string{"source"}, File: "a.js", Line: 3}
	described := Route{Method: "GET", Path: "/users/{userId}", From: []string{"openapi"}, Inputs: []Input{{Place: Path, Name: "userId", Schema: Schema{Type: "integer", MaxLength: NoLimit}}}}
	all := Merge(source, described)
	if len(all) != 1 || len(all[0].Inputs) != 1 || all[0].Inputs[0].Key() != "path.id" || all[0].Inputs[0].Type != "integer" || len(all[0].From) != 2 {
		t.Errorf("merged to %+v", all)
	}
}

// FuzzDescriptions checks that descriptions and recordings of anybody give requests that can be written.
func FuzzDescriptions(f *testing.F) {
	f.Add(petStore)
	f.Add(`{"swagger":"2.0","paths":{"/x":{"post":{"parameters":[{"in":"body","name":"b","schema":{"$ref":"#/paths"}},{"in":"formData","name":"{{"}]}}}}`)
	f.Add(`{"log":{"entries":[{"request":{"method":"POST","url":"http://h/{{/1","postData":{"text":"[{{"}}}]}}`)
	f.Fuzz(func(t *testing.T, text string) {
		all, _ := FromOpenAPI([]byte(text))
		more, _ := FromHAR([]byte(text), "")
		for i, r := range Merge(append(all, more...)...) {
			if i == 20 {
				return
			}
			r.Request(r.Guess(0), nil)
			for _, in := range r.Inputs[:min(len(r.Inputs), 10)] {
				r.Request(r.Guess(1), &Spot{in.Key(), Filling{Form: AsText}})
			}
		}
	})
}

// FuzzLearn checks that no answer takes long to read, or teaches what cannot be a name.
func FuzzLearn(f *testing.F) {
	f.Add(`{"detail":[{"loc":["body","a",0],"msg":"field required"}]}`)
	f.Add("'x' must be one of a, b or c")
	f.Fuzz(func(t *testing.T, answer string) {
		r := Route{Method: "POST", Path: "/"}
		for range 3 {
			r.Taught(Learn(answer), r.Guess(0))
			r.Request(r.Guess(0), nil)
		}
		if len(r.Inputs) > 3*mostLessons {
			t.Errorf("%q: %d inputs", answer, len(r.Inputs))
		}
	})
}

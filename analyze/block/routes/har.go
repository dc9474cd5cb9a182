package routes

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
)

// FromHAR takes the requests to a host out of a recording of a browser; host "" is that of the first one. What
// looks like an id in a path is a parameter.
func FromHAR(text []byte, host string) ([]Route, error) {
	var har struct {
		Log struct {
			Entries []struct {
				Request struct {
					Method   string                         `json:"method"`
					URL      string                         `json:"url"`
					Headers  []struct{ Name, Value string } `json:"headers"`
					PostData struct {
						MimeType string                         `json:"mimeType"`
						Text     string                         `json:"text"`
						Params   []struct{ Name, Value string } `json:"params"`
					} `json:"postData"`
				} `json:"request"`
			} `json:"entries"`
		} `json:"log"`
	}
	if err := json.Unmarshal(text, &har); err != nil {
		return nil, fmt.Errorf("not a HAR file: %w", err)
	}
	var all []Route
	for _, entry := range har.Log.Entries {
		q := entry.Request
		u, err := url.Parse(q.URL)
		if err != nil || u.Host == "" || len(all) == MostRoutes {
			continue
		}
		if host == "" {
			host = u.Host
		}
		if u.Host != host {
			continue
		}
		r := Route{Method: strings.ToUpper(q.Method), From: []string{"har"}}
		r.parametrize(u.Path)
		for name, values := range u.Query() {
			r.example(Query, name, values[0])
		}
		r.BodyType, _, _ = strings.Cut(q.PostData.MimeType, ";")
		var document any
		switch {
		case len(q.PostData.Params) > 0:
			for _, p := range q.PostData.Params {
				r.example(Body, p.Name, p.Value)
			}
		case json.Unmarshal([]byte(q.PostData.Text), &document) == nil:
			if object, ok := document.(map[string]any); ok {
				r.take(Body, "", object, 0)
			} else {
				r.example(Body, "", document)
			}
		case strings.Contains(r.BodyType, "urlencoded"):
			values, _ := url.ParseQuery(q.PostData.Text)
			for name, list := range values {
				r.example(Body, name, list[0])
			}
		}
		all = append(all, r)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("it has no request")
	}
	return all, nil
}

func (r *Route) example(place Place, name string, value any) {
	s := NewSchema()
	s.Example, s.Type = value, typeOf(value)
	r.addInput(Input{Place: place, Name: name, Required: place == Body, Schema: s})
}

// parametrize sets the path, with parameters for what looks like an id.
func (r *Route) parametrize(path string) {
	var out []string
	for _, segment := range segments(path) {
		if looksLikeID(segment) {
			name := "id"
			if n := len(out); n > 0 {
				name = strings.TrimSuffix(strings.Trim(out[n-1], "{}"), "s") + "Id"
			}
			r.example(Path, name, segment)
			segment = "{" + name + "}"
		}
		out = append(out, segment)
	}
	r.Path = "/" + strings.Join(out, "/")
}

// looksLikeID reports whether a segment is a number, or long and of hexadecimal digits.
func looksLikeID(segment string) bool {
	digits := strings.Trim(segment, "0123456789") == ""
	hex := strings.Trim(strings.ToLower(segment), "0123456789abcdef-") == "" && len(segment) >= 16
	return segment != "" && (digits || hex)
}

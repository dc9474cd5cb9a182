package project

import (
	"cmp"
	"net/url"
	"path"
	"slices"
	"strings"

	"snag/analyze/lazyregexp"
	"snag/analyze/nesting"
	"snag/analyze/sorting"
)

// openAPI finds the endpoints of a description in OpenAPI or Swagger.
func (p *reader) openAPI() {
	for _, dir := range []string{".", "docs", "api", "spec", "openapi"} {
		for _, name := range []string{"openapi.yaml", "openapi.yml", "openapi.json", "swagger.yaml", "swagger.yml", "swagger.json"} {
			text := p.text(path.Join(dir, name))
			if text == "" {
				continue
			}
			var d description
			if nesting.Unmarshal([]byte(text), &d) != nil {
				continue
			}
			p.addEndpoints(d)
			return
		}
	}
}

// description is what is read of a description.
type description struct {
	BasePath string `yaml:"basePath"` // of Swagger 2
	Servers  []struct {
		URL string `yaml:"url"`
	} `yaml:"servers"`
	Paths      map[string]any `yaml:"paths"`
	Parameters map[string]any `yaml:"parameters"`
	Components struct {
		Parameters map[string]any `yaml:"parameters"`
	} `yaml:"components"`
}

// base is the path that all paths are below.
func (d description) base() string {
	base := d.BasePath
	if len(d.Servers) > 0 && !strings.ContainsAny(d.Servers[0].URL, "{} ") {
		if u, err := url.Parse(d.Servers[0].URL); err == nil {
			base = u.Path
		}
	}
	base = strings.TrimRight(base, "/")
	if !plainPath.MatchString(base) {
		return ""
	}
	return base
}

var (
	plainPath     = lazyregexp.New(`^(/[A-Za-z0-9._~-]+)+$`)
	pathParameter = lazyregexp.New(`\{[^}]*\}`)
	plainName     = lazyregexp.New(`^[A-Za-z0-9_.-]+$`)
	// sizeName matches names of numbers that say how much is wanted; a page or an id does not.
	sizeName = lazyregexp.New(`(?i)^(n|num|number|rows|top|take|first|last|depth|.*(limit|size|count|length|per_?page|max|amount|quantity))$`)
)

func (p *reader) addEndpoints(d description) {
	var names []string
	for name := range d.Paths {
		if strings.HasPrefix(name, "/") && !strings.ContainsAny(name, " \"") && isPrintable(name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		methods, _ := d.Paths[name].(map[string]any)
		operation, ok := methods["get"].(map[string]any)
		if !ok {
			continue
		}
		shared, _ := methods["parameters"].([]any)
		own, _ := operation["parameters"].([]any)
		e := Endpoint{Method: "GET", Path: d.base() + pathParameter.ReplaceAllString(name, "1")}
		if query := d.growing(slices.Concat(own, shared)); query != "" {
			e.Path, e.Grows = e.Path+"?"+query, true
		}
		p.Endpoints = append(p.Endpoints, e)
	}
	sorting.Stable(p.Endpoints, func(a, b Endpoint) int { // those that can grow tell most
		return count(b.Grows) - count(a.Grows)
	})
	p.Endpoints = p.Endpoints[:min(len(p.Endpoints), mostEndpoints)]
}

// growing is the query of an operation with a template for what can grow: a number that is a size, else a
// text; "" when there is neither.
func (d description) growing(parameters []any) string {
	text := ""
	for _, one := range parameters {
		m, _ := one.(map[string]any)
		if ref, _ := m["$ref"].(string); ref != "" {
			known := d.Components.Parameters
			if strings.HasPrefix(ref, "#/parameters/") {
				known = d.Parameters
			}
			m, _ = known[path.Base(ref)].(map[string]any)
		}
		name, _ := m["name"].(string)
		if m["in"] != "query" || !plainName.MatchString(name) {
			continue
		}
		schema, _ := m["schema"].(map[string]any)
		switch kind := cmp.Or(m["type"], schema["type"]); {
		case (kind == "integer" || kind == "number") && sizeName.MatchString(name):
			return name + "={{n}}"
		case kind == "string" && text == "" && m["enum"] == nil && schema["enum"] == nil && schema["format"] == nil && m["format"] == nil:
			text = name + `={{repeat "a" n}}`
		}
	}
	return text
}

package rules

import (
	"slices"
	"strings"

	"snag/analyze/reach/annotation"
	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
)

// Named is a value of a request, and the name of it.
type Named struct {
	Source *model.Source
	Name   string
	Bare   bool // it is a parameter of an entry
	getter bool // the name is the argument of the call that the value is the result of
}

// Completed returns the name of a value, with the argument by which it was asked for.
func (p *Program) Completed(in Named, file int32, n *graph.Node) string {
	if n.Kind == graph.Param && n.Name != "" && in.Bare {
		return in.Name + "." + strings.TrimLeft(n.Name, "$")
	}
	if !in.getter || n.Kind != graph.Result {
		return in.Name
	}
	c := &p.Sites[p.SiteOf[file][n.Index]]
	if len(c.Args) > 0 {
		if texts := p.TextsOf(c.Args[0]); len(texts) == 1 && texts[0] != "" && !strings.ContainsAny(texts[0], " \n") {
			return in.Name + "." + texts[0]
		}
	}
	return in.Name
}

// KindName is the name of all values of a kind: what a user calls them.
func KindName(k model.Kind) string {
	switch k {
	case model.URL:
		return "query"
	}
	return k.String()
}

// alone reports whether a member of a request is a value of its own rather than all values of its kind.
func alone(k model.Kind, member string) bool {
	switch strings.ToLower(member) {
	case "", "query", "args", "params", "body", "headers", "header", "cookies", "cookie", "form", "get", "post", "json", "data", "payload", "files", "file",
		"values", "rawheaders", "query_params", "path_params", "view_args", "match_info", "state", "signedcookies", "meta", "request", "querystring",
		"searchparams", "environ", "forms", "input", "$_get", "$_post", "$_cookie", "$_files", "$_request", "headersdistinct", "rawbody", "raw_args", "query_args":
		return false
	}
	return k != model.Body && k != model.Message && k != model.Upload
}

// IsGetter reports whether methods of a name return the value of the name that they are given.
func IsGetter(name string) bool { return slices.Contains(getters, name) }

// wholeGetter reports whether the last call of some steps returns all values of a kind, as request.json().
func wholeGetter(steps []string) bool {
	return len(steps) < 2 || !IsGetter(steps[len(steps)-2])
}

// isTextMember reports whether a member is one of a text or list rather than of what was sent.
func isTextMember(name string) bool {
	switch name {
	case "length", "Length", "prototype", "constructor", "__class__":
		return true
	}
	return false
}

// Named returns the values of requests that an access is.
func (p *Program) Named(a model.Access) []Named {
	var all []Named
	for _, s := range p.SourceRules(a) {
		if s.Level != model.Remote {
			continue
		}
		// The shortest head of the access that the rule describes is the value as a whole.
		head := len(a.Steps)
		for head > 0 && slices.Contains(p.SourceRules(model.Access{Root: a.Root, Steps: a.Steps[:head-1]}), s) {
			head--
		}
		if head < len(a.Steps) && head > 0 && a.Steps[head-1] != "()" && a.Steps[head] == "()" {
			head++
		}
		if p.Language() == model.Ruby && head == 0 && len(a.Steps) > 0 && a.Steps[0] == "()" {
			head++ // a name that the file does not declare is a call
		}
		rest := a.Steps[head:]
		n := Named{Source: s, Name: KindName(s.Kind), Bare: a.Root.Kind == model.EntryArg && len(a.Steps) == 0}
		whole := ""
		if head > 0 {
			whole = a.Steps[head-1]
		}
		if whole == "()" {
			n.getter = !wholeGetter(a.Steps[:head])
		} else if a.Root.Kind == model.EntryArg && a.Root.Param != "" && (len(a.Steps) == 0 || isTextMember(a.Steps[0])) {
			n.Name += "." + a.Root.Param
		} else if a.Root.Kind == model.Decorated {
			// What has no name of its own is all values of a kind in JavaScript, and all of a body everywhere.
			if a.Root.Param != "" && (a.Root.Index > 0 || p.Language() != model.JavaScript && s.Kind != model.Body) {
				n.Name += "." + a.Root.Param
			}
		} else if alone(s.Kind, whole) {
			switch s.Kind {
			case model.URL:
				n.Name = "url"
			case model.Path:
			default:
				n.Name += "." + whole
			}
		}
		ends := false
		for i, step := range rest {
			switch {
			case i+1 < len(rest) && rest[i+1] == "()":
				n.getter = IsGetter(step) && i+2 == len(rest)
				ends = true
			case step == "*" || step == "()" || step == graph.Keys || step[0] >= '0' && step[0] <= '9':
				ends = true
			case isTextMember(step):
				ends = true
			case s.Kind == model.Body:
				n.Name += "." + p.Sent(step)
			default:
				n.Name += "." + step
			}
			if ends {
				if i+2 < len(rest) || !n.getter && i+1 < len(rest) && rest[i+1] == "()" {
					return nil // something that is made of the value
				}
				break
			}
		}
		all = append(all, n)
	}
	return all
}

// getters are methods that return the value of the name that they are given.
var getters = []string{
	"get", "header", "getlist", "get_all", "getall", "getAll", "query", "queries", "param", "params", "getParameter", "getParameterValues", "getHeader", "getHeaders", "get_argument",
	"get_query_argument", "get_body_argument", "get_arguments", "get_cookie", "input", "fetch", "dig", "pop", "getFirst", "getQueryParam", "pathVariable", "getHeaderLine",
	"[]", "cookie", "queryParam", "getHeaderString", "get_header", "string", "str", "file", "getPart", "require", "post", "get_param", "has", "getOrDefault",
}

// Sent returns the name that a member of a class has in JSON: that of an annotation such as @JsonProperty, unless there
// are members of this name with another.
func (p *Program) Sent(name string) string {
	if p.Language() != model.Java && p.Language() != model.CSharp {
		return name
	}
	if p.inJSON == nil {
		p.inJSON = map[string]string{}
		for i := range p.Code {
			for k := range p.Code[i].Graph.Classes {
				for _, m := range annotation.Fields(p.Code[i].Graph.Classes[k].Tree) {
					if m.Func != nil || m.Static {
						continue
					}
					other := annotation.JSONName(m.Decorators)
					if other == "" {
						other = m.Name
					}
					if known, ok := p.inJSON[m.Name]; ok && known != other {
						other = m.Name
					}
					p.inJSON[m.Name] = other
				}
			}
		}
	}
	if other := p.inJSON[name]; other != "" {
		return other
	}
	return name
}

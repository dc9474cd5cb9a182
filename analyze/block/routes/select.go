package routes

import (
	"fmt"
	"strings"

	"snag/analyze/lazyregexp"
)

// Selection says which routes are sent requests.
type Selection struct {
	// Only and Skip are patterns of routes: "GET /users/{id}", "/users/*" or "POST". Only empty means all.
	Only, Skip []string
	Writes     bool // requests that may change something are allowed
}

// ends matches paths whose requests end something, going by their names.
var ends = lazyregexp.New(`(?i)(^|[/_.-])(shutdown|shut-down|restart|reboot|quit|kill|terminate|logout|log-out|signout|sign-out|logoff|reset|destroy|delete|remove|purge|flush|drop|truncate|uninstall|unsubscribe|revoke|disable|deactivate)($|[/_.-])`)

// PathUnknown is why a route with an unknown part in its path gets no request.
const PathUnknown = "its path is not fully known"

// Skips says in a clause why a route gets no request, "" for one that does.
func (s Selection) Skips(r Route) string {
	named := false
	if len(s.Only) > 0 {
		for _, pattern := range s.Only {
			named = named || Names(pattern, r)
		}
		if !named {
			return "--only leaves it out"
		}
	}
	for _, pattern := range s.Skip {
		if Names(pattern, r) {
			return "--skip " + pattern
		}
	}
	switch {
	case named:
		return ""
	case r.Writes() && !s.Writes:
		return r.Method + " may change something: --allow-writes sends it, or --only '" + r.ID() + "'"
	case ends.MatchString(r.Path):
		return "its name says that it ends something: --only '" + r.ID() + "' sends it"
	case strings.Contains(r.Path, "{…}"):
		return PathUnknown
	}
	return ""
}

// Names reports whether a pattern means a route. It is a method, a path, or both; in a path "*" stands for any
// characters, and the names of parameters do not matter.
func Names(pattern string, r Route) bool {
	method, glob, both := strings.Cut(strings.TrimSpace(pattern), " ")
	switch {
	case !both && strings.HasPrefix(method, "/"):
		method, glob = "", method
	case !both:
		return strings.EqualFold(method, r.Method)
	}
	if method != "" && !strings.EqualFold(method, r.Method) {
		return false
	}
	glob = strings.TrimSpace(glob)
	if samePath(bracesFor(glob), bracesFor(r.Path)) {
		return true
	}
	return wildcard(glob, r.Path)
}

// bracesFor writes ":name" and "<name>" as "{name}".
func bracesFor(path string) string {
	parts := segments(path)
	for i, part := range parts {
		if strings.HasPrefix(part, ":") || strings.HasPrefix(part, "<") {
			parts[i] = "{" + strings.Trim(part, ":<>") + "}"
		}
	}
	return "/" + strings.Join(parts, "/")
}

// wildcard reports whether a text is what a pattern means, in which "*" stands for any characters.
func wildcard(pattern, text string) bool {
	if !strings.Contains(pattern, "*") {
		return pattern == text
	}
	first, rest, _ := strings.Cut(pattern, "*")
	if !strings.HasPrefix(text, first) {
		return false
	}
	text = text[len(first):]
	for {
		part, more, found := strings.Cut(rest, "*")
		if !found {
			return strings.HasSuffix(text, part)
		}
		i := strings.Index(text, part)
		if i < 0 {
			return false
		}
		text, rest = text[i+len(part):], more
	}
}

// CheckPattern returns what is wrong with a pattern of routes.
func CheckPattern(pattern string) error {
	method, glob, both := strings.Cut(strings.TrimSpace(pattern), " ")
	if both && !strings.HasPrefix(strings.TrimSpace(glob), "/") && !strings.HasPrefix(strings.TrimSpace(glob), "*") || method == "" {
		return fmt.Errorf("%q is neither a method, nor a path, nor both such as 'POST /search'", pattern)
	}
	if !both && !strings.HasPrefix(method, "/") && strings.Trim(strings.ToUpper(method), "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		return fmt.Errorf("%q is neither a method nor a path that begins with /", pattern)
	}
	return nil
}

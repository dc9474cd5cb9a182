package model

import (
	"path"
	"strings"
)

// verbs are the methods of HTTP in the names of functions, decorators and methods.
var verbs = []string{"GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "COPY", "MOVE", "LOCK", "UNLOCK", "MKCOL", "PROPFIND", "PROPPATCH", "SEARCH"}

// Messages is the Method of an Entry whose route is the name of a message rather than a path.
const Messages = "message"

// HTTPMethod returns the HTTP method of an entry, "" where it serves several or it is not known. Callee is
// the name of what was called or of the decorator, function the name of the entry's function.
func (e *Entry) HTTPMethod(callee, function string) string {
	name := e.Method
	switch e.Method {
	case "callee":
		name = callee
	case "name":
		name = function
	}
	name = strings.ToUpper(name)
	for _, around := range []string{"ADD_", "REQUIRE_", "MAP", "HTTP", "DO", "ON", "RENDER", "_"} {
		name = strings.TrimPrefix(name, around)
	}
	for _, around := range []string{"MAPPING", "ATTRIBUTE", "ASYNC"} {
		name = strings.TrimSuffix(name, around)
	}
	if name == "DEL" {
		return "DELETE"
	}
	for _, v := range verbs {
		if name == v {
			return v
		}
	}
	return ""
}

// FileRoute returns the route of an entry that is known by the path of its file, as "/api/users/[id]" of
// pages/api/users/[id].ts and of app/api/users/[id]/route.ts.
func FileRoute(file string) string {
	route := "/" + strings.TrimSuffix(file, path.Ext(file))
	for _, root := range []string{"/pages/", "/app/"} {
		if at := strings.LastIndex(route, root); at >= 0 {
			route = route[at+len(root)-1:]
		}
	}
	var parts []string
	for part := range strings.SplitSeq(route, "/") {
		// Folders in parentheses and those of parallel routes are not part of the path.
		if part != "" && !strings.HasPrefix(part, "(") && !strings.HasPrefix(part, "@") {
			parts = append(parts, part)
		}
	}
	if n := len(parts); n > 0 && (parts[n-1] == "index" || parts[n-1] == "route" || parts[n-1] == "page") {
		parts = parts[:n-1]
	}
	return "/" + strings.Join(parts, "/")
}

// Family is the first part of the name of an entry, which the other entries of its framework have too.
func (e *Entry) Family() string {
	name, _, _ := strings.Cut(e.Name, ".")
	return name
}

// Package annotation reads what stands beside the parameters of functions and the fields of classes: types, decorators
// and default values, as bounds on texts, as names by which requests have them, and as names of other types. It looks at
// the tree of one expression or class, and knows nothing of what the names in it mean in the program.
package annotation

import (
	"slices"
	"strings"

	"snag/analyze/reach/model"
	"snag/analyze/source/tree"
)

// Names returns the names in an expression.
func Names(n *tree.Node) []string { return names(n, 0) }

func names(n *tree.Node, depth int) []string {
	if n == nil || depth > 6 {
		return nil
	}
	var all []string
	if (n.Op == tree.Name || n.Op == tree.Member) && n.Text != "" {
		all = append(all, n.Text)
	}
	for _, k := range n.Kids {
		all = append(all, names(k, depth+1)...)
	}
	return all
}

// Called returns the names of the functions that are called in an expression.
func Called(n *tree.Node) []string { return called(n, 0) }

func called(n *tree.Node, depth int) []string {
	if n == nil || depth > 6 {
		return nil
	}
	var all []string
	if n.Op == tree.Call && n.Kid(0) != nil && n.Kids[0].Text != "" {
		all = append(all, n.Kids[0].Text)
	}
	for _, k := range n.Kids {
		all = append(all, called(k, depth+1)...)
	}
	return all
}

// Alias returns the name by which a request has a parameter, as an expression about it says, "" for its own.
func Alias(n *tree.Node) string { return alias(n, 0) }

func alias(n *tree.Node, depth int) string {
	if n == nil || depth > 6 {
		return ""
	}
	if n.Op == tree.Keyword && n.Text == "alias" && n.Kid(0) != nil && n.Kids[0].Op == tree.String {
		return n.Kids[0].Text
	}
	for _, k := range n.Kids {
		if name := alias(k, depth+1); name != "" {
			return name
		}
	}
	return ""
}

// IsList reports whether a type is that of a list of what it names.
func IsList(kind *tree.Node) bool {
	if held := kind.Held(); len(held) > 0 {
		return Holds(kind, len(held)) == Many
	}
	if kind == nil || kind.Op == tree.Name || kind.Op == tree.Member {
		return false
	}
	return !slices.ContainsFunc(Names(kind), func(n string) bool {
		return slices.Contains([]string{"Optional", "Annotated", "Promise", "Partial", "Union", "None", "Mono", "Task", "dict", "Dict", "Map", "Record"}, n)
	})
}

// JSONName returns the name that annotations give a member in JSON, "" for its own.
func JSONName(annotations []*tree.Node) string {
	for _, d := range annotations {
		if d == nil || d.Op != tree.Call || !slices.Contains([]string{"JsonProperty", "JsonPropertyName", "SerializedName"}, d.Kid(0).Text) {
			continue
		}
		for _, arg := range d.Kids[1:] {
			if arg.Op == tree.Keyword && (arg.Text == "value" || arg.Text == "PropertyName") {
				arg = arg.Kid(0)
			}
			if arg != nil && arg.Op == tree.String {
				return arg.Text
			}
		}
	}
	return ""
}

// IsOneOf reports whether a decorator is one of some calls, or is handed one.
func IsOneOf(n *tree.Node, calls []*model.CallPattern) bool { return isOneOf(n, calls, 0) }

func isOneOf(n *tree.Node, calls []*model.CallPattern, depth int) bool {
	if n == nil || depth > 4 {
		return false
	}
	callee := n
	if n.Op == tree.Call || n.Op == tree.New {
		callee = n.Kid(0)
	}
	if callee != nil && (callee.Op == tree.Name || callee.Op == tree.Member) &&
		slices.ContainsFunc(calls, func(q *model.CallPattern) bool { return q.Callee.EndsIn(lastPart(callee.Text)) }) {
		return true
	}
	return n.Op != tree.Name && n.Op != tree.Member && slices.ContainsFunc(n.Kids, func(k *tree.Node) bool { return isOneOf(k, calls, depth+1) })
}

// lastPart is a name without its namespace.
func lastPart(name string) string { return name[strings.LastIndexAny(name, ".\\:")+1:] }

// IsSpared reports whether a decorator says that a member may stay unchecked.
func IsSpared(b *model.Bound, decorators []*tree.Node) bool {
	return slices.ContainsFunc(decorators, func(n *tree.Node) bool { return isOneOf(n, b.Spared, 3) })
}

// Groups returns the names of the classes that some arguments of an annotation list, as of the groups of a constraint in Java:
// never nil.
func Groups(args ...*tree.Node) []string {
	all := []string{}
	for _, n := range args {
		all = append(all, slices.DeleteFunc(Names(n), func(name string) bool { return name == "class" || name == "java" })...)
	}
	return all
}

// holders are the types that hold one value of the type which they are made for, or none.
var holders = []string{
	"Optional", "Mono", "Maybe", "Single", "Uni", "CompletableFuture", "CompletionStage", "Future", "Publisher", "ResponseEntity", "HttpEntity", "RequestEntity",
	"JsonNullable", "Task", "ValueTask", "Nullable", "ActionResult", "Deferred", "HttpRequest", "HttpResponse",
}

// streams are the types of many values that have other names than IsMany knows.
var streams = []string{"Flux", "Flow", "Flowable", "Observable", "Multi"}

// Holding says what a type is made for that holds values of other types.
type Holding uint8

// The ways in which a type holds values. The zero Holding is none, or not known.
const (
	Nothing Holding = iota
	One
	Many
	Table // of many values by keys
)

// Holds returns how a type holds values of so many others.
func Holds(n *tree.Node, others int) Holding {
	if n == nil || n.Op != tree.Name && n.Op != tree.Member {
		return Nothing
	}
	name := lastPart(n.Text)
	lower := strings.ToLower(name)
	switch {
	case others == 1 && slices.Contains(holders, name):
		return One
	case others == 2 && (strings.HasSuffix(lower, "map") || strings.HasSuffix(lower, "dictionary")) && !strings.HasPrefix(lower, "multi"):
		return Table
	case others == 1 && (IsMany(n) || slices.Contains(streams, name)):
		return Many
	}
	return Nothing
}

// HoldsMany reports whether a type names one of lists, sets or tables at any place in it, as Optional[list[str]] does.
func HoldsMany(n *tree.Node) bool {
	return slices.ContainsFunc(Names(n), func(name string) bool { return IsMany(&tree.Node{Op: tree.Name, Text: name}) })
}

// IsMany reports whether a type is that of a list or another collection.
func IsMany(n *tree.Node) bool {
	if n == nil {
		return false
	}
	if n.Op == tree.Array {
		return true
	}
	if n.Op == tree.Index || n.Op == tree.Call || n.Op == tree.Cast {
		n = n.Kid(0)
	}
	if n == nil || n.Op != tree.Name && n.Op != tree.Member {
		return false
	}
	name := strings.ToLower(lastPart(n.Text))
	for _, kind := range []string{"list", "set", "map", "array", "collection", "dict", "sequence", "iterable", "enumerable", "tuple", "stream", "dictionary"} {
		if strings.HasSuffix(name, kind) || strings.HasSuffix(name, "[]") {
			return true
		}
	}
	return false
}

package routes

import (
	"encoding/json"
	"html"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"snag/analyze/sorting"
)

// Answers are documents that the service gave, by which later requests name what there is.
type Answers struct {
	byPath map[string]any
	sent   map[string]Values // the values of the requests that they answer
	paths  []string
	links  [][]string      // the segments of the paths that the service refers to, as they are written
	firsts map[string]bool // segments with which paths of routes begin
}

// Keep keeps the answer to a request for a path, which is a template, with these values; of text that is no JSON it
// keeps what it refers to.
func (a *Answers) Keep(path string, v Values, text []byte) {
	var value any
	if json.Unmarshal(text, &value) != nil {
		for _, m := range references.FindAllSubmatch(text, mostLinks) {
			a.Refer(html.UnescapeString(string(m[1])))
		}
		return
	}
	if a.byPath == nil {
		a.byPath, a.sent = map[string]any{}, map[string]Values{}
	}
	if _, known := a.byPath[path]; !known {
		a.paths = append(a.paths, path)
	}
	if list, ok := a.byPath[path].([]any); ok && len(list) > 0 {
		value = append(slices.Clip(list), value) // what was made, beside what was there
	}
	a.byPath[path], a.sent[path] = value, maps.Clone(v)
	a.referred(value, 0)
}

// Identify sets the parameters of a route's path to values of earlier answers, where there are such. It reports
// whether there were. Each round chooses otherwise, as long as there are other values: what the service refers to,
// ids, names of members. None is a word that says of a path that it ends something: /{page} is not asked for /logout.
func (a *Answers) Identify(r Route, v Values, round int) (found bool) {
	if first, ok := literalFirst(r.Path); ok {
		if a.firsts == nil {
			a.firsts = map[string]bool{}
		}
		a.firsts[first] = true
	}
	if len(Parameters(r.Path)) == 0 {
		return false
	}
	var ways []Values
	last, first := a.identified(r), a.identified(r)
	maps.Copy(last, a.linked(r, slices.Backward(a.links)))
	maps.Copy(first, a.linked(r, slices.All(a.links)))
	for _, one := range []Values{last, first, a.identified(r), a.member(r)} {
		maps.DeleteFunc(one, func(key string, value any) bool {
			in := r.Input(key)
			return in != nil && (len(in.Enum) > 0 || !in.mayBe(value)) || ends.MatchString(plain(value)) // what is accepted is known
		})
		if len(one) > 0 && !slices.ContainsFunc(ways, func(w Values) bool { return reflect.DeepEqual(w, one) }) {
			ways = append(ways, one)
		}
	}
	if len(ways) == 0 {
		return false
	}
	if round == Guesses-1 {
		round = 0 // it differs in other inputs
	}
	maps.Copy(v, ways[min(round, len(ways)-1)])
	return true
}

// mayBe reports whether a value is of the type and format that a parameter of a path has.
func (s Schema) mayBe(value any) bool {
	text := plain(value)
	switch {
	case s.Format == "uuid":
		return len(text) >= 32 && strings.Trim(text, "0123456789abcdefABCDEF-") == ""
	case s.Type == "integer" || s.Type == "number":
		_, err := strconv.ParseFloat(text, 64)
		return err == nil
	}
	return true
}

// identified are the parameters of a path by the ids in documents.
func (a *Answers) identified(r Route) Values {
	v := Values{}
	written := segments(r.Path)
	parts := slices.Clone(written)
	for i, part := range written {
		name, ok := parameter(part)
		if !ok {
			continue
		}
		before := "/" + strings.Join(parts[:i], "/")
		collection, behindID := "", false
		if i > 0 {
			if _, behindID = parameter(parts[i-1]); !behindID {
				collection = parts[i-1]
			}
		}
		value, ok := a.value(before, collection, name)
		if !ok && (i == 0 && len(parts) > 1 || i > 1 && behindID) {
			if value, ok = a.collection(parts); ok {
				parts[i] = plain(value) // answers are kept by the paths of their routes
			}
		}
		if ok {
			v["path."+name] = value
		}
	}
	return v
}

// collection looks for what a parameter may be in front of an id or behind one, as in /{resource}/{id}/{nested}: the
// name of a list that the service gave, which the path does not name yet.
func (a *Answers) collection(parts []string) (any, bool) {
	for _, path := range a.paths {
		own := segments(path)
		if _, isList := a.byPath[path].([]any); isList && len(own) == 1 && !slices.Contains(parts, own[0]) {
			return own[0], true
		}
	}
	return nil, false
}

// value looks for what a parameter may be: in the list that stands above it in the path, then in others that name
// it by the parameter.
func (a *Answers) value(before, collection, name string) (any, bool) {
	if doc, ok := a.byPath[before]; ok {
		if value, ok := idIn(doc, collection, name, true, 0); ok {
			return value, true
		}
	}
	paths := slices.Clone(a.paths)
	sorting.Stable(paths, func(x, y string) int { return shared(y, before) - shared(x, before) })
	for _, path := range paths {
		// Below the same resource any id will do, elsewhere only one of the name.
		near := collection != "" && slices.Contains(segments(path), collection) || listsOf(path, name)
		if value, ok := idIn(a.byPath[path], collection, name, near, 0); ok {
			return value, true
		}
	}
	return nil, false
}

// shared is how many segments two paths begin with alike.
func shared(a, b string) (count int) {
	x, y := segments(a), segments(b)
	for count < len(x) && count < len(y) && x[count] == y[count] {
		count++
	}
	return count
}

// idKeys are names under which objects hold what identifies them.
var idKeys = []string{"id", "_id", "uuid", "slug", "key", "name", "username", "login", "code", "sku", "number", "title"}

// idIn returns what identifies an object of a document: a member with the name of the parameter, or, where anyID
// is set, one that is an id by its name.
func idIn(doc any, collection, name string, anyID bool, level int) (any, bool) {
	if level > 6 {
		return nil, false
	}
	switch v := doc.(type) {
	case []any:
		for _, one := range v {
			if text, ok := one.(string); ok && anyID && level <= 1 && text != "" {
				return text, true
			}
			if value, ok := idIn(one, collection, name, anyID, level+1); ok {
				return value, true
			}
		}
	case map[string]any:
		wanted := []string{name}
		if anyID {
			base := strings.TrimSuffix(strings.TrimSuffix(strings.ToLower(name), "id"), "_")
			wanted = append(wanted, base)
			wanted = append(wanted, idKeys...)
		}
		for _, key := range wanted {
			for _, have := range sortedKeys(v) {
				if !strings.EqualFold(have, key) || key == "" {
					continue
				}
				switch value := v[have].(type) {
				case string:
					if value != "" && len(value) < 200 {
						return value, true
					}
				case float64:
					return value, true
				}
			}
		}
		keys := sortedKeys(v)
		// The list that has the name of the collection comes first.
		sorting.Stable(keys, func(x, y string) int { return alike(y, collection) - alike(x, collection) })
		for _, key := range keys {
			if value, ok := idIn(v[key], collection, name, anyID, level+1); ok {
				return value, true
			}
		}
	}
	return nil, false
}

func alike(key, collection string) int {
	if collection != "" && strings.EqualFold(key, collection) {
		return 1
	}
	return 0
}

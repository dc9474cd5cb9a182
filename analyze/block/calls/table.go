package calls

import (
	"strings"

	"snag/analyze/reach/calling"
	"snag/analyze/source/outline"
)

// blocker is a call that blocks.
type blocker struct {
	name    string // for people
	instead string
	minor   bool
	when    func(c *calling.Call) bool // nil for always
	// text reports the same of a call in a file that is read without values.
	text func(file []byte, c outline.Call) bool
	// inside is the call in a package that blocks, or nil.
	inside *Step
}

// table is the calls of a language that block, by their names in full.
type table struct {
	// hints are texts of which a file with such a call has one.
	hints []string
	by    map[string]blocker
	// ends are the last members and calls of functions that block whatever they are called on.
	ends map[string]blocker
	// all are prefixes, and what all functions behind them that end in Sync are replaced by.
	all map[string]string
	// awaited reports whether calls that are awaited block all the same.
	awaited bool
}

// add adds functions by the names behind a prefix.
func (t *table) add(instead, prefix, names string) { t.when(nil, instead, prefix, names) }

func (t *table) when(when func(c *calling.Call) bool, instead, prefix, names string) {
	for name := range strings.FieldsSeq(names) {
		full := prefix + name
		t.by[full] = blocker{name: strings.ReplaceAll(full, "()", ""), instead: instead, when: when}
	}
}

// note adds functions that are no more than a note.
func (t *table) note(instead, prefix, names string) {
	for name := range strings.FieldsSeq(names) {
		full := prefix + name
		t.by[full] = blocker{name: strings.ReplaceAll(full, "()", ""), instead: instead, minor: true}
	}
}

// find returns what is known of a function that a call calls.
func (t *table) find(name string, c *calling.Call) (blocker, bool) {
	if !t.awaited && c.Awaited() {
		return blocker{}, false
	}
	if b, ok := t.by[name]; ok {
		return b, b.when == nil || b.when(c)
	}
	if b, ok := t.by[typed(name)]; ok {
		return b, b.when == nil || b.when(c)
	}
	for end, b := range t.ends {
		if strings.HasSuffix(name, end) && (b.when == nil || b.when(c)) {
			return b, true
		}
	}
	if !strings.HasSuffix(name, "Sync") {
		return blocker{}, false
	}
	module, function, ok := strings.Cut(name, ".")
	instead, known := t.all[module]
	return blocker{name: name, instead: instead}, ok && known && !strings.Contains(function, ".")
}

// typed returns the name of a method of an object that the program makes as that of one of which only the type is known:
// :RestTemplate.put for org.springframework.web.client.RestTemplate().put. It is "" where nothing is made.
func typed(name string) string {
	class, method, made := strings.Cut(name, "().")
	class = class[strings.LastIndexByte(class, '.')+1:]
	if !made || class == "" || class[0] < 'A' || class[0] > 'Z' {
		return ""
	}
	return ":" + class + "." + method
}

// tables are the calls that block by the name of the language.
var tables = map[string]*table{"JavaScript": script, "TypeScript": script, "TSX": script, "Python": python, "Java": java, "C#": csharp, "PHP": php, "Ruby": ruby}

// end adds calls that are known by how they end, behind any of some prefixes.
func (t *table) end(instead, name, methods string, when func(*calling.Call) bool, prefixes ...string) {
	for _, method := range strings.Fields(methods) {
		for _, prefix := range prefixes {
			t.ends[prefix+method] = blocker{name: name + method, instead: instead, when: when}
		}
	}
}

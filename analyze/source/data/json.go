// Package data reads forms of data in which patterns are common: JSON, YAML and the configuration of
// servers.
package data

import (
	"bytes"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
	"snag/analyze/source/literal"
	"snag/analyze/source/scan"
)

// dataKind is a kind of document that holds patterns, as far as its keys tell.
type dataKind uint8

const (
	dataPlain      dataKind = iota // only a key such as regex says that there is a pattern
	dataSchema                     // JSON Schema and OpenAPI
	dataKubernetes                 // a schema in a custom resource definition, which Go checks
	dataGrammar                    // a TextMate grammar
	dataPrometheus                 // relabelling rules
	dataSemgrep                    // rules of Semgrep
	dataHooks                      // hooks of pre-commit
)

// dataKey tells what the value of a key in a document is.
type dataKey struct {
	pattern bool // it is a pattern, or a list of them
	keys    bool // its keys are patterns
	skip    bool // it is an example or a constant, in which keys mean nothing

	dialect syntax.Dialect
	uses    literal.Use
}

// key tells what a key means in a kind of document. fallback is the dialect of patterns for which the
// document tells none.
func (k dataKind) key(name string, fallback syntax.Dialect) dataKey {
	switch k {
	case dataSchema, dataKubernetes:
		dialect := syntax.JavaScript
		if k == dataKubernetes {
			dialect = syntax.Go
		}
		switch name {
		case "pattern":
			return dataKey{pattern: true, dialect: dialect, uses: literal.Test}
		case "patternProperties":
			return dataKey{keys: true, dialect: dialect, uses: literal.Test}
		case "example", "examples", "default", "const", "enum":
			return dataKey{skip: true}
		}
		return dataKey{}
	case dataGrammar:
		switch name {
		case "match", "begin", "end", "while", "foldingStartMarker", "foldingStopMarker", "firstLineMatch":
			return dataKey{pattern: true, dialect: syntax.Ruby, uses: literal.Exec}
		}
		return dataKey{}
	case dataPrometheus:
		if name == "regex" {
			return dataKey{pattern: true, dialect: syntax.Go, uses: literal.Whole}
		}
		return dataKey{}
	case dataSemgrep:
		switch name {
		case "pattern-regex", "pattern-not-regex":
			return dataKey{pattern: true, dialect: syntax.PCRE, uses: literal.Every}
		case "regex":
			return dataKey{pattern: true, dialect: syntax.PCRE, uses: literal.AtStart}
		}
		return dataKey{}
	case dataHooks:
		if name == "files" || name == "exclude" {
			return dataKey{pattern: true, dialect: syntax.Python, uses: literal.Test}
		}
		return dataKey{}
	}
	switch name {
	case "regex", "regexp", "regexes", "regexps":
		return dataKey{pattern: true, dialect: fallback}
	}
	return dataKey{}
}

// addData adds a pattern of a document, whose text with its quotes stands between start and end.
func addData(x *scan.State, key dataKey, v *literal.Constant, start, end int) {
	l := literal.Literal{Kind: literal.Constructor, FlagsKnown: true, Dialect: key.dialect, Uses: key.uses,
		Expr: literal.Offsets(start, end)}
	l.Take(v, x.Src, start, end)
	switch {
	case key.dialect == syntax.Ruby && refersBack(l.Pattern):
		// In a grammar the end of a region refers to the groups of its begin.
		l.GiveUp("it refers to what the beginning of the region captured")
	case key.dialect == syntax.Ruby:
		l.Flags = "O" // an editor's engine is Oniguruma
	case key.dialect == syntax.JavaScript && key.uses == literal.Test:
		// JSON Schema recommends the flag u. Where a pattern is not valid under it, validators that
		// set it refuse the schema, and the others compile it without.
		if _, err := parser.Parse(syntax.JavaScript, l.Pattern, "u"); err == nil {
			l.Flags = "u"
		}
	}
	x.Literals = append(x.Literals, l)
}

// refersBack reports whether a pattern that has no groups to refer to has a backreference.
func refersBack(pattern string) bool {
	if strings.Contains(pattern, "(") {
		return false
	}
	for i := 0; i+1 < len(pattern); i++ {
		if pattern[i] != '\\' {
			continue
		}
		if i++; pattern[i] >= '1' && pattern[i] <= '9' {
			return true
		}
	}
	return false
}

// jsonKind tells what kind of document a JSON text is, and whether it can hold patterns at all.
func jsonKind(src []byte) (kind dataKind, ok bool) {
	has := func(text string) bool { return bytes.Contains(src, []byte(text)) }
	switch {
	case has(`"scopeName"`) && has(`"patterns"`):
		return dataGrammar, true
	case has(`"openAPIV3Schema"`):
		return dataKubernetes, true
	case has(`"pattern`) && (has("json-schema.org/") || has(`"openapi"`) || has(`"swagger"`) || has(`"asyncapi"`) ||
		has(`"properties"`) && has(`"type"`)):
		return dataSchema, true
	}
	// In a list of packages, regex is the name of one.
	return dataPlain, has(`"regex`) && !has(`ependencies"`) && !has(`"lockfileVersion"`)
}

// ScanJSON extracts from JSON. What stands behind an error of its syntax is not read.
func ScanJSON(x *scan.State) {
	kind, ok := jsonKind(x.Src)
	if !ok {
		return
	}
	base := 0
	if bytes.HasPrefix(x.Src, []byte("\uFEFF")) {
		base = len("\uFEFF")
	}
	d := jsontext.NewDecoder(bytes.NewBuffer(x.Src[base:]), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	// inside holds, for each object and array that is open, what the keys or elements in it are.
	inside := []dataKey{{}}
	name := "" // the key in front of the value to come
	for {
		before := base + int(d.InputOffset())
		t, err := d.ReadToken()
		if err != nil {
			break
		}
		end := base + int(d.InputOffset())
		top := inside[len(inside)-1]
		kindOf, length := d.StackIndex(d.StackDepth())
		switch t.Kind() {
		case '{', '[':
			key := top
			if name != "" || t.Kind() == '{' {
				key = kind.key(name, x.Dialect)
			}
			if t.Kind() == '{' {
				key.pattern = false // an object of that name, such as the schema of a property
			}
			inside = append(inside, key)
			name = ""
			if key.skip {
				for depth := d.StackDepth(); d.StackDepth() >= depth; {
					if _, err := d.ReadToken(); err != nil {
						x.Place(0)
						return
					}
				}
				inside = inside[:len(inside)-1]
			}
			continue
		case '}', ']':
			inside = inside[:max(len(inside)-1, 1)]
			name = ""
			continue
		case '"':
			start := before + bytes.IndexByte(x.Src[before:end], '"')
			if kindOf == '{' && length%2 == 1 { // a key
				name = t.String()
				if top.keys {
					addJSON(x, top, start, end)
				}
				continue
			}
			key := top
			if kindOf == '{' {
				key = kind.key(name, x.Dialect)
			}
			if key.pattern {
				addJSON(x, key, start, end)
			}
		}
		name = ""
	}
	x.Place(0)
}

func addJSON(x *scan.State, key dataKey, start, end int) {
	var v literal.Constant
	if v.Take(jsonString{}, x.Src, start+1, end-1) == "" {
		addData(x, key, &v, start, end)
	}
}

// jsonString is a string of JSON.
type jsonString struct{}

// Decode appends the characters that src[i:end] denotes.
func (jsonString) Decode(v *literal.Constant, src []byte, i, end int) (reason string) {
	return literal.JSON.Decode(v, src, i, end)
}

func (jsonString) Write(points []rune) (string, error) {
	return literal.JSON.Write(points, `"`, func(_, r, _ rune) string {
		if r == 0x7F {
			return string(r)
		}
		return ""
	})
}

func (f jsonString) Read(text string) ([]rune, bool) {
	return literal.Read(`"`, text, `"`, func(src []byte) bool {
		return scan.IsQuoted(src) && strings.IndexFunc(text, func(r rune) bool { return r < ' ' }) < 0
	}, f.Decode)
}

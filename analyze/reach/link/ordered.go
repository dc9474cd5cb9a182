package link

import (
	"bytes"
	"encoding/json"
	"strings"
)

// value is a value of JSON whose objects keep their order, which counts in the exports of a package.
type value struct {
	text   string
	isText bool
	isTrue bool
	list   []value // of an array
	fields []field // of an object
}

type field struct {
	name  string
	value value
}

// get returns the value of a name, the zero value if there is none.
func (v value) get(name string) value {
	for _, f := range v.fields {
		if f.name == name {
			return f.value
		}
	}
	return value{}
}

// texts returns the texts of an array, or the text that the value is.
func (v value) texts() []string {
	if v.isText {
		return []string{v.text}
	}
	var all []string
	for _, e := range v.list {
		if e.isText {
			all = append(all, e.text)
		}
	}
	return all
}

// names returns the names of the fields of an object.
func (v value) names() []string {
	var all []string
	for _, f := range v.fields {
		all = append(all, f.name)
	}
	return all
}

// deepestJSON is how deep a value is read; what is deeper is left out.
const deepestJSON = 50

// decode reads a text, which may have comments and commas too many, as the configuration of TypeScript has.
// It returns the zero value for what is no JSON.
func decode(text []byte) value {
	d := json.NewDecoder(bytes.NewReader(clean(text)))
	v, ok := decodeValue(d, 0)
	if !ok {
		return value{}
	}
	return v
}

func decodeValue(d *json.Decoder, depth int) (value, bool) {
	t, err := d.Token()
	if err != nil || depth > deepestJSON {
		return value{}, false
	}
	switch t := t.(type) {
	case string:
		return value{text: t, isText: true}, true
	case bool:
		return value{isTrue: t}, true
	case json.Delim:
		var v value
		for d.More() {
			var f field
			if t == '{' {
				name, err := d.Token()
				if err != nil {
					return value{}, false
				}
				f.name, _ = name.(string)
			}
			one, ok := decodeValue(d, depth+1)
			if !ok {
				return value{}, false
			}
			if t == '{' {
				f.value = one
				v.fields = append(v.fields, f)
			} else {
				v.list = append(v.list, one)
			}
		}
		_, err := d.Token()
		return v, err == nil
	}
	return value{}, true
}

// clean replaces comments and commas before a closing bracket by spaces.
func clean(text []byte) []byte {
	text = bytes.TrimPrefix(bytes.Clone(text), []byte("\xEF\xBB\xBF"))
	comma := -1 // of the last comma behind which nothing stands
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			comma = -1
			for i++; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		case c == '/' && i+1 < len(text) && (text[i+1] == '/' || text[i+1] == '*'):
			end := "\n"
			if text[i+1] == '*' {
				end = "*/"
			}
			stop := len(text)
			if n := bytes.Index(text[i+2:], []byte(end)); n >= 0 {
				stop = i + 2 + n + len(end)
			}
			for ; i < stop; i++ {
				text[i] = ' '
			}
			i--
		case c == ',':
			comma = i
		case (c == '}' || c == ']') && comma >= 0:
			text[comma] = ' '
			comma = -1
		case !strings.ContainsRune(" \t\r\n", rune(c)):
			comma = -1
		}
	}
	return text
}

package routes

import (
	"fmt"
	"strconv"
	"strings"

	"snag/analyze/regex/attack"
	"snag/analyze/wtf8"
)

// Form is what is put into an input, growing.
type Form string

// The forms.
const (
	AsAttack Form = "attack"
	AsText   Form = "string"
	AsWords  Form = "words" // distinct words, between commas, spaces and line ends
	AsNumber Form = "number"
	AsList   Form = "array"
	AsNested Form = "nested"
)

// Filling is what an input holds at size n.
type Filling struct {
	Form   Form
	Attack *attack.Attack // of AsAttack
	// Element is an element of AsList, nil for distinct numbers.
	Element any
	// Key is the name under which AsNested nests.
	Key string
}

// escape writes a text as a place takes it.
type escape func(string) string

func asJSON(text string) string {
	quoted := wtf8.Quote(text)
	return quoted[1 : len(quoted)-1]
}

func asIs(text string) string { return text }

// asEscapes writes what a path, a query and a form do not take as it is as percent escapes.
func asEscapes(text string) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(text) {
		switch c := text[i]; {
		case 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("-._~", c) >= 0:
			b.WriteByte(c)
		default:
			b.WriteString("%" + string(hex[c>>4]) + string(hex[c&15]))
		}
	}
	return b.String()
}

// literal writes a text so that a template leaves it as it is.
func literal(text string) string {
	return strings.ReplaceAll(text, "{{", `{{"{{"}}`)
}

// repeated is the part of a template that repeats a text n times.
func repeated(text string) string {
	if text == "" {
		return ""
	}
	return "{{repeat " + strconv.Quote(text) + " n}}"
}

// text is the filling as a template of a text, each part written by the escape.
func (f Filling) text(write escape) string {
	switch f.Form {
	case AsAttack:
		var b strings.Builder
		for _, p := range f.Attack.Pumps {
			b.WriteString(literal(write(p.Prefix)) + repeated(write(p.Pump)))
		}
		return b.String() + literal(write(f.Attack.Suffix))
	case AsWords:
		// The sign that numbers words is escaped: in a URL a fragment would begin with it.
		return `{{list "` + write("a") + `\x23" ` + strconv.Quote(write(", \n")) + " n}}"
	case AsNumber:
		return "{{n}}"
	}
	return repeated(write("a")) + write("!")
}

// json is the filling as a template of a value of JSON.
func (f Filling) json() string {
	switch f.Form {
	case AsNumber:
		return "{{n}}"
	case AsList:
		if f.Element == nil {
			return "[{{seq n}}]"
		}
		return "[{{list " + strconv.Quote(distinct(f.Element)) + ` "," n}}]`
	case AsNested:
		open := fmt.Sprintf(`{"%s":[`, asJSON(f.Key))
		return "[" + repeated(open) + repeated("]}") + "]"
	}
	return `"` + f.text(asJSON) + `"`
}

// distinct is an element of a list as JSON, with "#" where elements may differ: in each text.
func distinct(element any) string {
	switch e := element.(type) {
	case string:
		return `"` + strings.ReplaceAll(asJSON(e), "#", "") + `#"`
	case map[string]any:
		var b strings.Builder
		for i, key := range sortedKeys(e) {
			if i > 0 {
				b.WriteByte(',')
			}
			value := strings.ReplaceAll(document(e[key]), "#", "")
			if text, ok := e[key].(string); ok && byFormatOf(text) == "" {
				value = distinct(text)
			}
			fmt.Fprintf(&b, `"%s":%s`, strings.ReplaceAll(asJSON(key), "#", ""), value)
		}
		return "{" + b.String() + "}"
	}
	if _, ok := number(element); ok {
		return "#"
	}
	return strings.ReplaceAll(document(element), "#", "")
}

// byFormatOf names the format that a text is an example of, "" for none: another text may be refused.
func byFormatOf(text string) string {
	for name, example := range byFormat {
		if example == text {
			return name
		}
	}
	return ""
}

// String names the filling.
func (f Filling) String() string { return string(f.Form) }

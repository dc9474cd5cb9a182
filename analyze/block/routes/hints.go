package routes

import (
	"regexp"
	"strings"

	"snag/analyze/lazyregexp"
)

// mostCode bounds the source text of a route that is searched for literals, in bytes.
const mostCode = 1 << 20

var quotedText = lazyregexp.New(`['"]([^'"\\\n]{1,80})['"]`)

// literals returns the texts that code compares the values of a name with, in the order of the code: in lists of
// what is allowed, in comparisons, and in the enumerations of schemas.
func literals(code, name string) (found []any) {
	if len(code) > mostCode {
		code = code[:mostCode]
	}
	if !plainWord.MatchString(name) || !strings.Contains(code, name) {
		return nil
	}
	quoted := regexp.QuoteMeta(name)
	at := `\b` + quoted + `['"\])]{0,4}`
	lists := []string{
		at + `\s*:\s*\{[^{}]{0,200}\benum\s*:\s*\[([^\]]{1,500})\]`,
		at + `\s*:[^,\n]{0,40}\b(?:enum|oneOf|valid|Literal|literal)\(?\[?\(?\[?([^\])]{1,500})`,
		`\[([^\[\]]{1,500})\]\s*\.\s*include(?:s|\?)\s*\(?[\w.$'"\[]*` + at,
		at + `[\w.()'", ]{0,40}\s(?:not\s+)?in\s+[\[({]([^\])}]{1,500})`,
		at + `\s*=\s*[\w.]*Choice\w*\([^)]{0,80}\bchoices\s*=\s*[\[(]{1,2}([^\])]{1,500})`, // of Django
		`@IsIn\(\s*\[([^\]]{1,500})\][^\n;]{0,80}?\b` + quoted + `\b`,
		`in_array\(\s*[\w$>\[\]'"-]*` + at + `\s*,\s*\[([^\]]{1,500})`,
	}
	for _, pattern := range lists {
		if m := regexp.MustCompile(pattern).FindStringSubmatch(code); m != nil {
			for _, one := range quotedText.FindAllStringSubmatch(m[1], 20) {
				found = append(found, one[1])
			}
			if len(found) > 0 {
				return found
			}
		}
	}
	words := regexp.MustCompile(`%w[\[({<]([^\])}>\n]{1,500})[\])}>]\s*\.\s*include\?\s*\(?[\w.$'":\[]*` + at)
	if m := words.FindStringSubmatch(code); m != nil {
		for one := range strings.FieldsSeq(m[1]) {
			found = append(found, one)
		}
		return found
	}
	compared := regexp.MustCompile(`(typeof\s+[\w.$]*)?` + at + `[\w.()'", ]{0,20}\s*[!=]==?\s*['"]([^'"\\\n]{1,80})['"]`)
	for _, m := range compared.FindAllStringSubmatch(code, 20) {
		if m[1] == "" { // else it is the name of a type
			found = append(found, m[2])
		}
	}
	cases := regexp.MustCompile(`\b(?:switch|case|match)\b[^\n{]{0,80}` + at + `[^\n{]{0,40}[\n{]`)
	if m := cases.FindStringIndex(code); m != nil {
		for _, one := range oneCase.FindAllStringSubmatch(code[m[1]:min(len(code), m[1]+mostCases)], 20) {
			found = append(found, one[1])
		}
	}
	return found
}

// mostCases bounds the code in which the cases of a choice are looked for, in bytes.
const mostCases = 2000

var oneCase = lazyregexp.New(`\b(?:case|when)\s+['"]([^'"\\\n]{1,80})['"]`)

var plainWord = lazyregexp.New(`^[A-Za-z_$][\w$-]*$`)

// Informed adds to an input what the code of the route says about its values.
func (r *Route) Informed(in Input) Input {
	if in.Enum == nil && in.Example == nil && (in.Type == "" || in.Type == "string") {
		if found := literals(r.Code, in.Last()); len(found) > 0 {
			in.Example, in.Choices = found[0], found
		}
	}
	return in
}

package routes

import (
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"regexp/syntax"
	"strconv"
	"strings"
	"sync"

	"snag/analyze/lazyregexp"
)

// Guesses is how many values are thought of for an input of which nothing is known; the last but one are texts, and
// the last one leaves out what no refusal asked for.
const Guesses = 5

// byFormat are values of the formats of OpenAPI and of checks in code.
var byFormat = map[string]string{
	"date": "2026-01-15", "date-time": "2026-01-15T10:30:00Z", "datetime": "2026-01-15T10:30:00Z", "time": "10:30:00Z", "email": "ada@example.com",
	"idn-email": "ada@example.com", "hostname": "example.com", "ipv4": "192.0.2.1", "ip": "192.0.2.1", "ipv6": "2001:db8::1", "uri": "https://example.com/",
	"url": "https://example.com/", "uri-reference": "/", "uuid": "3fa85f64-5717-4562-b3fc-2c963f66afa6", "byte": "c25hZw==", "base64": "c25hZw==",
	"binary": "0101", "password": "Snag-1234", "duration": "PT1H", "phone": "+15550100123", "json": "{}",
}

// valueByName is a value for an input whose name says what it is.
type valueByName struct {
	name  *regexp.Regexp
	value any
}

// byName are values for what a name says, the first that matches. They are compiled when they are first asked for,
// since every command would wait for them.
var byName = sync.OnceValue(func() []valueByName {
	return []valueByName{
		{regexp.MustCompile(`(?i)e-?mail`), "ada@example.com"},
		{regexp.MustCompile(`(?i)phone|mobile|fax|^tel$`), "+15550100123"},
		{regexp.MustCompile(`(?i)passw|^pw$`), "Snag-1234"},
		{regexp.MustCompile(`(?i)uuid|guid`), "3fa85f64-5717-4562-b3fc-2c963f66afa6"},
		{regexp.MustCompile(`(?i)date|(^|_)day$|birth`), "2026-01-15"},
		{regexp.MustCompile(`(?i)(url|uri|link|website|href|homepage)$`), "https://example.com/"},
		{regexp.MustCompile(`(?i)(^|_)(zip|postcode|postal)`), "12345"},
		{regexp.MustCompile(`(?i)(^|_)ip(_?addr|$)`), "192.0.2.1"},
		{regexp.MustCompile(`(?i)currency`), "EUR"},
		{regexp.MustCompile(`(?i)^format$`), "json"},
		{regexp.MustCompile(`(?i)protocol$|^scheme$`), "http"},
		{regexp.MustCompile(`^(?:[pP]ort|.*_port|.*[a-z]Port)$`), 49160},
		{regexp.MustCompile(`(?i)index$|^idx$`), 0},
		{regexp.MustCompile(`(?i)(^|_)(country|lang|language|locale)`), "en"},
		{regexp.MustCompile(`(?i)colou?r`), "#336699"},
		{regexp.MustCompile(`(?i)version`), "1.0.0"},
		{regexp.MustCompile(`(?i)(^|_)(is|has|enable)[A-Z_]|^(active|enabled|done|completed|published)$`), true},
		{regexp.MustCompile(`(?i)^(n|num|number|page|limit|offset|count|size|qty|quantity|amount|price|total|age|year|rows|top|skip|take|depth|level|rating|score|width|height|lat|lng|lon|rounds|iterations|weight|stock|max|min|per_?page)$|(Id|_id|Count|Size|Price|Amount|Limit)$|^id$`), 1},
		{regexp.MustCompile(`(?i)^(tags|items|ids|lines|list|values|entries|keywords|products|.*List)$`), []any{"a"}},
	}
})

// guess is a value that the service may accept; each round is another guess where little is known.
func (i Input) guess(round int) any {
	s := i.Schema
	// What a path takes is a number or a word, as its route says in a way that is not always known.
	if open := s.Type == "" && len(s.Enum) == 0 && s.Pattern == "" && s.Format == ""; open && i.Place == Path && round > 0 {
		if round == 1 {
			return "1"
		}
		return s.fit(nil)
	}
	switch {
	case len(s.Choices) > 0 && s.Example == s.Choices[0]:
		return s.Choices[min(round, len(s.Choices)-1)]
	case s.Example != nil:
		return s.Example
	case len(s.Enum) > 0:
		return s.Enum[0]
	case s.Pattern != "":
		if text, ok := s.matching(); ok {
			return text
		}
	}
	switch s.Type {
	case "integer", "number":
		return s.number()
	case "boolean":
		return true
	case "array":
		return s.list()
	case "object":
		return map[string]any{}
	}
	if text, ok := byFormat[s.Format]; ok {
		return text
	}
	if round == 1 && i.Place != Body && i.Place != Path && s.MinLength <= 1 {
		return "1" // that code takes a text says nothing about which
	}
	last := i.Last()
	named := any(nil)
	for _, known := range byName() {
		if known.name.MatchString(last) {
			named = known.value
			break
		}
	}
	if s.Type == "string" || i.Place != Body {
		return s.fit(named)
	}
	switch {
	case round == 0 && named != nil:
		if _, isText := named.(string); isText {
			return s.fit(named)
		}
		return named
	case round == 1 && named == nil:
		return 1
	case round == 2:
		return []any{s.fit(nil)}
	case round == Guesses-2:
		return s.fit(named)
	}
	return s.fit(nil)
}

// number is one that the bounds allow.
func (s Schema) number() any {
	value := 1.0
	if s.Min != nil {
		value = max(value, *s.Min)
	}
	if s.Max != nil {
		value = min(value, *s.Max)
	}
	if value == math.Trunc(value) && math.Abs(value) < 1<<53 {
		return int64(value)
	}
	return value
}

// list is one of the smallest length that is not empty, or allowed.
func (s Schema) list() any {
	one := any("a")
	if s.Items != nil {
		one = Input{Place: Body, Name: "item", Schema: *s.Items}.guess(0)
	}
	list := []any{}
	for range min(max(s.MinLength, 1), 100) {
		list = append(list, one)
	}
	return list
}

// aText is what a text is of which nothing is known.
const aText = "snag"

// fit makes a value a text that the bounds on the length allow.
func (s Schema) fit(value any) string {
	text := aText
	switch v := value.(type) {
	case string:
		text = v
	case bool, int:
		text = fmt.Sprint(v)
	}
	for len(text) < min(s.MinLength, 4096) {
		text += "a"
	}
	if s.MaxLength >= 0 && len(text) > s.MaxLength {
		text = text[:s.MaxLength]
	}
	return text
}

// mostMatched bounds the length of a text that is made to match a pattern.
const mostMatched = 4096

// matching returns a text that the pattern matches and that is as long as it has to be, else a short one.
func (s Schema) matching() (text string, ok bool) {
	for more := 0; more <= mostMatched; more = 2*more + 1 {
		longer, matches := matching(s.Pattern, more)
		if !matches || ok && (s.MaxLength >= 0 && len(longer) > s.MaxLength || len(longer) <= len(text) && more > 1) {
			break
		}
		if text, ok = longer, true; len(text) >= s.MinLength {
			break
		}
	}
	return text, ok
}

var (
	// unless matches what a short text seldom violates, and count what regexp takes for too large.
	unless = lazyregexp.New(`\(\?![^()]*\)`)
	count  = lazyregexp.New(`\{(\d{1,3}),\d{4,}\}`)
)

// matching returns a short text that a regex matches, if it can be told by a plain walk through it. Each part that is
// repeated is repeated so many times more, if it can be.
func matching(pattern string, more int) (string, bool) {
	pattern = count.ReplaceAllString(unless.ReplaceAllString(pattern, ""), "{$1,}")
	re, err := regexp.Compile(pattern)
	if err != nil {
		return "", false
	}
	tree, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return "", false
	}
	var b strings.Builder
	shortest(tree, more, &b)
	if text := b.String(); text != "" && re.MatchString(text) {
		return text, true
	}
	return "", false
}

// shortest writes a text that a part of a pattern matches.
func shortest(re *syntax.Regexp, more int, b *strings.Builder) {
	least, most := 1, 1
	switch re.Op {
	case syntax.OpLiteral:
		b.WriteString(string(re.Rune))
		return
	case syntax.OpCharClass:
		b.WriteRune(readable(re.Rune))
		return
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteByte('a')
		return
	case syntax.OpCapture:
	case syntax.OpPlus:
		most = mostMatched
	case syntax.OpRepeat:
		if least, most = max(re.Min, min(1, re.Max)), re.Max; most < 0 {
			least, most = max(re.Min, 1), mostMatched
		}
	case syntax.OpStar, syntax.OpQuest:
		// "" does, but an empty text is often refused for being empty
		if least = 0; b.Len() == 0 {
			least = 1
		}
		if re.Op == syntax.OpStar {
			most = mostMatched
		}
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			shortest(sub, more, b)
		}
		return
	case syntax.OpAlternate:
	default:
		return
	}
	for range max(least, min(least+more, most)) {
		if b.Len() > mostMatched {
			return
		}
		shortest(re.Sub[0], more, b)
	}
}

// readable is a character of a class, given as ranges: a letter or digit where it has one.
func readable(ranges []rune) rune {
	for _, wanted := range "a1A" {
		for i := 0; i+1 < len(ranges); i += 2 {
			if ranges[i] <= wanted && wanted <= ranges[i+1] {
				return wanted
			}
		}
	}
	for i := 0; i+1 < len(ranges); i += 2 {
		if ranges[i+1] >= '!' && ranges[i] <= '~' {
			return max(ranges[i], '!')
		}
	}
	if len(ranges) == 0 {
		return 'a'
	}
	return ranges[0]
}

// plain is a value as it stands outside of JSON.
func plain(value any) string {
	switch v := value.(type) {
	case string:
		return v
	case nil:
		return ""
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case []any:
		if len(v) > 0 {
			return plain(v[0])
		}
		return ""
	case map[string]any:
		text, err := json.Marshal(v)
		if err != nil {
			return ""
		}
		return string(text)
	}
	return fmt.Sprint(value)
}

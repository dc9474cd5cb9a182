package routes

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"snag/analyze/lazyregexp"
)

// Lesson is what the refusal of a request says about an input.
type Lesson struct {
	Place Place // "" for not said
	Name  string
	// Element reports whether it is about the elements of a list.
	Element bool
	Schema
}

// mostLessons bounds what is learned from one answer, mostMessage the characters of a sentence in it.
const (
	mostLessons = 20
	mostMessage = 2000
)

var (
	// Each has the name in a group; they are tried in order on each message, and compiled for the first one.
	namedInMessage = sync.OnceValue(func() []*regexp.Regexp {
		return []*regexp.Regexp{
			regexp.MustCompile(`(?i)required propert(?:y|ies):? ['"]?([\w.$-]+)`),
			regexp.MustCompile(`(?i)(?:missing|required|need|needs|expects?|expected|without|empty|provide|give)\b[^'"\x60]{0,40}['"\x60]([\w.$-]+)['"\x60]`),
			regexp.MustCompile(`(?i)['"\x60]([\w.$-]+)['"\x60][^'"\x60]{0,30}\b(?:is|are|was|must|should|has|cannot|can't|may not|required|missing|invalid|field)\b`),
			regexp.MustCompile(`(?i)\b(?:invalid|bad|wrong|malformed|unknown|unsupported) (?:value (?:of|for) )?['"\x60]?([\w.$-]+)`),
			regexp.MustCompile(`(?i)\b(?:missing|required)\b(?: (?:required|mandatory))?(?: (?:parameter|param|field|key|property|value|argument|header|query|body|input))*:? +['"\x60]?([\w.$-]+)`),
			regexp.MustCompile(`(?i)(?:^|[\s/.])([\w$-]+(?:\.[\w$-]+)*) (?:field )?(?:is|are|was|must|should|has to|needs|cannot|can't|may not) `),
			regexp.MustCompile(`(?i)^([\w$-]+)(?: is)?:? (?:required|missing|invalid)`),
			regexp.MustCompile(`(?i)value is empty: ([\w.$-]+)`),
		}
	})
	inPath = lazyregexp.New(`(?i)^(body|query|querystring|params|headers?|path|data)[./]([\w$./-]+)`)
	// inGo are the messages of encoding/json, which name types of Go; a list has brackets before the type.
	inGo = lazyregexp.New(`Go struct field \w*\.([\w.$-]+) of type ((?:\[\w*\]|\*)*)([\w.]+)`)
	// inElement are the messages of class-validator about the elements of a list, and about nested documents.
	inElement = lazyregexp.New(`^((?:[\w$-]+\.)*)((?:each value in )?)(?:nested property )?([\w$.-]+) must be `)
	oneOf     = lazyregexp.New(`(?i)(?:one of|in|values?|allowed|either|be|expected|(?:available|known|valid|supported|possible|existing)(?: [\w-]+)?(?: are)?)\b:? *[\[({]?((?:['"]?[\w.-]+['"]?(?:, *(?:or )?| or |\|| \| ))+['"]?[\w.-]+['"]?)`)
	atLeast   = lazyregexp.New(`(?i)(?:at least|minimum(?: of| is)?|>=|greater than or equal to|min(?:imum)? length(?: of| is)?|longer than|fewer than|less than(?: or equal to)?|shorter than) *(\d+)`)
	typeWord  = lazyregexp.New(`(?i)\b(?:a |an |be |expected |type:? |invalid )?\b(integer|number|numeric|int|float|boolean|bool|array|list|object|dict|string|str|text|e-?mail|uuid|url|uri|date-time|datetime|date|ip address)\b`)
)

// noNames are words of messages that name no input.
var noNames = []string{"value", "field", "input", "this", "it", "request", "body", "data", "parameter", "the", "a", "that", "json", "which", "there", "what", "you", "error", "message", "content", "content-type", "type", "property", "query", "server", "url", "username or password", "credentials", "token", "not", "all", "of", "and", "one", "missing", "required", "invalid", "format", "response", "method", "route", "page", "resource", "valid"}

// Learn returns what the answer to a request that was refused says about its inputs.
func Learn(answer string) (lessons []Lesson) {
	if len(answer) > 64<<10 {
		answer = answer[:64<<10]
	}
	var document any
	if json.Unmarshal([]byte(answer), &document) != nil {
		text := tags.ReplaceAllString(answer, " ")
		for line := range strings.SplitSeq(text, "\n") {
			if line = strings.TrimSpace(line); line != "" && len(line) < 300 && len(lessons) < mostLessons {
				lessons = appendLesson(lessons, fromMessage(line, Lesson{Schema: NewSchema()}))
			}
		}
		return lessons
	}
	fromDocument(document, "", 0, &lessons)
	return lessons
}

// position matches the number of an element in the name of an input.
var position = lazyregexp.New(`\.\d+(\.|$)`)

var tags = lazyregexp.New(`<[^>]*>`)

func appendLesson(all []Lesson, l Lesson) []Lesson {
	l.Name = position.ReplaceAllString(l.Name, ".*$1")
	if l.Name == "" || len(l.Name) > 80 || slices.Contains(noNames, strings.ToLower(l.Name)) || len(all) >= mostLessons {
		return all
	}
	for i := range all {
		if all[i].Name == l.Name {
			all[i].Schema = all[i].Schema.And(l.Schema)
			return all
		}
	}
	return append(all, l)
}

// ofMessage matches the keys under which answers hold sentences.
var ofMessage = lazyregexp.New(`(?i)^(?:error.*|.*message|msg|detail|title|.*description|reason|code)$`)

// fromDocument looks for messages in an answer in JSON; name is the key under which the value stands.
func fromDocument(value any, name string, level int, lessons *[]Lesson) {
	if level > 8 || len(*lessons) >= mostLessons {
		return
	}
	switch v := value.(type) {
	case string:
		l := Lesson{Schema: NewSchema()}
		if name != "" && !ofMessage.MatchString(name) && complains.MatchString(v) {
			l.Name = name // {"phone": ["This field is required."]}
		}
		*lessons = appendLesson(*lessons, fromMessage(v, l))
	case []any:
		for _, one := range v {
			fromDocument(one, name, level+1, lessons)
		}
	case map[string]any:
		if l, ok := fromIssue(v); ok {
			*lessons = appendLesson(*lessons, l)
			return
		}
		for _, key := range sortedKeys(v) {
			if key != "stack" && key != "trace" && key != "input" && key != "url" {
				fromDocument(v[key], key, level+1, lessons)
			}
		}
	}
}

var complains = lazyregexp.New(`(?i)required|missing|blank|empty|invalid|unknown|unsupported|not supported|must|should|not a|not valid|expected|enter a|need|too short|is not|can't|cannot`)

// fromIssue reads an object that tells of one input: of zod and Joi (path), express-validator (path, param),
// FastAPI (loc), ajv (instancePath, params.missingProperty) and others (field, property, name).
func fromIssue(m map[string]any) (l Lesson, ok bool) {
	l.Schema = NewSchema()
	message := ""
	for _, key := range []string{"msg", "message", "defaultMessage", "description", "error", "reason"} {
		if text, is := m[key].(string); is && message == "" {
			message = text
		}
	}
	if params, is := m["params"].(map[string]any); is {
		if name, is := params["missingProperty"].(string); is {
			l.Name = name
		}
		if list, is := params["allowedValues"].([]any); is && len(list) > 0 {
			l.Enum = list
		}
	}
	for _, key := range []string{"path", "loc", "instancePath", "param", "field", "property", "location", "dataPath", "parameter"} {
		var steps []string
		switch at := m[key].(type) {
		case []any:
			for _, one := range at {
				steps = append(steps, plain(one))
			}
		case string:
			if key == "location" { // of express-validator
				l.Place = placeNamed(at)
				continue
			}
			steps = strings.FieldsFunc(at, func(c rune) bool { return c == '/' || c == '.' || c == '[' || c == ']' })
		}
		if len(steps) > 1 {
			if place := placeNamed(steps[0]); place != "" {
				l.Place, steps = place, steps[1:]
			}
		}
		for i, one := range steps {
			if _, err := strconv.Atoi(one); err == nil {
				steps[i] = "*"
			}
		}
		if len(steps) > 0 && l.Name == "" && !(key == "path" && strings.HasPrefix(plain(m[key]), "/")) {
			l.Name = strings.Join(steps, ".")
		} else if len(steps) > 0 && key == "instancePath" {
			l.Name = strings.Join(append(steps, l.Name), ".")
		}
	}
	if l.Name == "" || message == "" {
		return l, false
	}
	if expected, is := m["expected"].(string); is {
		message += ": expected " + expected
	}
	if list, is := m["options"].([]any); is && len(list) > 0 {
		l.Enum = list
	}
	if list, is := m["values"].([]any); is && len(list) > 0 {
		l.Enum = list
	}
	l.says(message)
	return l, true
}

// placeNamed is the place that a word of an answer means, "" for none.
func placeNamed(word string) Place {
	switch strings.ToLower(word) {
	case "body", "data", "json", "form":
		return Body
	case "query", "querystring", "args":
		return Query
	case "path", "params":
		return Path
	case "header", "headers":
		return Header
	case "cookie", "cookies":
		return Cookie
	}
	return ""
}

// fromMessage reads a sentence that names an input.
func fromMessage(message string, l Lesson) Lesson {
	if len(message) > mostMessage || !complains.MatchString(message) && l.Name == "" && !inGo.MatchString(message) || notMine.MatchString(message) {
		return l
	}
	if m := inGo.FindStringSubmatch(message); m != nil {
		l.Name, l.Type = m[1], goType(m[2], m[3])
		return l
	}
	if m := inElement.FindStringSubmatch(message); m != nil && l.Name == "" {
		if l.Name = m[1] + m[3]; m[2] != "" {
			l.Name = strings.TrimSuffix(m[1], m[3]+".") + m[3] + ".*" // of a document in a list the way has the list already
		}
		if strings.HasSuffix(message, " must be either object or array") {
			l.Type = "object"
			return l
		}
	}
	if m := inPath.FindStringSubmatch(message); m != nil && l.Name == "" {
		l.Place, l.Name = placeNamed(m[1]), strings.Trim(strings.ReplaceAll(m[2], "/", "."), ".")
	}
	if m := namedInMessage()[0].FindStringSubmatch(message); m != nil { // Fastify: body must have required property 'x'
		word, _, _ := strings.Cut(message, " ")
		place, name, _ := strings.Cut(word, "/")
		l.Place, l.Name = placeNamed(place), strings.Trim(strings.ReplaceAll(name, "/", ".")+"."+m[1], ".")
	}
	for _, re := range namedInMessage()[1:] {
		if l.Name != "" {
			break
		}
		for _, m := range re.FindAllStringSubmatch(message, 3) {
			if name := strings.Trim(m[1], ".-"); name != "" && !slices.Contains(noNames, strings.ToLower(name)) {
				l.Name = name
				break
			}
		}
	}
	if l.Name != "" {
		l.says(message)
	}
	return l
}

// notMine matches what is said of an input that the program does not know, and of a body that is no JSON.
var notMine = lazyregexp.New(`(?i)should not exist|object has no attribute|object is not |^invalid character '|Unexpected token`)

// goType is the type in JSON of a type in Go, "" for one that its name does not tell.
func goType(list, name string) string {
	switch {
	case strings.Contains(list, "["):
		return "array"
	case name == "string":
		return "string"
	case name == "bool":
		return "boolean"
	case strings.HasPrefix(name, "int") || strings.HasPrefix(name, "uint"):
		return "integer"
	case strings.HasPrefix(name, "float"):
		return "number"
	}
	return ""
}

// says reads from a message what the value has to be.
func (l *Lesson) says(message string) {
	if m := oneOf.FindStringSubmatch(message); m != nil && l.Enum == nil {
		for _, word := range words.FindAllString(m[1], 20) {
			if word != "or" {
				l.Enum = append(l.Enum, word)
			}
		}
		if len(l.Enum) < 2 || isType.MatchString(plain(l.Enum[0])) {
			l.Enum = nil // "either object or array", "expected array, received string"
		}
	}
	if m := atLeast.FindStringSubmatch(message); m != nil {
		if n, err := strconv.Atoi(m[1]); err == nil && n > 0 && n < 4096 && strings.Contains(strings.ToLower(message), "least") || err == nil && strings.Contains(message, "min") {
			value := float64(n)
			l.Min, l.MinLength = &value, min(n, 4096)
		}
	}
	if m := lengthOf.FindStringSubmatch(message); m != nil {
		if n, err := strconv.Atoi(m[2]); err == nil && m[1] == "longer" {
			l.MinLength = min(n, 4096)
		} else if err == nil && n > 0 && n < len(aText) {
			l.Example = aText[:n] // what else checks it may see more of it, so nothing is bounded
		}
	}
	l.Element = l.Element || ofElement.MatchString(message)
	rest := strings.Replace(message, l.Name, "", 1)
	if m := typeWord.FindStringSubmatch(rest); m != nil {
		switch word := strings.ToLower(m[1]); word {
		case "integer", "int":
			l.Type = "integer"
		case "number", "numeric", "float":
			l.Type = "number"
		case "boolean", "bool":
			l.Type = "boolean"
		case "array", "list":
			l.Type = "array"
		case "object", "dict":
			l.Type = "object"
		case "string", "str", "text":
			l.Type = "string"
		case "ip address":
			l.Format = "ipv4"
		default:
			l.Format = strings.ReplaceAll(word, "-mail", "mail")
		}
	}
}

// isType matches the name of a type, which is no value.
var isType = lazyregexp.New(`(?i)^(?:integer|number|float|boolean|array|list|object|string)$`)

// lengthOf matches a bound of a length as class-validator tells it.
var lengthOf = lazyregexp.New(`(longer|shorter) than or equal to (\d+) char`)

// ofElement matches messages about each element of a list.
var ofElement = lazyregexp.New(`(?i)\b(each|every|all|an?) (item|element|entry|row|line|one|object|member)\b`)

var words = lazyregexp.New(`[\w.-]+`)

package check

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"os"
	"reflect"
	"strings"

	"snag/analyze/lazyregexp"
	"snag/analyze/sorting"
	"snag/cmd/cli"
	"snag/cmd/report"
)

// secrets are the values that a config took from the environment. No report shows them: it shows the
// reference in their place.
type secrets struct {
	values map[string]string // to what is shown
	pairs  []string          // of the replacer: longest first
	// declared are the variables that the config may refer to, with their defaults, nil for none.
	declared map[string]*string
}

var (
	variable = lazyregexp.New(`\$?\$\{([^}]*)\}?`)
	named    = lazyregexp.New(`^([A-Za-z_][A-Za-z0-9_]*)(:-(.*))?$`)
)

// shortestSecret is the length in bytes below which a value is only concealed when its name says that it is
// a credential: 3000 and true stand everywhere in a report.
const shortestSecret = 6

// declare allows references to a variable. The default, nil for none, stands for one that is empty or not
// set.
func (s *secrets) declare(name string, fallback *string) {
	if s.declared == nil {
		s.declared = map[string]*string{}
	}
	s.declared[name] = fallback
}

// expand replaces ${NAME} by the variable of the environment, and ${NAME:-text} by text when it is
// empty or not set. Only variables that were declared are read.
func (s *secrets) expand(text string) (string, error) {
	var failed error
	expanded := variable.ReplaceAllStringFunc(text, func(match string) string {
		if strings.HasPrefix(match, "$$") {
			return match[1:]
		}
		parts := named.FindStringSubmatch(strings.TrimSuffix(match[2:], "}"))
		if parts == nil || !strings.HasSuffix(match, "}") {
			failed = cmp.Or(failed, fmt.Errorf("%s is not of the form ${NAME} or ${NAME:-default}", match))
			return match
		}
		fallback, declared := s.declared[parts[1]]
		if !declared {
			failed = cmp.Or(failed, error(undeclaredError(parts[1])))
			return match
		}
		value, set := os.LookupEnv(parts[1])
		switch {
		case value != "":
			s.add(parts[1], value)
			return value
		case parts[2] != "":
			return parts[3]
		case fallback != nil:
			return *fallback
		case !set:
			failed = cmp.Or(failed, fmt.Errorf("the environment variable %s is not set", parts[1]))
		}
		return ""
	})
	return expanded, failed
}

// undeclaredError is the name of a variable that a config refers to and does not list under env.
type undeclaredError string

func (e undeclaredError) Error() string {
	return fmt.Sprintf("the variable %s is not listed under env", string(e))
}

func (s *secrets) add(name, value string) {
	if s.values == nil {
		s.values = map[string]string{}
	}
	conceal := func(form string) {
		if len(form) >= shortestSecret || report.Secret(name) && form != "" {
			s.values[form] = "${" + name + "}"
		}
	}
	quoted, _ := json.Marshal(value)
	for _, form := range append(strings.Split(value, "\n"), value, url.QueryEscape(value), url.PathEscape(value), strings.Trim(string(quoted), `"`),
		strings.Trim(fmt.Sprintf("%q", value), `"`), report.Visible(value), cli.QueryEscape(value),
		base64.StdEncoding.EncodeToString([]byte(value)), base64.URLEncoding.EncodeToString([]byte(value))) {
		conceal(form)
		conceal(strings.TrimRight(form, "=\r"))
	}
	s.pairs = nil
}

// conceal returns a text as it may be shown.
func (s *secrets) conceal(text string) string {
	if s == nil || len(s.values) == 0 {
		return text
	}
	if s.pairs == nil {
		values := make([]string, 0, len(s.values))
		for value := range s.values {
			values = append(values, value)
		}
		sorting.Stable(values, func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a, b)) })
		for _, value := range values {
			s.pairs = append(s.pairs, value, s.values[value])
		}
	}
	return strings.NewReplacer(s.pairs...).Replace(text)
}

// concealReport removes the values from everything that a report shows.
func (s *secrets) concealReport(r *report.Report) error {
	if s == nil || len(s.values) == 0 {
		return nil
	}
	concealStrings(reflect.ValueOf(&r.Findings), s.conceal)
	concealStrings(reflect.ValueOf(&r.Sections), s.conceal)
	concealStrings(reflect.ValueOf(&r.Project), s.conceal)
	concealStrings(reflect.ValueOf(&r.Notes), s.conceal)
	concealStrings(reflect.ValueOf(&r.Passed), s.conceal)
	concealStrings(reflect.ValueOf(&r.Summary), s.conceal)
	var err error
	for i := range r.Findings {
		if r.Findings[i].Evidence, err = s.concealData(r.Findings[i].Evidence); err != nil {
			return err
		}
	}
	r.Data, err = s.concealData(r.Data)
	return err
}

// concealStrings changes every string that a value holds, but for what hides behind interfaces.
func concealStrings(v reflect.Value, conceal func(string) string) {
	switch v.Kind() {
	case reflect.String:
		if v.CanSet() {
			v.SetString(conceal(v.String()))
		}
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			concealStrings(v.Elem(), conceal)
		}
	case reflect.Slice:
		for i := range v.Len() {
			concealStrings(v.Index(i), conceal)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			concealStrings(v.Field(i), conceal)
		}
	}
}

// concealData encodes a value with every string concealed, keys too.
func (s *secrets) concealData(value any) (any, error) {
	if value == nil {
		return nil, nil
	}
	text, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	return json.RawMessage(jsonString.ReplaceAllFunc(text, func(quoted []byte) []byte {
		var plain report.Text
		if plain.UnmarshalJSON(quoted) != nil {
			return quoted
		}
		concealed := s.conceal(string(plain))
		if concealed == string(plain) {
			return quoted
		}
		again, err := report.Text(concealed).MarshalJSON()
		if err != nil {
			return quoted
		}
		return again
	})), nil
}

// jsonString matches the strings of a JSON text, which has quotes nowhere else.
var jsonString = lazyregexp.New(`"(?:[^"\\]|\\.)*"`)

// concealing writes what is no secret.
type concealing struct {
	w       io.Writer
	secrets *secrets
}

func (c *concealing) Write(p []byte) (int, error) {
	if _, err := io.WriteString(c.w, c.secrets.conceal(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}

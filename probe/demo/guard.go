package demo

import (
	"encoding/json"
	"net/http"
	"strconv"

	"github.com/dlclark/regexp2"

	"snag/analyze/lazyregexp"
)

// guard stands before the match of [Pattern]. It returns the text that is matched, and false where it refuses.
type guard struct {
	name, what string
	post       bool // the text comes in a body
	check      func(text string) (string, bool)
}

// Guards before a match, of which only some protect it.
const (
	guardLength = 16  // characters
	guardBody   = 100 // bytes
)

var (
	guardWord = lazyregexp.New(`^[\w-]+$`)
	guardOdd  = lazyregexp.New(`\W+`)
)

func isShort(text string) (string, bool) { return text, len(text) <= guardLength }

// guards are the kinds of guards.
var guards = []guard{
	{"none", "matches what it gets", false, func(text string) (string, bool) { return text, true }},
	{"late", "matches first, and refuses then with 422", false, func(text string) (string, bool) { return text, true }},
	{"length", "refuses more than 16 characters", false, isShort},
	{"schema", "as its schema says, no more than 16 characters", false, isShort},
	{"anchored", "refuses what is no word, by an anchored regex", false, func(text string) (string, bool) { return text, guardWord.MatchString(text) }},
	{"replace", "makes a dash of whatever is between words", false, func(text string) (string, bool) { return guardOdd.ReplaceAllString(text, "-"), true }},
	{"number", "takes a number", false, func(text string) (string, bool) {
		n, err := strconv.Atoi(text)
		return strconv.Itoa(n), err == nil
	}},
	{"body", "takes bodies of 100 bytes, which is too many", true, func(text string) (string, bool) { return text, true }},
}

// guarded are the routes with a match behind each kind of guard.
func guarded() (all []route) {
	for _, g := range guards {
		one := route{Route{"GET", "/guard/" + g.name, "path=7", g.what}, nil}
		if g.post {
			one.Method, one.Query = "POST", ""
		}
		one.handle = func(_ *Server, w http.ResponseWriter, r *http.Request, body []byte) {
			input := struct{ Path string }{r.URL.Query().Get("path")}
			if g.post {
				if len(body) > guardBody {
					fail(w, http.StatusRequestEntityTooLarge, "the body is too large")
					return
				}
				if json.Unmarshal(body, &input) != nil {
					fail(w, http.StatusBadRequest, "the body is no JSON")
					return
				}
			}
			if input.Path == "" {
				fail(w, http.StatusBadRequest, "path is required")
				return
			}
			text, ok := g.check(input.Path)
			if !ok {
				fail(w, http.StatusBadRequest, "path is refused")
				return
			}
			valid, err := matches(text)
			switch {
			case err != nil:
				tooMuch(w)
			case g.name == "late" && !valid:
				fail(w, http.StatusUnprocessableEntity, "path is no path")
			default:
				answer(w, http.StatusOK, map[string]bool{"valid": valid})
			}
		}
		all = append(all, one)
	}
	return all
}

// matches reports whether a text matches Pattern, by backtracking. The error is that the time ran out.
func matches(text string) (bool, error) {
	// Compiled anew: a regexp keeps the stack that its longest search needed.
	re := regexp2.MustCompile(Pattern, regexp2.ECMAScript)
	re.MatchTimeout = maxCompute
	return re.MatchString(text)
}

package routes

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"snag/analyze/regex/attack"
	"snag/analyze/sorting"
)

// Way is how the text of a suspect is sent, as far as the code tells.
type Way struct {
	Method, Path string // "" for any
	Place        Place
	Name         string // of the input, "" for any of the place
	// Bound is how many characters get to the match, NoLimit for any number.
	Bound int
}

// Suspect is a regex of the code that an input can make slow.
type Suspect struct {
	// Fingerprint, Rule, Pattern, File, Line and Column are those of its finding.
	Fingerprint, Rule, Pattern, File string
	Line, Column                     int
	Attack                           attack.Attack
	// Promised is how many pumps are said to be too much, 0 for not known.
	Promised int
	Level    string // of reach
	Ways     []Way
}

// Trial is one series of requests: an input of a route that is filled, growing.
type Trial struct {
	Route int // in the list of routes
	Spot  *Spot
	// MaxLength is how many characters of the input get as far as matters, NoLimit for any number.
	MaxLength int
	Suspect   int // in the list of suspects, -1 for none
	// Exact reports whether the suspect is said to get its text from this input, and not only from one of its file.
	Exact bool
	// With are values of other inputs than those of the request that was accepted, nil for none.
	With Values
}

// Values are those of the request, with what the trial sets.
func (t Trial) Values(accepted Values) Values {
	if t.With == nil {
		return accepted
	}
	all := maps.Clone(accepted)
	maps.Copy(all, t.With)
	return all
}

// Most returns the largest size that is worth a request: longer texts than the bound are cut or refused, and
// none is longer than most bytes.
func (t Trial) Most(most int) int {
	if t.Spot == nil {
		return 1
	}
	if t.Spot.Form == AsNumber {
		return mostNumber
	}
	largest := most
	if t.MaxLength >= 0 && t.Spot.Form == AsAttack {
		fixed, pump := 0, 0
		for _, p := range t.Spot.Attack.Pumps {
			fixed, pump = fixed+len([]rune(p.Prefix)), pump+len([]rune(p.Pump))
		}
		largest = (t.MaxLength - fixed - len([]rune(t.Spot.Attack.Suffix))) / max(pump, 1)
	} else if t.MaxLength >= 0 {
		largest = t.MaxLength
	}
	return max(min(largest, most), 1)
}

// mostNumber is the largest number that is sent as a value.
const mostNumber = 100_000_000

// Plan lists the trials of one route, the most promising first: the attacks of regexes whose texts it is said to
// send on, those of other regexes of its file, then each input in each form.
func Plan(routes []Route, at int, v Values, suspects []Suspect) []Trial {
	r := &routes[at]
	var trials []Trial
	known := map[string]bool{}
	add := func(key string, f Filling, bound, suspect int, exact bool) {
		id := key + "\x00" + string(f.Form)
		if f.Attack != nil {
			id += f.Attack.Build(3)
		}
		if !known[id] {
			known[id] = true
			trials = append(trials, Trial{Route: at, Spot: &Spot{key, f}, MaxLength: bound, Suspect: suspect, Exact: exact})
		}
	}
	// Exact ways first, then those that leave the input or the route open.
	for _, exact := range []bool{true, false} {
		for i := range suspects {
			s := &suspects[i]
			if s.Attack.Rises() {
				continue // no template writes it
			}
			for _, w := range s.Ways {
				for _, key := range r.keysOf(w, v, exact) {
					add(key, Filling{Form: AsAttack, Attack: &s.Attack}, tighter(w.Bound, r.boundOf(key)), i, exact)
				}
			}
			if !exact && len(s.Ways) == 0 && s.File == r.File && r.File != "" {
				for _, key := range r.texts(v) {
					add(key, Filling{Form: AsAttack, Attack: &s.Attack}, r.boundOf(key), i, false)
				}
			}
		}
	}
	for _, t := range slices.Clone(trials) {
		trials = append(trials, r.otherwise(t, v)...)
	}
	for _, in := range r.Inputs {
		for _, f := range forms(in, valueOf(v, in.Key())) {
			add(in.Key(), f, r.boundOf(in.Key()), -1, false)
		}
	}
	return trials
}

// mostOtherwise bounds the trials of an attack with other values around it.
const mostOtherwise = 8

// otherwise returns a trial again, with each other value that the code, or a description, knows of another input:
// the match may be on one branch only.
func (r *Route) otherwise(t Trial, v Values) (trials []Trial) {
	t.Exact = false // where it is proved without, nothing is to be added
	for _, in := range r.Inputs {
		for _, choice := range append(slices.Clip(in.Choices), in.Enum...) {
			if in.Key() != t.Spot.Key && len(trials) < mostOtherwise && plain(choice) != plain(v[in.Key()]) {
				t.With = Values{in.Key(): choice}
				trials = append(trials, t)
			}
		}
	}
	return trials
}

// boundOf is the length of the text of an input, NoLimit for any.
func (r *Route) boundOf(key string) int {
	if in := r.Input(key); in != nil {
		return in.MaxLength
	}
	return NoLimit
}

// tighter is the smaller of two bounds.
func tighter(a, b int) int {
	if a == NoLimit || b != NoLimit && b < a {
		return b
	}
	return a
}

// Reaches reports whether a way may lead through the route.
func (r *Route) Reaches(w Way) bool {
	return (w.Method == "" || w.Method == "ALL" || w.Method == r.Method) && (w.Path == "" || samePath(w.Path, r.Path) || strings.HasSuffix(r.Path, w.Path) && w.Path != "/")
}

// keysOf are the inputs of the route that a way begins with. Exact ones name the route and the input.
func (r *Route) keysOf(w Way, v Values, exact bool) (keys []string) {
	if !r.Reaches(w) || exact != (w.Path != "" && w.Name != "") {
		return nil
	}
	if w.Name != "" {
		for _, in := range r.Inputs {
			if in.Name == w.Name && (in.Place == w.Place || w.Place == "") {
				return []string{in.Key()}
			}
		}
		for _, in := range r.Inputs { // a parameter may come from the path, the query or the body
			if in.Name == w.Name || in.Last() == w.Name || in.Place == Header && in.Name == strings.ReplaceAll(w.Name, "_", "-") {
				return []string{in.Key()}
			}
		}
		place := cmp.Or(w.Place, r.placeOf(w.Name))
		if place == Body && !r.HasBody() {
			place = Query
		}
		if place == Path || w.Path == "" && place != Header {
			return nil
		}
		return []string{string(place) + "." + w.Name}
	}
	for _, in := range r.Inputs {
		if w.Place == "" || in.Place == w.Place || w.Place == Query && in.Place == Path {
			if in.Type == "" || in.Type == "string" {
				keys = append(keys, in.Key())
			}
		}
	}
	return keys
}

// texts are the inputs that hold texts.
func (r *Route) texts(v Values) (keys []string) {
	for _, in := range r.Inputs {
		_, isText := v[in.Key()].(string)
		if in.Place != Header && in.Place != Cookie && in.Place != Path && (in.Type == "string" || in.Type == "" || isText) {
			keys = append(keys, in.Key())
		}
	}
	return keys
}

// fixed are formats whose texts are of about one length.
var fixed = map[string]bool{"uuid": true, "date": true, "date-time": true, "datetime": true, "time": true, "ip": true, "ipv4": true, "ipv6": true}

// forms are the fillings that are worth a trial for an input that was accepted with a value, nil for none.
func forms(in Input, value any) (all []Filling) {
	list := func() Filling {
		var element any
		if in.Items != nil {
			element = Input{Place: Body, Name: in.Last(), Schema: *in.Items}.guess(0)
		}
		if values, ok := value.([]any); ok && len(values) > 0 {
			element = values[0]
		}
		return Filling{Form: AsList, Element: element}
	}
	switch {
	case in.Name == "*" || strings.HasSuffix(in.Name, ".*"): // the list is filled instead
		return nil
	case len(in.Enum) > 0, in.Type == "boolean", in.Type == "file":
		return nil
	case in.Place == Header || in.Place == Cookie:
		return []Filling{{Form: AsText}}
	case in.Place == Path && fixed[in.Format]: // the route would not be reached
		return nil
	case in.Place == Path && (in.Type == "" || in.Type == "string" && in.Format == ""):
		return []Filling{{Form: AsText}, {Form: AsNumber}}
	case in.Place == Path || in.Place == Query:
		if in.Type == "integer" || in.Type == "number" {
			return []Filling{{Form: AsNumber}}
		}
		all = []Filling{{Form: AsText}, {Form: AsWords}, {Form: AsNumber}}
		if in.Type == "string" {
			all = all[:2]
		}
		return all
	}
	_, isText := value.(string)
	_, isList := value.([]any)
	_, isNumber := number(value)
	if _, ok := value.(int64); ok {
		isNumber = true
	}
	text, words := Filling{Form: AsText}, Filling{Form: AsWords}
	nested := Filling{Form: AsNested, Key: cmp.Or(in.Last(), "a")}
	switch {
	case in.Type == "string", in.Type == "" && isText:
		all = []Filling{text, words}
		if in.Type == "" {
			all = append(all, list(), nested)
		}
	case in.Type == "integer", in.Type == "number", in.Type == "" && isNumber:
		all = []Filling{{Form: AsNumber}}
		if in.Type == "" {
			all = append(all, text, words)
		}
	case in.Type == "array", in.Type == "" && isList:
		all = []Filling{list(), nested}
	case in.Type == "object":
		all = []Filling{nested}
	default:
		all = []Filling{text, words, {Form: AsNumber}, list(), nested}
	}
	return all
}

// Order sorts the numbers of routes so that those which give away ids and those that only read come first, and
// those that delete last.
func Order(routes []Route) []int {
	rank := func(r Route) int {
		switch {
		case r.Method == "GET" && len(Parameters(r.Path)) == 0:
			return 0
		case r.Method == "POST" && len(Parameters(r.Path)) == 0:
			return 1
		case r.Method == "GET" || r.Method == "HEAD" || r.Method == "OPTIONS":
			return 2
		case r.Method == "POST":
			return 3
		case r.Method == "DELETE":
			return 5
		}
		return 4
	}
	order := make([]int, len(routes))
	for i := range order {
		order[i] = i
	}
	sorting.Stable(order, func(a, b int) int { return rank(routes[a]) - rank(routes[b]) })
	return order
}

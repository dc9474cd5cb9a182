package pattern

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"snag/analyze/judge"
	"snag/analyze/reach"
	"snag/analyze/regex/attack"
	"snag/analyze/regex/confirm"
	"snag/analyze/regex/passing"
	"snag/analyze/sorting"
	"snag/cmd/cli"
	"snag/cmd/report"
)

// Reached is what is known of who can send a text to a pattern.
type Reached struct {
	reach.Result
	steps   []trace // of each way
	places  *knownPlaces
	matches []report.Location // where the regex meets a text
	// passed is what gets through to the match of each way.
	passed []passed
}

// passed is what gets through what a program does to the texts of a way.
type passed struct {
	passing.Passage
	at *report.Location // of what disarms all texts, or stops the attack; nil for neither
}

func newPassed(p passing.Passage, w reach.Way, places *Placer) passed {
	at := p.At
	if p.Harmless {
		for at = len(w.Edits) - 1; at > 0 && !w.Edits[at].Kind.Edits(); at-- {
		}
	}
	if !p.Harmless && !p.Stopped {
		return passed{Passage: p}
	}
	one := places.One(w.Edited[at])
	return passed{p, &one}
}

// NewReached returns the reach of a pattern, whose ways the placer finds in their files.
func NewReached(r reach.Result, places *Placer) *Reached {
	x := &Reached{Result: r, places: places.known, steps: make([]trace, len(r.Ways))}
	for i := range r.Ways {
		x.steps[i] = places.trace(r.Ways[i].Trace)
	}
	return x
}

// Steps returns the places that a way leads through, by its number. They are made when they are asked for: a regex may
// have a thousand ways.
func (x *Reached) Steps(way int) []report.Location { return x.places.locations(x.steps[way]) }

// longestInput is the length at which a time is told of what nothing bounds: a megabyte.
const longestInput = 1 << 20

// Blocked is how long one text that comes by a way takes the pattern's engine.
func (a *Audited) Blocked(w reach.Way) confirm.Time {
	length := w.Longest()
	if length == reach.NoLimit || length > math.MaxInt32 {
		length = longestInput
	}
	return confirm.TimeAt(a.Verdict, a.Dialect, length, a.Confirmed...)
}

// WorstWay is the way by which a text can do most, of the ways of the highest level by which one can do anything; nil
// for none.
func (a *Audited) WorstWay() (way *reach.Way, steps []report.Location, took confirm.Time) {
	i, took := a.worst()
	if i < 0 {
		return nil, nil, took
	}
	return &a.Reach.Ways[i], a.Reach.Steps(i), took
}

// worst is WorstWay by the number of the way, -1 for none.
func (a *Audited) worst() (worst int, took confirm.Time) {
	worst = -1
	if a.Reach == nil {
		return worst, took
	}
	for i := range a.Reach.Ways {
		w := &a.Reach.Ways[i]
		if worst >= 0 && w.Level != a.Reach.Ways[worst].Level {
			break
		}
		if a.Reach.passed[i].Harmless {
			continue
		}
		if t := a.Blocked(*w); worst < 0 || t.Millis > took.Millis || t.Millis == took.Millis && a.Reach.passed[worst].Stopped && !a.Reach.passed[i].Stopped {
			worst, took = i, t
		}
	}
	return worst, took
}

// Passed is what gets through to the match by the worst way. Where all texts come by that, it is what gets through by
// another one from the same value as well.
func (a *Audited) Passed() (p passed) {
	i, _ := a.worst()
	if i < 0 {
		return p
	}
	if p = a.Reach.passed[i]; len(a.Reach.Ways[i].Edits) > 0 {
		return p
	}
	for k := range a.Reach.Ways {
		if w := &a.Reach.Ways[k]; w.Level == a.Reach.Ways[i].Level && w.Route == a.Reach.Ways[i].Route && w.Input == a.Reach.Ways[i].Input && a.Reach.passed[k].Attack != nil {
			return a.Reach.passed[k]
		}
	}
	return p
}

// Attack is the attack that gets through to the match by the worst way, or that of the verdict; nil for none.
func (a *Audited) Attack() *attack.Attack { return cmp.Or(a.Passed().Attack, a.Verdict.Attack) }

// Level is how far away somebody may be who can do harm: that of the ways that are not disarmed, if there are any, in
// the role of the file.
func (a *Audited) Level() reach.Level {
	if i, _ := a.worst(); i >= 0 {
		return a.Reach.InRole(a.Reach.Ways[i].Level)
	}
	return a.Reach.Level
}

// disarmedAt is the place of what takes the danger from the texts of all ways, nil where there is none.
func (a *Audited) disarmedAt() *report.Location {
	var at *report.Location
	for _, p := range a.Reach.passed {
		if !p.Harmless {
			return nil
		}
		at = p.at
	}
	return at
}

// reachItem is the reach of a pattern in JSON.
type reachItem struct {
	Level string `json:"level"`
	Role  string `json:"role"`
	// Kind, Framework, Method, Route and Input tell what somebody sends.
	Kind      string `json:"kind,omitempty"`
	Framework string `json:"framework,omitempty"`
	Method    string `json:"method,omitempty"`
	Route     string `json:"route,omitempty"`
	Input     string `json:"input,omitempty"`
	// Call is how other programs call the function of a library.
	Call *callItem `json:"call,omitempty"`
	// MaxLength is the length of the text at the match, null where nothing was found that bounds it.
	MaxLength *int `json:"max_length"`
	// AsList is its length where a list of texts is sent in its place, -1 where nothing bounds that, 0 for none.
	AsList    int      `json:"as_list,omitempty"`
	BlockedMs *float64 `json:"blocked_ms"`
	// Disarmed is what takes the danger from all texts that get to the match.
	Disarmed *report.JSONLocation `json:"disarmed,omitempty"`
	// Attack is the one that gets through to the match, where that of the pattern does not.
	Attack *attack.Attack `json:"attack,omitempty"`
	// Stopped is what the attack of the pattern does not get past, where none was found that does.
	Stopped *report.JSONLocation `json:"stopped,omitempty"`
	// Basis says what BlockedMs rests on: measured, followed or computed.
	Basis string                 `json:"basis,omitempty"`
	Trace []*report.JSONLocation `json:"trace"`
	// Matches are the calls in which the pattern meets a text.
	Matches     []*report.JSONLocation `json:"matches"`
	Ways        int                    `json:"ways"`
	NotFollowed []string               `json:"not_followed"`
}

// callItem is a call of a function that a package exports, in JSON.
type callItem struct {
	Module   string   `json:"module"`
	Members  []string `json:"members"`
	Argument int      `json:"argument"`
	Path     []string `json:"path"`
}

func newCallItem(w *reach.Way) *callItem {
	if w.Level != reach.Library {
		return nil
	}
	return &callItem{w.Call.Module, append([]string{}, w.Call.Members...), w.Call.Argument, append([]string{}, w.Call.Path...)}
}

func (a *Audited) reachItem() *reachItem {
	if a.Reach == nil {
		return nil
	}
	item := &reachItem{Level: a.Level().String(), Role: a.Reach.Role, Ways: len(a.Reach.Ways) + a.Reach.More, Trace: []*report.JSONLocation{}, Matches: []*report.JSONLocation{}, NotFollowed: a.Reach.NotFollowed}
	for _, at := range a.Reach.matches {
		item.Matches = append(item.Matches, at.JSON())
	}
	if item.NotFollowed == nil {
		item.NotFollowed = []string{}
	}
	if at := a.disarmedAt(); at != nil {
		item.Disarmed = at.JSON()
	}
	w, steps, took := a.WorstWay()
	if w == nil {
		return item
	}
	p := a.Passed()
	if item.Attack = p.Attack; p.Stopped && p.at != nil {
		item.Stopped = p.at.JSON()
	}
	item.Kind, item.Framework, item.Method, item.Route, item.Input = w.Kind, w.Framework, w.Method, w.Route, w.Input
	item.Call = newCallItem(w)
	if w.MaxLength != reach.NoLimit {
		item.MaxLength, item.AsList = &w.MaxLength, w.AsList
	}
	if took.Basis != confirm.NoTime {
		millis := min(math.Round(took.Millis*1000)/1000, LongestMillis)
		item.BlockedMs, item.Basis = &millis, took.Basis.String()
	}
	for _, s := range steps {
		item.Trace = append(item.Trace, s.JSON())
	}
	return item
}

// ReachDetails tells people who can send the attack, and along which way.
func (a *Audited) ReachDetails() []report.Detail {
	w, steps, took := a.WorstWay()
	if w == nil {
		return a.unreachedDetails()
	}
	text := "from " + WayWords(w)
	text += MostWords(w)
	if words := a.TimeWords(w, took); words != "" {
		text += ": " + words
	}
	switch n := len(a.Reach.Ways) + a.Reach.More; n {
	case 1:
	case 2:
		text += "; and by another way"
	default:
		text += fmt.Sprintf("; and by %d other ways", n-1)
	}
	details := []report.Detail{{Label: "reached", Text: text, Short: true}}
	if p := a.Passed(); p.Stopped && p.at != nil {
		details = append(details, report.Detail{Label: "but", Text: "this attack does not get past " + PlaceWords(*p.at) + ", and none was found that does", Short: true})
	}
	if len(steps) > 1 {
		details = append(details, report.Detail{Label: "by", Text: report.TraceWords(steps), Short: true})
	}
	return details
}

// mostUnfollowed bounds what people are told of what was not followed; JSON has all.
const mostUnfollowed = 2

// unreachedDetails say that only constants get there, or that no way was found and what may hide one, so that nobody
// takes that for "unreachable".
func (a *Audited) unreachedDetails() []report.Detail {
	switch {
	case a.Reach == nil:
		return nil
	case a.Reach.Level == reach.Constant:
		return []report.Detail{{Label: "reached", Text: "by constants of the program alone", Short: true}}
	case len(a.Reach.NotFollowed) == 0:
		return nil
	}
	// Who calls a function and which ways were not asked for says more than the names of calls.
	lost := slices.Clone(a.Reach.NotFollowed)
	sorting.Stable(lost, func(a, b string) int { return cmp.Compare(vague(a), vague(b)) })
	text := "by nobody that was found; not followed: " + strings.Join(lost[:min(len(lost), mostUnfollowed)], ", ")
	if n := len(lost) - mostUnfollowed; n > 0 {
		text += fmt.Sprintf(" and %d more", n)
	}
	return []report.Detail{{Label: "reached", Text: text, Short: true}}
}

// vague orders what was not followed by how little it tells people, beginning with 0.
func vague(lost string) int {
	switch {
	case strings.HasPrefix(lost, "who calls"):
		return 0
	case strings.HasPrefix(lost, "ways beyond"):
		return 1
	}
	return 2
}

// TimeWords say what the texts that come by a way cost: how long the longest one takes, or with which length a
// second is reached, "" where no time is known.
func (a *Audited) TimeWords(w *reach.Way, took confirm.Time) string {
	if took.Basis == confirm.NoTime {
		return ""
	}
	engine := engineName(a.series(took.Engine))
	about := "about "
	if took.Basis == confirm.Measured {
		about = ""
	}
	length := w.Longest()
	if length == reach.NoLimit || length > longestInput {
		length = longestInput
	}
	const second = 1000
	if took.Millis > second {
		if n, ok := confirm.LengthFor(a.Verdict, a.Dialect, second, length, a.Confirmed...); ok {
			return fmt.Sprintf("%s hold %s for %s1 s", cli.Plural(n, "character"), engine, about)
		}
	}
	return fmt.Sprintf("%s hold %s for %s%s", cli.Plural(length, "character"), engine, about, spent(time.Duration(min(took.Millis, LongestMillis)*float64(time.Millisecond))))
}

// series is what an engine was measured as, for its version.
func (a *Audited) series(engine string) confirm.Series {
	for _, c := range a.Confirmed {
		if c.Engine == engine {
			return c.Series
		}
	}
	return confirm.Series{Engine: engine}
}

// LengthWords say a length as people do: in KB and MB where it is a round number of them.
func LengthWords(n int) string {
	switch {
	case n >= 1<<20 && n%(1<<18) == 0:
		return fmt.Sprintf("%.3g MB", float64(n)/(1<<20))
	case n >= 1<<10 && n%(1<<10) == 0:
		return fmt.Sprintf("%d KB", n>>10)
	}
	return cli.Plural(n, "character")
}

// MostWords say how long a text is at most that comes by a way, "" where nothing bounds it.
func MostWords(w *reach.Way) string {
	switch {
	case w.MaxLength == reach.NoLimit:
		return ""
	case w.AsList == 0:
		return ", up to " + LengthWords(w.MaxLength)
	case w.AsList == reach.NoLimit:
		return fmt.Sprintf(", up to %s, any length in a list (check its type)", LengthWords(w.MaxLength))
	}
	return fmt.Sprintf(", up to %s, %s in a list (check its type)", LengthWords(w.MaxLength), LengthWords(w.AsList))
}

// WayWords say who sends what.
func WayWords(w *reach.Way) string {
	switch w.Level {
	case reach.Library:
		return "callers of " + w.Input
	case reach.Local, reach.Unknown:
		return "the machine: " + strings.TrimSpace(w.Input+" ("+w.Kind+")")
	}
	words := strings.TrimSpace(w.Method + " " + w.Route)
	if words == "" {
		words = "a request"
	}
	words += ", " + w.Input
	if w.Kind != "" && !strings.HasPrefix(w.Input, w.Kind) {
		words += " (" + w.Kind + ")"
	}
	if w.Level == reach.RemotePossible {
		words += ", perhaps"
	}
	return words
}

// rankByReach orders findings by who can send the attack, and then by what it costs there.
func (a *Audited) rankByReach(f *report.Finding) {
	if a.Reach == nil {
		return
	}
	const tier = 1e10
	_, trace, took := a.WorstWay()
	f.Weight = tier*float64(a.Level()) + min(max(a.weight(), took.Millis/1000), tier/2)
	f.Trace = trace
	f.Rank = math.Round(15*float64(a.Level()) + min(2*math.Log10(1+took.Millis), 10))
}

// grade makes a finding a note where nobody who was found can do harm by it, and all was followed: only
// constants get there, or texts that are so short that they stay within the budget. It says in a clause in which
// of these ways.
func (a *Audited) grade(f *judge.Finding, most time.Duration) string {
	if a.Reach == nil || len(a.Reach.NotFollowed) > 0 || a.Reach.More > 0 {
		return ""
	}
	why, minor := "", "reached by short texts alone"
	switch {
	case a.Reach.Level == reach.Constant:
		why, minor = "reached by constants alone", "reached by constants alone"
	case len(a.Reach.Ways) == 0:
		return ""
	default:
		longest, took := 0, confirm.Time{}
		for i, w := range a.Reach.Ways {
			if a.Reach.passed[i].Harmless {
				continue
			}
			t := a.Blocked(w)
			if w.Longest() == reach.NoLimit || t.Basis == confirm.NoTime || t.AtLeast || max(t.High, t.Millis) > float64(most)/float64(time.Millisecond) {
				return ""
			}
			if longest = max(longest, w.Longest()); t.Millis >= took.Millis {
				took = t
			}
		}
		if at := a.disarmedAt(); at != nil {
			minor = "disarmed before the match"
			why = fmt.Sprintf("disarmed: %s:%d leaves no text that takes it more than linear time", at.File, at.Start.Line)
			break
		}
		why = fmt.Sprintf("reached by at most %s: %s", cli.Plural(longest, "character"), spent(time.Duration(took.Millis*float64(time.Millisecond))))
	}
	f.Level = judge.Note
	f.Message = cli.Sentence(why) + ". " + f.Message
	return minor
}

// isReached reports whether somebody of a level or a higher one can keep the engine busy for a time or longer.
func (a *Audited) isReached(level reach.Level, least time.Duration) bool {
	if a.Reach == nil {
		return false
	}
	for i, w := range a.Reach.Ways {
		if t := a.Blocked(w); !a.Reach.passed[i].Harmless && a.Reach.InRole(w.Level) >= level && (t.Basis == confirm.NoTime || t.Millis >= float64(least)/float64(time.Millisecond)) {
			return true
		}
	}
	return false
}

// PlaceWords name the file and line of a place.
func PlaceWords(at report.Location) string { return fmt.Sprintf("%s:%d", at.File, at.Start.Line) }

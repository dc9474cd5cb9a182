// Package reach judges who can send a text to a regex: along which way it gets to the match, how long it can
// be there, and what of the program was not followed.
//
// Nothing is claimed that was not followed. Where no way was found, the result says so, and names what may
// hide one.
package reach

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"slices"

	"snag/analyze/reach/model"
	"snag/analyze/regex/edited"
	"snag/analyze/sorting"
)

// Level is how far away somebody may be who can send the text. Higher levels compare greater.
type Level uint8

// The levels. The zero Level is Unknown.
const (
	Unknown        Level = iota // no way was found, and something was not followed
	Constant                    // only constants of the program get there
	Build                       // tests, documentation, build scripts and the like
	Local                       // who starts the program or owns its files: arguments, environment, files
	Library                     // who calls a function that the package exports
	RemotePossible              // anybody, if a step is taken that may be
	Remote                      // anybody who can send a request
)

var levelNames = [...]string{"unknown", "constant", "build", "local", "library", "remote-possible", "remote"}

// String returns the level as reports show it.
func (l Level) String() string { return levelNames[l] }

// ParseLevel returns the level of a name.
func ParseLevel(name string) (Level, bool) {
	at := slices.Index(levelNames[:], name)
	return Level(max(at, 0)), at >= 0
}

// NoLimit is the length of a text that nothing was found to bound.
const NoLimit = -1

// Regex names a regex by the bytes of its expression in a file, and by those of its text where that is a
// constant that the expression names.
type Regex struct {
	File               string
	Start, End         int
	TextStart, TextEnd int
}

// Place is a place on the way of a text.
type Place struct {
	File       string
	Start, End int // in bytes
	// MaxLength is how long the text can be from here on by what bounds it here, NoLimit for no bound.
	MaxLength int
}

// LibraryCall is a call of a function that a package exports.
type LibraryCall struct {
	// Module is what a program imports, Members what leads from there to the function: names of members, "()" for the
	// result of a call or what new makes, "*" for a member of any name.
	Module  string
	Members []string
	// Argument is the number of the argument, from 0, and Path the members of it that lead to the text.
	Argument int
	Path     []string
}

// effort orders calls by what has to be known to make them: objects that have to be made first, members, and where in
// an argument the text stands.
func (c *LibraryCall) effort() int {
	n := len(c.Members) + len(c.Path)
	for i, m := range c.Members {
		switch {
		case m == "()":
			n += 3
		case i > 1 && c.Members[i-2] == "()": // what an object that was made holds, which it may first have to get
			n += 6
		}
	}
	for _, m := range c.Path {
		if m == "()" || m == "*" {
			n += 3
		}
	}
	return n
}

// Way is a way by which a text gets to a match.
type Way struct {
	// Level is Unknown for a way that begins at what is Local where a search for others gave up: a request may get there
	// as well.
	Level Level
	// Kind is where the text stands in what is sent: url, path, header, cookie, body, file, message, ...; ""
	// for a Library.
	Kind string
	// Framework is whose rules describe it, "" for none.
	Framework string
	// Method and Route are those of the request, "" where they are not known.
	Method, Route string
	// Input is the value as its name goes on behind the request, as "body.phone"; of a Library the function
	// and its parameter.
	Input string
	// Call is how other programs get the text there, of a Library.
	Call LibraryCall
	// Name is that name as [RouteInput] has it, "" where the value is not one of a request, and Handler the function
	// that the framework calls with it, zero where that is not known.
	Name    string
	Handler Place
	// MaxLength is how long the text can be at the match, in units of the language's strings; NoLimit where
	// nothing was found that bounds it. SourceMax is how long it can be where it comes from.
	MaxLength, SourceMax int
	// AsList is how long it can be there where a list of texts is sent in its place, of which what bounds the text counts
	// but the elements, as JavaScript's length does; NoLimit where nothing bounds that, 0 where no list gets there.
	AsList int
	// Trace leads from the source to the match.
	Trace []Place
	// Edits are what becomes of the characters of the text on the way, in order. What stands before the first of them
	// may have done anything. Edited are their places.
	Edits  []edited.Edit
	Edited []Place
	// closed reports whether something stands before the edits that may do anything.
	closed  bool
	inside  int     // how many of its places stand in the function of the one before
	whole   int     // how many are functions and classes as a whole
	joined  int     // how many members of objects of classes, or variables, it leads through of which it takes any for any other
	unsure  bool    // a step of a Library is one that may be
	awkward bool    // others rather go another way than this one of a Library
	marked  wayMark // what mark returned
	trail   *trail  // instead of Trace until the way is one that is kept
}

// trail is the places of a way in parts that it has in common with others: most ways are not kept, and a hundred lead on
// behind one call of another package.
type trail struct {
	own    []Place
	call   Place
	behind *trail
	length int
}

// trailTo returns the trail by some places to a call, and on from there.
func trailTo(own []Place, call Place, behind *trail) *trail {
	t := &trail{own, call, behind, len(own) + 1}
	if behind != nil {
		t.length += behind.length
	}
	return t
}

// steps is how many places a way has.
func (w *Way) steps() int {
	if w.trail != nil {
		return w.trail.length
	}
	return len(w.Trace)
}

// walk sets Trace.
func (w *Way) walk() {
	if w.trail == nil {
		return
	}
	w.Trace = make([]Place, 0, w.trail.length)
	for t := w.trail; t != nil; t = t.behind {
		w.Trace = append(append(w.Trace, t.own...), t.call)
	}
	w.trail = nil
}

// Longest returns how long what is sent can be at the match, as a text or as a list of texts; NoLimit for no bound.
func (w *Way) Longest() int {
	if w.MaxLength == NoLimit || w.AsList == NoLimit {
		return NoLimit
	}
	return max(w.MaxLength, w.AsList)
}

// Result is what is known of the reach of a regex. The zero Result is one that was not looked at.
type Result struct {
	// Level is that of the first way, or Constant or Unknown where there is none; Build where the file is none
	// of the program that runs, and nothing was found that is nearer than Library.
	Level Level
	// Role is what the file of the regex is for: ordinary, test, documentation, build, development, browser.
	Role string
	// Ways are the ways that were found, the nearest to an attacker and the longest first.
	Ways []Way
	// More is how many further ways were found.
	More  int
	found map[wayMark]int // the ways that were found by their numbers in Ways, -1 for one that is not kept
	cut   bool            // a search for ways gave up
	// Matches are the calls in which the regex was found to meet a text, in the order of their files and places; the
	// first maxMatches of each package.
	Matches []Place
	// NotFollowed names what may hide further ways, sorted.
	NotFollowed []string
}

// maxMatches is how many of the calls in which a regex meets a text are kept.
const maxMatches = 64

// maxWays is how many ways are kept for a regex where the input does not say.
const maxWays = 8

// wayMark tells ways apart that are worth a mention each, in a few bytes: some regexes have hundreds of thousands.
type wayMark [16]byte

// mark returns the mark of a way, which it keeps: one way may be one to hundreds of regexes.
func (w *Way) mark() wayMark {
	if w.marked != (wayMark{}) {
		return w.marked
	}
	var room [256]byte
	key := binary.AppendVarint(append(room[:0], byte(w.Level)), int64(w.MaxLength))
	add := func(s string) { key = append(binary.AppendUvarint(key, uint64(len(s))), s...) }
	add(w.Method)
	add(w.Route)
	add(w.Input)
	for i, at := range w.Edited {
		if !w.Edits[i].Kind.Edits() {
			continue
		}
		add(at.File)
		for _, n := range []int{at.Start, at.End, at.MaxLength} {
			key = binary.AppendVarint(key, int64(n))
		}
	}
	sum := sha256.Sum256(key)
	w.marked = wayMark(sum[:16])
	return w.marked
}

// compareWays orders ways by how near to an attacker they begin, then by how long a text they let pass, and then by how
// little it takes.
func compareWays(a, b Way) int {
	if c := cmp.Compare(b.Level, a.Level); c != 0 {
		return c
	}
	if c := cmp.Compare(uint(b.Longest()), uint(a.Longest())); c != 0 { // NoLimit is the longest
		return c
	}
	return cmp.Compare(a.effort(), b.effort())
}

// effort orders ways by what it takes to go them: through a function that is not known nobody may get, who gets a
// regex may do nothing with it, while what a function of the package does with one is known, and what a package does not
// offer takes the path of its file.
func (w *Way) effort() int {
	n := w.Call.effort() + w.steps()
	if w.unsure || w.awkward {
		n += longestWay
	}
	return n
}

// add adds a way to a result that keeps the first few; 0 for maxWays. Some regexes have a million.
func (r *Result) add(w Way, most int) {
	if r.found == nil {
		r.found = map[wayMark]int{}
	}
	key := w.mark()
	if i, known := r.found[key]; known && i >= 0 {
		if w.effort() < r.Ways[i].effort() {
			r.Ways[i] = w
		}
		return
	}
	r.found[key] = len(r.Ways)
	r.Ways = append(r.Ways, w)
	if most = cmp.Or(most, maxWays); len(r.Ways) >= 2*most {
		r.keep(most)
	}
}

// keep sorts the ways, and drops those beyond the first few.
func (r *Result) keep(most int) {
	sorting.Stable(r.Ways, compareWays)
	for i := range r.Ways {
		if i >= most {
			r.found[r.Ways[i].mark()] = -1
			r.Ways[i] = Way{}
		} else {
			r.found[r.Ways[i].mark()] = i
		}
	}
	r.Ways = r.Ways[:min(most, len(r.Ways))]
}

// settle sorts the ways and sets the level.
func (r *Result) settle(constant bool, most int) {
	r.keep(cmp.Or(max(most, 0), maxWays))
	for i := range r.Ways {
		if r.Ways[i].walk(); r.cut && r.Ways[i].Level == Local {
			r.Ways[i].Level = Unknown
		}
	}
	r.More = len(r.found) - len(r.Ways)
	r.found = nil
	slices.Sort(r.NotFollowed)
	r.NotFollowed = slices.Compact(r.NotFollowed)
	switch {
	case len(r.Ways) > 0:
		r.Level = r.Ways[0].Level
	case constant && len(r.NotFollowed) == 0:
		r.Level = Constant
	}
}

// InRole is a level as the role of the file leaves it: what tests, documentation and builds get from nobody remote
// is of Build.
func (r *Result) InRole(l Level) Level {
	switch r.Role {
	case "", model.Ordinary.String(), model.Browser.String():
		return l
	}
	if l == Constant || l > Library {
		return l
	}
	return Build
}

// levelOf returns the level of a source.
func levelOf(s *model.Source, possible bool) Level {
	switch {
	case s.Level == model.Local:
		return Local
	case s.Level == model.SecondOrder || possible:
		return RemotePossible
	}
	return Remote
}

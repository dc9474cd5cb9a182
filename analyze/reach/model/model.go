// Package model holds what snag knows about languages, frameworks and libraries as data: which functions a
// framework calls for each request, which values a sender controls and how long they may be, where a
// pattern meets its subject, what becomes of a text in a call, and which calls bound it.
//
// The same form is read from a project's snag.yaml, and embedded in the program as documents that are parsed already.
package model

import (
	"crypto/sha256"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// Model is what is known about languages, frameworks and libraries. It is not changed once it was made, and
// may be used by several goroutines.
type Model struct {
	// Limits are the limits that have a name, because a project can set them.
	Limits []Limit
	// The rules, in the order of the data. A rule that stands later is not worth less than an earlier one.
	Entries    []Entry
	Sources    []Source
	Settings   []Setting
	Matches    []MatchRule
	Compiles   []CompileRule
	Steps      []Step
	Lengths    []LengthRule
	Leaves     []LeaveRule
	Bounds     []Bound
	Sanitizers []Sanitizer
	Roles      []RoleRule
	Aliases    []Alias
	Mounts     []Mount
	Keeps      []Keep

	entries, decorators indexed[Entry]
	called              names // of steps, matches, compiles, entries and settings
	sources             indexed[Source]
	settings, assigns   indexed[Setting]
	matches, patterns   indexed[MatchRule]
	compiles            indexed[CompileRule]
	steps               indexed[Step]
	lengths             indexed[LengthRule]
	leaves              indexed[LeaveRule]
	sanitizers          indexed[Sanitizer]
	applied             places // of bounds, by the calls that apply them
	aliases             indexed[Alias]
	mounts              indexed[Mount]
	roles               []globs
	checks, valid, runs map[string]bool
	keeps               map[keepKey]bool
	mark                string // of the documents beside the program's own that it was read from
}

// Origin says to what a rule belongs and where it was read.
type Origin struct {
	Language Language
	// Framework is the module of the framework or library that a project has to import for the rule to mean
	// anything, or several with "|" between them; "" for what belongs to the language.
	Framework string
	// Where is the file and line of the rule.
	Where string
}

// IsOf reports whether an import of a module, or of a class by its full name, makes the rule mean something.
func (o Origin) IsOf(module string) bool {
	if o.Framework == "" {
		return true
	}
	for name := range strings.SplitSeq(o.Framework, "|") {
		if rest, ok := strings.CutPrefix(module, name); ok && (rest == "" || strings.IndexByte("./\\:", rest[0]) >= 0) {
			return true
		}
	}
	return false
}

// Limit is a limit that a project can set.
type Limit struct {
	Origin
	Name string
	// Max is what it is where a project does not set it, in the unit of the source; NoLimit for none.
	Max int64
	// Why says where the number comes from.
	Why string
}

// NoLimit stands for a length that nothing bounds.
const NoLimit = -1

// Entry is a kind of function that a framework calls with remote data. One of Call, Decorator, Bases and
// Export says how it is known; the first one with File or Directive as a condition.
type Entry struct {
	Origin
	Name string
	// Call is a call that is handed the function: the arguments with the role "fn".
	Call *CallPattern
	// Decorator is a decorator, annotation or attribute of the function.
	Decorator *CallPattern
	// Bases are the classes of which one has to be a base of the function's class, Within a decorator of
	// that class.
	Bases  []*Pattern
	Within *CallPattern
	// Implemented is the decorator that a class has to have of which the methods run in the place of those without code
	// that are decorated, nil for any.
	Implemented *CallPattern
	// Methods are the names of the functions, "*" for every public one that is no method of the class itself and has none of the
	// decorators Spared; nil where Decorator tells.
	Methods []string
	Spared  []*CallPattern
	// Export are the names under which the file exports the function, "*" for any.
	Export []string
	// Files are patterns of the path of the file, of which one has to match, nil for any file.
	Files []string
	// Directive is a text that stands first in the file or function, as "use server".
	Directive string
	// Arity is how many parameters the function has to declare, 0 for any number.
	Arity int
	// First are the names of the first parameters that the function has to declare, with spaces between them, "" for any.
	First string
	// Inner are the names of the first parameters of those functions in the function that the framework calls in its place, as
	// it returns one of them; "" where it calls the function itself.
	Inner string
	// Method is the HTTP method; "callee" where the name of what is called tells, "name" where that of the
	// function does, "" where the role "method" does or nothing; "message" where the route is the name of a message.
	Method string
	// Route says where the route stands: "file" for the path of the file, "" for the role "route", and "regex"
	// where that is a regex.
	Route string
	// Prefixes are decorators of the class, and Paths of the function, whose role "route" is a part of the path.
	Prefixes, Paths []*CallPattern
	// Convention is the path of a function where neither it nor its class says one, with [controller] and [action] for
	// their names; "" for none.
	Convention string
	// Demands are calls on what the registration returns that demand something of parameters of the path: one with the
	// roles "name" and "regex", or "patterns" for an object with the regexes of several.
	Demands []*CallPattern
	// Typed reports whether the function gets values of the request by the names and types of its parameters.
	Typed bool
	// Returns reports whether the call stands for what the function returns, where it is the default or in the type of a
	// parameter of another entry.
	Returns bool
	// Replaced is the member of the application by which a program puts another function in the place of one.
	Replaced string
	// ImpliedText and ImpliedObject are the decorators for which a parameter stands that has none but of Beside: one whose
	// type is named so in ImpliedTexts, and one whose type is a class of the program; "" for none.
	ImpliedText, ImpliedObject string
	ImpliedTexts, Beside       []string
	// Middleware reports whether the function runs for requests of other routes, and makes none by itself.
	Middleware bool
	// Messages reports whether the function gets, first, the objects of the class of that parameter which others are sent, as the
	// handler of a request that an action only hands to a mediator.
	Messages bool
	// Ends reports whether what comes behind an async function runs where that ends, unless it has answered.
	Ends bool
	// InOrder reports whether the function gets the parameters of the path in their order, whatever it names its own.
	InOrder bool
	// Apart reports whether the function runs for requests that no middleware of the application sees, or that it answered.
	Apart bool
	// Added are calls by which the application gets a class, the role "fn", whose Methods are middleware then, or the function at
	// which the Decorator stands.
	Added []*CallPattern
	// Behind are calls on what the registration returns, on what it is called on, or on the calls that are handed the function
	// around it, by which functions with the role "fn" run before. They get the request first, as an entry by the name Gate
	// does, and go on by calling what they get second, or the method Onward of that. A call of Undone puts something else in
	// the place of what they let pass, or takes them away.
	Behind       []*CallPattern
	Gate, Onward string
	Undone       []*CallPattern
}

// Source is a value that somebody outside of the program decides about.
type Source struct {
	Origin
	Value *Pattern
	Kind  Kind
	Level Level
	// Max is how long the value can be where the project sets nothing else, NoLimit for no limit, and
	// Limit the name of the setting, "" where it cannot be set.
	Max   int64
	Limit string
	// Unit is what Max counts.
	Unit Unit
	// Methods are the HTTP methods of the entries for which this holds, nil for all.
	Methods []string
	// InRoute reports whether it is one only where the path of the route has a parameter of its name. Those are then
	// no values of other kinds.
	InRoute bool
	// Flat reports whether the values are texts by one name, or lists of such: they have no members.
	Flat bool
	// Without is a class of characters that none of the values has, "" for none.
	Without string
	// Needs is a setting without which the project does not have such values, "" for none.
	Needs string
	// Beside are names of which a parameter behind that of the value has to have one, maybe with "_" before it; nil where
	// any function will do.
	Beside []string
}

// Setting is a place where a project sets a limit. One of Call, Assign and Property says where.
type Setting struct {
	Origin
	// Call has the limit in the argument with the role "max", unless it sets it to Max.
	Call *CallPattern
	// Max is what the call sets the limit to, NoLimit for none, and 0 where an argument says it.
	Max int64
	// Assign is what the limit is assigned to.
	Assign *Pattern
	// Property is the name of the limit in a file of properties or YAML.
	Property string
	// Files are patterns of the path of the file, nil for any file.
	Files []string
	// Sets is the name of the limit.
	Sets string
	// Scale is what the number is multiplied with.
	Scale int64
	// Local reports whether it sets the limit for one route or part of a program only.
	Local bool
	// Named reports whether the argument may be something else than an object with the limit: what is not known sets none
	// then unless the program names it somewhere.
	Named bool
	// Guards, if not nil, is the value whose limit the call sets for a route alone where what it returns is one of the
	// route's handlers.
	Guards *Pattern
}

// MatchRule is a call in which a pattern meets its subject. The roles are "regex" and "subject"; the one
// that no argument has is that of the receiver. Decorator instead of Call is a decorator, annotation or
// attribute with the pattern of the value that it stands at.
type MatchRule struct {
	Origin
	Call, Decorator *CallPattern
	// Mode is "full" where the whole subject has to match, "start" where the match begins at its start,
	// "" where it is searched for.
	Mode string
	// Flags are flags that the call adds to the pattern, in the letters of its language.
	Flags string
	// Flows are what becomes of the subject.
	Flows  []Flow
	Length Length
	// Literal reports whether a regex that is given as a text is not a pattern but that text.
	Literal bool
	// Told is what shows that the pattern matched.
	Told []Told
	// Of is the name of the entries whose first argument is the subject where the call has none, as it only declares what is
	// to match later; "" for a call that has it.
	Of   string
	Edit Edit
	// Pieces are the members and methods of what the call returns by which code gets what the pattern or its groups matched,
	// beside members with a number, "*" for any member.
	Pieces []string
}

// OfElements reports whether a pattern meets each element of a list rather than one text: nothing but these go on.
func (r *MatchRule) OfElements() bool {
	return len(r.Flows) > 0 && !slices.ContainsFunc(r.Flows, func(f Flow) bool { return f.From.Role != "subject" || len(f.From.Steps) == 0 })
}

// Told is something of which the truth shows that a pattern matched.
type Told struct {
	// Member is the member of what the call returns, or the method of it, that is true; "" for what it returns.
	Member string
	// None is what the call returns where nothing matched, "false" or "null"; "" for what counts as false.
	None string
	// Mode is the mode in which the member matches: as that of a MatchRule.
	Mode string
}

// CompileRule is a call that makes a pattern from a text: the role "regex"; "flags" may be given.
type CompileRule struct {
	Origin
	Call *CallPattern
}

// Step is what becomes of a text in a call.
type Step struct {
	Origin
	Call   *CallPattern
	Flows  []Flow
	Length Length
	Edit   Edit
	// Plain reports whether what the call makes holds texts, numbers, lists and mappings alone: nothing to call.
	Plain bool
	// Reads reports whether the result is read out of what the call is made on, which may be a connection as well as a
	// text.
	Reads bool
	// Only reports whether what the result has are elements of which the role "fn" is true.
	Only bool
	// Others is Only for those of which it is false.
	Others bool
	// Each is what the role "fn" returned for each element of the role "value" where the call returned that: "true" or
	// "false", or "none" for false where the call returned true; "" where the call says nothing of the elements.
	Each string
	// Among is what the call returns that asks whether the role "into", or else what it is called on, has the role "value" in
	// it: "true", "false", "null" for something or nothing, "index" for a place or -1; "keys" and "values" for true of the one or
	// the other of a mapping. "" for calls that do not.
	Among string
	// Holds is what the result has in it: the "lists" that the role "value" has in it, or the "values" that have this role;
	// "" where that is not known.
	Holds string
	// Calls is the method of what the call is made on, or of an object of that class, that is called with what has the role
	// "value", now or later; "new" for the class itself, "this" for what the call is made on, "fn" for the argument with
	// that role; "" for none.
	Calls string
}

// LengthRule is what tells how long a text is: a call with the role "value", or Member, a value such as
// that of text.length.
type LengthRule struct {
	Origin
	Call   *CallPattern
	Member *Pattern
	Unit   Unit
}

// LeaveRule is a call that never returns, or only if an argument says so.
type LeaveRule struct {
	Origin
	Call *CallPattern
	// If and Unless are the numbers of the arguments, counted from 1, of which one has to be true, or false, for
	// the call not to return; 0 for none.
	If, Unless int
	// Number, and Max or Below, are those of a number and of what it has to be at most, or below, for it to return.
	Number, Max, Below int
	// True reports whether it returns, always something that counts as true, and has answered the request then.
	True bool
	// Onward reports whether what handles the request goes on without the rest of the function.
	Onward bool
	// Fails reports whether it returns, always an error.
	Fails bool
	// Params are the names of parameters of which the rule means the methods, "*" for any; nil for anything else.
	Params []string
}

// Sanitizer is a call whose result holds no pattern of the sender: what is special is escaped.
type Sanitizer struct {
	Origin
	Call *CallPattern
	// Against is what it helps against: "injection", into a pattern.
	Against string
}

// Mark tells apart models that the same program made: those that know the same have the same one.
func (m *Model) Mark() string { return m.mark }

// Default returns what the program knows by itself of all languages.
func Default() *Model { return embedded() }

// Parse reads a model from a text in YAML: what stands under the key "reach", or the whole text where there
// is no such key. The name of the file is for errors, which say file, line, and what is allowed. What the
// program knows by itself can be referred to and is not part of the result.
func Parse(file string, text []byte) (*Model, error) {
	d := &document{file: file}
	root := d.root(text)
	if d.err != nil {
		return nil, d.err
	}
	return d.model(root)
}

// FromNode reads a model from a mapping in a text that was parsed already, and is nested no deeper than package
// nesting allows. Otherwise it is as [Parse].
func FromNode(file string, n ast.Node) (*Model, error) {
	d := &document{file: file}
	return d.model(nodeOf(n))
}

// model reads a model from the root of its document, nil for an empty one.
func (d *document) model(root *node) (*Model, error) {
	var m Model
	if root != nil {
		if err := m.read(d, root); err != nil {
			return nil, err
		}
		h := sha256.New()
		root.write(h)
		m.mark = string(h.Sum(nil))
	}
	if err := m.check(Default()); err != nil {
		return nil, err
	}
	m.index()
	return &m, nil
}

// With returns a model that knows what both know. Where both name a limit, that of the other one counts.
func (m *Model) With(other *Model) *Model {
	if other == nil {
		return m
	}
	limits := slices.DeleteFunc(slices.Clone(m.Limits), func(l Limit) bool {
		_, again := other.Limit(l.Name)
		return again
	})
	both := &Model{
		Limits:     append(slices.Clip(limits), other.Limits...),
		Entries:    append(slices.Clip(m.Entries), other.Entries...),
		Sources:    append(slices.Clip(m.Sources), other.Sources...),
		Settings:   append(slices.Clip(m.Settings), other.Settings...),
		Matches:    append(slices.Clip(m.Matches), other.Matches...),
		Compiles:   append(slices.Clip(m.Compiles), other.Compiles...),
		Steps:      append(slices.Clip(m.Steps), other.Steps...),
		Lengths:    append(slices.Clip(m.Lengths), other.Lengths...),
		Leaves:     append(slices.Clip(m.Leaves), other.Leaves...),
		Bounds:     append(slices.Clip(m.Bounds), other.Bounds...),
		Sanitizers: append(slices.Clip(m.Sanitizers), other.Sanitizers...),
		Roles:      append(slices.Clip(other.Roles), m.Roles...),
		Aliases:    append(slices.Clip(m.Aliases), other.Aliases...),
		Keeps:      append(slices.Clip(m.Keeps), other.Keeps...),
		Mounts:     append(slices.Clip(m.Mounts), other.Mounts...),
		mark:       m.mark + other.mark,
	}
	both.index()
	return both
}

// Limit returns the limit of a name.
func (m *Model) Limit(name string) (Limit, bool) {
	at := slices.IndexFunc(m.Limits, func(l Limit) bool { return l.Name == name })
	if at < 0 {
		return Limit{}, false
	}
	return m.Limits[at], true
}

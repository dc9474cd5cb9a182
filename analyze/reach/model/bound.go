package model

import (
	"cmp"
	"strings"
)

// Bound is a library or a part of a language that checks the length of values before code gets them. How
// the check is written is one of three things: a chain of calls that makes a schema (Build), decorators of
// fields (Decorators), values of fields or arguments (Fields), texts of rules (Rules), or keys of an object
// in the form of JSON Schema (Keys).
type Bound struct {
	Origin
	Name string
	// Build are the calls with which the schema of a text begins, and what they bound themselves, in the
	// role "max", or in the role "choices" a text, or a list or object of texts, of which the value is one. Every
	// further call on the result keeps the schema.
	Build []*CallPattern
	// Unions make a schema of which the value meets one of those in the list of the role "element".
	Unions []*CallPattern
	// Onward are the calls in the chain of a schema by which a function in the role "fn" makes something else of what was found
	// to be valid, or a schema in the role "schema" checks that further.
	Onward []*CallPattern
	// Refinements make a schema of the one in the role "schema", which the calls in the role "part" limit as well, or the
	// role "max"; where they have the role "else" the value may also be that.
	Refinements []*CallPattern
	// Limits are further calls in the chain, or decorators, of which the roles "max" and "choices" bound the length.
	Limits []*CallPattern
	// Formats are such calls, and decorators, that ask for a form which has a length.
	Formats []Format
	// Widenings are further calls in the chain behind which the value may also be what is in the role "else", whatever the
	// others say.
	Widenings []*CallPattern
	// Off are calls somewhere in the program by which the library checks nothing, or where they have the role "fn" and that is
	// a function of the program which calls nothing of the library, checks by that instead.
	Off []*CallPattern
	// Hands is the argument of a function among validators that is the value, or has it as a member; the first by default.
	Hands Place
	// Patterns are those of which the role "regex" has to match the value, or the role "fn" is a function that gets it.
	Patterns []*CallPattern
	// Demands are those of them with a function that returns something true of every value that passes.
	Demands []*CallPattern
	// Decorators are decorators, annotations or attributes of a field or parameter with the roles "max" and
	// "regex".
	Decorators []*CallPattern
	// Fields are calls that are the value of a member of a class, or stand in the type of a parameter, with
	// the roles "max", "regex", "validators" (calls that Limits and Patterns describe), "name", and "type" for a class that
	// says nothing of a text unless it is that of texts.
	Fields []*CallPattern
	// Block is the name of a call in whose block Fields say of the parameters of the next route how long they are, and behind
	// that the names of calls that may stand between the two.
	Block []string
	// Bases are the classes that Fields may be members of, nil for any.
	Bases []*Pattern
	// Objects are calls that make the schema of an object: the role "fields" is an object of schemas.
	Objects []*CallPattern
	// Written reports whether an object that is written out in the place of a schema is one, of schemas by their names.
	Written bool
	// Lists are calls that make the schema of a list: the role "element" is a schema.
	Lists []*CallPattern
	// Nested are calls that are the value of a member of a class which has the shape of another class: the role "schema"
	// is that, or its name. Before are decorators of methods that edit a value before it is checked.
	Nested []*CallPattern
	Before []string
	// Members are calls in the constructor of a class by which its objects check a member of what they are handed, with the
	// role "member", a function that returns it, or "elements" where what it holds is checked. Voids are calls behind these
	// by which they check it now and then alone, and Handles the types by which programs get such objects of whatever class
	// there is for a type.
	Members        []*CallPattern
	Voids, Handles []string
	// Pipe is the method of classes, or of their objects, whose result takes the place of a parameter, where they are the last
	// argument of its decorator, or of one of Piped at its function or class. Formats are such classes of the library.
	Pipe  string
	Piped []*CallPattern
	// Parts are the names of arguments by which an object of the class has only some of its members.
	Parts []string
	// OptionMax are the steps to the number that bounds a member in an object which has the options of each member under its
	// name, as "isLength.options.max", and OptionPlain the options that leave the value as it is and are asked for in any case,
	// also within others. OptionIn names the one that lists where members are.
	OptionMax   []string
	OptionPlain []string
	OptionIn    string
	// Keys names the keys of an object that is a schema: "maxLength", and "pattern".
	MaxKey, PatternKey string
	// Rules are calls with the role "rules", an object or list of texts such as "required|max:255", and
	// Rule is what stands before the number in such a text, as "max:"; Pattern what stands before a pattern.
	Rules         []*CallPattern
	Rule, Pattern string
	// RuleObjects are what makes a rule that is no text, whatever length that lets pass.
	RuleObjects []*Pattern
	// Applies are the calls that check a value. Runs are methods of the chains that Applies name by which a program runs
	// them itself, before it asks for what they found.
	Applies []Apply
	Runs    []*CallPattern
	// Typed reports whether a parameter of an entry is checked whose type is the class. Needs are decorators, or
	// calls in the arguments of one, of which one is needed for that at one of At: "parameter", "function" and
	// "class". Everywhere are calls somewhere in the program that do instead.
	Typed      bool
	Needs      []*CallPattern
	At         []string
	Everywhere []*CallPattern
	// Lax are the names of members and classes of a library that a program names which has nothing checked but what it asks
	// for itself, and Clears the calls behind which a function may be told that all is valid which is not.
	Lax    []string
	Clears []*Pattern
	// Alone are decorators of a class whose methods have parameters checked by what stands at these, and Elements the names
	// of types, "*" for all, of which a parameter has each value checked that it holds where it is checked itself.
	Alone    []*CallPattern
	Elements []string
	// Inside are decorators of a member of which one is needed for its own members to be checked, nil for none.
	Inside []*CallPattern
	// Hooks are decorators of methods of the class that check further the fields of the role "name", which they get
	// behind what binds them to the class, or where there is none the whole object.
	Hooks []*CallPattern
	// Refuses are decorators of methods that get the field of the role "name" behind the other checks, and refuse it by
	// raising an error: without that role all fields in one, or last the field whose member the decorator is.
	Refuses []*CallPattern
	// Finals are methods that do as Hooks by their names alone. Alters are names in a type of what may make another value of
	// the text whose length is checked, or takes what is no text: "AfterValidator", "Any".
	Finals, Alters []string
	// Later are methods, "*" for the name of the field in theirs, and decorators of those that get what was checked and
	// return what takes its place. Whole are methods of a class that check all by themselves instead.
	Later, Whole []string
	// Gets are methods whose last parameter gets all that was checked, by the names of the fields.
	Gets []string
	// Makers are methods that make an object of the class, and may set members behind the checks. Keeps are the members of
	// an object, and of the fields in it, that hold what it checks: "fields", "validators".
	Makers, Keeps []string
	// Picks make a class of another one that has the members alone which are in the list of the role "names", Omits one that
	// has all others.
	Picks, Omits []*CallPattern
	// Model is the member of a class within the class that names another one, whose fields it has as well, as the bound by
	// the name of Models says. Varies are members of the same that say something else of these fields.
	Model, Models string
	// Listed is the member of the same that lists which fields of the model it has, where that is written out.
	Listed string
	Varies []string
	// Views are classes that make an object of the one which their member ViewForm names, of ViewSends, which is
	// what was sent to them. Their methods ViewHands get it when it was found valid, and ViewMakes return it.
	Views                []*Pattern
	ViewForm             string
	ViewSends            Access
	ViewHands, ViewMakes []string
	// Opens are names of arguments and members by which what is declared of none is let pass: "unknown".
	Opens []string
	// Spared are decorators of a member that may leave it unchecked, and types of another parameter that get
	// what is wrong instead of it being refused.
	Spared []*CallPattern
	// Checked are the members of an instance of the class that hold checked values, "*" for the name of the
	// field: "cleaned_data.*". Asked are methods of the instance that have to be asked first.
	// Unchecked are those of them before the field that hold what came where it was found wrong: "data".
	Checked, Asked, Unchecked []string
	// Raises are such methods that return only if all is valid where they are given a true argument of a name, which stands
	// behind a dot: "is_valid.raise_exception".
	Raises []string
	// Taken are the methods that take values out of what Rules checked, by their names or all together.
	Taken []string
	// Unit is what the number counts.
	Unit Unit
}

// Format is a call behind which a text is of a form that is Max long at most, or something else of which one makes such a text,
// as a number: what is made of another text where it is Made, which may be longer itself.
type Format struct {
	Call *CallPattern
	Max  int64
	Made bool
}

// Apply is a call that checks a value by a schema, which is the receiver or the role "schema". What the call
// throws or answers itself for a value that is too long, Flows gets only if it is bounded.
type Apply struct {
	Call *CallPattern
	// Flows are where the checked value is afterwards.
	Flows []Flow
	// Guards are values of an entry that are checked where the call stands among the arguments that register
	// the entry, or is that registration. Where the call has the role "fn" they are what that function returns.
	Guards *Pattern
	// Named reports whether only what is taken by a call with the same text as its first argument is checked, as
	// valid("query") behind validator("query", schema). Raw reports whether Guards keeps what came where the library
	// edits a value before it checks it.
	Named, Raw bool
	// Asks reports whether the call only tells: what it returns has to be asked before the value is safe.
	Asks bool
	// Told is what shows that the value, or what Guards names, was found to obey the schema: a member of what the
	// call returns, or that itself. The mode is "called" where that is a function which says so of its argument,
	// "returned" where it is enough that the call or the member returns, "awaited" where the call has to be waited for as
	// well, "awaited true" where what that gives is true, and "none" where the member is missing.
	Told []Told
}

// Checks reports whether a method of that name may check what it is called on by returning.
func (m *Model) Checks(method string) bool { return m.checks[method] }

// Runs reports whether a method of that name may run a chain of checks.
func (m *Model) Runs(method string) bool { return m.runs[method] }

// running returns the names of methods that run chains of checks.
func (m *Model) running() map[string]bool {
	all := map[string]bool{}
	for i := range m.Bounds {
		for _, c := range m.Bounds[i].Runs {
			for _, name := range c.Callee.ends() {
				all[name] = true
			}
		}
	}
	return all
}

// Valid reports whether a value of that name is true only where the parameters of a function are valid.
func (m *Model) Valid(name string) bool { return m.valid[name] }

// validity returns the names of such values.
func (m *Model) validity() map[string]bool {
	all := map[string]bool{}
	for i := range m.Bounds {
		for _, name := range m.Bounds[i].Asked {
			if m.Bounds[i].Typed && strings.Contains(name, ".") {
				all[name] = true
			}
		}
	}
	return all
}

// checking returns the names of methods that check what they are called on by returning.
func (m *Model) checking() map[string]bool {
	all := map[string]bool{}
	for i := range m.Bounds {
		for _, a := range m.Bounds[i].Applies {
			for _, t := range a.Told {
				if t.Mode == "returned" && t.Member != "" {
					all[t.Member] = true
				}
			}
		}
		for _, c := range m.Bounds[i].Rules {
			for _, name := range c.Callee.ends() {
				all[name] = true
			}
		}
		for _, name := range m.Bounds[i].Asked {
			all[name] = all[name] || strings.HasSuffix(name, "!")
		}
		for _, r := range m.Bounds[i].Raises {
			name, _, _ := strings.Cut(r, ".")
			all[name] = true
		}
	}
	return all
}

func (m *Model) readBound(f *fields, o Origin) {
	f.need("name")
	b := Bound{
		Origin: o, Name: f.text("name"),
		Build:       f.calls("build", "max", "regex", "name", "choices"),
		Unions:      f.calls("union", "element"),
		Onward:      f.calls("onward", "fn", "schema"),
		Refinements: f.calls("refine", "schema", "part", "max", "else"),
		Limits:      f.calls("limit", "max", "choices"),
		Widenings:   f.calls("widen", "else"),
		Off:         f.calls("off", "fn"),
		Patterns:    f.calls("pattern", "regex", "flags", "fn"),
		Demands:     f.calls("demand", "fn"),
		Hands:       f.place(cmp.Or(f.text("hands"), "validators[0]"), "hands", []string{"validators"}),
		Decorators:  f.calls("decorator", "max", "regex", "choices"),
		Fields:      f.calls("field", "max", "regex", "validators", "name", "values", "type"),
		Block:       f.list("block"),
		Bases:       f.patterns("base"),
		Objects:     f.calls("object", "fields"),
		Written:     f.flag("written"),
		Nested:      f.calls("nested", "schema"),
		Before:      f.list("before"),
		Parts:       f.list("parts"),
		Lists:       f.calls("array", "element"),
		MaxKey:      f.text("max-key"),
		OptionMax:   f.list("option-max"),
		OptionPlain: f.list("option-plain"),
		OptionIn:    f.text("option-in"),
		PatternKey:  f.text("pattern-key"),
		Rules:       f.calls("rules", "rules", "value"),
		Rule:        f.text("rule"),
		Pattern:     f.text("rule-pattern"),
		RuleObjects: f.patterns("rule-objects"),
		Typed:       f.flag("typed"),
		Needs:       f.calls("needs"),
		At:          f.list("at"),
		Everywhere:  f.calls("everywhere", "pipe"),
		Lax:         f.list("lax"),
		Clears:      f.patterns("clears"),
		Inside:      f.calls("inside"),
		Hooks:       f.calls("hooks", "name", "mode", "fn", "raw"),
		Refuses:     f.calls("refuses", "name", "mode"),
		Finals:      f.list("finals"),
		Alters:      f.list("alters"),
		Later:       f.list("later"),
		Gets:        f.list("gets"),
		Whole:       f.list("whole"),
		Makers:      f.list("makers"),
		Keeps:       f.list("keeps"),
		Opens:       f.list("opens"),
		Views:       f.patterns("views"),
		ViewForm:    f.text("view-form"),
		ViewHands:   f.list("view-hands"),
		ViewMakes:   f.list("view-makes"),
		Model:       f.text("model"),
		Models:      f.text("models"),
		Listed:      f.text("listed"),
		Varies:      f.list("varies"),
		Picks:       f.calls("picks", "names"),
		Omits:       f.calls("omits", "names"),
		Runs:        f.calls("runs"),
		Pipe:        f.text("pipe"),
		Piped:       f.calls("piped"),
		Spared:      f.calls("spared"),
		Alone:       f.calls("alone"),
		Members:     f.calls("members", "member", "elements"),
		Voids:       f.list("voids"),
		Handles:     f.list("handles"),
		Elements:    f.list("elements"),
		Checked:     f.list("checked"),
		Asked:       f.list("asked"),
		Raises:      f.list("raises"),
		Taken:       f.list("taken"),
		Unchecked:   f.list("unchecked"),
		Unit:        Unit(f.choice("unit", units)),
	}
	if p := f.pattern("view-sends"); p != nil {
		b.ViewSends, _ = p.access()
	}
	if n := f.at("format"); n != nil {
		for _, item := range n.each() {
			a := f.document.fields(item, "a format")
			a.need("call")
			most, made := a.number("max", 0), a.flag("made")
			for _, c := range a.calls("call") {
				b.Formats = append(b.Formats, Format{c, most, made})
			}
			a.done()
		}
	}
	if n := f.at("apply"); n != nil {
		for _, item := range n.each() {
			a := f.document.fields(item, "an apply")
			asks, calls := a.flag("asks"), selves(a.calls("call", "value", "schema", "name", "unless", "max", "fn", "fields", "in"), "schema")
			told := a.shown()
			flows := a.flows("flow", []string{"value", "schema"}, "value -> result")
			guards, named, raw := a.pattern("guards"), a.flag("named"), a.flag("raw")
			if guards != nil {
				flows = nil
			}
			a.need("call")
			a.done()
			for _, c := range calls {
				b.Applies = append(b.Applies, Apply{Call: c, Flows: flows, Guards: guards, Named: named, Raw: raw, Asks: asks, Told: told})
			}
		}
	}
	m.Bounds = append(m.Bounds, b)
}

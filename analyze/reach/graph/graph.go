// Package graph turns the tree of a file into the facts that following a value needs: which expression's
// value becomes which other's, what is stored in and loaded from which member, what is called with what,
// and how long a text can be where a comparison guards the way.
//
// Values of local variables are followed in the order of the code: the use of a variable refers to the
// assignments that reach it, each with the length that the guards on the way leave. A comparison counts
// where the other branch leaves. Variables that other functions assign are followed without order.
//
// The work is linear in the size of the file but for the branches of functions with very many variables,
// whose order is given up.
package graph

import (
	"math"

	"snag/analyze/source/tree"
)

// ID is the number of a node of a file's graph. The zero ID is no node.
type ID int32

// Kind is the kind of a node.
type Kind uint8

// The kinds of nodes. The zero Kind is the result of an expression that has no kind of its own.
const (
	Value     Kind = iota
	Text           // a constant string; Size is its length in code points
	Number         // a constant; Size is its value if that is a whole number, else -1
	Pattern        // a regex literal
	Opaque         // a value that is no text and leads nowhere, such as the result of a comparison
	Object         // an object, array or dictionary that is written out
	Function       // a function; Index is its number in File.Funcs
	Class          // a class; Index is its number in File.Classes
	Param          // a parameter; Index is the number of its function
	Return         // what a function returns; Index is its number
	Self           // this in a function; Index is its number
	Instance       // an object of a class; Index is its number
	Variable       // all values that were ever assigned to a variable; Size is 1 for a parameter
	Global         // a name that the file does not declare; Name
	Module         // what an import gives; Name: the module as written
	Exports        // what the file exports
	Result         // of a call; Index is its number in File.Calls
	Concat         // a text put together, or a sum; Index is its number in File.Concats
	Product        // of two numbers; Index is its number in File.Products
	Arguments      // the list of all that a function is called with; Index is its number
)

// Node is a value of the program.
type Node struct {
	Kind       Kind
	Index      int32
	Size       int64
	Name       string
	Start, End int32 // in bytes
}

// Submodule is the Index of a Module that an import may mean, if there is such a file.
const Submodule = 1

// Matched is the Index of a Module that is all files whose path is as its name, in which "*" stands for what is worked out.
const Matched = 2

// OrElse is the Index of a Value that is one of several values, the later ones where the first is missing.
const OrElse = 1

// Reference is the Index of a Value that is a reference to a method or property of Java or Kotlin.
const Reference = 2

// List is the Index of an Object that is written out as a list, without names.
const List = 1

// NoLimit is the Max of a Cap that limits nothing.
const NoLimit = math.MaxInt64

// Cap is the length that a text has at most where a value goes from one node to another.
type Cap struct {
	// Max is in characters of the language's strings, NoLimit where no number is known.
	Max int64
	// Sym, if not 0, is the number in File.Syms of a limit that other files may have to tell.
	Sym int32
	// Since is the byte of the file from which on it holds, if what has the text is not changed behind it; 0 where
	// nothing is limited.
	Since int32
}

// Free is the Cap that limits nothing.
var Free = Cap{Max: NoLimit}

// Sym is a limit that is not known from the file alone.
type Sym struct {
	// Limit is the node whose constant number, plus Delta, is the limit, if Call is negative.
	Limit ID
	Delta int64
	// Call is the number of a call that was found to return a true value, a false one, or at all, and
	// Arg the number of the argument which that limits. Arg -1 stands for the receiver.
	Call int32
	Arg  int32
	When Outcome
	// Via is the member of what the call returns that was found to be so, or a method of it that was; "" for what
	// the call returns itself.
	Via string
	// Path are the members of the argument that lead to the text.
	Path []string
	// Next is the number of another limit that holds as well, or 0.
	Next int32
}

// Output is the Arg of a Sym that limits what the call returns.
const Output = -3

// Validated is the Call of a Sym which says that the parameter Limit was found to be valid.
const Validated = -2

// Stored is the Call of a Sym which says that the value is the one of the node Limit, and so as long as that at most.
const Stored = -4

// Textual is the Call of a Sym which says that the value was found to be a text: in JavaScript a list has a length as well.
const Textual = -5

// Inside is the Call of a Sym which says that what Path leads to is at most as long as Delta, NoLimit for no number, and as the
// Sym Arg says.
const Inside = -6

// Outcome is how a call of a function ended.
type Outcome uint8

// The outcomes that tell something of the arguments.
const (
	Returned Outcome = iota // it did not throw
	True                    // it returned what counts as true
	False
	NotNull  // it returned something
	NotFalse // it did not return false
	Passed   // it returned and had not answered the request: in Ruby what runs before an action lets it run then
)

// Copy says that the value of one node may become that of another.
type Copy struct {
	From, To ID
	Cap      Cap
}

// Load says that To is a member of From. Field is "*" for a member whose name is not known.
type Load struct {
	From, To ID
	Field    string
}

// EachMember is the Field of a Store after which each member of Value is one of Object under its own name.
const EachMember = "**"

// Keys is the member in which arrays of PHP, dictionaries of Python, objects of JavaScript with keys that are worked out, and maps
// of which rules speak have their keys, beside their values, which are its other members.
const Keys = "@keys"

// Store says that Value becomes a member of Object.
type Store struct {
	Value, Object ID
	Field         string
	At            int32 // the byte of the assignment, 0 for what is part of an object that is made
}

// Arg is an argument of a call.
type Arg struct {
	Node    ID
	Name    string // of a keyword argument, else ""
	Spread  bool   // the elements of Node are the arguments
	Named   bool   // of a Spread: by the names of the parameters
	After   ID     // what a variable that is handed over has behind the call if the parameter is shared with it, or 0
	IsConst bool   // Node is a constant or a function that is written out there
	At      int32  // the byte at which the name or member begins, plus 1, that is handed over; else 0
}

// Call is a call of a function, method, constructor or operator that matches.
type Call struct {
	Callee   ID     // the function
	Receiver ID     // whose method it is, or 0
	Method   string // the name behind the last dot, the operator, or the name of the function
	Named    ID     // of JavaScript, what the name of the member is worked out of, as in app[method](), or 0
	Args     []Arg
	Result   ID
	New      bool
	// Super reports whether a method of the base is called, as in super().f().
	Super bool
	// OfMember reports whether what is called is written as a member behind a dot.
	OfMember bool
	// Certain reports whether whatever stands behind it in its function runs only after the call.
	Certain bool
	// Runs is the function, plus 1, that makes the call for certain and waits for it, 0 where that is not known. It is noted
	// of the methods that the options of the graph name.
	Runs int32
	// Leaves reports whether the function is left behind it, as by return f().
	Leaves  bool
	Awaited bool  // what an asynchronous function returns is waited for, here or by who gets it
	Func    int32 // the function that the call stands in
	Tree    *tree.Node
	// Start and End are the bytes of the whole call; At is where the name of what is called begins.
	Start, End, At int32
}

// Wrap says that a decorator is called with a function, or with what another one made of that, and what it makes.
type Wrap struct{ Decorator, Of, Made ID }

// Concatenation is a text put together of parts.
type Concatenation struct {
	To    ID
	Parts []ID
	// Sum reports whether it is the sum of the parts where these are numbers.
	Sum bool
}

// Arithmetic is what comes of two numbers by "*", "<<", "-" or "/".
type Arithmetic struct {
	Op          string
	Left, Right ID
}

// ReadsMissing is the method that runs where code reads a member which an object does not have, by the language.
var ReadsMissing = map[tree.Language]string{tree.Python: "__getattr__", tree.PHP: "__get"}

// Member says that an object has a value under a name that is worked out.
type Member struct {
	Object, Name, Value ID
}

// Func is a function of the file.
type Func struct {
	Node, Ret, Self ID
	Params          []ID    // in order
	Shared          []ID    // of each parameter that is shared with the argument, all its values, else 0
	Changed         []int32 // of Ruby, the parameters whose texts it changes in their place
	Arguments       ID      // the list of all that it is called with, 0 where the function does not ask for it
	Tree            *tree.Func
	Class           int32 // number of the class that it is a method of, or -1
	Parent          int32 // number of the function around it, or -1
	Empty           bool  // it does nothing, or raises an error, as a method that others have in its place
	Abstract        bool  // a method of an interface or class of Java or Kotlin without code, which has what stands at it
	Certain         bool  // it is declared whenever the function around it runs so far
	Throws          bool  // its code ends by throwing, or by what the method does that it stands for
	// Decorators are the nodes of its decorators; of each parameter, those of the parameter.
	Decorators      []ID
	ParamDecorators [][]ID
	ParamTypes      []ID
	ResultType      ID           // of what it returns, as Java, Kotlin and C# declare it, 0 for none
	ParamHeld       [][]HeldType // what the types of the parameters are made for
	// Sets are the members of the object that a constructor sets on every way on which it ends, or in JavaScript a function with
	// a name as those of classes.
	Sets []string
	// Tells are the limits of its parameters that follow from how a call ends.
	Tells []Tell
	// Onward is what members of its parameters hold, and how long they are, wherever it calls its last one, by which
	// handlers of requests go on.
	Onward []Onward
	// HandsOn is the number, from 1, of the parameter of the function around it that it hands a request on to and does
	// nothing else with that; Wraps of the parameter for which it returns such a function and nothing else. 0 is for none.
	HandsOn, Wraps int32
	// Passes is what the parameters of a function of Python or PHP and what is imported hold wherever it lets others run: where
	// it calls what it was made for, as a decorator does, or what it is handed for that, as a middleware does, or in Python
	// ends without a value, as a hook does.
	Passes []Pass
}

// Pass is what is known of a value wherever a function lets others run.
type Pass struct {
	// Param is the number of the parameter that it calls, of the function around it if Around is set, or -1 for where it
	// ends without a value.
	Param  int32
	Around bool
	Method string // of that parameter which it calls, "" where it calls the parameter
	Of     ID
	Path   []string // of the member of Of, as that of an Onward
	Cap    Cap
}

// Onward says that a member of a parameter holds what the Sym of a Cap says, or that the text which it had when the function
// was called is as long as that at most.
type Onward struct {
	Param int32
	Path  []string
	Cap   Cap
}

// OfSelf is the Param of a Tell of what the function is called on.
const OfSelf = -2

// Tell says that a function which ends so limits one of its parameters, or the member of it to which Path leads if nothing
// alters that while the function runs.
type Tell struct {
	Param int32
	When  Outcome
	Via   string   // the member of what it returns that is so, "" for all of that
	Path  []string // as that of an Onward
	Cap   Cap
}

// ClassFact is a class of the file.
type ClassFact struct {
	Node, Instance ID
	Meta           ID // the metaclass of a class of Python, 0 for none
	Bases          []ID
	Decorators     []ID
	Tree           *tree.Class
	FieldTypes     []FieldType
	Promises       []FieldType // its methods without code, with the types of what they return, 0 for none
	// Initials are the functions that work out the first values of an object's members, by their numbers.
	Initials []int32
}

// FieldType is the declared type of a member.
type FieldType struct {
	Field      string
	Type       ID
	Decorators []ID
	Held       []HeldType
}

// Inherited is a name of Java or C# that nothing in sight declares, read as a member of what the class around it extends.
type Inherited struct {
	Class int32 // the index of the class
	Load
}

// Cast is what a call returned that the code takes for a value of a type.
type Cast struct {
	Type, Value ID
}

// HeldType is a type that another one is made for, as String is in List<String>.
type HeldType struct {
	Type ID
	Tree *tree.Node
	// Decorators are the nodes of its annotations, and Written the annotations.
	Decorators []ID
	Written    []*tree.Node
	// Held is what it is made for itself.
	Held []HeldType
}

// File is the graph of one file. It refers to the tree that it was made of.
type File struct {
	Path     string
	Language tree.Language
	// Package is the package or namespace that the file declares, as that of a tree.File.
	Package string
	Nodes   []Node // by ID; the first one is not used
	Copies  []Copy
	Loads   []Load
	Casts   []Cast
	Stores  []Store
	// Inherited are names that may mean members of what the class around them extends.
	Inherited []Inherited
	// Blanks are the members that are set to a value which is not followed, such as null, a truth value or -1.
	Blanks   []Store
	Calls    []Call
	Concats  []Concatenation
	Products []Arithmetic
	// Named are the members of objects that are written out, Asked what is read in methods for missing members.
	Named, Asked []Member
	// Spreads are the elements, in order, of lists of JavaScript that are written out with all of another list, by the
	// nodes of the lists.
	Spreads map[ID][]Arg
	Syms    []Sym
	Funcs   []Func // the first one is the code of the file
	Classes []ClassFact
	Exports ID
	// Modules are the nodes of what is imported.
	Modules []ID
	// Patterns are the nodes of regex literals.
	Patterns []ID
	// Wraps are what decorators of Python are called with.
	Wraps []Wrap
	// Getters are the names of members of which a function runs where they are read that may return something else each time.
	Getters map[string]bool
	// Names are the names that are declared at the top of the file.
	Names map[string]ID
	// Loops are where loops stand, from their first byte to the one behind their last.
	Loops [][2]int32
	// Skipped is how many bytes of code were not understood, by the reader or for their depth.
	Skipped int
}

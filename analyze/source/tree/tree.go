// Package tree holds the syntax tree of a source file in one form for all languages: what is declared,
// called, assigned, compared and returned, and in which order. What does not move values is left out or
// simplified: types stay where they name a class, casts become what they cast, and the kinds of loops are
// few.
//
// Readers of languages make trees. They accept any input: what they cannot read they skip, and they say
// how much that was. A tree belongs to its file and is not changed once it was read.
package tree

// Language is the family of a language, as far as the rules for names and modules differ.
type Language uint8

// The languages. The zero Language is JavaScript and what compiles to it.
const (
	JavaScript Language = iota // and TypeScript
	Python
	PHP
	Ruby
	Java // and Kotlin
	CSharp
	Go
	Rust
)

// File is the tree of one source file.
type File struct {
	Language Language
	// Package is the package or namespace that a file of Java, Kotlin or C# declares, the first of several, "" for none.
	Package string
	// Body is the code of the file outside of all functions: a function without parameters.
	Body *Func
	// Jumps reports whether code goes on at a label that another place names, as by goto: in which order it runs is not
	// known.
	Jumps bool
	// Skipped is how many bytes of code were not understood.
	Skipped int
}

// Op tells what a node is. The comment behind each says what its Text and its Kids are; kids in brackets
// may be nil.
type Op uint8

// Expressions.
const (
	Unknown     Op = iota // an expression that was not understood; Kids are what it contains
	Name                  // Text: an identifier, with the sigil in PHP ("$x") and Ruby ("@x", "$x"); Kids behind the first of a type of Java, Kotlin and C#: the types that it is made for, as in List<String>
	This                  // this, self, $this; Text is "self" for self:: of PHP
	Super                 // super, parent
	String                // Text: the value of a constant string, decoded
	Number                // Text: as written
	Constant              // Text: "true", "false", "null"; none for anything else that is constant
	Regex                 // a regex literal, from its first delimiter to the end of its flags; Text: the flags
	Template              // the pieces of a text in order, strings and expressions
	Array                 // the elements, which may be Spread, Pair (in PHP) or nil; also tuples, sets, lists of targets
	Object                // Pair and Spread; also dictionaries, hashes, targets of destructuring
	Pair                  // Text: the name, or "" where [Kids[0]] computes it; Kids[1]: the value or target
	Spread                // Kids[0]: what is spread, or takes the rest; Text: "**" where its names are kept
	Member                // Kids[0].Text. Private names keep their "#". Kids behind the first as those of a Name.
	Index                 // Kids[0][Kids[1]]
	Slice                 // Kids[0] from [Kids[1]] to [Kids[2]]; Text: "length" where Kids[2] is how many, "through" where it is the last
	Call                  // Kids[0]: what is called; then the arguments, which may be Spread, Keyword, Block
	New                   // Kids[0]: the class; then the arguments
	Keyword               // Text: the name of an argument; Kids[0]: its value
	Function              // Func: a function where it stands; a block of Ruby as the last argument
	ClassValue            // Class: a class where it stands
	Unary                 // Text: the operator, such as "!" and "typeof"; Kids[0]
	Binary                // Text: the operator; Kids[0], Kids[1]
	Logical               // Text: "&&", "||" or "??"; Kids[0], Kids[1]
	Conditional           // Kids[0] ? Kids[1] : Kids[2]
	Assign                // Text: "=" or the operator, such as "+=" and "??="; Kids[0]: the target; Kids[1]; [Kids[2]]: the class that a variable is declared to be of, in Java and C# where Kids[1] is a Call
	Sequence              // all Kids in order; the value is the last one
	Await                 // Kids[0]; also yield, whose Text is "yield", and whatever hands its operand on
	Cast                  // Kids[0] as [Kids[1]], a type; Text: "&" where it is a variable that a call is handed to set, or another shares in PHP, "*" where it is a pointer to one
	Annotated             // Kids[0]: a type that stands among those that another one is made for; then its annotations
	Element               // an element of JSX; Text: its name; Kids: Pair and Spread for attributes, then the children
)

// Statements.
const (
	Block       Op = iota + 64 // the statements
	Expression                 // Kids[0]
	Declare                    // Text: "var" (in Kotlin of a file, if others can set it), "let", "const", "global", "nonlocal"; Kids: targets, or Assign of one
	If                         // Kids[0]: test; Kids[1]: then; [Kids[2]]: else
	Loop                       // Kids[0], Kids[1], Kids[2], all of which may be nil: test, body, what runs after each round; Text: "do" where the body runs first
	ForEach                    // Kids[0]: target, or Declare; Kids[1]: what is gone through; Kids[2]: body; Text: "in" where keys are taken, "async" where Python or JavaScript waits for each. A key and value in PHP and Ruby are an Array.
	Switch                     // Kids[0]: subject, or nil; then Case
	Case                       // Kids[0]: Block; then the tests, none for the default; Text: "falls" where it may run into the next
	Return                     // [Kids[0]]
	Throw                      // [Kids[0]]; also a call that never returns where the language says so
	Break                      // Text: the label, or ""
	Continue                   // Text: the label, or ""
	Try                        // Kids[0]: Block; Kids[1]: finally or nil; then Catch; Text: Retry where one of these may begin it again, by a Continue of that label
	Catch                      // Kids[0]: target or nil; Kids[1]: Block
	With                       // Kids[0]: target or nil; Kids[1]: expression; Kids[2]: Block
	Label                      // Text; Kids[0]
	Define                     // Func: a function that is declared
	DefineClass                // Class
	Import                     // Text: the module, as written; Kids: Import names
	ImportName                 // Text: the name there, "*" for the module itself, "default"; Kids[0]: Name, what it is called here
	Export                     // Text: the module that it comes from, or ""; Kids: Declare, Define, DefineClass, or ExportName
	ExportName                 // Text: the name outside, "default", or "*" for all; Kids[0]: the value here, or for a re-export Name, what it is called there
)

// Retry is the label by which code of Ruby begins a Try again. No code can declare it.
const Retry = "begin"

// Node is an expression, a statement or a part of one. Which fields are set, its Op says.
type Node struct {
	Op Op
	// Maybe reports whether a Member, Index or Call is left out where what stands before it is missing: s?.t, s&.t, f?.(), and
	// in JavaScript, C# and PHP all behind that. Of a type of C#, it reports whether that has null as well.
	Maybe bool
	// Reference reports whether a Member of Java or Kotlin is a reference to a method or property: Item::name.
	Reference  bool
	Start, End int32 // the bytes of the file that it was read from, without parentheses around it
	Text       string
	Kids       []*Node
	Func       *Func
	Class      *Class
}

// Kid returns child number i, or nil where there is none.
func (n *Node) Kid(i int) *Node {
	if n == nil || i >= len(n.Kids) {
		return nil
	}
	return n.Kids[i]
}

// Hold adds the types that a type is made for, which is a Name or Member.
func (n *Node) Hold(all []*Node) {
	if len(n.Kids) == 0 {
		n.Kids = append(n.Kids, nil)
	}
	n.Kids = append(n.Kids, all...)
}

// Held returns the types that a type is made for, Annotated or not.
func (n *Node) Held() []*Node {
	if n == nil || n.Op != Name && n.Op != Member || len(n.Kids) < 2 {
		return nil
	}
	return n.Kids[1:]
}

// Kind is the kind of a function.
type Kind uint8

// The kinds of functions. The zero Kind is a function of its own.
const (
	Plain       Kind = iota
	Arrow            // this is that of the code around; also lambdas, and the blocks of Ruby
	Method           // of a class or an object
	Getter           // its call looks like a member
	Setter           // its call looks like an assignment
	Constructor      // runs for new
)

// Func is a function, method, lambda or block, or the code of a file or class body.
type Func struct {
	Name       string // "" for none
	Kind       Kind
	Static     bool // a method of the class itself
	Async      bool
	Generator  bool
	Private    bool // not to be called from outside of the class or package
	Extension  bool // the first parameter, this, is what it is called on as if it were a method of that
	Start, End int32
	Params     []Param
	// Body is a Block. One expression that is the value of a function is a Return in it. It is nil for a method of an
	// interface or an abstract class of Java or Kotlin that leaves it to others, kept for what stands at it.
	Body *Node
	// Result is the type that is declared for what is returned, or nil.
	Result *Node
	// Decorators are decorators, annotations and attributes: expressions, mostly calls.
	Decorators []*Node
}

// IsAnnotated reports whether decorators stand at a function or at one of its parameters.
func (f *Func) IsAnnotated() bool {
	if len(f.Decorators) > 0 {
		return true
	}
	for i := range f.Params {
		if len(f.Params[i].Decorators) > 0 {
			return true
		}
	}
	return false
}

// Param is a parameter.
type Param struct {
	// Target is a Name, or an Object or Array that takes the argument apart.
	Target *Node
	// Default is its value where no argument is given, or nil.
	Default *Node
	// Type is the type that is declared, an expression, or nil.
	Type *Node
	// Decorators are its decorators, annotations and attributes.
	Decorators []*Node
	// Rest reports whether it takes all further arguments, Keywords those that have names. A block
	// parameter of Ruby has Block.
	Rest, Keywords, Block bool
	// Reference reports whether what is assigned to it is assigned to the argument as well, as in PHP.
	Reference bool
	// Field reports whether it also declares a member of the class, as in the constructors of TypeScript,
	// Kotlin and PHP.
	Field bool
}

// Class is a class, interface, module of Ruby, trait, record or enumeration.
type Class struct {
	Name       string // "" for none; with all parts as written where a namespace is part of it
	Module     bool   // of Ruby, whose methods are those of what includes it
	Single     bool   // an object of Kotlin: the name of the class means its one object as well
	Interface  bool   // of TypeScript, whose name means nothing where code runs
	Start, End int32
	// Bases are the classes that it extends, first, and what it implements or includes.
	Bases   []*Node
	Members []Field
	// Promises are the methods without code of an interface or abstract class of Java, Kotlin or C#, with the types of what
	// they return.
	Promises   []Field
	Decorators []*Node
	// Body is other code that stands in the class and runs when it is made: a Block, or nil.
	Body *Node
}

// Field is a member of a class: a method, or a value.
type Field struct {
	Name       string
	Func       *Func // of a method, else nil
	Value      *Node // what it is set to at first, or nil
	Type       *Node // the type that is declared, or nil
	Static     bool
	Constant   bool    // declared as one that nothing sets later; not known in JavaScript and Python
	Settable   bool    // of a value in Java, Kotlin, C# and PHP: declared as one that everybody may set
	Decorators []*Node // of a value; those of a method stand in Func
	Start, End int32
}

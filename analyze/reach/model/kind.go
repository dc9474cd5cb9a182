package model

// Kind is where a value of a sender stands.
type Kind uint8

// The kinds of values. The zero kind is none.
const (
	NoKind      Kind = iota
	URL              // the query
	Path             // the path of the URL, or a parameter in it
	Header           // a header or the address of the client as a proxy states it
	Cookie           // a cookie
	Body             // the body of a request
	Upload           // a file that was uploaded, its name included
	Message          // a message of a socket, queue or event
	Response         // what another server answers
	Database         // what was stored before
	Disk             // a file of the machine
	Input            // standard input
	Argument         // the command line
	Environment      // the environment
)

var kinds = []string{"", "url", "path", "header", "cookie", "body", "file", "message", "response", "database", "disk", "input", "argument", "environment"}

func (k Kind) String() string { return kinds[k] }

// Level is how far away somebody may be who decides about a value. Higher levels compare greater.
type Level uint8

// The levels. The zero level is none.
const (
	NoLevel     Level = iota
	Local             // who starts the program, or writes its files
	SecondOrder       // remote data that was stored or comes from another server
	Remote            // anybody who can send a request
)

var levels = []string{"", "local", "second-order", "remote"}

func (l Level) String() string { return levels[l] }

// level returns what a kind is where the data says nothing else.
func (k Kind) level() Level {
	switch k {
	case NoKind:
		return NoLevel
	case Response, Database:
		return SecondOrder
	case Disk, Input, Argument, Environment:
		return Local
	}
	return Remote
}

// Unit is what a length counts.
type Unit uint8

// The units. The zero unit is bytes.
const (
	Bytes Unit = iota
	Characters
	Units16 // code units of UTF-16, as in JavaScript, Java and C#
)

var units = []string{"bytes", "characters", "utf16"}

func (u Unit) String() string { return units[u] }

// Length is what a call does to the length of a text.
type Length struct {
	Effect Effect
	// N is the number of Fixed and Times.
	N int64
	// Parsed reports whether the text comes of a number or an identifier that another was read as, which is hardly an attack.
	Parsed bool
}

// Limits reports whether the call bounds the length.
func (l Length) Limits() bool {
	return l.Effect == AtMost || l.Effect == Between || l.Effect == Counted || l.Effect == Fixed
}

// Effect is the kind of change of a length.
type Effect uint8

// The effects. The zero effect keeps the length.
const (
	Same      Effect = iota // at most as long as before
	AtMost                  // at most the role "max", if it is a number and not negative, or the text "with" where that is longer
	Between                 // from the role "start" to the role "end", either of which may be missing or negative
	Counted                 // the role "max" characters from the role "start"
	Fixed                   // at most N, whatever it was
	Times                   // at most N times as long
	Padded                  // the length before or the role "max", whatever is more
	Sum                     // all that flows into it together
	Replaced                // each match is replaced by the role "with": at most as long as before where that is no longer than a match
	Unbounded               // any length
	Ended                   // at most the role "max", and behind it the role "with", or three dots where nothing has that role
	Lowered                 // at most twice as many characters, as "İ" has two small ones, and no more than there were bytes
)

var effects = []string{"same", "max", "slice", "count", "", "", "pad", "sum", "replace", "unbounded", "ended", "lowered"}

// Edit is what a call does to the characters of a text, of its role "subject" or "value".
type Edit uint8

// The edits. The zero Edit may make any text of it.
const (
	AnyEdit     Edit = iota
	Kept             // the result is the text
	Part             // a part of it
	Lower            // the text in lower case
	Upper            // the text in upper case
	Every            // every match of the role "regex", or place of the text "find", is replaced by the role "with"
	EveryGlobal      // the same where the regex has the flag g
	SplitAt          // the text is split at every match
	Base64           // bytes as base64
	Trimmed          // the text without the spaces at both ends
	Group            // a group of a match, or all of it
)

var edits = []string{"", "same", "part", "lower", "upper", "every", "global", "split", "base64", "trim", "group"}

// Flow is a way that a text takes in a call. In the data it is "from -> to".
type Flow struct{ From, To Place }

// Place is a place in a call.
type Place struct {
	// Role is that of an argument, "this" for the receiver, "result" for the result of the call.
	Role string
	// Method is the method of the value that is meant instead of it, "" for the value itself.
	Method string
	// Param is Itself for the value, or for one that is a function the number of its parameter, from 0, or
	// Returned or ThisOfCall.
	Param int
	// Steps lead from there to the value: "*" to an element, "**" to all that it holds.
	Steps []string
}

// What a place is of a value beside a parameter of the function that it is.
const (
	Itself     = -1 // the value
	Returned   = -2 // what it returns when it is called
	ThisOfCall = -3 // what it sees as this
)

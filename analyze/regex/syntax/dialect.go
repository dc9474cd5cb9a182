package syntax

import (
	"slices"
	"strings"
)

// Dialect is a language of regular expressions, with the engine that defines what they mean.
type Dialect uint8

// The dialects. The zero Dialect is JavaScript.
const (
	JavaScript Dialect = iota // ECMAScript 2025
	Python                    // the re module of Python 3.11 and later
	Java                      // java.util.regex
	PCRE                      // PCRE2 as PHP uses it
	Ruby                      // Onigmo
	Perl                      // perlre
	DotNet                    // System.Text.RegularExpressions, and regexp2
	Go                        // package regexp, which never backtracks
	Rust                      // the regex crate, which never backtracks
)

// dialects holds what is said about each Dialect, in their order.
var dialects = [...]struct {
	name    string
	aliases []string
}{
	JavaScript: {"javascript", []string{"js", "ecmascript", "typescript", "node"}},
	Python:     {"python", []string{"py"}},
	Java:       {"java", []string{"kotlin", "scala"}},
	PCRE:       {"pcre", []string{"php", "pcre2"}},
	Ruby:       {"ruby", []string{"rb", "onigmo", "oniguruma"}},
	Perl:       {"perl", []string{"pl"}},
	DotNet:     {"dotnet", []string{".net", "csharp", "c#", "regexp2"}},
	Go:         {"go", []string{"golang", "re2"}},
	Rust:       {"rust", []string{"rs"}},
}

// String returns the name of the dialect in lower case.
func (d Dialect) String() string { return dialects[d].name }

// Dialects returns all dialects in their order.
func Dialects() []Dialect {
	all := make([]Dialect, len(dialects))
	for i := range all {
		all[i] = Dialect(i)
	}
	return all
}

// ParseDialect returns the dialect that a name, in any case, or a usual alias of it stands for. The
// empty name stands for none.
func ParseDialect(name string) (Dialect, bool) {
	name = strings.ToLower(name)
	for i, d := range dialects {
		if name == d.name || slices.Contains(d.aliases, name) {
			return Dialect(i), true
		}
	}
	return JavaScript, false
}

// Backtracks reports whether the engine of the dialect backtracks. The others match in time linear in
// the input whatever the pattern.
func (d Dialect) Backtracks() bool { return d != Go && d != Rust }

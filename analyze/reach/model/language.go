package model

import (
	"slices"
	"strings"
)

// Language is the family of a language, as far as the rules for names differ.
type Language uint8

// The languages. The zero Language is JavaScript and what compiles to it. The order is that of package tree.
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

// languages are the names of the languages in the data.
var languages = [...]string{JavaScript: "js", Python: "python", PHP: "php", Ruby: "ruby", Java: "java", CSharp: "csharp", Go: "go", Rust: "rust"}

func (l Language) String() string { return languages[l] }

// normal brings an access into the one form in which patterns are compared: no "node:" before a module and
// no "default" behind it, a dotted module of Python, or a path of Rust, as its first part and steps. A member of Ruby is a call,
// with parentheses or without.
func (l Language) normal(a Access) Access {
	if l == Ruby {
		a.Steps = withoutCalls(a.Steps)
	}
	if a.Root.Kind != Module && a.Root.Kind != Global {
		return a
	}
	switch l {
	case JavaScript:
		a.Root.Name = strings.TrimPrefix(a.Root.Name, "node:")
		if len(a.Steps) > 0 && a.Steps[0] == "default" {
			a.Steps = a.Steps[1:]
		}
	case Python, Rust:
		separator := "."
		if l == Rust {
			separator = "::"
		}
		if first, rest, parted := strings.Cut(a.Root.Name, separator); parted && first != "" {
			steps := make([]string, 0, strings.Count(rest, separator)+1+len(a.Steps))
			for step := range strings.SplitSeq(rest, separator) {
				steps = append(steps, step)
			}
			a.Root.Name, a.Steps = first, append(steps, a.Steps...)
		}
	}
	return a
}

// withoutCalls returns the steps that are no calls, in the same memory where calls are the last ones.
func withoutCalls(steps []string) []string {
	at := slices.Index(steps, "()")
	if at < 0 {
		return steps
	}
	kept := steps[:at:at]
	for _, s := range steps[at:] {
		if s != "()" {
			kept = append(kept, s)
		}
	}
	return kept
}

// class returns an access that begins with a class for one that begins with its namespace or package, and
// whether there may be one.
func (l Language) class(a Access) (Access, bool) {
	separator := "."
	switch l {
	case PHP:
		separator = `\`
	case Java, CSharp:
		if of := a.Root.Name[strings.LastIndexByte(a.Root.Name, '.')+1:]; l == Java && len(a.Steps) > 0 && strings.ToLower(a.Steps[0]) == a.Steps[0] && strings.ToLower(of) != of {
			return a, false // a method of a class, which is no function that a file imports by that name
		}
	default:
		return a, false
	}
	if a.Root.Kind != Module || len(a.Steps) == 0 || a.Steps[0] == "()" || a.Steps[0] == "*" {
		return a, false
	}
	a.Root.Name += separator + a.Steps[0]
	a.Steps = a.Steps[1:]
	return a, true
}

// prepare brings the steps of a pattern into that form.
func (l Language) prepare(p *Pattern) {
	if l == Ruby {
		p.steps = slices.DeleteFunc(p.steps, func(s step) bool { return len(s.names) == 1 && s.names[0] == "()" })
	}
	if (l == Python || l == Rust) && p.bare && len(p.names) == 1 {
		if first, rest, dotted := strings.Cut(p.names[0], "."); dotted {
			p.names = []string{first}
			var steps []step
			for part := range strings.SplitSeq(rest, ".") {
				steps = append(steps, step{names: []string{part}})
			}
			p.steps = append(steps, p.steps...)
		}
	}
}

// sameName reports whether the name of a root is the one of a pattern. A class may have the name of its
// package or namespace before its own.
func (l Language) sameName(pattern, name string) bool {
	if pattern == name {
		return true
	}
	switch l {
	case Java, CSharp:
		return shortName(pattern) == shortName(name) && (shortName(pattern) == pattern || shortName(name) == name)
	case PHP:
		if strings.HasPrefix(name, "$") {
			return false
		}
		pattern, name = strings.TrimPrefix(pattern, `\`), strings.TrimPrefix(name, `\`)
		short := shortName(pattern)
		return strings.EqualFold(short, shortName(name)) && (short == pattern || shortName(name) == name || strings.EqualFold(pattern, name))
	}
	return false
}

// shortName returns a name without the namespace before it.
func shortName(name string) string {
	return name[strings.LastIndexAny(name, `.\`)+1:]
}

// roots returns the names of what an access begins with, for which patterns are looked up that leave open what follows.
func (l Language) roots(a Access) []string {
	own := l.normal(a).Root.Name
	if class, is := l.class(a); is {
		return []string{own, class.Root.Name}
	}
	return []string{own}
}

// key is a name as an index holds it.
func (l Language) key(name string) string {
	switch l {
	case Java, CSharp:
		return shortName(name)
	case PHP:
		return strings.ToLower(shortName(name))
	}
	return name
}

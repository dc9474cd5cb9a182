// Package lazyregexp compiles regexes when they are first used: every command pays for what is done at the start of
// the program, and uses few of them.
package lazyregexp

import (
	"regexp"
	"sync"
)

// Regexp is a regex that is compiled when it is first used. Its methods are those of [regexp.Regexp].
type Regexp struct {
	text string
	once sync.Once
	made *regexp.Regexp
}

// New returns a regex that is known to be right.
func New(text string) *Regexp { return &Regexp{text: text} }

func (r *Regexp) compiled() *regexp.Regexp {
	r.once.Do(func() { r.made = regexp.MustCompile(r.text) })
	return r.made
}

// Match reports whether bytes hold a match.
func (r *Regexp) Match(b []byte) bool { return r.compiled().Match(b) }

// MatchString reports whether a text holds a match.
func (r *Regexp) MatchString(s string) bool { return r.compiled().MatchString(s) }

// FindString returns the first match.
func (r *Regexp) FindString(s string) string { return r.compiled().FindString(s) }

// FindStringSubmatch returns the first match and its groups.
func (r *Regexp) FindStringSubmatch(s string) []string { return r.compiled().FindStringSubmatch(s) }

// FindStringSubmatchIndex returns the places of the first match and of its groups.
func (r *Regexp) FindStringSubmatchIndex(s string) []int {
	return r.compiled().FindStringSubmatchIndex(s)
}

// FindAllString returns the first n matches, all where n is negative.
func (r *Regexp) FindAllString(s string, n int) []string { return r.compiled().FindAllString(s, n) }

// FindAllStringIndex returns the places of the first n matches, of all where n is negative.
func (r *Regexp) FindAllStringIndex(s string, n int) [][]int {
	return r.compiled().FindAllStringIndex(s, n)
}

// FindAllStringSubmatch returns the first n matches with their groups, all where n is negative.
func (r *Regexp) FindAllStringSubmatch(s string, n int) [][]string {
	return r.compiled().FindAllStringSubmatch(s, n)
}

// FindSubmatch returns the first match in bytes and its groups.
func (r *Regexp) FindSubmatch(b []byte) [][]byte { return r.compiled().FindSubmatch(b) }

// FindAllSubmatch returns the first n matches in bytes with their groups, all where n is negative.
func (r *Regexp) FindAllSubmatch(b []byte, n int) [][][]byte {
	return r.compiled().FindAllSubmatch(b, n)
}

// ReplaceAll replaces all matches in bytes by some in which $1 stands for a group.
func (r *Regexp) ReplaceAll(b, by []byte) []byte { return r.compiled().ReplaceAll(b, by) }

// ReplaceAllString replaces all matches by a text in which $1 stands for a group.
func (r *Regexp) ReplaceAllString(s, by string) string { return r.compiled().ReplaceAllString(s, by) }

// ReplaceAllStringFunc replaces each match by what is made of it.
func (r *Regexp) ReplaceAllStringFunc(s string, by func(string) string) string {
	return r.compiled().ReplaceAllStringFunc(s, by)
}

// ReplaceAllFunc replaces each match in bytes by what is made of it.
func (r *Regexp) ReplaceAllFunc(b []byte, by func([]byte) []byte) []byte {
	return r.compiled().ReplaceAllFunc(b, by)
}

// String returns the text of the regex.
func (r *Regexp) String() string { return r.text }

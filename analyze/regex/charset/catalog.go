package charset

import "strings"

// A Catalog is a property of characters with the names of its values.
type Catalog uint8

// The catalogs. Binaries is the one of all properties that a character has or has not.
const (
	Binaries Catalog = iota
	Categories
	Scripts
	ScriptExtensions
	Blocks
	BidiClasses
)

var catalogs = [...]*table{
	Binaries: &binaryProperties, Categories: &generalCategories, Scripts: &scripts,
	ScriptExtensions: &scriptExtensions, Blocks: &blocks, BidiClasses: &bidiClasses,
}

// Find returns the characters with a value of c, whose name is compared as Unicode recommends: without
// regard to case, blanks, hyphens and low lines (UAX 44, LM3, without its prefix "is").
func (c Catalog) Find(name string) (Set, bool) {
	t := catalogs[c]
	t.once.Do(t.read)
	e, ok := t.loose[LooseName(name)]
	if !ok {
		return nil, false
	}
	return e.set(), true
}

// LooseName returns name in lower case and without blanks, hyphens and low lines.
func LooseName(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ' || r == '_' || r == '-' || r == '\t':
			return -1
		case 'A' <= r && r <= 'Z':
			return r + 'a' - 'A'
		}
		return r
	}, name)
}

package charset

import (
	"strings"
	"sync"
)

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

// catalogs holds the entries of each Catalog by their loose names.
var catalogs = [...]func() map[string]tableEntry{
	Binaries:         looseTable(binaryProperties),
	Categories:       looseTable(generalCategories),
	Scripts:          looseTable(scripts),
	ScriptExtensions: looseTable(scriptExtensions),
	Blocks:           looseTable(blocks),
	BidiClasses:      looseTable(bidiClasses),
}

func looseTable(table []tableEntry) func() map[string]tableEntry {
	return sync.OnceValue(func() map[string]tableEntry {
		m := make(map[string]tableEntry, len(table))
		for _, e := range table {
			m[LooseName(e.name)] = e
		}
		return m
	})
}

// Find returns the characters with a value of c, whose name is compared as Unicode recommends: without
// regard to case, blanks, hyphens and low lines (UAX 44, LM3, without its prefix "is").
func (c Catalog) Find(name string) (Set, bool) {
	e, ok := catalogs[c]()[LooseName(name)]
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

package model

// Keep names what leaves something as it is: Of is "request" for modules whose handlers change nothing that was sent,
// "function" and "class" for decorators behind which a function returns, or a class has, what it would without them,
// "argument" for functions and methods that store nothing in what they are handed, "member" for methods of PHP that take
// something out of what they are called on, the same each time, and "session" for what has what earlier requests stored.
type Keep struct {
	Origin
	Of    string
	Names []string
}

// kept are what a [Keep] may be of.
var kept = []string{"", "request", "function", "class", "argument", "member", "session"}

func (m *Model) readKeep(f *fields, o Origin) {
	f.need("of")
	f.need("names")
	m.Keeps = append(m.Keeps, Keep{Origin: o, Of: kept[f.choice("of", kept)], Names: f.list("names")})
}

// IsKept reports whether what has a name leaves something as it is.
func (m *Model) IsKept(lang Language, of, name string) bool { return m.keeps[keepKey{lang, of, name}] }

// keepKey is what a name is looked up by.
type keepKey struct {
	lang     Language
	of, name string
}

// keeping returns the names by which keeps are looked up.
func (m *Model) keeping() map[keepKey]bool {
	all := map[keepKey]bool{}
	for _, k := range m.Keeps {
		for _, name := range k.Names {
			all[keepKey{k.Language, k.Of, name}] = true
		}
	}
	return all
}

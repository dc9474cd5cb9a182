package charset

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
)

//go:generate node tables_gen.mjs $UNICODE_DATA
//go:generate gofmt -w tables_data.go

//go:embed tables.bin.gz
var compressed []byte

//go:embed tables.txt.gz
var compressedNames []byte

// tables is the content of tables.bin.gz, and tableNames that of tables.txt.gz.
var tables, tableNames = unpacked(compressed), unpacked(compressedNames)

// unpacked returns a function that unpacks what gzip packed when it is first called.
func unpacked(packed []byte) func() string {
	return sync.OnceValue(func() string {
		r, err := gzip.NewReader(bytes.NewReader(packed))
		if err != nil {
			panic(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			panic(err)
		}
		return string(text)
	})
}

// tableEntry says where in tables the data of one property value lies.
type tableEntry struct{ start, end uint32 }

// table is one of those in tables.txt.gz. It is read when it is first asked for.
type table struct {
	name         string
	once         sync.Once
	exact, loose map[string]tableEntry // by name, as written and by LooseName
}

// The properties and the names of their values.
var (
	binaryProperties  = table{name: "Binary_Property"}
	generalCategories = table{name: "General_Category"}
	scripts           = table{name: "Script"}
	scriptExtensions  = table{name: "Script_Extensions"}
	blocks            = table{name: "Block"}
	bidiClasses       = table{name: "Bidi_Class"}
	stringProperties  = table{name: "Sequence_Property"}
)

func (t *table) read() {
	t.exact, t.loose = map[string]tableEntry{}, map[string]tableEntry{}
	_, text, _ := strings.Cut("\n"+tableNames(), "\n"+t.name+"\n")
	text, _, _ = strings.Cut(text, "\n\n")
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		start, _ := strconv.Atoi(fields[0])
		size, _ := strconv.Atoi(fields[1])
		for _, name := range fields[2:] {
			e := tableEntry{uint32(start), uint32(start + size)}
			t.exact[name], t.loose[LooseName(name)] = e, e
		}
	}
}

// decoded caches decoded sets by their start in tables, which also makes aliases share one set.
var decoded sync.Map

// Property returns the characters of the Unicode property that stands between the braces of
// \p{...}: a binary property or a General_Category value by itself, or one of General_Category, gc,
// Script, sc, Script_Extensions and scx with "=" and a value. Names and aliases are those that
// ECMAScript lists (ECMA-262, section 22.2.1), and case matters. It reports false for all others.
func Property(expr string) (Set, bool) {
	property, value, hasValue := strings.Cut(expr, "=")
	if !hasValue {
		if s, ok := binaryProperties.lookup(expr); ok {
			return s, true
		}
		return generalCategories.lookup(expr)
	}
	switch property {
	case "General_Category", "gc":
		return generalCategories.lookup(value)
	case "Script", "sc":
		return scripts.lookup(value)
	case "Script_Extensions", "scx":
		return scriptExtensions.lookup(value)
	}
	return nil, false
}

// MustProperty is Property for an expr that it knows.
func MustProperty(expr string) Set {
	s, ok := Property(expr)
	if !ok {
		panic("no property " + expr)
	}
	return s
}

// Properties returns the characters that have one of the properties, which Property knows.
func Properties(exprs ...string) Set {
	var s Set
	for _, expr := range exprs {
		s = s.Union(MustProperty(expr))
	}
	return s
}

// StringProperty returns the strings of a Unicode property of strings, such as RGI_Emoji, in
// ascending order; some are single characters. The result is made anew for each call.
func StringProperty(name string) ([][]rune, bool) {
	stringProperties.once.Do(stringProperties.read)
	e, ok := stringProperties.exact[name]
	if !ok {
		return nil, false
	}
	return decodeStrings(tables()[e.start:e.end]), true
}

// lookup returns the characters with the value of a name.
func (t *table) lookup(name string) (Set, bool) {
	t.once.Do(t.read)
	e, ok := t.exact[name]
	if !ok {
		return nil, false
	}
	return e.set(), true
}

func (e tableEntry) set() Set {
	if s, ok := decoded.Load(e.start); ok {
		return s.(Set)
	}
	s, _ := decoded.LoadOrStore(e.start, decodeSet(tables()[e.start:e.end]))
	return s.(Set)
}

// uvarint reads an unsigned LEB128 number and returns it with the rest of s.
func uvarint(s string) (rune, string) {
	var v rune
	for i := 0; ; i++ {
		c := s[i]
		v |= rune(c&0x7F) << (7 * i)
		if c < 0x80 {
			return v, s[i+1:]
		}
	}
}

func decodeSet(s string) Set {
	out := make(Set, 0, len(s)/2)
	next := rune(0)
	for len(s) > 0 {
		var gap, length rune
		gap, s = uvarint(s)
		length, s = uvarint(s)
		lo := next + gap
		out = append(out, Range{lo, lo + length})
		next = lo + length + 1
	}
	return slices.Clip(out)
}

func decodeStrings(s string) [][]rune {
	var out [][]rune
	var last []rune
	for len(s) > 0 {
		var shared, further rune
		shared, s = uvarint(s)
		further, s = uvarint(s)
		word := make([]rune, shared+further)
		copy(word, last[:shared])
		for i := range word[shared:] {
			word[int(shared)+i], s = uvarint(s)
		}
		out = append(out, word)
		last = word
	}
	return out
}

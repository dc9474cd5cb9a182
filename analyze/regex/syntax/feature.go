package syntax

import "strings"

// A feature is a construct that not all dialects have.
type feature uint8

const (
	featureAtomic feature = iota
	featurePossessive
	featureConditional
	featureRecursion
	featureNamedCall
	featurePythonCall
	featureSubexpCall
	featureBranchReset
	featureComment
	featureFlags
	featureCaretFlags
	featureVerb
	featureAlphaAssertion
	featureAbsent
	featureKeep
	featureCode
	featureCallout
	featureBalancing
	featureLook
	featureBackref
	featureQuote
	featureProperty
	featurePosixClass
	featureIntersection
	featureDifference
	featureSubtraction
	featureNestedClass
	featureSetClass
	featureLineBreak
	featureCluster
	featureHorizontal
	featureHexDigit
	featureVertical
	featureNotNewline
	featureCharName
	featureSearchStart
	featureTextStart
	featureTextEnd
	featureTextEndLine
	featureAngleName
	featureQuoteName
	featurePythonName
	featurePythonRef
	featureNamedRef
	featureQuoteRef
	featureBraceRef
	featureGRef
	featureOpenMax
	featureOctalBraces
	featureHexBraces
	featureWordStart
	featureByte
	featureNonAtomicLook
)

// A dialectSet is a set of dialects, one bit each.
type dialectSet uint16

func setOf(ds ...Dialect) dialectSet {
	var s dialectSet
	for _, d := range ds {
		s |= 1 << d
	}
	return s
}

func (s dialectSet) has(d Dialect) bool { return s&(1<<d) != 0 }

// list returns the dialects of s in their order.
func (s dialectSet) list() []Dialect {
	var all []Dialect
	for _, d := range Dialects() {
		if s.has(d) {
			all = append(all, d)
		}
	}
	return all
}

// features says of each construct what it is called, in the plural, and which dialects have it.
var features = [...]struct {
	name string
	in   dialectSet
}{
	featureAtomic:         {"atomic groups (?>...)", setOf(Python, Java, PCRE, Ruby, Perl, DotNet)},
	featurePossessive:     {"possessive quantifiers", setOf(Python, Java, PCRE, Ruby, Perl)},
	featureConditional:    {"conditionals (?(...)...)", setOf(Python, PCRE, Ruby, Perl, DotNet)},
	featureRecursion:      {"calls of groups by number (?1)", setOf(PCRE, Perl)},
	featureNamedCall:      {"calls of groups by name (?&name)", setOf(PCRE, Perl)},
	featurePythonCall:     {"calls of groups by name (?P>name)", setOf(PCRE, Perl)},
	featureSubexpCall:     {`calls of groups \g<name>`, setOf(PCRE, Ruby)},
	featureBranchReset:    {"branch resets (?|...)", setOf(PCRE, Perl)},
	featureComment:        {"comments (?#...)", setOf(Python, PCRE, Ruby, Perl, DotNet)},
	featureFlags:          {"flags in the middle of a pattern (?i)", setOf(Java, PCRE, Ruby, Perl, DotNet, Go, Rust)},
	featureCaretFlags:     {"flags reset by (?^...)", setOf(PCRE, Perl)},
	featureVerb:           {"backtracking verbs (*VERB)", setOf(PCRE, Perl)},
	featureAlphaAssertion: {"assertions in words (*pla:...)", setOf(PCRE, Perl)},
	featureAbsent:         {"absent operators (?~...)", setOf(Ruby)},
	featureKeep:           {`resets of the start of the match \K`, setOf(PCRE, Ruby, Perl)},
	featureCode:           {"code blocks (?{...})", setOf(Perl)},
	featureCallout:        {"callouts (?C...)", setOf(PCRE)},
	featureBalancing:      {"balancing groups (?<a-b>...)", setOf(DotNet)},
	featureLook:           {"lookarounds", setOf(JavaScript, Python, Java, PCRE, Ruby, Perl, DotNet)},
	featureBackref:        {"backreferences", setOf(JavaScript, Python, Java, PCRE, Ruby, Perl, DotNet)},
	featureQuote:          {`quotations \Q...\E`, setOf(Java, PCRE, Perl, Go)},
	featureProperty:       {`properties \p{...}`, setOf(JavaScript, Java, PCRE, Ruby, Perl, DotNet, Go, Rust)},
	featurePosixClass:     {"POSIX classes [[:alpha:]]", setOf(PCRE, Ruby, Perl, Go, Rust)},
	featureIntersection:   {"intersections [a&&b]", setOf(JavaScript, Java, Ruby, Rust)},
	featureDifference:     {"differences [a--b]", setOf(JavaScript, Rust)},
	featureSubtraction:    {"subtractions [a-[b]]", setOf(DotNet)},
	featureNestedClass:    {"nested classes [a[b]]", setOf(JavaScript, Java, Ruby, Rust)},
	featureSetClass:       {"set operations (?[...])", setOf(Perl)},
	featureLineBreak:      {`line breaks \R`, setOf(Java, PCRE, Ruby, Perl)},
	featureCluster:        {`grapheme clusters \X`, setOf(Java, PCRE, Ruby, Perl)},
	featureHorizontal:     {`horizontal spaces \h`, setOf(Java, PCRE, Perl)},
	featureHexDigit:       {`hexadecimal digits \h`, setOf(Ruby)},
	featureVertical:       {`vertical spaces \v`, setOf(Java, PCRE, Perl)},
	featureNotNewline:     {`\N for all but line feed`, setOf(PCRE, Perl)},
	featureCharName:       {`characters by name \N{...}`, setOf(Python, Java, Perl)},
	featureSearchStart:    {`assertions \G`, setOf(Java, PCRE, Ruby, Perl, DotNet)},
	featureTextStart:      {`assertions \A`, setOf(Python, Java, PCRE, Ruby, Perl, DotNet, Go, Rust)},
	featureTextEnd:        {`assertions \z`, setOf(Java, PCRE, Ruby, Perl, DotNet, Go, Rust)},
	featureTextEndLine:    {`assertions \Z`, setOf(Python, Java, PCRE, Ruby, Perl, DotNet)},
	featureAngleName:      {"groups named (?<name>...)", setOf(JavaScript, Java, PCRE, Ruby, Perl, DotNet, Go, Rust)},
	featureQuoteName:      {"groups named (?'name'...)", setOf(PCRE, Ruby, Perl, DotNet)},
	featurePythonName:     {"groups named (?P<name>...)", setOf(Python, PCRE, Perl, Go, Rust)},
	featurePythonRef:      {"references (?P=name)", setOf(Python, PCRE, Perl)},
	featureNamedRef:       {`references \k<name>`, setOf(JavaScript, Java, PCRE, Ruby, Perl, DotNet)},
	featureQuoteRef:       {`references \k'name'`, setOf(PCRE, Ruby, Perl, DotNet)},
	featureBraceRef:       {`references \k{name}`, setOf(PCRE, Perl)},
	featureGRef:           {`references \g{1}`, setOf(PCRE, Perl)},
	featureOpenMax:        {"quantifiers {,n}", setOf(Python, Ruby, Perl)},
	featureOctalBraces:    {`octal numbers \o{...}`, setOf(PCRE, Perl)},
	featureHexBraces:      {`hexadecimal numbers \x{...}`, setOf(Java, PCRE, Perl, DotNet, Go, Rust)},
	featureWordStart:      {`word starts and ends \b{start}`, setOf(Rust)},
	featureByte:           {`single code units \C`, setOf(PCRE)},
	featureNonAtomicLook:  {"lookarounds that may be entered again (*napla:...)", setOf(PCRE)},
}

// has reports whether d has f.
func (d Dialect) has(f feature) bool { return features[f].in.has(d) }

// has reports whether the dialect of the pattern has f.
func (p *parser) has(f feature) bool { return p.dialect.has(f) }

// foreign fails with msg because of f, which other dialects have. Outside JavaScript, where messages
// are V8's, the dialects are the message.
func (p *parser) foreign(pos int, f feature, msg string) {
	if p.err != nil {
		return
	}
	p.fail(pos, msg)
	p.err.Construct = features[f].name
	p.err.Dialects = (features[f].in &^ setOf(p.dialect)).list()
	if p.dialect != JavaScript {
		p.err.Msg = p.err.Owners()
	}
}

// Owners says to which dialects the Construct belongs, as in "branch resets (?|...) belong to pcre and
// perl", or returns "" if there is none. It is the Msg of dialects other than JavaScript.
func (e *Error) Owners() string {
	var names []string
	for _, d := range e.Dialects {
		name := d.String()
		if d == Python && (e.Construct == features[featureAtomic].name || e.Construct == features[featurePossessive].name) {
			name += " 3.11"
		}
		names = append(names, name)
	}
	last := len(names) - 1
	switch {
	case last < 0:
		return ""
	case last == 0:
		return e.Construct + " belong to " + names[0]
	}
	return e.Construct + " belong to " + strings.Join(names[:last], ", ") + " and " + names[last]
}

// foreignGroup fails for a group of JavaScript that begins with (? and the character c.
func (p *parser) foreignGroup(start int, c rune) {
	f, ok := groupFeatures[c]
	if c == 'P' {
		switch p.at(1) {
		case '<':
			f, ok = featurePythonName, true
		case '=':
			f, ok = featurePythonRef, true
		case '>':
			f, ok = featurePythonCall, true
		}
	}
	if ok {
		p.foreign(start, f, msgInvalidGroup)
	}
	p.fail(start, msgInvalidGroup)
}

// groupFeatures are the groups that JavaScript does not have, by the character after the question mark.
var groupFeatures = map[rune]feature{
	'>': featureAtomic, '|': featureBranchReset, '#': featureComment, '~': featureAbsent, '(': featureConditional,
	'\'': featureQuoteName, 'R': featureRecursion, '&': featureNamedCall, '^': featureCaretFlags,
	'{': featureCode, '?': featureCode, 'C': featureCallout, '[': featureSetClass, '*': featureNonAtomicLook,
	'0': featureRecursion, '1': featureRecursion, '2': featureRecursion, '3': featureRecursion,
	'4': featureRecursion, '5': featureRecursion, '6': featureRecursion, '7': featureRecursion,
	'8': featureRecursion, '9': featureRecursion, '+': featureRecursion,
}

// isQuantifierEnd reports whether a quantifier may end in r.
func isQuantifierEnd(r rune) bool { return r == '*' || r == '+' || r == '?' || r == '}' }

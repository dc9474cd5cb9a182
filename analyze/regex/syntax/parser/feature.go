package parser

import (
	"strings"

	"snag/analyze/regex/syntax"
)

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

func setOf(ds ...syntax.Dialect) dialectSet {
	var s dialectSet
	for _, d := range ds {
		s |= 1 << d
	}
	return s
}

func (s dialectSet) has(d syntax.Dialect) bool { return s&(1<<d) != 0 }

// list returns the dialects of s in their order.
func (s dialectSet) list() []syntax.Dialect {
	var all []syntax.Dialect
	for _, d := range syntax.Dialects() {
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
	featureAtomic:         {"atomic groups (?>...)", setOf(syntax.Python, syntax.Java, syntax.PCRE, syntax.Ruby, syntax.Perl, syntax.DotNet)},
	featurePossessive:     {"possessive quantifiers", setOf(syntax.Python, syntax.Java, syntax.PCRE, syntax.Ruby, syntax.Perl)},
	featureConditional:    {"conditionals (?(...)...)", setOf(syntax.Python, syntax.PCRE, syntax.Ruby, syntax.Perl, syntax.DotNet)},
	featureRecursion:      {"calls of groups by number (?1)", setOf(syntax.PCRE, syntax.Perl)},
	featureNamedCall:      {"calls of groups by name (?&name)", setOf(syntax.PCRE, syntax.Perl)},
	featurePythonCall:     {"calls of groups by name (?P>name)", setOf(syntax.PCRE, syntax.Perl)},
	featureSubexpCall:     {`calls of groups \g<name>`, setOf(syntax.PCRE, syntax.Ruby)},
	featureBranchReset:    {"branch resets (?|...)", setOf(syntax.PCRE, syntax.Perl)},
	featureComment:        {"comments (?#...)", setOf(syntax.Python, syntax.PCRE, syntax.Ruby, syntax.Perl, syntax.DotNet)},
	featureFlags:          {"flags in the middle of a pattern (?i)", setOf(syntax.Java, syntax.PCRE, syntax.Ruby, syntax.Perl, syntax.DotNet, syntax.Go, syntax.Rust)},
	featureCaretFlags:     {"flags reset by (?^...)", setOf(syntax.PCRE, syntax.Perl)},
	featureVerb:           {"backtracking verbs (*VERB)", setOf(syntax.PCRE, syntax.Perl)},
	featureAlphaAssertion: {"assertions in words (*pla:...)", setOf(syntax.PCRE, syntax.Perl)},
	featureAbsent:         {"absent operators (?~...)", setOf(syntax.Ruby)},
	featureKeep:           {`resets of the start of the match \K`, setOf(syntax.PCRE, syntax.Ruby, syntax.Perl)},
	featureCode:           {"code blocks (?{...})", setOf(syntax.Perl)},
	featureCallout:        {"callouts (?C...)", setOf(syntax.PCRE)},
	featureBalancing:      {"balancing groups (?<a-b>...)", setOf(syntax.DotNet)},
	featureLook:           {"lookarounds", setOf(syntax.JavaScript, syntax.Python, syntax.Java, syntax.PCRE, syntax.Ruby, syntax.Perl, syntax.DotNet)},
	featureBackref:        {"backreferences", setOf(syntax.JavaScript, syntax.Python, syntax.Java, syntax.PCRE, syntax.Ruby, syntax.Perl, syntax.DotNet)},
	featureQuote:          {`quotations \Q...\E`, setOf(syntax.Java, syntax.PCRE, syntax.Perl, syntax.Go)},
	featureProperty:       {`properties \p{...}`, setOf(syntax.JavaScript, syntax.Java, syntax.PCRE, syntax.Ruby, syntax.Perl, syntax.DotNet, syntax.Go, syntax.Rust)},
	featurePosixClass:     {"POSIX classes [[:alpha:]]", setOf(syntax.PCRE, syntax.Ruby, syntax.Perl, syntax.Go, syntax.Rust)},
	featureIntersection:   {"intersections [a&&b]", setOf(syntax.JavaScript, syntax.Java, syntax.Ruby, syntax.Rust)},
	featureDifference:     {"differences [a--b]", setOf(syntax.JavaScript, syntax.Rust)},
	featureSubtraction:    {"subtractions [a-[b]]", setOf(syntax.DotNet)},
	featureNestedClass:    {"nested classes [a[b]]", setOf(syntax.JavaScript, syntax.Java, syntax.Ruby, syntax.Rust)},
	featureSetClass:       {"set operations (?[...])", setOf(syntax.Perl)},
	featureLineBreak:      {`line breaks \R`, setOf(syntax.Java, syntax.PCRE, syntax.Ruby, syntax.Perl)},
	featureCluster:        {`grapheme clusters \X`, setOf(syntax.Java, syntax.PCRE, syntax.Ruby, syntax.Perl)},
	featureHorizontal:     {`horizontal spaces \h`, setOf(syntax.Java, syntax.PCRE, syntax.Perl)},
	featureHexDigit:       {`hexadecimal digits \h`, setOf(syntax.Ruby)},
	featureVertical:       {`vertical spaces \v`, setOf(syntax.Java, syntax.PCRE, syntax.Perl)},
	featureNotNewline:     {`\N for all but line feed`, setOf(syntax.PCRE, syntax.Perl)},
	featureCharName:       {`characters by name \N{...}`, setOf(syntax.Python, syntax.Java, syntax.Perl)},
	featureSearchStart:    {`assertions \G`, setOf(syntax.Java, syntax.PCRE, syntax.Ruby, syntax.Perl, syntax.DotNet)},
	featureTextStart:      {`assertions \A`, setOf(syntax.Python, syntax.Java, syntax.PCRE, syntax.Ruby, syntax.Perl, syntax.DotNet, syntax.Go, syntax.Rust)},
	featureTextEnd:        {`assertions \z`, setOf(syntax.Java, syntax.PCRE, syntax.Ruby, syntax.Perl, syntax.DotNet, syntax.Go, syntax.Rust)},
	featureTextEndLine:    {`assertions \Z`, setOf(syntax.Python, syntax.Java, syntax.PCRE, syntax.Ruby, syntax.Perl, syntax.DotNet)},
	featureAngleName:      {"groups named (?<name>...)", setOf(syntax.JavaScript, syntax.Java, syntax.PCRE, syntax.Ruby, syntax.Perl, syntax.DotNet, syntax.Go, syntax.Rust)},
	featureQuoteName:      {"groups named (?'name'...)", setOf(syntax.PCRE, syntax.Ruby, syntax.Perl, syntax.DotNet)},
	featurePythonName:     {"groups named (?P<name>...)", setOf(syntax.Python, syntax.PCRE, syntax.Perl, syntax.Go, syntax.Rust)},
	featurePythonRef:      {"references (?P=name)", setOf(syntax.Python, syntax.PCRE, syntax.Perl)},
	featureNamedRef:       {`references \k<name>`, setOf(syntax.JavaScript, syntax.Java, syntax.PCRE, syntax.Ruby, syntax.Perl, syntax.DotNet)},
	featureQuoteRef:       {`references \k'name'`, setOf(syntax.PCRE, syntax.Ruby, syntax.Perl, syntax.DotNet)},
	featureBraceRef:       {`references \k{name}`, setOf(syntax.PCRE, syntax.Perl)},
	featureGRef:           {`references \g{1}`, setOf(syntax.PCRE, syntax.Perl)},
	featureOpenMax:        {"quantifiers {,n}", setOf(syntax.Python, syntax.Ruby, syntax.Perl)},
	featureOctalBraces:    {`octal numbers \o{...}`, setOf(syntax.PCRE, syntax.Perl)},
	featureHexBraces:      {`hexadecimal numbers \x{...}`, setOf(syntax.Java, syntax.PCRE, syntax.Perl, syntax.DotNet, syntax.Go, syntax.Rust)},
	featureWordStart:      {`word starts and ends \b{start}`, setOf(syntax.Rust)},
	featureByte:           {`single code units \C`, setOf(syntax.PCRE)},
	featureNonAtomicLook:  {"lookarounds that may be entered again (*napla:...)", setOf(syntax.PCRE)},
}

// has reports whether d has f.
func has(d syntax.Dialect, f feature) bool { return features[f].in.has(d) }

// has reports whether the dialect of the pattern has f.
func (p *parser) has(f feature) bool { return has(p.dialect, f) }

// foreign fails with msg because of f, which other dialects have. Outside JavaScript, where messages
// are V8's, the dialects are the message.
func (p *parser) foreign(pos int, f feature, msg string) {
	if p.err != nil {
		return
	}
	p.fail(pos, msg)
	p.err.Construct = features[f].name
	p.err.Dialects = (features[f].in &^ setOf(p.dialect)).list()
	p.err.Owners = owners(p.err)
	if p.dialect != syntax.JavaScript {
		p.err.Msg = p.err.Owners
	}
}

// owners says to which dialects the Construct belongs, or returns "" if there is none.
func owners(e *syntax.Error) string {
	var names []string
	for _, d := range e.Dialects {
		name := d.String()
		if d == syntax.Python && (e.Construct == features[featureAtomic].name || e.Construct == features[featurePossessive].name) {
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

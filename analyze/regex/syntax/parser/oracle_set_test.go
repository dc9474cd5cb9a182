package parser

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
	"snag/probe/snagtest"
)

// someCharacters are those that the sets of patterns are compared on: the scripts with cases, all kinds
// of spaces, digits and marks, and a few characters of other planes.
var someCharacters = charset.New(
	charset.Range{Lo: 0, Hi: 0x6FF}, charset.Range{Lo: 0x900, Hi: 0x97F}, charset.Range{Lo: 0x10A0, Hi: 0x10FF},
	charset.Range{Lo: 0x13A0, Hi: 0x13FF}, charset.Range{Lo: 0x1680, Hi: 0x169C}, charset.Range{Lo: 0x1800, Hi: 0x1820},
	charset.Range{Lo: 0x1C80, Hi: 0x1C88}, charset.Range{Lo: 0x1D00, Hi: 0x218F}, charset.Range{Lo: 0x2460, Hi: 0x24FF},
	charset.Range{Lo: 0x2C00, Hi: 0x2D2F}, charset.Range{Lo: 0x3000, Hi: 0x3100}, charset.Range{Lo: 0xA640, Hi: 0xA69F},
	charset.Range{Lo: 0xAB53, Hi: 0xAB5F}, charset.Range{Lo: 0xFB00, Hi: 0xFB06}, charset.Range{Lo: 0xFE30, Hi: 0xFF5A},
	charset.Range{Lo: 0x10400, Hi: 0x10450}, charset.Range{Lo: 0x1D400, Hi: 0x1D420}, charset.Range{Lo: 0x1F600, Hi: 0x1F610},
	charset.Range{Lo: 0xE0100, Hi: 0xE0102},
).Subtract(charset.New(
	// What versions of Unicode since 13 have added or given other properties.
	charset.Range{Lo: 0x363, Hi: 0x36F}, charset.Range{Lo: 0x1DD3, Hi: 0x1DFF}, charset.Range{Lo: 0x20C0, Hi: 0x20C1},
	charset.Range{Lo: 0x19B, Hi: 0x19B}, charset.Range{Lo: 0x264, Hi: 0x264}, charset.Range{Lo: 0x295, Hi: 0x295}, charset.Range{Lo: 0x10FC, Hi: 0x10FC}, charset.Range{Lo: 0x61C, Hi: 0x61D},
	charset.Range{Lo: 0x180F, Hi: 0x180F}, charset.Range{Lo: 0x2C2F, Hi: 0x2C2F}, charset.Range{Lo: 0x2C5F, Hi: 0x2C5F},
))

// setPatterns are terms that match one character, for all dialects and for each.
var setPatterns = map[string][]string{
	"": {
		`.`, `\d`, `\D`, `\s`, `\S`, `\w`, `\W`, `a`, `k`, `S`, `i`, `I`, `é`, `ß`, `ſ`, `K`, `σ`, `µ`, `ı`, `İ`, `Ǆ`, `ǅ`, `Ω`,
		`[a-z]`, `[A-Z]`, `[^a-z]`, `[à-ö]`, `[^é]`, `[k]`, `[^k]`, `[i-j]`, `[\d\s]`, `[^\w]`, `[\W]`, `[^\W\d]`, `[\w.]`, `[α-ω]`, `[^σ]`, `[Α-Ω]`,
		`[Z-a]`, `[\x41-\x7a]`, `[^\n]`, `[ı]`, `[İ]`, `[ſ-ƀ]`, `\x41`, `\t`, `[\b]`, `[\0-\x1f]`, `\W|é`, `[-a]`, `[a-]`, `[]a]`,
	},
	"java": {
		`(?:a|(?i)b|c)`, `(?i)a|b`, `(?:(?i)a)|b`, `a|(?i)b|c`, `(?i)(?-i)k`, `(?i:k)|t`, "(?x) a # b\n", `(?x)[a b]`, `(?x)[a #b\n]`, `(?x: k )`, `(?x)\ `, `(?x)[ ]|\#`, `(?s).`, `(?s-s).`,
		`\h`, `\H`, `\v`, `\V`, `\R`, `\p{Lower}`, `\p{Upper}`, `\p{Alpha}`, `\p{Punct}`, `\p{Graph}`, `\p{Print}`, `\p{Space}`, `\p{Blank}`, `\p{Cntrl}`, `\p{XDigit}`, `\p{Alnum}`,
		`\p{Lu}`, `\p{Ll}`, `\p{Lt}`, `\pL`, `\PL`, `\p{IsAlphabetic}`, `\p{IsLowercase}`, `\p{IsUppercase}`, `\p{IsTitlecase}`, `\p{IsPunctuation}`, `\p{IsDigit}`, `\p{IsWhite_Space}`, `\p{InGreek}`, `\p{IsGreek}`, `\p{IsLatin}`,
		`\p{javaLowerCase}`, `\p{javaUpperCase}`, `\p{javaWhitespace}`, `\p{javaJavaIdentifierStart}`, `\p{javaJavaIdentifierPart}`, `\p{javaMirrored}`, `\p{L1}`, `\p{LC}`, `\p{LD}`,
		`[a-z&&[^aeiou]]`, `[a-z&&aeiou]`, `[^a-z&&[aeiou]]`, `[a-z&&[aeiou]x]`, `[a[b-d]]`, `[^a[b-d]]`, `[a-z&&b-y&&c-x]`, `[\p{L}&&[^\p{Lu}]]`, `[^a&&b]`, `[a-c&&[b-d]&&c]`, `[&&a]`, `[ab&&]`, `[^\d&&[3]]`,
		`[a-f&&[^b][^c]]`, `[abc&&[ab]c]`, `\Q[\E`, `[\Qa-c\E]`, `\u0041`, `\x{1F600}`, `\uD83D\uDE00`, `\0101`, `\cA`, `[\w&&[^\d_]]`, `[^[^a]]`,
	},
	"pcre": {
		`(?:a|(?i)b|c)`, `(?i)a|b`, `(?:(?i)a)|b`, `a|(?i)b|c`, `(?i)(?-i)k`, `(?i:k)|t`, "(?x) a # b\n", `(?x)[a b]`, `(?x)[a #b\n]`, `(?x: k )`, `(?x)\ `, `(?x)[ ]|\#`, `(?s).`, `(?s-s).`, `(?^)k`, `(?^:k)`,
		`\h`, `\H`, `\v`, `\V`, `\R`, `\N`, `\p{L}`, `\p{Lu}`, `\p{Ll}`, `\p{Lt}`, `\PL`, `\p{L&}`, `\p{Any}`, `\p{Xan}`, `\p{Xsp}`, `\p{Xwd}`, `\p{^Lu}`,
		`[[:alpha:]]`, `[[:lower:]]`, `[[:upper:]]`, `[[:alnum:]]`, `[[:digit:]]`, `[[:space:]]`, `[[:blank:]]`, `[[:punct:]]`, `[[:graph:]]`, `[[:print:]]`, `[[:cntrl:]]`, `[[:word:]]`, `[[:xdigit:]]`, `[[:ascii:]]`, `[[:^alpha:]]`, `[^[:^alpha:]x]`,
		`[[a]`, `[a&&b]`, `[\Qa-c\E]`, `\101`, `\x{41}`, `\o{101}`, `[\h\v]`, `\cA`, `[^\PL]`, `[\PL]`, `\x`, `[\p{Lu}]`, `[^\p{Lu}]`,
	},
	"ruby": {
		`(?:a|(?i)b|c)`, `(?i)a|b`, `(?:(?i)a)|b`, `a|(?i)b|c`, `(?i)(?-i)k`, `(?i:k)|t`, "(?x) a # b\n", `(?x)[a b]`, `(?x)[a #b\n]`, `(?x: k )`, `(?x)\ `, `(?x)[ ]|\#`, `(?m).`, `(?m-m).`,
		`\h`, `\H`, `\R`, `\p{Alpha}`, `\p{Lower}`, `\p{Upper}`, `\p{Punct}`, `\p{Word}`, `\p{Graph}`, `\p{Print}`, `\p{Space}`, `\p{Blank}`, `\p{Cntrl}`, `\p{L}`, `\p{Lu}`, `\p{^L}`, `\P{Greek}`, `\p{Latin}`, `\p{In_Greek_and_Coptic}`, `\p{Emoji}`, `\p{Alnum}`, `\p{Digit}`, `\p{XDigit}`, `\p{Any}`,
		`[[:alpha:]]`, `[[:lower:]]`, `[[:upper:]]`, `[[:alnum:]]`, `[[:digit:]]`, `[[:space:]]`, `[[:blank:]]`, `[[:punct:]]`, `[[:graph:]]`, `[[:print:]]`, `[[:cntrl:]]`, `[[:word:]]`, `[[:xdigit:]]`, `[[:ascii:]]`, `[[:^alpha:]]`, `[^[:^alpha:]x]`,
		`[a-z&&[^aeiou]]`, `[a-z&&aeiou]`, `[^a-z&&[aeiou]]`, `[a[b-d]]`, `[^a[b-d]]`, `[a-z&&b-y&&c-x]`, `[^a&&b]`, `(?u)\w`, `(?u)\d`, `(?u)\s`, `(?a)\w`, `(?a)[[:alpha:]]`, `(?u)[[:alpha:]]`, `(?a)\p{Alpha}`, `\101`, `\u{41}`, `\cA`, `\C-a`, `[^[^a]]`,
	},
	"perl": {
		`(?:a|(?i)b|c)`, `(?i)a|b`, `(?:(?i)a)|b`, `a|(?i)b|c`, `(?i)(?-i)k`, `(?i:k)|t`, "(?x) a # b\n", `(?x)[a b]`, `(?x)[a #b\n]`, `(?x: k )`, `(?x)\ `, `(?x)[ ]|\#`, `(?s).`, `(?s-s).`, `(?xx)[a b]`, `(?xx)[ \ b]`,
		`\h`, `\H`, `\v`, `\V`, `\R`, `\N`, `\p{L}`, `\p{Lu}`, `\p{Ll}`, `\p{Lt}`, `\PL`, `\p{L&}`, `\p{Any}`, `\p{Alpha}`, `\p{Lower}`, `\p{Uppercase}`, `\p{PosixAlpha}`, `\p{PosixLower}`, `\p{XPosixPunct}`, `\p{Punct}`, `\p{PosixPunct}`, `\p{Word}`, `\p{IsSpace}`, `\p{InGreek}`, `\p{Block: Greek}`, `\p{^Lu}`, `\p{Graph}`, `\p{Print}`, `\p{Title}`, `\p{Script=Greek}`,
		`[[:alpha:]]`, `[[:lower:]]`, `[[:upper:]]`, `[[:alnum:]]`, `[[:digit:]]`, `[[:space:]]`, `[[:blank:]]`, `[[:punct:]]`, `[[:graph:]]`, `[[:print:]]`, `[[:cntrl:]]`, `[[:word:]]`, `[[:xdigit:]]`, `[[:ascii:]]`, `[[:^alpha:]]`, `[^[:^alpha:]x]`,
		`[a&&b]`, `\101`, `\x{41}`, `\o{101}`, `\N{U+41}`, `[\h\v]`, `\cA`, `[\p{Lu}]`, `[^\p{Lu}]`, `\x`, `(?a)\w`, `(?aa)k`, `(?aa)[k]`, `(?aa)[^k]`, `(?aa)ſ`, `(?aai)k`, `(?aai)[^k]`, `(?ai)[[:upper:]]`, `(?^)k`,
	},
	"python": {`\u0041`, `\U0001F600`, `\101`, `[\101]`, `(?a:\w)`, `(?a:k)`, `(?a:[^k])`, `(?i:k)`, `(?-i:k)`, `[a-z&&b]`, `\a`, `\0`},
}

// setFlags are the flags to try, by dialect.
var setFlags = map[syntax.Dialect][]string{
	syntax.Python: {"", "i", "a", "ia", "b", "ib"},
	syntax.Java:   {"", "i", "iu", "U", "iU", "d"},
	syntax.PCRE:   {"", "i", "u", "iu", "s", "su"},
	syntax.Ruby:   {"", "i", "m"},
	syntax.Perl:   {"", "i", "a", "ia", "iaa", "s"},
}

// characterSet returns what the whole pattern matches as one character, for trees that are sets or
// alternatives and groups of such.
func characterSet(n *syntax.Node) (charset.Set, bool) {
	switch n.Op {
	case syntax.OpSet:
		return n.Set, true
	case syntax.OpGroup, syntax.OpAtomic:
		return characterSet(n.Subs[0])
	case syntax.OpAlternate:
		var s charset.Set
		for _, sub := range n.Subs {
			if one, ok := characterSet(sub); ok {
				s = s.Union(one)
			}
		}
		return s, true
	case syntax.OpConcat:
		if len(n.Subs) == 1 {
			return characterSet(n.Subs[0])
		}
	}
	return nil, false
}

// TestOracleSets compares sets with what the engines on this machine match.
func TestOracleSets(t *testing.T) {
	snagtest.Long(t)
	for _, o := range oracles {
		t.Run(o.dialect.String(), func(t *testing.T) {
			var queries []query
			for _, key := range []string{"", o.dialect.String()} {
				for _, pattern := range setPatterns[key] {
					for _, flags := range setFlags[o.dialect] {
						queries = append(queries, query{pattern, flags})
					}
				}
			}
			wrong, asked := 0, 0
			for i, answer := range o.ask(t, "set", someCharacters, queries) {
				q := queries[i]
				tree, err := Parse(o.dialect, q.pattern, q.flags)
				if strings.Contains(answer, "codec can't encode") {
					continue // no pattern over bytes
				}
				if invalid := strings.HasPrefix(answer, "invalid"); invalid || err != nil {
					if invalid != (err != nil) {
						t.Errorf("/%s/%s: engine says %s, got %v", q.pattern, q.flags, answer, err)
						wrong++
					}
					continue
				}
				want := parseRanges(answer)
				alphabet := someCharacters
				if tree.ByByte {
					alphabet = alphabet.UpTo(0xFF)
				}
				got, ok := characterSet(tree.Root)
				if !ok {
					continue
				}
				asked++
				got = got.Intersect(alphabet)
				if !got.Equal(want) {
					wrong++
					t.Errorf("/%s/%s: too many %v, missing %v", q.pattern, q.flags, got.Subtract(want), want.Subtract(got))
				}
			}
			t.Logf("%d of %d sets differ", wrong, asked)
		})
	}
}

func parseRanges(s string) charset.Set {
	var set charset.Set
	if s == "" {
		return nil
	}
	for _, r := range strings.Split(s, ",") {
		lo, hi, _ := strings.Cut(r, "-")
		a, err := strconv.ParseInt(lo, 16, 32)
		b, err2 := strconv.ParseInt(hi, 16, 32)
		if err != nil || err2 != nil {
			panic(fmt.Sprintf("bad range %q", r))
		}
		set = append(set, charset.Range{Lo: rune(a), Hi: rune(b)})
	}
	return charset.New(set...)
}

package parser

import (
	"strings"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/alphabet"
)

// settings reads what a pattern of PCRE may begin with: (*UTF), (*ANYCRLF) and such.
func (p *parser) settings() {
	for p.peek() == '(' && p.at(1) == '*' {
		end := p.pos + 2
		for end < len(p.src) && end-p.pos < 40 && p.src[end] != ')' {
			end++
		}
		if end == len(p.src) || p.src[end] != ')' {
			return
		}
		word := string(p.src[p.pos+2 : end])
		flags := p.flags
		name, value, valued := strings.Cut(word, "=")
		switch name {
		case "UTF", "UTF8":
			p.codePoints, p.bytes = true, false
		case "UCP":
			flags |= syntax.UnicodeClasses
		case "CR":
			p.perl.newline = alphabet.NewlineCR
		case "LF":
			p.perl.newline = alphabet.NewlineDefault
		case "CRLF":
			p.unmodelled(p.pos, "the end of lines that is two characters")
		case "ANYCRLF":
			p.perl.newline = alphabet.NewlineAnyCRLF
		case "ANY":
			p.perl.newline = alphabet.NewlineAny
		case "NUL":
			p.perl.newline = alphabet.NewlineNul
		case "BSR_ANYCRLF":
			p.perl.breaks = true
		case "BSR_UNICODE":
			p.perl.breaks = false
		case "NO_AUTO_POSSESS", "NO_START_OPT", "NO_JIT", "NO_DOTSTAR_ANCHOR", "NOTEMPTY", "NOTEMPTY_ATSTART":
		case "LIMIT_MATCH", "LIMIT_DEPTH", "LIMIT_HEAP", "LIMIT_RECURSION":
			if !valued || value == "" || strings.Trim(value, "0123456789") != "" || len(value) > 10 {
				return
			}
			valued = false
		default:
			return
		}
		if valued {
			return
		}
		p.pos = end + 1
		p.setFlags(flags)
	}
}

// wordAssertions are the groups that PCRE and Perl let be written in words.
var wordAssertions = map[string]string{
	"pla": "=", "positive_lookahead": "=", "nla": "!", "negative_lookahead": "!",
	"plb": "<=", "positive_lookbehind": "<=", "nlb": "<!", "negative_lookbehind": "<!",
	"atomic": ">",
	"napla":  "*", "non_atomic_positive_lookahead": "*", "naplb": "*", "non_atomic_positive_lookbehind": "*",
	"sr": "s", "script_run": "s", "asr": "s", "atomic_script_run": "s",
}

// verb reads what begins with (*, at the asterisk: a verb, or a group in words.
func (p *parser) verb(f frame) {
	p.pos++
	from := p.pos
	for c := p.peek(); 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_'; c = p.peek() {
		p.pos++
	}
	name := string(p.src[from:p.pos])
	if kind, ok := wordAssertions[name]; ok && p.peek() == ':' {
		p.pos++
		p.openWords(f, kind)
		return
	}
	arg := ""
	if p.accept(':') {
		at := p.pos
		for p.peek() != ')' && p.peek() != eof {
			p.pos++
		}
		arg = string(p.src[at:p.pos])
	}
	if !p.accept(')') {
		p.fail(f.start, msgBadGroup)
		return
	}
	if name == "" {
		name = "MARK"
	}
	switch name {
	case "FAIL", "F":
		p.pushSet(never, f.start)
		if p.dialect == syntax.Perl {
			p.repeat()
		}
		return
	case "MARK":
		if arg == "" {
			p.fail(f.start, "a mark must have a name")
			return
		}
		if !p.skipsToMark() {
			p.push(p.newNode(syntax.OpEmpty, f.start))
			if p.dialect == syntax.Perl {
				p.repeat()
			}
			return
		}
	case "ACCEPT", "COMMIT", "PRUNE", "THEN":
		arg = ""
	case "SKIP":
	default:
		p.fail(f.start, "unknown verb")
		return
	}
	n := p.newNode(syntax.OpVerb, f.start)
	if n.Name = name; arg != "" {
		n.Name += ":" + arg
	}
	p.push(n)
	if name == "ACCEPT" || p.dialect == syntax.Perl {
		p.repeat()
	}
}

// skipsToMark reports whether a verb of the pattern skips to a mark.
func (p *parser) skipsToMark() bool {
	if p.perl.marks == 0 {
		p.perl.marks = 1
		if src := strings.ReplaceAll(string(p.src), "(*SKIP:)", ""); strings.Contains(src, "(*SKIP:") {
			p.perl.marks = 2
		}
	}
	return p.perl.marks == 2
}

// openWords opens the group f, which stood in words.
func (p *parser) openWords(f frame, kind string) {
	switch kind {
	case ">":
		f.kind = frameAtomic
		p.openFrame(f)
	case "*":
		p.only(featureNonAtomicLook, f.start)
		p.unmodelled(f.start, "a lookaround that may be entered again")
	case "s":
		p.unmodelled(f.start, "a run of one script")
	default:
		p.look(f, strings.HasPrefix(kind, "<"), strings.HasSuffix(kind, "!"))
	}
}

// never is the set that no character is in: a match fails there.
var never = charset.Set{}

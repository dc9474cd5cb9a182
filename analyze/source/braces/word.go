package braces

// braceWord is a keyword that the scanner of languages with braces treats in its own way.
type braceWord uint8

const (
	bracePlain   braceWord = iota
	braceKeyword           // an operand, or nothing, follows
	braceNew
	braceClass   // a name and a body follow
	braceDeclare // declares the next name
	braceMut     // stands between such a word and the name
)

// The languages that a word is a keyword in.
const (
	inJava = 1 << iota
	inKotlin
	inCSharp
	inRust
	inAll = inJava | inKotlin | inCSharp | inRust
)

// word tells what kind of word a name is in the language of the file.
func (s *braces) word(t braceToken) braceWord {
	b := s.Src[t.start:t.end]
	if len(b) < 2 || len(b) > 10 || b[0] < 'a' {
		return bracePlain
	}
	w, in := classifyBrace(b)
	if in&s.lang.bit == 0 {
		return bracePlain
	}
	return w
}

func classifyBrace(b []byte) (w braceWord, in uint8) {
	switch string(b) {
	case "return", "else", "if", "while", "for", "do", "break", "continue", "package":
		return braceKeyword, inAll
	case "in", "as":
		return braceKeyword, inKotlin | inCSharp | inRust
	case "throw", "case", "switch", "default", "try", "catch", "finally", "import", "instanceof", "goto":
		return braceKeyword, inJava | inKotlin | inCSharp
	case "await", "yield", "using", "is", "out", "where", "when":
		return braceKeyword, inCSharp
	case "fun", "by":
		return braceKeyword, inKotlin
	case "match", "move", "fn", "use", "pub", "loop", "unsafe":
		return braceKeyword, inRust
	case "new":
		return braceNew, inJava | inCSharp
	case "class", "interface":
		return braceClass, inJava | inCSharp | inKotlin
	case "enum":
		return braceClass, inAll
	case "struct":
		return braceClass, inCSharp | inRust
	case "record", "namespace":
		return braceClass, inCSharp
	case "object":
		return braceClass, inKotlin
	case "trait", "impl", "mod":
		return braceClass, inRust
	case "val", "var":
		return braceDeclare, inKotlin
	case "const", "static", "let":
		return braceDeclare, inRust
	case "mut", "ref":
		return braceMut, inRust
	}
	return bracePlain, 0
}

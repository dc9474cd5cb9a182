package javascript

import (
	"snag/analyze/source/literal"
)

// word is an identifier or keyword that the scanner treats in its own way.
type word uint8

const (
	plainWord word = iota
	// Keywords that an operand follows.
	wordOperator // typeof, in, case, new ...
	wordVoid
	wordCase
	wordReturn
	wordDefault
	wordNew
	wordThrow
	// Keywords that a statement follows.
	wordElse // else, do, try, finally, export
	wordBreak
	// Keywords that a parenthesised condition and a statement follow.
	wordControl // if, while, with
	wordFor
	wordSwitch
	// Contextual and declaring words.
	wordAsync
	wordAwait
	wordYield
	wordOf
	wordStatic
	wordFunction
	wordClass
	wordConst
	wordLet
	wordVar
	// Names.
	wordRegExp
	wordGlobal // objects that RegExp may be a property of
	// Methods that apply patterns, in the order of the Use constants.
	wordTest
	wordExec
	wordMatch
	wordMatchAll
	wordReplace
	wordReplaceAll
	wordSplit
	wordSearch
)

// use returns the use that a method's name tells.
func (w word) use() literal.Use {
	if w < wordTest {
		return 0
	}
	return 1 << (w - wordTest)
}

// wordLike holds the first bytes of the words that classify knows.
var wordLike = func() (t [256]bool) {
	for _, c := range "abcdefgilmnoRrstvwy" {
		t[c] = true
	}
	return t
}()

func classify(b []byte) word {
	if len(b) < 2 || len(b) > 10 || !wordLike[b[0]] {
		return plainWord
	}
	switch string(b) {
	case "typeof", "in", "instanceof", "delete", "extends":
		return wordOperator
	case "case":
		return wordCase
	case "void":
		return wordVoid
	case "return":
		return wordReturn
	case "default":
		return wordDefault
	case "new":
		return wordNew
	case "throw":
		return wordThrow
	case "else", "do", "try", "finally", "export", "debugger":
		return wordElse
	case "break", "continue":
		return wordBreak
	case "if", "while", "with":
		return wordControl
	case "for":
		return wordFor
	case "switch":
		return wordSwitch
	case "async":
		return wordAsync
	case "await":
		return wordAwait
	case "yield":
		return wordYield
	case "of":
		return wordOf
	case "static":
		return wordStatic
	case "function":
		return wordFunction
	case "class":
		return wordClass
	case "const":
		return wordConst
	case "let":
		return wordLet
	case "var":
		return wordVar
	case "RegExp":
		return wordRegExp
	case "window", "globalThis", "self", "global":
		return wordGlobal
	case "test":
		return wordTest
	case "exec":
		return wordExec
	case "match":
		return wordMatch
	case "matchAll":
		return wordMatchAll
	case "replace":
		return wordReplace
	case "replaceAll":
		return wordReplaceAll
	case "split":
		return wordSplit
	case "search":
		return wordSearch
	}
	return plainWord
}

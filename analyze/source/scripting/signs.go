package scripting

import (
	"cmp"
	"strings"

	"snag/analyze/sorting"
)

// signs are the operators of several characters of a language, by their first one, the longest first.
type signs [128][]sign

type sign struct {
	text string
	kind byte
}

// newSigns returns the operators of a language by their kinds. Those of kind 0 are punctuators, whose
// kind is their own first byte.
func newSigns(kinds map[byte]string) *signs {
	var t signs
	for kind, texts := range kinds {
		for _, text := range strings.Fields(texts) {
			t[text[0]] = append(t[text[0]], sign{text, cmp.Or(kind, text[0])})
		}
	}
	for _, list := range t {
		sorting.Stable(list, func(a, b sign) int { return cmp.Compare(len(b.text), len(a.text)) })
	}
	return &t
}

// at returns the kind and the length of the operator at i, which is the byte there where it is no other.
func (t *signs) at(src []byte, i int) (kind byte, n int) {
	if kind = src[i]; kind < byte(len(t)) {
		for _, o := range t[kind] {
			if len(src)-i >= len(o.text) && string(src[i:i+len(o.text)]) == o.text {
				return o.kind, len(o.text)
			}
		}
	}
	return kind, 1
}

var rubySigns = newSigns(map[byte]string{
	kindMatch: "=~ !~", kindFat: "=>", kindCompare: "== === != <= <=> >=", kindArrow: "->", kindDouble: "::",
	kindLogic: "|| &&", kindAugment: "<< <<= ||= |= &&= += -= *= /= %= ^= &=", kindRange: ".. ...", '.': "&.", 0: ">> **",
})

var perlSigns = newSigns(map[byte]string{
	kindMatch: "=~ !~", kindFat: "=>", kindCompare: "== != <= <=>", kindArrow: "->",
	kindLogic: "|| && //", kindRange: ".. ...", 0: "<< ** ::",
})

var phpSigns = newSigns(map[byte]string{
	kindFat: "=>", kindArrow: "-> ?->", kindDouble: "::", kindLogic: "&& || ??", kindAugment: "??=", kindRange: "..",
})

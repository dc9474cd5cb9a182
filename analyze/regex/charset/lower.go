package charset

import "unicode"

// lowerASCII, lowerInvariant, lowerPython and lowerJava return what stands for r in comparisons.

func lowerASCII(r rune) rune {
	if 'A' <= r && r <= 'Z' {
		return r + 'a' - 'A'
	}
	return r
}

// lowerInvariant leaves the I with dot alone, as the invariant culture does.
func lowerInvariant(r rune) rune {
	if r == 0x130 {
		return r
	}
	return unicode.ToLower(r)
}

func lowerPython(r rune) rune {
	r = unicode.ToLower(r)
	if c, ok := pythonEquivalents[r]; ok {
		return c
	}
	return r
}

// pythonEquivalents maps lower case letters that the module re treats as the same, beyond having the
// same lower case, to one of them (_EXTRA_CASES in Lib/re/_casefix.py): those with the same upper
// case.
var pythonEquivalents = map[rune]rune{
	0x131: 'i', 0x17F: 's', 0x3BC: 0xB5, 0x1FBE: 0x345, 0x3B9: 0x345,
	0x1FD3: 0x390, 0x1FE3: 0x3B0,
	0x3D0: 0x3B2, 0x3F5: 0x3B5, 0x3D1: 0x3B8, 0x3F0: 0x3BA, 0x3D6: 0x3C0,
	0x3F1: 0x3C1, 0x3C2: 0x3C3, 0x3D5: 0x3C6,
	0x1C80: 0x432, 0x1C81: 0x434, 0x1C82: 0x43E, 0x1C83: 0x441, 0x1C84: 0x442, 0x1C85: 0x442,
	0x1C86: 0x44A, 0x1C87: 0x463, 0x1C88: 0xA64B, 0x1E9B: 0x1E61, 0xFB05: 0xFB06,
}

func lowerJava(r rune) rune { return unicode.ToLower(unicode.ToUpper(r)) }

// mappedOrbits groups the characters with the same image.
func mappedOrbits(canonical func(rune) rune) *orbits {
	var pairs []foldPair
	for r := rune(0); r <= lastCased; r++ {
		if c := canonical(r); c != r {
			pairs = append(pairs, foldPair{c, r}, foldPair{c, c})
		}
	}
	return groupOrbits(pairs)
}

// lastCased is beyond the last character that has a counterpart in another case.
const lastCased = 0x1FFFF

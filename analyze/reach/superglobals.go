package reach

import (
	"bytes"

	"snag/analyze/lazyregexp"
	"snag/analyze/source/extract"
)

// changedSuperglobals are those of PHP that the files of a project may change, by their names.
type changedSuperglobals map[string]bool

var (
	// superglobal is the use of one: its name and members, and what is done to these.
	superglobal = lazyregexp.New(`^(\$_(?:GET|POST|REQUEST|COOKIE|SERVER|FILES))\b(?:\s*\[[^\[\]]*(?:\[[^\[\]]*\][^\[\]]*)*\])*\s*([-+.*/%|&^?]{0,2}=[^=>]|\+\+|--|as\s+[^)]*&)?`)
	// target is what stands before something that is assigned to.
	target = lazyregexp.New(`(?:(?:^|[^&])&|\bas\s[^;{]*|\blist\s*\([^)]*|(?:[;{}]|<\?php)\s*\[[^;=]*)\s*$`)
	// ofReference is the declaration of a function that is handed references.
	ofReference = lazyregexp.New(`\bfunction\s+&?\s*(\w+)\s*\([^)]*&`)
)

// byReference has the first argument that functions of PHP may change.
var byReference = map[string]int{
	"array_walk": 0, "array_walk_recursive": 0, "settype": 0, "sort": 0, "rsort": 0, "usort": 0, "uasort": 0, "uksort": 0, "ksort": 0, "krsort": 0,
	"asort": 0, "arsort": 0, "natsort": 0, "natcasesort": 0, "shuffle": 0, "array_push": 0, "array_pop": 0, "array_shift": 0, "array_unshift": 0,
	"array_splice": 0, "array_multisort": 0, "preg_match": 2, "preg_match_all": 2, "parse_str": 1, "mb_parse_str": 1, "str_replace": 3,
	"str_ireplace": 3, "preg_replace": 4, "preg_replace_callback": 4, "similar_text": 2,
}

// longestUse is how far the use of a superglobal is read, in bytes.
const longestUse = 200

// superglobalsOf reads which superglobals the files of a project change.
func superglobalsOf(texts map[string][]byte) changedSuperglobals {
	changed, references := changedSuperglobals{}, map[string]bool{}
	var all [][]byte
	for file, text := range texts {
		if l, _ := extract.ByPath(file); l.Name != "PHP" {
			continue
		}
		for _, m := range ofReference.FindAllSubmatch(text, -1) {
			references[string(m[1])] = true
		}
		if bytes.Contains(text, []byte("$GLOBALS")) {
			changed["*"] = true
		}
		if bytes.Contains(text, []byte("$_")) {
			all = append(all, text)
		}
	}
	for _, text := range all {
		for at := 0; ; at += 2 {
			next := bytes.Index(text[at:], []byte("$_"))
			if next < 0 {
				break
			}
			at += next
			m := superglobal.FindSubmatch(text[at:min(len(text), at+longestUse)])
			if m == nil {
				continue
			}
			function, arg := calledWith(text[:at])
			from, known := byReference[function]
			if len(m[2]) > 0 || target.Match(text[max(0, at-longestUse):at]) || references[function] || known && arg >= from {
				changed[string(m[1])] = true
			}
		}
	}
	return changed
}

// calledWith returns the function that is called with the argument which begins behind a text, and its number.
func calledWith(before []byte) (function string, arg int) {
	depth := 0
	for i := len(before) - 1; i >= 0 && before[i] != ';'; i-- {
		switch before[i] {
		case ')', ']':
			depth++
		case '[':
			depth--
		case ',':
			if depth == 0 {
				arg++
			}
		case '(':
			if depth--; depth < 0 {
				name := bytes.TrimRight(before[:i], " \t\r\n")
				from := len(name)
				for from > 0 && (name[from-1] == '_' || name[from-1] >= '0' && name[from-1] <= '9' || name[from-1]|0x20 >= 'a' && name[from-1]|0x20 <= 'z') {
					from--
				}
				return string(name[from:]), arg
			}
		}
	}
	return "", 0
}

// constant reports whether a superglobal never changes.
func (c changedSuperglobals) constant(name string) bool {
	return !c[name] && !c["*"] && superglobal.MatchString(name)
}

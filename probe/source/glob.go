package source

import "strings"

// segment is the part of a glob between two slashes.
type segment struct {
	deep  bool // ** : any number of directories
	units []unit
}

// unit matches bytes within a path element.
type unit struct {
	star bool // any number of bytes
	set  byteSet
}

// byteSet is a set of bytes.
type byteSet [4]uint64

func (s *byteSet) add(c byte)      { s[c>>6] |= 1 << (c & 63) }
func (s *byteSet) has(c byte) bool { return s[c>>6]&(1<<(c&63)) != 0 }
func (s *byteSet) addRange(lo, hi byte) { // nothing when hi < lo
	for c := int(lo); c <= int(hi); c++ {
		s.add(byte(c))
	}
}

// compileGlob translates a pattern with the rules of git's wildmatch. ok is false for one that can
// match nothing, as with a bracket that is not closed. A single pattern is one segment in which ** has
// no meaning of its own.
func compileGlob(pattern string, single bool) (glob []segment, ok bool) {
	var s segment
	start := 0 // of the segment
	end := func(i int) {
		if part := pattern[start:i]; !single && len(part) > 1 && strings.Trim(part, "*") == "" {
			s = segment{deep: true}
		}
		glob = append(glob, s)
		s, start = segment{}, i+1
	}
	for i := 0; i < len(pattern); i++ {
		var set byteSet
		switch c := pattern[i]; c {
		case '/':
			end(i)
			continue
		case '*':
			if n := len(s.units); n == 0 || !s.units[n-1].star {
				s.units = append(s.units, unit{star: true})
			}
			continue
		case '?':
			for c := range set {
				set[c] = ^uint64(0)
			}
		case '[':
			if set, i, ok = compileClass(pattern, i); !ok {
				return nil, false
			}
		case '\\':
			if i++; i == len(pattern) {
				return nil, false
			}
			if pattern[i] == '/' {
				end(i)
				continue
			}
			set.add(pattern[i])
		default:
			set.add(c)
		}
		s.units = append(s.units, unit{set: set})
	}
	end(len(pattern))
	return glob, true
}

// compileClass reads the bracket expression at i and returns the offset of its last byte.
func compileClass(pattern string, i int) (set byteSet, end int, ok bool) {
	i++
	negate := i < len(pattern) && (pattern[i] == '!' || pattern[i] == '^')
	if negate {
		i++
	}
	last, ranged := byte(0), false // what a range may start from
	for first := true; ; first = false {
		if i >= len(pattern) {
			return set, 0, false
		}
		c := pattern[i]
		switch {
		case c == ']' && !first:
			if negate {
				for n := range set {
					set[n] = ^set[n]
				}
			}
			return set, i, true
		case c == '-' && ranged && i+1 < len(pattern) && pattern[i+1] != ']':
			if i++; pattern[i] == '\\' {
				if i++; i >= len(pattern) {
					return set, 0, false
				}
			}
			set.addRange(last, pattern[i])
			ranged = false
			i++
			continue
		case c == '[' && strings.HasPrefix(pattern[i:], "[:"):
			n := strings.IndexByte(pattern[i+2:], ']')
			if n < 0 {
				return set, 0, false
			}
			if name, named := strings.CutSuffix(pattern[i+2:i+2+n], ":"); named {
				if !set.addNamed(name) {
					return set, 0, false
				}
				i += n + 3
				ranged = false
				continue
			}
		case c == '\\':
			if i++; i >= len(pattern) {
				return set, 0, false
			}
			c = pattern[i]
		}
		set.add(c)
		last, ranged = c, true
		i++
	}
}

// addNamed adds a class such as alpha.
func (s *byteSet) addNamed(name string) bool {
	switch name {
	case "alnum":
		return s.addNamed("alpha") && s.addNamed("digit")
	case "alpha":
		return s.addNamed("lower") && s.addNamed("upper")
	case "blank":
		s.add(' ')
		s.add('\t')
	case "cntrl":
		s.addRange(0, 31)
		s.add(127)
	case "digit":
		s.addRange('0', '9')
	case "graph":
		s.addRange('!', '~')
	case "lower":
		s.addRange('a', 'z')
	case "print":
		s.addRange(' ', '~')
	case "punct":
		s.addRange('!', '/')
		s.addRange(':', '@')
		s.addRange('[', '`')
		s.addRange('{', '~')
	case "space":
		s.addRange('\t', '\r')
		s.add(' ')
	case "upper":
		s.addRange('A', 'Z')
	case "xdigit":
		s.addRange('0', '9')
		s.addRange('a', 'f')
		s.addRange('A', 'F')
	default:
		return false
	}
	return true
}

// matches reports whether the segment matches a path element. Its work is at most the product of the
// two lengths, since only the last star ever needs to give way.
func (s segment) matches(name string) bool {
	u, i := 0, 0
	star, from := -1, 0
	for i < len(name) {
		switch {
		case u < len(s.units) && s.units[u].star:
			star, from = u, i
			u++
		case u < len(s.units) && s.units[u].set.has(name[i]):
			u++
			i++
		case star >= 0:
			from++
			u, i = star+1, from
		default:
			return false
		}
	}
	for u < len(s.units) && s.units[u].star {
		u++
	}
	return u == len(s.units)
}

// matchPath reports whether a glob matches the elements of a path. Only the last ** ever needs to give
// way.
func matchPath(glob []segment, elements []string) bool {
	g, i := 0, 0
	deep, from := -1, 0
	for i < len(elements) {
		switch {
		case g < len(glob) && glob[g].deep:
			if g == len(glob)-1 {
				return true // a last ** takes at least one element
			}
			deep, from = g, i
			g++
		case g < len(glob) && glob[g].matches(elements[i]):
			g++
			i++
		case deep >= 0:
			from++
			g, i = deep+1, from
		default:
			return false
		}
	}
	return g == len(glob)
}

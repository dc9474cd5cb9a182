package calls

import "strings"

// maskJavaScript returns the source with the content of comments, strings, templates and regexes
// replaced by spaces, so that what is left is code. Lines and offsets stay. Code within ${} of a
// template is kept.
func maskJavaScript(src []byte) []byte {
	out := append([]byte(nil), src...)
	blank := func(from, to int) {
		for i := from; i < to && i < len(out); i++ {
			if out[i] != '\n' {
				out[i] = ' '
			}
		}
	}
	var templates []int // depths of braces at which a template goes on
	depth := 0
	previous := byte('(') // the last byte of code that is no space
	word := ""            // the last word, when it ended just before
	template := func(i int) int {
		start := i
		for i < len(src) {
			switch {
			case src[i] == '\\':
				i += 2
				continue
			case src[i] == '`':
				blank(start, i)
				return i + 1
			case src[i] == '$' && i+1 < len(src) && src[i+1] == '{':
				blank(start, i+1)
				templates = append(templates, depth)
				depth++
				return i + 2
			}
			i++
		}
		blank(start, i)
		return i
	}
	for i := 0; i < len(src); {
		c := src[i]
		switch {
		case c == '/' && i+1 < len(src) && src[i+1] == '/':
			end := i
			for end < len(src) && src[end] != '\n' {
				end++
			}
			blank(i, end)
			i = end
			continue
		case c == '/' && i+1 < len(src) && src[i+1] == '*':
			end := strings.Index(string(src[i+2:]), "*/")
			if end < 0 {
				end = len(src) - i - 4
			}
			blank(i, i+2+end+2)
			i += 2 + end + 2
			continue
		case c == '"' || c == '\'':
			end := i + 1
			for end < len(src) && src[end] != c && src[end] != '\n' {
				if src[end] == '\\' {
					end++
				}
				end++
			}
			blank(i+1, end)
			i, previous, word = end+1, c, ""
			continue
		case c == '`':
			i, previous, word = template(i+1), '`', ""
			continue
		case c == '/' && (strings.IndexByte("(,=:[!&|?{};+-*%~^<>", previous) >= 0 || isKeyword(word)):
			end, class := i+1, false
			for end < len(src) && src[end] != '\n' && (class || src[end] != '/') {
				switch src[end] {
				case '\\':
					end++
				case '[':
					class = true
				case ']':
					class = false
				}
				end++
			}
			blank(i+1, end)
			i, previous, word = end+1, '/', ""
			continue
		case c == '{':
			depth++
		case c == '}':
			depth--
			if n := len(templates); n > 0 && templates[n-1] == depth {
				templates = templates[:n-1]
				i, previous, word = template(i+1), '`', ""
				continue
			}
		}
		switch {
		case isName(c):
			if i > 0 && isName(src[i-1]) {
				word += string(c)
			} else {
				word = string(c)
			}
			previous = c
		case c > ' ':
			previous, word = c, ""
		}
		i++
	}
	return out
}

func isKeyword(word string) bool {
	switch word {
	case "return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "await", "yield", "else", "do":
		return true
	}
	return false
}

func isName(c byte) bool {
	return c == '_' || c == '$' || c >= 0x80 || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// maskPython does the same for comments and strings of Python.
func maskPython(src []byte) []byte {
	out := append([]byte(nil), src...)
	for i := 0; i < len(src); {
		c := src[i]
		end := i
		switch {
		case c == '#':
			for end < len(src) && src[end] != '\n' {
				end++
			}
		case c == '"' || c == '\'':
			quote := string(c)
			if strings.HasPrefix(string(src[i:min(i+3, len(src))]), strings.Repeat(quote, 3)) {
				quote = strings.Repeat(quote, 3)
			}
			end = i + len(quote)
			for end < len(src) && !strings.HasPrefix(string(src[end:min(end+3, len(src))]), quote) {
				if src[end] == '\n' && len(quote) == 1 {
					break
				}
				if src[end] == '\\' {
					end++
				}
				end++
			}
			end = min(end+len(quote), len(src))
		default:
			i++
			continue
		}
		for k := i; k < end; k++ {
			if out[k] != '\n' {
				out[k] = ' '
			}
		}
		i = end
	}
	return out
}

package source

// A program counts as mangled when almost all that it declares has names that only a tool gives.
const (
	mangledSize  = 16 << 10
	mangledLeast = 60  // declarations to judge by
	mangledShare = 0.8 // of them with a short name
	shortName    = 3   // characters
	mangledHead  = 1 << 20
)

// mangled reports whether a tool has shortened the names of a file in JavaScript, which it may have left
// in lines that are as short as those of people.
func mangled(src []byte) bool {
	if len(src) < mangledSize {
		return false
	}
	declared, short := 0, 0
	head := src[:min(len(src), mangledHead)]
	for i := 0; i < len(head); {
		if !isNameByte(head[i]) {
			i++
			continue
		}
		start := i
		for i < len(head) && isNameByte(head[i]) {
			i++
		}
		switch string(head[start:i]) {
		case "function", "class", "const", "let", "var":
		default:
			continue
		}
		if i == len(head) || head[i] != ' ' {
			continue
		}
		name := i + 1
		for i = name; i < len(head) && isNameByte(head[i]); {
			i++
		}
		if i > name {
			declared++
			if i-name <= shortName {
				short++
			}
		}
	}
	return declared >= mangledLeast && float64(short) >= mangledShare*float64(declared)
}

func isNameByte(c byte) bool {
	return c == '_' || c == '$' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

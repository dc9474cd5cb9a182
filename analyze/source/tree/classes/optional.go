package classes

import "bytes"

// span is a part of a file.
type span struct{ start, end int32 }

// optionalIn returns the parts of a file of C# from an #if to its #endif.
func optionalIn(src []byte) []span {
	if !bytes.Contains(src, []byte("#if")) {
		return nil
	}
	var all []span
	start, depth := 0, 0
	for at := 0; at < len(src); {
		end := len(src)
		if n := bytes.IndexByte(src[at:], '\n'); n >= 0 {
			end = at + n + 1
		}
		word := bytes.TrimLeft(bytes.TrimLeft(src[at:end], " \t"), "#")
		switch directive := len(word) < end-at && bytes.HasPrefix(bytes.TrimLeft(src[at:end], " \t"), []byte("#")); {
		case directive && bytes.HasPrefix(bytes.TrimLeft(word, " \t"), []byte("if")):
			if depth++; depth == 1 {
				start = end
			}
		case directive && bytes.HasPrefix(bytes.TrimLeft(word, " \t"), []byte("endif")):
			if depth--; depth == 0 {
				all = append(all, span{int32(start), int32(at)})
			}
			depth = max(depth, 0)
		}
		at = end
	}
	return all
}

// optionalEnd returns the end of the part around a place that the preprocessor may leave out, 0 for none.
func (p *parser) optionalEnd(at int32) int32 {
	for _, s := range p.optional {
		if s.start <= at && at < s.end {
			return s.end
		}
	}
	return 0
}

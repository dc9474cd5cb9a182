package route

import "strings"

// constraints returns the regex that the constraints of a parameter of ASP.NET are, as "alpha:maxlength(10)",
// "length(3,9)" or "regex(^\d{{1,6}}$)"; what is none of these as it is. Of several the first one counts that bounds
// the length.
func constraints(kind string) string {
	for rest := kind; rest != ""; {
		name, behind, ok := strings.Cut(rest, "(")
		if before, after, colon := strings.Cut(rest, ":"); colon && (!ok || len(before) < len(name)) {
			rest = after // one without arguments
			continue
		}
		if !ok {
			return kind
		}
		r := &reader{text: behind}
		inside := r.until('(', ')')
		switch number := strings.ReplaceAll(inside, " ", ""); name {
		case "maxlength", "length":
			if strings.Trim(number, "0123456789,") != "" || number == "" {
				return kind
			}
			if name == "maxlength" {
				number = "0," + number
			}
			return ".{" + number + "}"
		case "regex":
			// It is searched for, and its end may be in front of a line feed.
			text := strings.NewReplacer("{{", "{", "}}", "}", "[[", "[", "]]", "]").Replace(inside)
			kind = ".*"
			if body, anchored := strings.CutPrefix(text, "^"); anchored && strings.HasSuffix(body, "$") && !strings.Contains(body, "|") {
				return strings.TrimSuffix(body, "$") + `\n?`
			}
		case "minlength", "min", "max", "range":
		default:
			return kind
		}
		rest = strings.TrimPrefix(behind[r.at:], ":")
	}
	return kind
}

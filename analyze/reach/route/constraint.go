package route

import (
	"regexp"
	"strings"
)

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

// converter returns the regex that a converter of Flask with arguments is, as "string(maxlength=40)" or "any(about, help)"; the
// name of any other.
func converter(kind string) string {
	name, inside, ok := strings.Cut(strings.TrimSuffix(kind, ")"), "(")
	if !ok {
		return kind
	}
	var texts []string
	for part := range strings.SplitSeq(inside, ",") {
		part = strings.TrimSpace(part)
		key, number, _ := strings.Cut(part, "=")
		most := map[string]string{"length": "", "maxlength": "0,"}
		if before, known := most[strings.TrimSpace(key)]; name == "string" && known {
			if number = strings.TrimSpace(number); number != "" && strings.Trim(number, "0123456789") == "" {
				return "[^/]{" + before + number + "}"
			}
		}
		texts = append(texts, regexp.QuoteMeta(part))
	}
	if name == "any" && !strings.ContainsAny(inside, `"'`) { // which may hold a comma
		return "(?:" + strings.Join(texts, "|") + ")"
	}
	return name
}

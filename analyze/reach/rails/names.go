package rails

import (
	"slices"
	"strings"
)

// join joins parts of a path, or of the name of a controller.
func join(before, part string) string {
	part = strings.Trim(part, "/")
	switch {
	case part == "":
		return before
	case before == "":
		return part
	}
	return before + "/" + part
}

// plural and singular follow the rules that most names follow.
func plural(name string) string {
	switch {
	case strings.HasSuffix(name, "y") && len(name) > 1 && !strings.ContainsRune("aeiou", rune(name[len(name)-2])):
		return strings.TrimSuffix(name, "y") + "ies"
	case hasAnySuffix(name, "s", "x", "ch", "sh"):
		return name + "es"
	}
	return name + "s"
}

func singular(name string) string {
	switch {
	case strings.HasSuffix(name, "people"):
		return strings.TrimSuffix(name, "people") + "person"
	case strings.HasSuffix(name, "ies"):
		return strings.TrimSuffix(name, "ies") + "y"
	case hasAnySuffix(name, "sses", "xes", "ches", "shes", "uses"):
		return strings.TrimSuffix(name, "es")
	case strings.HasSuffix(name, "ss"), strings.HasSuffix(name, "news"):
		return name
	}
	return strings.TrimSuffix(name, "s")
}

func hasAnySuffix(name string, all ...string) bool {
	return slices.ContainsFunc(all, func(s string) bool { return strings.HasSuffix(name, s) })
}

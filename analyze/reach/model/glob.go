package model

import (
	"path"
	"slices"
	"strings"
)

func matchFiles(patterns []string, file string) bool {
	return patterns == nil || slices.ContainsFunc(patterns, func(p string) bool { return MatchFile(p, file) })
}

// MatchFile reports whether a path with slashes fits a pattern: "**" stands for any number of folders, "*"
// for anything within one name, {a,b} for alternatives. A pattern without a slash fits the last name.
func MatchFile(pattern, file string) bool {
	for _, p := range Alternatives(pattern) {
		if !strings.Contains(p, "/") {
			if ok, err := path.Match(p, path.Base(file)); ok && err == nil {
				return true
			}
		} else if matchParts(strings.Split(p, "/"), strings.Split(file, "/")) {
			return true
		}
	}
	return false
}

// Alternatives returns the patterns that one with alternatives stands for.
func Alternatives(pattern string) []string {
	all := []string{""}
	for pattern != "" {
		open := strings.IndexByte(pattern, '{')
		end := strings.IndexByte(pattern[max(open, 0):], '}')
		if open < 0 || end < 0 {
			break
		}
		before, inside := pattern[:open], strings.Split(pattern[open+1:open+end], ",")
		pattern = pattern[open+end+1:]
		if len(all)*len(inside) > mostAlternatives {
			return nil
		}
		var more []string
		for _, one := range all {
			for _, a := range inside {
				more = append(more, one+before+a)
			}
		}
		all = more
	}
	for i := range all {
		all[i] += pattern
	}
	return all
}

// matchParts compares in time that is the product of the lengths: row i tells which heads of the file the
// first i parts of the pattern match.
func matchParts(pattern, file []string) bool {
	row := make([]bool, len(file)+1)
	row[0] = true
	for _, part := range pattern {
		next := make([]bool, len(file)+1)
		for j := range next {
			if part == "**" {
				next[j] = row[j] || j > 0 && next[j-1]
			} else if j > 0 && row[j-1] {
				ok, err := path.Match(part, file[j-1])
				next[j] = ok && err == nil
			}
		}
		row = next
	}
	return row[len(file)]
}

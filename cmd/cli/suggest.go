package cli

import "strings"

// Suggest is the remedy for a name that is none of those that are known.
func Suggest(word string, names []string) string {
	if near := Nearest(word, names); near != "" {
		return `did you mean "` + near + `"?`
	}
	return "known are " + strings.Join(names, ", ")
}

// Nearest returns the name that is most like a word, "" when none is much like it.
func Nearest(word string, names []string) string {
	best, distance := "", 1+max(1, len(word)/3)
	for _, name := range names {
		if d := editDistance(strings.ToLower(word), name); d < distance {
			best, distance = name, d
		}
	}
	if best != "" {
		return best
	}
	for _, name := range names {
		if len(word) >= 3 && (strings.HasPrefix(name, word) || strings.HasPrefix(word, name)) {
			return name
		}
	}
	return ""
}

// editDistance is the number of characters to insert, delete, replace or swap with their neighbour
// that makes one word of the other.
func editDistance(a, b string) int {
	const longest = 64
	if len(a) > longest || len(b) > longest {
		return longest
	}
	var rows [3][longest + 1]int
	before, last, row := &rows[0], &rows[1], &rows[2]
	for j := range len(b) + 1 {
		last[j] = j
	}
	for i := range len(a) {
		row[0] = i + 1
		for j := range len(b) {
			differs := 1
			if a[i] == b[j] {
				differs = 0
			}
			row[j+1] = min(last[j]+differs, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}

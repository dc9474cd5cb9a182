package source

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// Patterns are globs over paths. * and ? stand for what has no slash in it, ** for any number of folders,
// [a-z] for a character and {a,b} for either word. A glob without a slash is about a name at any depth, any
// other about the path from a folder. What lies in a folder that is meant is meant as well. Nil Patterns
// mean nothing.
type Patterns struct {
	base  string // absolute, without links
	rules []ignoreRule
}

// most is how many globs the braces of one may stand for.
const most = 1000

// NewPatterns reads globs that are relative to a folder.
func NewPatterns(base string, globs []string) (*Patterns, error) {
	p := &Patterns{base: resolved(base)}
	for _, glob := range globs {
		plain := expandBraces(filepath.ToSlash(glob), most+1)
		if len(plain) > most {
			return nil, fmt.Errorf("%q stands for more than %d globs", glob, most)
		}
		for _, one := range plain {
			// An ignore file begins a comment with # and an exception with !, which here are characters.
			negated := strings.HasPrefix(one, "!")
			one = strings.TrimPrefix(one, "./")
			if folder, all := strings.CutSuffix(one, "/**"); all && folder != "" && !strings.HasSuffix(folder, "**") {
				one = "/" + strings.TrimPrefix(folder, "/") + "/" // the folder as a whole, which is left out as one
			}
			r, ok := parseRule(one)
			if !ok || negated {
				return nil, fmt.Errorf("%q is not a glob", glob)
			}
			p.rules = append(p.rules, r)
		}
	}
	return p, nil
}

// Match reports whether the patterns mean a file, or a folder that it is in.
func (p *Patterns) Match(path string) bool {
	if p == nil || len(p.rules) == 0 {
		return false
	}
	return p.match(resolved(path), "", false)
}

// match reports whether the patterns mean an absolute path, or a folder that it is in, as they stand or
// as if they were relative to root.
func (p *Patterns) match(absolute, root string, dir bool) bool {
	if p == nil {
		return false
	}
	bases := []string{p.base}
	if root != "" && root != p.base {
		bases = append(bases, root)
	}
	for _, base := range bases {
		rel, err := filepath.Rel(base, absolute)
		if err != nil || !filepath.IsLocal(rel) || rel == "." {
			continue
		}
		elements := strings.Split(filepath.ToSlash(rel), "/")
		for n := range elements {
			if p.means(elements[:n+1], dir || n+1 < len(elements)) {
				return true
			}
		}
	}
	return false
}

func (p *Patterns) means(elements []string, dir bool) bool {
	return slices.ContainsFunc(p.rules, func(r ignoreRule) bool {
		switch {
		case r.dirOnly && !dir:
			return false
		case r.byName:
			return r.glob[0].matches(elements[len(elements)-1])
		}
		return r.matchPath(elements)
	})
}

// expandBraces returns the globs that one with alternatives in braces stands for, at most limit of them.
func expandBraces(glob string, limit int) []string {
	open, depth := -1, 0
	var commas []int
	for i := 0; i < len(glob); i++ {
		switch glob[i] {
		case '\\':
			i++
		case '{':
			if depth++; depth == 1 {
				open, commas = i, nil
			}
		case ',':
			if depth == 1 {
				commas = append(commas, i)
			}
		case '}':
			if depth--; depth < 0 {
				depth = 0
			}
			if depth > 0 || open < 0 || len(commas) == 0 {
				continue
			}
			var all []string
			from := open + 1
			for _, to := range append(commas, i) {
				// What is before the brace has none, so each round takes one pair away.
				if all = append(all, expandBraces(glob[:open]+glob[from:to]+glob[i+1:], limit-len(all))...); len(all) >= limit {
					break
				}
				from = to + 1
			}
			return all
		}
	}
	return []string{glob}
}

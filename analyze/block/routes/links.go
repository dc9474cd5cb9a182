package routes

import (
	"iter"
	"net/url"
	"slices"
	"strings"

	"snag/analyze/lazyregexp"
)

// mostLinks bounds what is kept of the paths to which a service refers.
const mostLinks = 500

// references matches what pages refer to.
var references = lazyregexp.New(`(?i)\b(?:href|src|action)\s*=\s*["']([^"'#\s]{1,500})`)

// assets matches the paths of files that are the same for everybody.
var assets = lazyregexp.New(`(?i)\.(?:css|js|mjs|map|png|gif|jpe?g|svg|ico|woff2?|ttf|webp)$`)

// Refer keeps a path to which the service refers, by a link or a redirect. Those of other hosts are kept as well: a
// service may call itself by another name.
func (a *Answers) Refer(to string) {
	u, err := url.Parse(to)
	if err != nil || !strings.HasPrefix(u.Path, "/") || assets.MatchString(u.Path) || u.Scheme != "" && !strings.HasPrefix(u.Scheme, "http") {
		return
	}
	link := segments(u.EscapedPath())
	known := slices.ContainsFunc(a.links, func(l []string) bool { return slices.Equal(l, link) })
	if len(link) > 0 && len(a.links) < mostLinks && !known {
		a.links = append(a.links, link)
	}
}

// referred keeps the paths that stand in a document.
func (a *Answers) referred(value any, level int) {
	switch v := value.(type) {
	case string:
		if strings.HasPrefix(v, "/") || strings.HasPrefix(v, "http://") || strings.HasPrefix(v, "https://") {
			a.Refer(v)
		}
	case []any:
		for _, one := range v[:min(len(v), mostLinks)] {
			if level < 8 {
				a.referred(one, level+1)
			}
		}
	case map[string]any:
		for _, key := range sortedKeys(v) {
			if level < 8 {
				a.referred(v[key], level+1)
			}
		}
	}
}

// linked are the parameters of a path by the link that fits most of it, the first of these: what was created last is
// most likely to be there, and what was there before to hold something.
func (a *Answers) linked(r Route, links iter.Seq2[int, []string]) Values {
	written, best := segments(r.Path), Values{}
	most := 0
	for _, link := range links {
		v, literals := Values{}, 0
		for i, part := range written {
			if i >= len(link) {
				break
			}
			if name, ok := parameter(part); !ok {
				if part != link[i] {
					break
				}
				literals++
			} else if text, err := url.PathUnescape(link[i]); err == nil && text != "" {
				v["path."+name] = text
			}
		}
		// A parameter alone fits everything, also the paths of other routes.
		alone := literals == 0 && (len(link) != 1 || a.firsts[link[0]])
		if fits := 2*len(v) + 3*literals; !alone && len(v) > 0 && fits > most {
			best, most = v, fits
		}
	}
	return best
}

// literalFirst is the first segment of a path, if it is no parameter.
func literalFirst(path string) (string, bool) {
	parts := segments(path)
	if len(parts) == 0 {
		return "", false
	}
	_, isParameter := parameter(parts[0])
	return parts[0], !isParameter
}

// member is the last parameter of a path by a member of the document that the path before it gave, with the values
// that it was given for.
func (a *Answers) member(r Route) Values {
	written := segments(r.Path)
	for i := len(written) - 1; i > 0; i-- {
		name, ok := parameter(written[i])
		if !ok {
			continue
		}
		before := "/" + strings.Join(written[:i], "/")
		document, _ := a.byPath[before].(map[string]any)
		for _, key := range sortedKeys(document) {
			if plainWord.MatchString(key) && !ends.MatchString(key) {
				v := Values{"path." + name: key}
				for key, value := range a.sent[before] {
					if strings.HasPrefix(key, "path.") {
						v[key] = value
					}
				}
				return v
			}
		}
	}
	return nil
}

// listsOf reports whether a path names a list of what a parameter names one of, as /pluginslist does for plugin.
func listsOf(path, name string) bool {
	parts := segments(path)
	return len(parts) > 0 && len(name) > 2 && len(parts[len(parts)-1]) > len(name) && strings.HasPrefix(strings.ToLower(parts[len(parts)-1]), strings.ToLower(name))
}

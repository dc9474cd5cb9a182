package repair

import (
	"slices"
	"strings"

	"snag/analyze/lazyregexp"
	"snag/analyze/regex/syntax"
)

// Bounds on what is tried as a way over places where no match begins.
const (
	maxDead  = 600 // its length
	mostDead = 8   // ways
)

// dead returns what one attempt can read from each place where no match begins, in rounds, as alternatives: one
// character where none can begin, or all that one of the loops reads, where what must follow it is not there.
func (v *view) dead(loops []*syntax.Node) []string {
	var all []string
	put := func(first string, runs ...string) {
		if first == "" || len(runs) == 0 {
			return
		}
		text := v.other(first) + "|" + strings.Join(runs, "|")
		if len(text) <= maxDead && !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	var firsts, later []string
	var each [][]string
	for _, n := range loops {
		if runs, short := v.deadRuns(n); len(runs) > 0 {
			firsts, each, later = append(firsts, v.first(n)), append(each, runs), append(later, short)
		}
	}
	if len(each) > 1 {
		for k := range 2 {
			var runs []string
			for _, list := range each {
				runs = append(runs, list[min(k, len(list)-1)])
			}
			put(firsts[0], runs...)
			put(firsts[0], append(runs[:1:1], later[1:]...)...)
		}
	}
	for i, runs := range each {
		for _, run := range runs {
			put(firsts[i], run)
		}
	}
	return all[:min(len(all), mostDead)]
}

// other reads a character where first does not begin.
func (v *view) other(first string) string {
	if set, ok := v.oneSet(first); ok {
		return set
	}
	return "(?!" + first + ")" + v.set(v.anything())
}

// oneSet returns the set of all characters but those that text matches, where it is a set of the pattern.
func (v *view) oneSet(text string) (other string, ok bool) {
	syntax.Walk(v.tree.Root, func(n *syntax.Node) bool {
		if n.Op == syntax.OpSet && !ok && n.Span.End > n.Span.Start && v.text(n) == text {
			if rest := v.anything().Subtract(n.Set); !rest.IsEmpty() {
				other, ok = v.set(rest), true
			}
		}
		return !ok
	})
	return other, ok
}

// deadRuns returns what reads all that loop n can read where what must follow it is not there, the shortest first, and
// one that reads what stands before the loop even where the loop reads nothing.
func (v *view) deadRuns(n *syntax.Node) (list []string, short string) {
	quantifier := v.greedy(n)
	if !n.IsLoop() || !v.isPlain(n) || quantifier != "*" && quantifier != "+" {
		return nil, ""
	}
	parts, ok := v.opening(n)
	body, copyable := v.copyable(n.Subs[0])
	plain, known := v.join(parts)
	if !ok || !copyable || !known {
		return nil, ""
	}
	body = atom(n.Subs[0], body)
	opening, ok := v.keeping(parts)
	if !ok {
		return nil, ""
	}
	if n.Min == 0 && !slices.ContainsFunc(parts, func(p *syntax.Node) bool { return !skippable(p) }) {
		quantifier = "+" // a round reads something
	}
	var closers []string
	for _, taken := range []func(*syntax.Node) bool{
		func(sub *syntax.Node) bool { return !sub.MayBeLong() },
		func(sub *syntax.Node) bool { return !sub.MayBeLong() || isSetLoop(sub) },
		func(*syntax.Node) bool { return true },
	} {
		if text := v.following(n, taken); text != "" && !slices.Contains(closers, text) {
			closers = append(closers, text)
		}
	}
	possessive := ""
	if hasAtomic(v.tree.Dialect) && v.tree.Dialect != syntax.DotNet {
		possessive = "+"
	}
	lazy := strings.TrimPrefix(v.quantifier(n), v.greedy(n))
	across := v.across(parts, n)
	for _, closer := range closers {
		match := body + quantifier + lazy + closer
		if !n.Lazy && possessive != "" {
			list = append(list, opening+body+quantifier+possessive+"(?!"+closer+")")
		}
		list = append(list, opening+"(?!"+match+")"+body+quantifier+possessive)
		if opening != plain {
			list = append(list, "(?!"+plain+match+")"+opening+body+quantifier+possessive)
		}
		if across != "" {
			some := ""
			if quantifier == "+" { // as first asks for
				some = "(?=" + body + ")"
			}
			list = append(list, "(?!"+plain+match+")"+opening+some+"(?:(?!"+across+")"+body+")*"+possessive)
		}
	}
	if len(closers) > 0 {
		short = opening + "(?!" + body + quantifier + lazy + closers[0] + ")" + body + "*" + possessive
	}
	return list, short
}

// keeping returns the text of parts with loops that keep what they have read, so that it reads the same from every
// place. ok is false where that is not known.
func (v *view) keeping(parts []*syntax.Node) (text string, ok bool) {
	if plain, _ := v.join(parts); !slices.ContainsFunc(parts, (*syntax.Node).MayBeLong) {
		return plain, true
	}
	if !hasAtomic(v.tree.Dialect) || v.tree.Dialect == syntax.DotNet {
		return "", false
	}
	ok = true
	for _, p := range parts {
		var edits []edit
		syntax.Walk(p, func(sub *syntax.Node) bool {
			if sub.Op == syntax.OpRepeat && sub.MayBeLong() {
				quantifier := v.quantifier(sub)
				ok = ok && isSetLoop(sub) && !sub.Lazy && (quantifier == "*" || quantifier == "+")
				edits = append(edits, insert(sub.Span.End, "+"))
			}
			return sub.Op != syntax.OpAtomic && sub.Op != syntax.OpLook
		})
		one, copyable := v.copied(p, edits)
		text, ok = text+one, ok && copyable
	}
	return text, ok
}

// across matches the openings of loop n, made of parts, that begin in what n reads and end behind it, "" for none and
// where they are not known.
func (v *view) across(parts []*syntax.Node, n *syntax.Node) string {
	body := bare(n.Subs[0])
	if body.Op != syntax.OpSet {
		return ""
	}
	inside, rest := "", ""
	var alts []string
	for i, p := range parts {
		if p = bare(p); p.Op == syntax.OpGroup {
			p = bare(p.Subs[0])
		}
		set, quantifier := p, ""
		if p.Op == syntax.OpRepeat {
			set, quantifier = bare(p.Subs[0]), v.quantifier(p)
		}
		switch p.Op {
		case syntax.OpAssert, syntax.OpLook, syntax.OpEmpty:
			inside += v.text(p)
			continue
		}
		var ok bool
		if rest, ok = v.join(parts[i+1:]); !ok {
			return ""
		}
		if set.Op != syntax.OpSet {
			outside := p.Has(func(n *syntax.Node) bool { return n.Op == syntax.OpSet && !n.Set.Subtract(body.Set).IsEmpty() })
			text, ok := v.copyable(parts[i])
			if outside || !ok {
				return ""
			}
			inside += text
			continue
		}
		in, out := set.Set.Intersect(body.Set), set.Set.Subtract(body.Set)
		if !out.IsEmpty() {
			alt := inside
			if quantifier != "" && !in.IsEmpty() && p.Max != 1 {
				alt += v.set(in) + "*"
			}
			alt += v.set(out)
			if quantifier != "" && p.Max != 1 {
				alt += v.body(p) + "*"
			}
			alts = append(alts, alt+rest)
		}
		switch {
		case !in.IsEmpty():
			inside += v.set(in) + quantifier
		case p.Op == syntax.OpSet || p.Min > 0:
			return strings.Join(alts, "|")
		}
	}
	return strings.Join(alts, "|")
}

// first returns a pattern of how matches of the whole pattern begin, up to where loop n has read something, or all
// of it along the ways that do not pass n; "" where that is not known.
func (v *view) first(n *syntax.Node) string {
	text, ok := v.body(n), true
	if n.Min == 0 {
		text = ""
	}
	if parts, known := v.opening(n); n.Min == 0 && known && !slices.ContainsFunc(parts, func(p *syntax.Node) bool { return !skippable(p) }) {
		text = v.body(n)
		if rest := v.following(n, func(*syntax.Node) bool { return true }); rest != "" {
			text = "(?:" + text + "|" + rest + ")"
		}
	}
	for at := n; ok && at != v.tree.Root; {
		up := v.parent[at]
		switch up.Op {
		case syntax.OpConcat:
			i := slices.Index(up.Subs, at)
			var before string
			if before, ok = v.join(up.Subs[:i]); ok {
				text = before + text
			}
		case syntax.OpAlternate:
			rest := v.following(up, func(*syntax.Node) bool { return true })
			var alts []string
			for _, sub := range up.Subs {
				if sub == at {
					alts = append(alts, text)
					continue
				}
				one, copyable := v.copyable(sub)
				ok = ok && copyable
				alts = append(alts, one+rest)
			}
			if text = strings.Join(alts, "|"); len(alts) > 1 && v.parent[up] != nil {
				text = "(?:" + text + ")"
			}
		case syntax.OpGroup:
		default:
			return ""
		}
		at = up
	}
	if !ok {
		return ""
	}
	return text
}

// flagsInFront are flags that stand before a pattern.
var flagsInFront = lazyregexp.New(`^\s*\(\?[a-zA-Z]+\)`)

// split divides a pattern into flags in front of it and the rest.
func split(pattern string) (flags, rest string) {
	flags = flagsInFront.FindString(pattern)
	return strings.TrimSpace(flags), pattern[len(flags):]
}

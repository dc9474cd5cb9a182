package parser

import (
	"slices"
	"strconv"

	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/alphabet"
)

// dotnetGroup reads the name of (?<name>...), which may be a number, or the names of a balancing group
// (?<name-other>...) and (?<-other>...).
func (p *parser) dotnetGroup(f frame, end rune) {
	name, ok := p.dotnetName(f.start)
	if !ok && p.peek() != '-' {
		p.fail(f.start, msgBadName)
		return
	}
	if p.accept('-') {
		other, ok := p.dotnetName(f.start)
		if !ok {
			p.fail(f.start, msgBadName)
			return
		}
		f.pop = other
	}
	if !p.accept(end) {
		p.fail(f.start, msgBadName)
		return
	}
	if name == "" {
		f.kind = frameGroup
		p.openFrame(f)
		return
	}
	if name == "0" {
		p.fail(f.start, "a group cannot have the number 0")
		return
	}
	p.openCapture(f, name)
}

// dotnetName reads a name or a number, which it returns without leading zeros.
func (p *parser) dotnetName(start int) (string, bool) {
	from := p.pos
	if isDigit(p.peek()) {
		digits := p.digits()
		if count(digits) == syntax.MaxRepeat {
			p.fail(start, "the number of the group is too large")
		}
		if alphabet.DotNetWord().Contains(p.peek()) {
			return "", false
		}
		return strconv.Itoa(count(digits)), true
	}
	for alphabet.DotNetWord().Contains(p.peek()) || p.peek() == 0x200C || p.peek() == 0x200D {
		p.pos++
	}
	return string(p.src[from:p.pos]), p.pos > from
}

// dotnetCondition reads the condition of (?(...)yes|no): a group by number or name if there is such a
// group, else an expression to look ahead for.
func (p *parser) dotnetCondition(f frame) {
	at := p.pos
	name, ok := p.dotnetName(f.start)
	if ok && p.peek() == ')' {
		p.scanGroups()
		number, err := strconv.Atoi(name)
		if err == nil || slices.Contains(p.scan.names, name) {
			p.pos++
			n := p.newNode(syntax.OpIf, at)
			if err == nil {
				n.Refs = []int{number}
			} else {
				n.Name = name
			}
			p.refs = append(p.refs, n)
			f.condition = n
			p.openFrame(f)
			return
		}
	}
	p.pos = at
	p.openFrame(f)
	look := frame{kind: frameLook, start: at - 1, backward: false}
	if p.peek() == '?' {
		switch next := p.at(1); {
		case next == '=' || next == '!':
			p.pos += 2
			look.negate = next == '!'
		case next == '<' && (p.at(2) == '=' || p.at(2) == '!'):
			p.pos += 3
			look.behind, look.backward, look.negate = true, true, p.src[p.pos-1] == '!'
		default:
			// Any other group, in a lookahead.
			p.fail(f.start, msgBadCondition)
			return
		}
	}
	p.openFrame(look)
}

// numberDotNet returns, for each capture in the order of the pattern, its number: first come groups
// without a name, then those whose name is a number, then the other names. Numbers that nothing has
// are left out, so that they are dense; then a numeric name tells the number.
func (p *parser) numberDotNet() []int {
	numbers := make([]int, len(p.names)+1)
	taken := map[int]bool{}
	next := 1
	for i, name := range p.names {
		n, err := strconv.Atoi(name)
		switch {
		case name == "":
			numbers[i+1] = next
			next++
		case err == nil:
			numbers[i+1] = n
		default:
			continue
		}
		taken[numbers[i+1]] = true
	}
	named := map[string]int{}
	for i, name := range p.names {
		if numbers[i+1] != 0 {
			continue
		}
		n, ok := named[name]
		if !ok {
			for taken[next] {
				next++
			}
			n = next
			named[name], taken[n] = n, true
		}
		numbers[i+1] = n
	}
	all := make([]int, 0, len(taken))
	for n := range taken {
		all = append(all, n)
	}
	slices.Sort(all)
	p.perl.numbers = all
	for i := 1; i < len(numbers); i++ {
		slot, _ := slices.BinarySearch(all, numbers[i])
		numbers[i] = slot + 1
	}
	return numbers
}

package redos

import (
	"snag/analyze/regex/attack"
	"snag/analyze/regex/sample"
	"snag/analyze/regex/syntax"
	"snag/analyze/wtf8"
)

// Bounds on the attacks on calls of a group within itself.
const (
	mostCalls   = 4
	mostClosing = 8 // letters that may close what was opened
)

// nested returns attacks on calls of a group within itself: what leads from the start of the group to the call, again
// and again, and then nothing, or what closes it as often, or a letter that it may read in many levels at once.
func (d *decision) nested(letters []rune) (attacks []attack.Attack) {
	calls := 0
	syntax.Walk(d.tree.Root, func(n *syntax.Node) bool {
		if n.Op != syntax.OpCall || calls == mostCalls {
			return calls < mostCalls
		}
		group := d.tree.Root
		if n.Refs[0] > 0 {
			groups := d.tree.Root.Groups(n.Refs[0])
			if len(groups) == 0 {
				return true
			}
			group = groups[0]
		}
		calls++
		s := sample.New(nil)
		lead, _ := s.Until(d.tree.Root, group)
		open, found := s.Until(group, n)
		if !found || len(open) == 0 || len(lead)+len(open) > sample.Longest {
			return true
		}
		whole := sample.New(nil).Text(group)
		first := attack.Pump{Prefix: wtf8.Encode(lead), Pump: wtf8.Encode(open)}
		for _, inside := range []string{"", wtf8.Encode(whole)} {
			for _, suffix := range []string{"", "!", "\n"} {
				attacks = append(attacks, attack.Attack{Pumps: []attack.Pump{first}, Suffix: inside + suffix})
				for _, r := range letters[:min(len(letters), mostClosing)] {
					again := attack.Pump{Prefix: inside, Pump: wtf8.Encode([]rune{r})}
					attacks = append(attacks, attack.Attack{Pumps: []attack.Pump{first, again}, Suffix: suffix})
				}
			}
		}
		return true
	})
	return attacks
}

package routing

import (
	"snag/analyze/reach/model"
	"snag/analyze/reach/rules"
)

// demand is a call on what a registration returns, which demands something of parameters of the path.
type demand struct {
	call  rules.Call
	roles []model.Filled
}

// maxChain bounds the calls between a registration and one that demands something of its parameters.
const maxChain = 8

// demanded reads what calls on the result of a registration demand of parameters of its path, as
// Route::get('/a/{id}', fn)->where('id', '[0-9]{1,8}') does.
func (p *reader) demanded(r rules.Registration, t *told) {
	if len(r.Rule.Demands) == 0 {
		return
	}
	if p.demands == nil {
		p.demands = map[rules.Call][]demand{}
		p.Calls(func(c rules.Call) {
			for _, q := range r.Rule.Demands {
				if roles, _, ok := q.Match(p.Language(), c.Asked()); ok && !c.IsMade() {
					for of, n := p.Results(c.Receiver()), 0; len(of) == 1 && n < maxChain; n++ {
						p.demands[of[0]] = append(p.demands[of[0]], demand{c, roles})
						of = p.Results(of[0].Receiver())
					}
				}
			}
		})
	}
	for _, d := range p.demands[r.Call] {
		if _, as := d.call.Written(); !as.Certain {
			continue
		}
		var names []string
		regex := ""
		for _, role := range d.roles {
			switch at := d.call.Given(role); role.Role {
			case "patterns":
				p.demand(t, at)
			case "name":
				names = p.texts(at)
			case "regex":
				regex = p.regex(at)
			}
		}
		if len(names) == 1 && regex != "" {
			t.match(names[0], regex)
		}
	}
}

// demand reads the regexes that an object has by the names of parameters.
func (p *reader) demand(t *told, v rules.Value) {
	of, ok := p.WrittenAt(v)
	if !ok {
		return
	}
	for _, name := range of.Members() {
		t.match(name, p.regex(of.Member(name)))
	}
}

// regex returns the regex that a value is, one that matches anything where it may be another.
func (p *reader) regex(v rules.Value) string {
	if text, ok := p.WholeText(v); ok {
		return text
	}
	return ".*"
}

// match notes what a parameter has to match. Of two regexes for one it is not known which counts.
func (t *told) match(name, regex string) {
	if t.patterns == nil {
		t.patterns = map[string]string{}
	}
	if have, ok := t.patterns[name]; ok && have != regex {
		regex = ".*"
	}
	t.patterns[name] = regex
}

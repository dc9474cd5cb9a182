package routes

import "strings"

// Taught adds what the refusal of these values says to a route. It reports whether that is news. A number that was
// guessed and is refused without a reason is sent as text from then on, and as a number again where that is refused.
func (r *Route) Taught(lessons []Lesson, sent Values) (news bool) {
	for _, l := range lessons {
		place := l.Place
		if place == "" {
			place = r.placeOf(l.Name)
		}
		if place == Path && r.Input("path."+l.Name) == nil {
			continue
		}
		if l.Element && !strings.Contains(l.Name, "*") {
			l.Name = r.within(place, l.Name)
		}
		if list, _, of := strings.Cut(l.Name, ".*"); of {
			s := NewSchema()
			s.Type = "array"
			r.Add(Input{Place: place, Name: list, Required: true, Schema: s})
		}
		old := r.Input(string(place) + "." + l.Name)
		if old != nil && place == Body && old.Type == "" && l.Type == "" && l.Enum == nil && l.Format == "" {
			if _, isNumber := number(sent[old.Key()]); isNumber {
				if r.turned == nil {
					r.turned = map[string]bool{}
				}
				l.Type, r.turned[old.Key()] = "string", true
			}
		} else if old != nil && r.turned[old.Key()] && old.Type == "string" && l.Type == "" && l.Format == "" {
			l.Type, r.turned[old.Key()] = "integer", false
		}
		in := Input{Place: place, Name: l.Name, Required: true, Schema: l.Schema}
		switch {
		case old == nil && len(r.Inputs) < mostInputs:
			r.Inputs = append(r.Inputs, r.Informed(in))
			news = true
		case old == nil:
		case !old.Required:
			old.Required = true
			old.Schema = l.Schema.And(old.Schema)
			news = true
		default:
			// What the refusal says holds, and not what was guessed before.
			before := old.Schema
			if l.Enum != nil || l.Type != "" && l.Type != old.Type || l.Format != "" {
				old.Example, old.Choices = nil, nil
			}
			if l.Enum != nil {
				old.Enum = l.Enum
			}
			if l.Type != "" {
				old.Type = l.Type
			}
			if l.Format != "" {
				old.Format = l.Format
			}
			if l.Example != nil {
				news = news || old.Example != l.Example
				old.Example = l.Example
			}
			if l.Min != nil {
				old.Min = l.Min
			}
			old.MinLength = max(old.MinLength, l.MinLength)
			news = news || before.Type != old.Type || before.Format != old.Format || len(before.Enum) != len(old.Enum) || before.MinLength != old.MinLength
		}
	}
	return news
}

// within is the name of a member of the elements of the route's list, if it has one.
func (r *Route) within(place Place, name string) string {
	for _, in := range r.Inputs {
		_, isList := in.guess(0).([]any)
		if in.Place == place && (in.Type == "array" || in.Type == "" && isList) && in.Name != name {
			return in.Name + ".*." + name
		}
	}
	return name
}

// placeOf is where an input of a name is likely to stand.
func (r *Route) placeOf(name string) Place {
	for _, in := range r.Inputs {
		if in.Name == name || in.Last() == name {
			return in.Place
		}
	}
	if r.HasBody() {
		return Body
	}
	return Query
}

package model

// MakesPattern reports whether a call of a name may make a pattern out of an argument that is not constant. Argument
// -1 stands for those that are given by name.
func (m *Model) MakesPattern(lang Language, name string, constant func(arg int) bool) bool {
	may := func(c *CallPattern) bool {
		for _, q := range c.Params {
			if q.Role == "regex" && q.Path == nil && (!constant(q.Index) || q.Keywords != nil && !constant(-1)) {
				return true
			}
		}
		return false
	}
	found := false
	m.compiles.each(lang, []string{name}, func(r *CompileRule) { found = found || may(r.Call) })
	m.matches.each(lang, []string{name}, func(r *MatchRule) {
		found = found || r.Call != nil && !r.Literal && may(r.Call)
	})
	return found
}

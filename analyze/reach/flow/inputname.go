package flow

import (
	"slices"
	"strings"

	"snag/analyze/reach/model"
	"snag/analyze/reach/rules"
)

// InputName returns the name of the value of a request that a hit is, as [Input] has it, "" for none.
func (p *Program) InputName(h Hit) string {
	all := p.Named(h.Access)
	at := slices.IndexFunc(all, func(n rules.Named) bool { return n.Source == h.Source })
	if at < 0 {
		return ""
	}
	if name, kind := p.sent(&h); kind != model.NoKind && kind != model.Body {
		return name
	}
	n := all[at]
	value := h.at
	if calls := p.SitesOn(value); len(calls) == 1 {
		value = p.Sites[calls[0]].Result
	}
	if file, g := p.FileOf(value); g != nil {
		n.Name = p.Completed(n, file, g)
	}
	if h.taken > 0 && !strings.Contains(n.Name, ".") {
		if c := &p.Sites[h.taken-1]; rules.IsGetter(c.Method) && len(c.Args) > 0 {
			if texts := p.TextsOf(c.Args[0]); len(texts) == 1 && texts[0] != "" && !strings.ContainsAny(texts[0], " \n") {
				n.Name += "." + texts[0]
			}
		}
	}
	if n.Bare && h.Access.Root.Param != "" && !strings.HasSuffix(n.Name, "."+h.Access.Root.Param) {
		n.Name += "." + strings.TrimLeft(h.Access.Root.Param, "$")
	}
	return n.Name
}

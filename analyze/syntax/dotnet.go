package syntax

func (p *parser) dotnetGroup(f frame, end rune) {
	name := p.name(end, f.start)
	if name != "" {
		p.openCapture(f, name)
	}
}

func (p *parser) dotnetCondition(f frame) {
	p.unmodelled(f.start, "a conditional")
}

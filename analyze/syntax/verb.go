package syntax

func (p *parser) settings() {}

func (p *parser) verb(f frame) {
	p.unmodelled(f.start, "a verb")
}

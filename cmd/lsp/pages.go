package lsp

// pages are HTML pages for the browser in a folder that is private to the user and goes with the server.
type pages struct{}

func (p *pages) remove() {}

package lsp

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"snag/probe/scratch"
)

// mostPages is how many pages are there at a time.
const mostPages = 20

// pages are HTML pages for the browser, in a folder that is private to the user and goes with the server.
type pages struct {
	mu   sync.Mutex
	dir  string
	gone func()
	made int
}

// write puts a page into the folder and returns its path. It takes the place of the oldest one where there are many.
func (p *pages) write(content []byte) (path string, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.dir == "" {
		scratch.Sweep()
		if p.dir, p.gone, err = scratch.Dir("page"); err != nil {
			return "", err
		}
	}
	p.made++
	if p.made > mostPages {
		os.Remove(p.path(p.made - mostPages))
	}
	path = p.path(p.made)
	return path, os.WriteFile(path, content, 0o600)
}

func (p *pages) path(n int) string { return filepath.Join(p.dir, fmt.Sprintf("regex-%d.html", n)) }

// remove removes all pages.
func (p *pages) remove() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.gone != nil {
		p.gone()
	}
}

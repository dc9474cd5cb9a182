package lsp

import (
	"context"
	"fmt"
)

// progress tells the client how work comes on that it did not ask for. The zero progress tells nothing.
type progress struct {
	s     *server
	token string
}

// newProgress begins to tell of work, where the client shows that.
func (s *server) newProgress(ctx context.Context, title, message string) *progress {
	if !s.client.Window.WorkDoneProgress {
		return &progress{}
	}
	s.mu.Lock()
	s.tokens++
	token := fmt.Sprintf("snag-%d", s.tokens)
	s.mu.Unlock()
	if err := s.call(ctx, "window/workDoneProgress/create", progressCreateParams{token}, nil); err != nil {
		return &progress{}
	}
	p := &progress{s, token}
	p.send(progressStep{Kind: "begin", Title: title, Message: message})
	return p
}

func (p *progress) report(message string) { p.send(progressStep{Kind: "report", Message: message}) }
func (p *progress) end()                  { p.send(progressStep{Kind: "end"}) }

func (p *progress) send(step progressStep) {
	if p.s != nil {
		p.s.notify("$/progress", progressParams{p.token, step})
	}
}

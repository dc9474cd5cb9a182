package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/creachadair/jrpc2"

	"snag/analyze/source/document"
	"snag/cmd/cli"
	"snag/cmd/report/render"
)

// The commands that a client may ask for. Each takes the URI of an open document and a position in it.
const (
	commandExplain = "snag.explain" // show a page about the regex there in the browser
	commandAbout   = "snag.about"   // say what is wrong with the call there
	commandReason  = "snag.reason"  // put the cursor there
)

func (s *server) execute(ctx context.Context, p executeCommandParams) (any, error) {
	var uri string
	var position document.Position
	if len(p.Arguments) != 2 || json.Unmarshal(p.Arguments[0], &uri) != nil || json.Unmarshal(p.Arguments[1], &position) != nil {
		return nil, jrpc2.Errorf(jrpc2.InvalidParams, "%s takes the URI of a document and a position", p.Command)
	}
	at, _, all, err := s.findingsAt(ctx, uri, func(at snapshot) (int, int) {
		offset := at.text.Offset(position, s.encoding)
		return offset, offset
	})
	if err != nil {
		return nil, err
	}
	switch p.Command {
	case commandReason:
		place := document.Range{Start: position, End: position}
		s.showDocument(showDocumentParams{URI: at.uri, TakeFocus: true, Selection: &place})
		return nil, nil
	case commandExplain:
		for _, f := range all {
			if f.regex != nil && f.regex.IsVulnerable() {
				return nil, s.explain(ctx, f)
			}
		}
	case commandAbout:
		for _, f := range all {
			if f.regex == nil {
				s.show(messageInfo, messageOf(f))
				return nil, nil
			}
		}
	default:
		return nil, jrpc2.Errorf(jrpc2.InvalidParams, "there is no command %s", p.Command)
	}
	return nil, jrpc2.Errorf(codeContentModified, "there is no such finding any more")
}

// explain shows a page about a regex in the browser.
func (s *server) explain(ctx context.Context, f shown) error {
	r := f.regex.Explain(ctx)
	if err := ctx.Err(); err != nil {
		return err
	}
	r.Version, r.Rules, r.Started, r.All = s.version, s.rules, time.Now().UTC(), true
	var page bytes.Buffer
	if err := cli.FormatNamed("html").Render(&page, &r, render.View{}); err != nil {
		return fmt.Errorf("make the page: %w", err)
	}
	path, err := s.pages.write(page.Bytes())
	if err != nil {
		return fmt.Errorf("write the page: %w", err)
	}
	if !s.client.Window.ShowDocument.Support {
		s.show(messageInfo, "the page is "+path)
		return nil
	}
	s.showDocument(showDocumentParams{URI: uriOf(path), External: true})
	return nil
}

// showDocument asks the client to show something. What it answers is not waited for, as a person may be asked.
func (s *server) showDocument(p showDocumentParams) {
	go func() {
		var r showDocumentResult
		if err := s.call(s.ctx, "window/showDocument", p, &r); err != nil || !r.Success {
			s.logf("the client did not show %s", p.URI)
		}
	}()
}

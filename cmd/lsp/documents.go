package lsp

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/creachadair/jrpc2"

	"snag/analyze/block/calls"
	"snag/analyze/source/document"
	"snag/analyze/source/extract"
	"snag/cmd/regex/editor"
	"snag/cmd/report"
)

// longestDocument is the size in bytes of the largest document that is judged while somebody types.
const longestDocument = 8 << 20

// opened is a document that the client has open.
type opened struct {
	snapshot
	judged *judged
	turn   chan struct{} // holds one value while somebody judges the document
	stop   context.CancelFunc
	sent   *publishDiagnosticsParams // the last diagnostics, which are not sent again
}

// snapshot is a document as it is at a time. It does not change.
type snapshot struct {
	uri      string
	path     string // absolute, "" for what is no file
	name     string // in reports: from the folder on
	folder   *folder
	language extract.Language
	known    bool // the language is one that is read
	version  int
	text     *document.Text
}

// judged is what was found in a version of a document.
type judged struct {
	text     *document.Text
	judge    *editor.Judge
	regexes  []*editor.Found
	comments []report.Finding
	calls    [][]calls.Call
	offers   sync.Map // what may be written instead of regexes, by their keys
}

// languageIDs are the languages of the protocol by their identifiers, as endings, for documents whose name tells
// nothing.
var languageIDs = map[string]string{
	"javascript": ".js", "javascriptreact": ".jsx", "typescript": ".ts", "typescriptreact": ".tsx", "vue": ".vue",
	"svelte": ".svelte", "html": ".html", "python": ".py", "php": ".php", "ruby": ".rb", "perl": ".pl", "csharp": ".cs",
	"go": ".go", "java": ".java", "kotlin": ".kt", "rust": ".rs", "json": ".json", "jsonc": ".json", "yaml": ".yaml",
}

func languageOf(name, id string, text []byte) (extract.Language, bool) {
	if l, ok := extract.ByPath(name); ok {
		return l, true
	}
	if l, ok := extract.ByInterpreter(text[:min(len(text), 256)]); ok {
		return l, true
	}
	return extract.ByPath("x" + languageIDs[id])
}

func (s *server) didOpen(_ context.Context, p didOpenParams) (any, error) {
	d := &opened{turn: make(chan struct{}, 1)}
	text := []byte(p.TextDocument.Text)
	d.uri, d.version, d.text = p.TextDocument.URI, p.TextDocument.Version, document.New(text)
	d.path, _ = pathOf(d.uri)
	d.language, d.known = languageOf(lastName(d.uri), p.TextDocument.LanguageID, text)
	s.mu.Lock()
	if old := s.documents[d.uri]; old != nil && old.stop != nil {
		old.stop()
	}
	s.place(d)
	s.documents[d.uri] = d
	s.mu.Unlock()
	if len(text) > longestDocument {
		s.logf("%s is larger than %d MB and is not judged", d.uri, longestDocument>>20)
	}
	s.schedule(d.uri, 0)
	return nil, nil
}

// place finds the folder of a document. The caller holds the lock.
func (s *server) place(d *opened) {
	d.folder, d.name = nil, lastName(d.uri)
	if d.path == "" {
		return
	}
	d.name = d.path
	for _, f := range s.folders {
		if name, ok := below(f.path, d.path); ok && (d.folder == nil || len(f.path) > len(d.folder.path)) {
			d.folder, d.name = f, name
		}
	}
}

func (s *server) didChange(_ context.Context, p didChangeParams) (any, error) {
	s.mu.Lock()
	d := s.documents[p.TextDocument.URI]
	if d == nil {
		s.mu.Unlock()
		s.logf("a change of %s, which is not open, is passed over", p.TextDocument.URI)
		return nil, nil
	}
	text := d.text
	for _, c := range p.ContentChanges {
		if c.Range == nil {
			text = document.New([]byte(c.Text))
		} else {
			text = text.Replace(*c.Range, s.encoding, c.Text)
		}
	}
	d.text, d.version, d.sent = text, p.TextDocument.Version, nil
	delay := s.settings.delay()
	s.mu.Unlock()
	s.schedule(p.TextDocument.URI, delay)
	return nil, nil
}

func (s *server) didSave(_ context.Context, p documentParams) (any, error) {
	s.mu.Lock()
	d := s.documents[p.TextDocument.URI]
	var f *folder
	if d != nil {
		f = d.folder
	}
	s.mu.Unlock()
	if f != nil {
		s.look(f, afterSave)
	}
	return nil, nil
}

func (s *server) didClose(_ context.Context, p documentParams) (any, error) {
	s.sending.Lock()
	defer s.sending.Unlock()
	s.mu.Lock()
	d := s.documents[p.TextDocument.URI]
	delete(s.documents, p.TextDocument.URI)
	if d != nil && d.stop != nil {
		d.stop()
	}
	s.mu.Unlock()
	if d != nil && !s.pulls() {
		s.notify("textDocument/publishDiagnostics", publishDiagnosticsParams{URI: p.TextDocument.URI, Diagnostics: []diagnostic{}})
	}
	return nil, nil
}

// snapshotOf returns a document as it is.
func (s *server) snapshotOf(uri string) (snapshot, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.documents[uri]
	if d == nil {
		return snapshot{}, jrpc2.Errorf(jrpc2.InvalidParams, "%s is not open", uri)
	}
	return d.snapshot, nil
}

// judgedOf returns what is in a document, and the version of it that this is about. What was found in that version
// before is not sought again.
func (s *server) judgedOf(ctx context.Context, uri string) (snapshot, *judged, error) {
	s.mu.Lock()
	d := s.documents[uri]
	s.mu.Unlock()
	if d == nil {
		return snapshot{}, nil, jrpc2.Errorf(jrpc2.InvalidParams, "%s is not open", uri)
	}
	select {
	case d.turn <- struct{}{}:
		defer func() { <-d.turn }()
	case <-ctx.Done():
		return snapshot{}, nil, ctx.Err()
	}
	s.mu.Lock()
	at, last, judge := d.snapshot, d.judged, s.judge
	s.mu.Unlock()
	if last != nil && last.text == at.text && last.judge == judge {
		return at, last, nil
	}
	found, err := judgeText(ctx, judge, at)
	if err != nil {
		return at, nil, err
	}
	s.verdicts.hold(len(found.regexes))
	s.mu.Lock()
	d.judged = found
	s.mu.Unlock()
	return at, found, nil
}

// judgeText finds what is in a document.
func judgeText(ctx context.Context, judge *editor.Judge, at snapshot) (*judged, error) {
	found := &judged{text: at.text, judge: judge}
	text := at.text.Bytes()
	if !at.known || len(text) > longestDocument {
		return found, nil
	}
	var err error
	if found.regexes, found.comments, err = judge.Text(ctx, at.name, at.language, text, nil); err != nil {
		return nil, err
	}
	if !calls.Knows(at.language) || at.language.Name == "HTML" {
		return found, nil
	}
	list, ignored := calls.FindText(at.name, text), at.language.Suppressions(text)
	list = slices.DeleteFunc(list, func(c calls.Call) bool {
		return slices.ContainsFunc(ignored, func(i extract.Suppression) bool {
			return i.AppliesTo == c.Line && i.Reason != "" && i.Covers(calls.RuleBlockingCall)
		})
	})
	found.calls = calls.ByLine(list)
	return found, nil
}

// schedule judges a document after a delay, and shows what was found. What is scheduled or under way for an
// earlier version ends.
func (s *server) schedule(uri string, delay time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.documents[uri]
	if d == nil || s.phase != running {
		return
	}
	if d.stop != nil {
		d.stop()
	}
	ctx, stop := context.WithCancel(s.ctx)
	d.stop = stop
	if s.pulls() {
		return // the client asks
	}
	go func() {
		defer stop()
		pause := time.NewTimer(delay)
		defer pause.Stop()
		select {
		case <-ctx.Done():
			return
		case <-pause.C:
		}
		s.publish(ctx, uri)
	}()
}

// rejudge shows all open documents anew, after what is known or asked for has changed.
func (s *server) rejudge() {
	s.mu.Lock()
	var all []string
	for uri := range s.documents {
		all = append(all, uri)
	}
	pulls := s.pulls()
	s.mu.Unlock()
	for _, uri := range all {
		s.schedule(uri, 0)
	}
	if pulls && len(all) > 0 {
		s.refresh("workspace/diagnostic/refresh")
	}
	if s.client.Workspace.CodeLens.RefreshSupport && len(all) > 0 {
		s.refresh("workspace/codeLens/refresh")
	}
}

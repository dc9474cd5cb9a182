package lsp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/creachadair/jrpc2"

	"snag/analyze/judge"
	"snag/analyze/regex/redos"
	"snag/analyze/source/document"
	"snag/analyze/source/extract"
	"snag/cmd/cli"
	"snag/cmd/regex/editor"
	"snag/cmd/report"
	"snag/probe/cache"
)

// phase is how far the client has come.
type phase uint8

const (
	fresh   phase = iota // initialize is to come
	running              // it came
	ending               // shutdown came: only exit is to come
)

// server is one language server with one client.
type server struct {
	version  string
	rules    []judge.Rule
	log      io.Writer // where what concerns nobody else goes
	rpc      *jrpc2.Server
	ctx      context.Context // ends with the server
	left     chan bool       // gets whether the client said shutdown before exit
	verdicts *memory
	looking  chan struct{} // holds one value while a folder is looked at
	handlers map[string]jrpc2.Handler
	// What initialize tells, and does not change once ready is closed.
	ready    chan struct{}
	greeted  chan struct{} // closed when the client may be asked things
	client   clientCapabilities
	encoding document.Encoding
	known    *cache.Verdicts // from run to run; may be nil

	sending   sync.Mutex // held while diagnostics are compared and sent, so that the client gets them in that order
	mu        sync.Mutex
	phase     phase
	settings  settings
	judge     *editor.Judge
	folders   []*folder
	documents map[string]*opened // by URI
	tokens    int                // of progress
	pages     *pages
}

// mostAtOnce is how many requests are worked on at a time.
const mostAtOnce = 16

// answerTime is how long a client may take to answer what needs no person.
const answerTime = 10 * time.Second

// newServer returns a server that talks over in and out until ctx ends.
func newServer(ctx context.Context, io *cli.Stdio, rules []judge.Rule) *server {
	s := &server{
		version: io.Version, rules: rules, log: io.Err, ctx: ctx, left: make(chan bool, 1), verdicts: newMemory(),
		looking: make(chan struct{}, 1), ready: make(chan struct{}), greeted: make(chan struct{}), settings: usualSettings, documents: map[string]*opened{}, pages: &pages{},
	}
	s.handlers = s.methods()
	s.rpc = jrpc2.NewServer(s, &jrpc2.ServerOptions{
		AllowPush: true, DisableBuiltin: true, Concurrency: mostAtOnce, NewContext: func() context.Context { return ctx }, RPCLog: cancelled{},
	})
	return s
}

// cancelled sees every answer before it is sent, and gives those to cancelled requests the code of the protocol: a
// request that is cancelled before its turn comes has that of the library.
type cancelled struct{}

func (cancelled) LogRequest(context.Context, *jrpc2.Request) {}

func (cancelled) LogResponse(_ context.Context, r *jrpc2.Response) {
	if e := r.Error(); e != nil && e.Code == jrpc2.Cancelled {
		e.Code = codeRequestCancelled
	}
}

// methods are the methods of the protocol that the server answers between initialize and shutdown.
func (s *server) methods() map[string]jrpc2.Handler {
	return map[string]jrpc2.Handler{
		"initialized":                         when(s, s.initialized),
		"shutdown":                            when(s, s.shutdown),
		"$/cancelRequest":                     when(s, s.cancel),
		"textDocument/didOpen":                when(s, s.didOpen),
		"textDocument/didChange":              when(s, s.didChange),
		"textDocument/didSave":                when(s, s.didSave),
		"textDocument/didClose":               when(s, s.didClose),
		"textDocument/diagnostic":             when(s, s.diagnostic),
		"textDocument/hover":                  when(s, s.hover),
		"textDocument/codeAction":             when(s, s.codeAction),
		"textDocument/codeLens":               when(s, s.codeLens),
		"workspace/executeCommand":            when(s, s.execute),
		"workspace/didChangeConfiguration":    when(s, s.changeConfiguration),
		"workspace/didChangeWorkspaceFolders": when(s, s.changeFolders),
		"workspace/didChangeWatchedFiles":     when(s, s.changeFiles),
	}
}

// Assign returns the handler of a method, nil for none. It is asked in the order in which messages came, while they
// are worked on at the same time: so it is here that the order counts, also for a client that does not wait for
// answers.
func (s *server) Assign(_ context.Context, name string) jrpc2.Handler {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case name == "exit":
		return s.exit
	case name == "initialize" && s.phase == fresh:
		s.phase = running
		return s.begin
	case name == "initialize":
		return refuse(jrpc2.InvalidRequest, "initialize came twice")
	case s.handlers[name] == nil:
		return nil
	case s.phase == fresh:
		return refuse(codeNotInitialized, name+" came before initialize")
	case s.phase == ending:
		return refuse(jrpc2.InvalidRequest, name+" came after shutdown")
	}
	if name == "shutdown" {
		s.phase = ending
	}
	return s.handlers[name]
}

func refuse(code jrpc2.Code, why string) jrpc2.Handler {
	return func(context.Context, *jrpc2.Request) (any, error) { return nil, jrpc2.Errorf(code, "%s", why) }
}

// when makes a method a handler that waits until initialize is done.
func when[P any](s *server, method func(context.Context, P) (any, error)) jrpc2.Handler {
	return func(ctx context.Context, r *jrpc2.Request) (any, error) {
		select {
		case <-s.ready:
		case <-ctx.Done():
			return nil, jrpc2.Errorf(codeRequestCancelled, "cancelled")
		}
		var p P
		if err := r.UnmarshalParams(&p); err != nil {
			return nil, err
		}
		result, err := method(ctx, p)
		if errors.Is(err, context.Canceled) {
			return nil, jrpc2.Errorf(codeRequestCancelled, "cancelled")
		}
		return result, err
	}
}

// begin answers initialize. Where its parameters are of another form, the client is taken for one that can nothing.
func (s *server) begin(_ context.Context, r *jrpc2.Request) (any, error) {
	defer close(s.ready)
	var p initializeParams
	if err := r.UnmarshalParams(&p); err != nil {
		return nil, err
	}
	return s.initialize(p), nil
}

func (s *server) initialize(p initializeParams) initializeResult {
	var roots []string
	for _, w := range p.WorkspaceFolders {
		if dir, ok := pathOf(w.URI); ok {
			roots = append(roots, dir)
		}
	}
	if dir, ok := pathOf(p.RootURI); ok && len(roots) == 0 {
		roots = append(roots, dir)
	}
	s.client, s.encoding = p.Capabilities, document.Negotiate(p.Capabilities.General.PositionEncodings)
	var err error
	if s.known, err = cache.OpenVerdicts(redos.DefaultLimits, roots); err != nil {
		s.logf("without a cache: %v", err)
	}
	s.configure(p.Options)
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, dir := range roots {
		s.openFolder(dir)
	}
	if p.ProcessID != nil {
		go s.watchParent(*p.ProcessID)
	}
	return initializeResult{s.capabilities(), serverInfo{"snag", s.version}}
}

// capabilities are what the server can do for this client.
func (s *server) capabilities() serverCapabilities {
	c := serverCapabilities{
		PositionEncoding: s.encoding.String(),
		TextDocumentSync: textDocumentSyncOptions{OpenClose: true, Change: syncIncremental},
		HoverProvider:    true,
		ExecuteCommand:   &executeCommandOptions{[]string{commandExplain, commandAbout, commandReason}},
		CodeLensProvider: &codeLensOptions{},
	}
	if s.client.TextDocument.CodeAction.LiteralSupport != nil {
		c.CodeActionProvider = codeActionOptions{[]string{quickFix, fixAll}}
	}
	c.Workspace.WorkspaceFolders = workspaceFoldersOptions{true, true}
	if s.pulls() {
		c.Diagnostic = &diagnosticOptions{Identifier: "snag", InterFileDependencies: true}
	}
	return c
}

// pulls reports whether the client asks for diagnostics, and can be told when to ask again. Else they are sent.
func (s *server) pulls() bool {
	return s.client.TextDocument.Diagnostic != nil && s.client.Workspace.Diagnostics.RefreshSupport
}

// showsLenses reports whether the client shows lenses.
func (s *server) showsLenses() bool { return s.client.TextDocument.CodeLens != nil }

// initialized asks the client for what it can tell and watch. A notification must not wait for answers.
func (s *server) initialized(_ context.Context, _ struct{}) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case <-s.greeted:
		return nil, nil // it came twice
	default:
		close(s.greeted)
	}
	go func() {
		var list []registration
		if s.client.Workspace.DidChangeWatchedFiles.DynamicRegistration {
			watch := watchOptions{Watchers: []fileSystemWatcher{{"**/snag.yaml"}, {"**/.snagignore"}}}
			for _, ending := range extract.Endings() {
				watch.Watchers = append(watch.Watchers, fileSystemWatcher{"**/*" + ending})
			}
			list = append(list, registration{"files", "workspace/didChangeWatchedFiles", watch})
		}
		if s.client.Workspace.DidChangeConfiguration.DynamicRegistration {
			list = append(list, registration{ID: "settings", Method: "workspace/didChangeConfiguration"})
		}
		if len(list) > 0 {
			if err := s.call(s.ctx, "client/registerCapability", registrationParams{list}, nil); err != nil {
				s.logf("client/registerCapability: %v", err)
			}
		}
		s.askForSettings(s.ctx)
	}()
	return nil, nil
}

func (s *server) changeConfiguration(_ context.Context, p didChangeConfigurationParams) (any, error) {
	if len(p.Settings) > 0 && string(p.Settings) != "null" {
		s.configure(p.Settings)
		return nil, nil
	}
	go s.askForSettings(s.ctx)
	return nil, nil
}

func (s *server) cancel(_ context.Context, p cancelParams) (any, error) {
	s.rpc.CancelRequest(string(p.ID))
	return nil, nil
}

func (s *server) shutdown(context.Context, struct{}) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range s.folders {
		f.stop()
	}
	for _, d := range s.documents {
		if d.stop != nil {
			d.stop()
		}
	}
	return nil, nil
}

func (s *server) exit(context.Context, *jrpc2.Request) (any, error) {
	s.mu.Lock()
	orderly := s.phase == ending
	s.mu.Unlock()
	s.leave(orderly)
	return nil, nil
}

// leave ends the server. The first call counts.
func (s *server) leave(orderly bool) {
	select {
	case s.left <- orderly:
	default:
	}
}

// notify sends a notification. That the client is gone is noticed elsewhere.
func (s *server) notify(method string, params any) {
	_ = s.rpc.Notify(s.ctx, method, params)
}

// call asks the client, which has some time to answer.
func (s *server) call(ctx context.Context, method string, params, result any) error {
	ctx, stop := context.WithTimeout(ctx, answerTime)
	defer stop()
	r, err := s.rpc.Callback(ctx, method, params)
	if err != nil || result == nil {
		return err
	}
	return r.UnmarshalResult(result)
}

// refresh asks the client to ask again.
func (s *server) refresh(method string) {
	go func() { _ = s.call(s.ctx, method, nil, nil) }()
}

// show tells the user something.
func (s *server) show(kind int, text string) {
	s.notify("window/showMessage", messageParams{kind, "snag: " + text})
}

// logf tells who looks into the client's log.
func (s *server) logf(format string, args ...any) {
	s.notify("window/logMessage", messageParams{messageLog, report.Visible(fmt.Sprintf(format, args...))})
}

// units is the character of a position in the encoding of the client, for a line whose text is not at hand: what
// UTF-8 would be is not known then, and code points stand in for it.
func (s *server) units(p report.Position) int {
	if s.encoding == document.UTF16 {
		return max(p.ColumnUTF16-1, 0)
	}
	return max(p.Column-1, 0)
}

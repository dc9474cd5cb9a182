package lsp

import (
	"encoding/json"

	"snag/analyze/source/document"
)

// The types of the Language Server Protocol 3.17 that this server speaks, by their names there. There is no kept
// library of them in Go; a test compares them with the protocol's own model.

type (
	initializeParams struct {
		ProcessID        *int               `json:"processId"`
		RootURI          string             `json:"rootUri"`
		RootPath         string             `json:"rootPath"`
		Capabilities     clientCapabilities `json:"capabilities"`
		WorkspaceFolders []workspaceFolder  `json:"workspaceFolders"`
		Options          json.RawMessage    `json:"initializationOptions"`
	}

	clientCapabilities struct {
		General struct {
			PositionEncodings []string `json:"positionEncodings"`
		} `json:"general"`
		Window struct {
			WorkDoneProgress bool `json:"workDoneProgress"`
			ShowDocument     struct {
				Support bool `json:"support"`
			} `json:"showDocument"`
		} `json:"window"`
		Workspace struct {
			Configuration          bool `json:"configuration"`
			DidChangeConfiguration struct {
				DynamicRegistration bool `json:"dynamicRegistration"`
			} `json:"didChangeConfiguration"`
			DidChangeWatchedFiles struct {
				DynamicRegistration bool `json:"dynamicRegistration"`
			} `json:"didChangeWatchedFiles"`
			WorkspaceEdit struct {
				DocumentChanges bool `json:"documentChanges"`
			} `json:"workspaceEdit"`
			Diagnostics struct {
				RefreshSupport bool `json:"refreshSupport"`
			} `json:"diagnostics"`
			CodeLens struct {
				RefreshSupport bool `json:"refreshSupport"`
			} `json:"codeLens"`
		} `json:"workspace"`
		TextDocument struct {
			Diagnostic         *struct{} `json:"diagnostic"`
			CodeLens           *struct{} `json:"codeLens"`
			PublishDiagnostics struct {
				RelatedInformation bool `json:"relatedInformation"`
				VersionSupport     bool `json:"versionSupport"`
				CodeDescription    bool `json:"codeDescriptionSupport"`
				TagSupport         struct {
					ValueSet []int `json:"valueSet"`
				} `json:"tagSupport"`
			} `json:"publishDiagnostics"`
			CodeAction struct {
				LiteralSupport *struct{} `json:"codeActionLiteralSupport"`
			} `json:"codeAction"`
		} `json:"textDocument"`
	}

	workspaceFolder struct {
		URI  string `json:"uri"`
		Name string `json:"name"`
	}

	initializeResult struct {
		Capabilities serverCapabilities `json:"capabilities"`
		ServerInfo   serverInfo         `json:"serverInfo"`
	}

	serverInfo struct {
		Name    string `json:"name"`
		Version string `json:"version"`
	}

	serverCapabilities struct {
		PositionEncoding   string                  `json:"positionEncoding"`
		TextDocumentSync   textDocumentSyncOptions `json:"textDocumentSync"`
		HoverProvider      bool                    `json:"hoverProvider"`
		CodeActionProvider any                     `json:"codeActionProvider,omitempty"`
		CodeLensProvider   *codeLensOptions        `json:"codeLensProvider,omitempty"`
		ExecuteCommand     *executeCommandOptions  `json:"executeCommandProvider,omitempty"`
		Diagnostic         *diagnosticOptions      `json:"diagnosticProvider,omitempty"`
		Workspace          struct {
			WorkspaceFolders workspaceFoldersOptions `json:"workspaceFolders"`
		} `json:"workspace"`
	}

	textDocumentSyncOptions struct {
		OpenClose bool        `json:"openClose"`
		Change    int         `json:"change"`
		Save      saveOptions `json:"save"`
	}

	saveOptions struct {
		IncludeText bool `json:"includeText"`
	}

	codeActionOptions struct {
		CodeActionKinds []string `json:"codeActionKinds"`
	}

	codeLensOptions struct {
		ResolveProvider bool `json:"resolveProvider"`
	}

	executeCommandOptions struct {
		Commands []string `json:"commands"`
	}

	diagnosticOptions struct {
		Identifier            string `json:"identifier"`
		InterFileDependencies bool   `json:"interFileDependencies"`
		WorkspaceDiagnostics  bool   `json:"workspaceDiagnostics"`
	}

	workspaceFoldersOptions struct {
		Supported           bool `json:"supported"`
		ChangeNotifications bool `json:"changeNotifications"`
	}

	textDocumentItem struct {
		URI        string `json:"uri"`
		LanguageID string `json:"languageId"`
		Version    int    `json:"version"`
		Text       string `json:"text"`
	}

	textDocumentIdentifier struct {
		URI string `json:"uri"`
	}

	versionedTextDocumentIdentifier struct {
		URI     string `json:"uri"`
		Version int    `json:"version"`
	}

	didOpenParams struct {
		TextDocument textDocumentItem `json:"textDocument"`
	}

	didChangeParams struct {
		TextDocument   versionedTextDocumentIdentifier `json:"textDocument"`
		ContentChanges []contentChange                 `json:"contentChanges"`
	}

	// contentChange replaces a range, or the whole text where there is none.
	contentChange struct {
		Range *document.Range `json:"range"`
		Text  string          `json:"text"`
	}

	documentParams struct {
		TextDocument textDocumentIdentifier `json:"textDocument"`
	}

	documentPositionParams struct {
		TextDocument textDocumentIdentifier `json:"textDocument"`
		Position     document.Position      `json:"position"`
	}

	didChangeFoldersParams struct {
		Event struct {
			Added   []workspaceFolder `json:"added"`
			Removed []workspaceFolder `json:"removed"`
		} `json:"event"`
	}

	didChangeConfigurationParams struct {
		Settings json.RawMessage `json:"settings"`
	}

	didChangeWatchedFilesParams struct {
		Changes []struct {
			URI  string `json:"uri"`
			Type int    `json:"type"`
		} `json:"changes"`
	}

	cancelParams struct {
		ID json.RawMessage `json:"id"`
	}

	publishDiagnosticsParams struct {
		URI         string       `json:"uri"`
		Version     *int         `json:"version,omitempty"`
		Diagnostics []diagnostic `json:"diagnostics"`
	}

	diagnostic struct {
		Range    document.Range       `json:"range"`
		Severity int                  `json:"severity"`
		Code     string               `json:"code"`
		Describe *codeDescription     `json:"codeDescription,omitempty"`
		Source   string               `json:"source"`
		Message  string               `json:"message"`
		Tags     []int                `json:"tags,omitempty"`
		Related  []relatedInformation `json:"relatedInformation,omitempty"`
	}

	codeDescription struct {
		Href string `json:"href"`
	}

	relatedInformation struct {
		Location location `json:"location"`
		Message  string   `json:"message"`
	}

	location struct {
		URI   string         `json:"uri"`
		Range document.Range `json:"range"`
	}

	// documentDiagnosticReport is a RelatedFullDocumentDiagnosticReport.
	documentDiagnosticReport struct {
		Kind  string       `json:"kind"`
		Items []diagnostic `json:"items"`
	}

	hover struct {
		Contents markupContent  `json:"contents"`
		Range    document.Range `json:"range"`
	}

	markupContent struct {
		Kind  string `json:"kind"`
		Value string `json:"value"`
	}

	codeActionParams struct {
		TextDocument textDocumentIdentifier `json:"textDocument"`
		Range        document.Range         `json:"range"`
		Context      struct {
			Only []string `json:"only"`
		} `json:"context"`
	}

	codeAction struct {
		Title       string         `json:"title"`
		Kind        string         `json:"kind"`
		Diagnostics []diagnostic   `json:"diagnostics,omitempty"`
		IsPreferred bool           `json:"isPreferred,omitempty"`
		Edit        *workspaceEdit `json:"edit,omitempty"`
		Command     *command       `json:"command,omitempty"`
	}

	workspaceEdit struct {
		Changes         map[string][]textEdit `json:"changes,omitempty"`
		DocumentChanges []textDocumentEdit    `json:"documentChanges,omitempty"`
	}

	textDocumentEdit struct {
		TextDocument versionedTextDocumentIdentifier `json:"textDocument"`
		Edits        []textEdit                      `json:"edits"`
	}

	textEdit struct {
		Range   document.Range `json:"range"`
		NewText string         `json:"newText"`
	}

	command struct {
		Title     string `json:"title"`
		Command   string `json:"command"`
		Arguments []any  `json:"arguments,omitempty"`
	}

	codeLens struct {
		Range   document.Range `json:"range"`
		Command command        `json:"command"`
	}

	executeCommandParams struct {
		Command   string            `json:"command"`
		Arguments []json.RawMessage `json:"arguments"`
	}

	showDocumentParams struct {
		URI       string          `json:"uri"`
		External  bool            `json:"external,omitempty"`
		TakeFocus bool            `json:"takeFocus,omitempty"`
		Selection *document.Range `json:"selection,omitempty"`
	}

	showDocumentResult struct {
		Success bool `json:"success"`
	}

	messageParams struct {
		Type    int    `json:"type"`
		Message string `json:"message"`
	}

	progressCreateParams struct {
		Token string `json:"token"`
	}

	progressParams struct {
		Token string       `json:"token"`
		Value progressStep `json:"value"`
	}

	// progressStep is a WorkDoneProgressBegin, WorkDoneProgressReport or WorkDoneProgressEnd, as its kind says.
	progressStep struct {
		Kind    string `json:"kind"`
		Title   string `json:"title,omitempty"`
		Message string `json:"message,omitempty"`
	}

	configurationParams struct {
		Items []configurationItem `json:"items"`
	}

	configurationItem struct {
		Section string `json:"section"`
	}

	registrationParams struct {
		Registrations []registration `json:"registrations"`
	}

	registration struct {
		ID      string `json:"id"`
		Method  string `json:"method"`
		Options any    `json:"registerOptions,omitempty"`
	}

	watchOptions struct {
		Watchers []fileSystemWatcher `json:"watchers"`
	}

	fileSystemWatcher struct {
		GlobPattern string `json:"globPattern"`
	}
)

// The severities of diagnostics.
const (
	severityError = 1 + iota
	severityWarning
	severityInformation
	severityHint
)

// The types of messages.
const (
	messageError = 1 + iota
	messageWarning
	messageInfo
	messageLog
)

const (
	syncIncremental = 2 // TextDocumentSyncKind
	tagUnnecessary  = 1 // DiagnosticTag

	quickFix = "quickfix" // CodeActionKind
	fixAll   = "source.fixAll.snag"
)

// The codes of errors that the protocol adds to those of JSON-RPC.
const (
	codeNotInitialized   = -32002
	codeRequestCancelled = -32800
	codeContentModified  = -32801
)

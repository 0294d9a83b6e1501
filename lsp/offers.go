package lsp

import (
	"go.lsp.dev/protocol"
)

// capabilities are what the server offers.
func (s *Server) capabilities(kind protocol.PositionEncodingKind) protocol.ServerCapabilities {
	change, t := protocol.TextDocumentSyncKindIncremental, true
	c := protocol.ServerCapabilities{
		PositionEncoding: kind,
		TextDocumentSync: &protocol.TextDocumentSyncOptions{
			OpenClose: &t, Change: &change, Save: protocol.Boolean(true),
		},
		HoverProvider:              protocol.Boolean(true),
		DefinitionProvider:         protocol.Boolean(true),
		DeclarationProvider:        protocol.Boolean(true),
		TypeDefinitionProvider:     protocol.Boolean(true),
		ReferencesProvider:         protocol.Boolean(true),
		DocumentHighlightProvider:  protocol.Boolean(true),
		DocumentSymbolProvider:     protocol.Boolean(true),
		WorkspaceSymbolProvider:    protocol.Boolean(true),
		FoldingRangeProvider:       protocol.Boolean(true),
		SelectionRangeProvider:     protocol.Boolean(true),
		LinkedEditingRangeProvider: protocol.Boolean(true),
		CallHierarchyProvider:      protocol.Boolean(true),
		InlayHintProvider:          protocol.Boolean(true),
		RenameProvider:             &protocol.RenameOptions{PrepareProvider: &t},
		CompletionProvider:         &protocol.CompletionOptions{TriggerCharacters: []string{".", "@"}},
		SignatureHelpProvider:      &protocol.SignatureHelpOptions{TriggerCharacters: []string{" ", "("}},
		CodeLensProvider:           &protocol.CodeLensOptions{},
		CodeActionProvider: &protocol.CodeActionOptions{CodeActionKinds: []protocol.CodeActionKind{
			protocol.CodeActionKindQuickFix, protocol.CodeActionKindRefactorExtract, protocol.CodeActionKindRefactorRewrite,
			protocol.CodeActionKindSourceOrganizeImports, protocol.CodeActionKindSourceFixAll,
		}},
		ExecuteCommandProvider:          protocol.ExecuteCommandOptions{Commands: []string{commandVC}},
		DocumentFormattingProvider:      protocol.Boolean(true),
		DocumentRangeFormattingProvider: protocol.Boolean(true),
		DocumentOnTypeFormattingProvider: protocol.DocumentOnTypeFormattingOptions{
			FirstTriggerCharacter: "\n",
		},
		SemanticTokensProvider: &protocol.SemanticTokensOptions{
			Legend: protocol.SemanticTokensLegend{TokenTypes: tokenTypes, TokenModifiers: tokenModifiers},
			Full:   protocol.Boolean(true), Range: protocol.Boolean(true),
		},
		Workspace: &protocol.WorkspaceOptions{
			WorkspaceFolders: &protocol.WorkspaceFoldersServerCapabilities{
				Supported: &t, ChangeNotifications: protocol.Boolean(true),
			},
		},
	}
	if s.caps.pull {
		c.DiagnosticProvider = &protocol.DiagnosticOptions{InterFileDependencies: true}
	}
	return c
}

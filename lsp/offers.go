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
		HoverProvider: protocol.Boolean(true),
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

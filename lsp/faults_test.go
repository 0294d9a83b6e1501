package lsp_test

// Faults that language servers have been seen with, and the tests that this one is free
// of them. Each client of these tests also fails on diagnostics that are null instead
// of an empty array (client_test.go).
//
//	byte columns sent as UTF-16                 TestPositions, text.TestPositions, TestURIs
//	CRLF and a lone CR shift what follows       TestPositions, TestFormatting, text.TestRandomEdits
//	a byte order mark shifts the first line     TestPositions, text.TestRandomEdits
//	an unsaved import is read from disk         TestUnsavedImport, TestUnsavedSpec, TestRenameAcrossFiles
//	changes are handled out of order            TestFastEdits, text.TestRandomEdits
//	a fix does not clear its error              TestRepairs, TestFixAll, TestExtractHelper
//	an empty file                               TestEmptyAndDeep
//	deep nesting                                TestEmptyAndDeep, TestMalformedMessages
//	a crash on half-typed code                  TestPrefixes (make torture), TestHalfTyped
//	silence in untitled: buffers                TestNoSpec, TestURIs, TestUntitledPlans
//	rootUri: null                               TestNoSpec, TestLifecycle
//	the solver goes on after an edit or a close TestCancel
//	... after the client's death                TestClientDies
//	an orphan server after the client is killed TestClientDies
//	code actions on stale diagnostics           TestStaleActions, TestWhereFixesAreOffered
//	hints of the last text that parsed          TestHalfTyped
//	the error of a deleted file stays           TestClosedSpecs, TestUnsavedImport, TestDeletedFile

# aeonc. `make demo` shows what it does, `make test` checks that it does.

GO ?= go
VERSION ?= $(shell git describe --tags --dirty 2>/dev/null | sed 's/^v//')
LDFLAGS := $(if $(VERSION),-ldflags "-X main.version=$(VERSION)")

.PHONY: all build setup demo test bench agentdojo repair soak crosscheck fuzz torture clean

all: build

# libz3 is loaded at run time, so no C compiler takes part in a build.
build:
	CGO_ENABLED=0 $(GO) build $(LDFLAGS) -o bin/aeonc ./cmd/aeonc

setup:
	@scripts/setup-libz3

demo: setup build
	@scripts/demo bin/aeonc

test: setup
	@files=$$(find . -name node_modules -prune -o -name .cache -prune -o -name '*.go' -exec gofmt -l {} +); if [ -n "$$files" ]; then echo "not formatted with gofmt:"; echo "$$files"; exit 1; fi
	$(GO) vet ./...
	CGO_ENABLED=0 $(GO) build ./...
	$(GO) test -timeout 30m ./...

# SARIF logs of real runs before the official schema and Microsoft's validator,
# which come from npm.
.PHONY: test-sarif
test-sarif: setup build
	@scripts/test-sarif bin/aeonc

# The hooks for pre-commit, by real commits.
.PHONY: test-precommit
test-precommit: setup build
	@scripts/test-precommit bin/aeonc

# The messages that the pages of codes show, docs/diagnostics.md, and the golden files
# of the command line.
.PHONY: docs
docs: setup
	$(GO) test ./cmd/aeonc -run 'TestExplainedPrograms|TestReference|TestGoldens' -update

# The picture in the README, from real output.
.PHONY: pictures
pictures: setup build
	@scripts/pictures bin/aeonc

# The table of docs/performance.md.
bench: setup build
	$(GO) run ./cmd/bench bin/aeonc

# How much the presets serve users and stop attackers (docs/agentdojo.md), over
# DATA or the tasks in testdata.
agentdojo: setup
	$(GO) run ./cmd/agentdojo $(DATA)

# Random plans against the reference interpreter, a million by default. It may be
# stopped and goes on where it was: the counts are kept in TALLY (bin/soak.json).
soak: setup
	@mkdir -p bin
	$(GO) run ./checker/soundness/soak -plans $(or $(PLANS),1000000) -tally $(or $(TALLY),bin/soak.json)

# Every obligation of the cases and examples before a second solver, cvc5 by
# default; the scripts of disagreements are kept in bin/crosscheck.
crosscheck: setup
	@command -v $(firstword $(or $(SOLVER),cvc5)) >/dev/null 2>&1 || { \
		echo "crosscheck: the second solver is missing; installing cvc5"; \
		as=$$([ "$$(id -u)" -eq 0 ] || echo sudo); \
		$$as apt-get install -y --no-install-recommends cvc5 || { \
		$$as apt-get update && $$as apt-get install -y --no-install-recommends cvc5; }; }
	$(GO) run ./cmd/crosscheck -solver "$(or $(SOLVER),cvc5)" testdata/cases testdata/probes examples

# Each fuzz target for FUZZTIME (20s), then random edits and all prefixes of
# every case (AEONC_EDITS=2000 takes hours).
fuzz: setup
	GOFLAGS="$(GOFLAGS) -fuzzminimizetime=20x" scripts/fuzz
	AEONC_EDITS=$(or $(AEONC_EDITS),20) $(GO) test -timeout 24h -run 'TestPrefixes|TestEdits|TestEncodings|TestLimits|TestCancelled' ./checker

# Editors.
.PHONY: vsix test-extension test-editors test-vscode

# The VS Code extension as vscode-extension/aeonc.vsix. Needs Node 20 or later.
vsix: vscode-extension/node_modules
	cd vscode-extension && npm run --silent package

# Its types, lint, unit tests and grammar, without an editor.
test-extension: vscode-extension/node_modules
	cd vscode-extension && npm test

# Neovim, Vim and Emacs, without a screen, on the example attack. Installs them where
# they are missing.
test-editors: setup build
	@scripts/test-editors bin/aeonc

# The extension in VS Code (code-server in Chromium), which are installed into
# vscode-extension/.cache and by apt-get. SCREENSHOTS=docs/images renews those.
test-vscode: setup build vsix
	AEONC=$(CURDIR)/bin/aeonc SCREENSHOTS=$(abspath $(SCREENSHOTS)) vscode-extension/scripts/test-vscode

vscode-extension/node_modules: vscode-extension/package-lock.json
	@command -v npm >/dev/null 2>&1 || { echo "Node 20 or later, with npm, is needed"; exit 1; }
	cd vscode-extension && npm ci --ignore-scripts
	@touch $@

# How many rejected plans the repairs that are offered repair; DIR is any folder
# of cases with "expect: repairable".
repair: setup
	@$(GO) run ./cmd/repair $(or $(DIR),testdata/repair)

# Every prefix of every case typed into the language server, with what an editor asks
# meanwhile (AEONC_TORTURE=some takes one case in twenty, AEONC_TORTURE='fold_*' those).
torture: setup
	AEONC_TORTURE=$(or $(AEONC_TORTURE),all) $(GO) test -timeout 24h -run TestPrefixes ./lsp

clean:
	rm -rf bin vscode-extension/dist vscode-extension/out vscode-extension/aeonc.vsix

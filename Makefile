# aeonc. `make demo` shows what it does, `make test` checks that it does.

GO ?= go
VERSION ?= $(shell git describe --tags --dirty 2>/dev/null | sed 's/^v//')
LDFLAGS := $(if $(VERSION),-ldflags "-X main.version=$(VERSION)")

.PHONY: all build setup demo test bench soak crosscheck fuzz clean

all: build

# libz3 is loaded at run time, so no C compiler takes part in a build.
build:
	CGO_ENABLED=0 $(GO) build $(LDFLAGS) -o bin/aeonc ./cmd/aeonc

setup:
	@scripts/setup-libz3

demo: setup build
	@scripts/demo bin/aeonc

test: setup
	@files=$$(gofmt -l .); if [ -n "$$files" ]; then echo "not formatted with gofmt:"; echo "$$files"; exit 1; fi
	$(GO) vet ./...
	CGO_ENABLED=0 $(GO) build ./...
	$(GO) test -timeout 30m ./...

# The table of docs/performance.md.
bench: setup build
	$(GO) run ./cmd/bench bin/aeonc

# Random plans against the reference interpreter, a million by default.
soak: setup
	$(GO) run ./checker/soundness/soak -plans $(or $(PLANS),1000000)

# Every obligation before a second solver (SOLVER, or cvc5 or z3 on the path).
crosscheck: setup build
	scripts/crosscheck bin/aeonc examples/*.aeon $(wildcard testdata/cases/*.txtar)

# Each fuzz target for FUZZTIME (20s).
fuzz: setup
	scripts/fuzz

clean:
	rm -rf bin

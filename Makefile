# SlotQ. `make help` lists what there is; `make demo` and `make test` are all that a newcomer needs.
SHELL := /bin/bash
.DEFAULT_GOAL := help
GO ?= go
DATA ?= .slotq
ADDR ?= 127.0.0.1:8080
GOLANGCI := github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0
DASHBOARD_SOURCES := $(shell find web/dashboard/src web/dashboard/scripts web/dashboard/public -type f 2>/dev/null) $(wildcard web/dashboard/*.json web/dashboard/*.ts web/dashboard/*.html web/dashboard/.npmrc)
GRAPHIQL_SOURCES := $(wildcard web/graphiql/src/* web/graphiql/*.json web/graphiql/*.mjs web/graphiql/.npmrc)
# Packages with tests, and those of them in which goroutines meet.
TESTED = $(shell $(GO) list -f '{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}{{end}}' ./...)
RACED = $(filter %/graph %/transport %/app %/auth %/booking %/feed %/store %/worker %/provider %/provider/sim,$(TESTED))

.PHONY: help demo run build web test/web clients postgres compiler ops test test/race e2e test/e2e screens chromium bench/listing bench/report bench bench/full bench/quick bench/peers bench/doors bench/flat bench/locks peers mutants skewed pgbouncer storm storm/upgrade storm/soak lint generate migration verify clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z0-9\/]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: build ## Build all, and serve three living tenants (ADDR=..., DATA=..., LIVELY=1)
	bin/slotq demo --addr $(ADDR) --data $(DATA) $(if $(LIVELY),--lively)

run: build ## Build all, and serve
	bin/slotq serve --addr $(ADDR) --data $(DATA)

build: postgres web ## Build bin/slotq with everything in it
	$(GO) build -o bin/slotq .

web: web/graphiql/dist/index.html web/dashboard/dist/index.html ## Build the pages that the binary serves

web/graphiql/dist/index.html: $(GRAPHIQL_SOURCES)
	npm ci --prefix web/graphiql --no-audit --no-fund
	npm run build --prefix web/graphiql
	@touch $@

web/dashboard/node_modules/.package-lock.json: web/dashboard/package-lock.json web/dashboard/.npmrc
	@echo "installing what the dashboard is built with (once; about half a minute)"
	npm ci --prefix web/dashboard --no-audit --no-fund
	@touch $@

web/dashboard/dist/index.html: web/dashboard/node_modules/.package-lock.json $(DASHBOARD_SOURCES)
	@echo "building the dashboard"
	npm run build --prefix web/dashboard
	@touch $@

test/web: web/dashboard/node_modules/.package-lock.json ## Check, lint and test the dashboard by itself
	npm run check --prefix web/dashboard
	npm run lint --prefix web/dashboard
	npm test --prefix web/dashboard

clients: e2e/clients/node_modules/.package-lock.json ## Install the GraphQL clients that the stories are told with

e2e/clients/node_modules/.package-lock.json: e2e/clients/package-lock.json e2e/clients/.npmrc
	npm ci --prefix e2e/clients --no-audit --no-fund
	@touch $@

postgres: ## Install the PostgreSQL server programs if this machine has none
	@sh scripts/install-postgres.sh

compiler: ## Install a C compiler, which the race detector needs, if this machine has none
	@sh scripts/install-compiler.sh

chromium: ## Install Chromium and a Korean font, which the browser stories need, if this machine has none
	@sh scripts/install-chromium.sh

ops: ## Check the alert rules, and show each of them firing
	@sh scripts/install-promtool.sh
	@PATH="$(CURDIR)/bin:$$PATH" promtool check rules ops/prometheus/alerts.yml
	@PATH="$(CURDIR)/bin:$$PATH" promtool test rules ops/prometheus/alerts_test.yml

test: postgres compiler web test/web clients ops ## Run every test but the browser's on a PostgreSQL of its own; where goroutines meet, under the race detector
	$(GO) vet ./...
	$(GO) run ./internal/pgtest/withcluster $(GO) test -vet=off -timeout 20m $(filter-out $(RACED),$(TESTED))
	CGO_ENABLED=1 $(GO) run ./internal/pgtest/withcluster $(GO) test -vet=off -race -timeout 20m $(RACED)

test/race: postgres compiler web clients ## Run every Go test under the race detector
	CGO_ENABLED=1 $(GO) run ./internal/pgtest/withcluster $(GO) test -race -timeout 20m $(TESTED)

e2e: postgres web clients ## Run the stories of whole processes alone
	$(GO) test -count=1 -timeout 8m ./e2e

test/e2e: build chromium web/dashboard/node_modules/.package-lock.json ## Tell the dashboard's stories in a real browser against the program (STORY=words of a title)
	cd web/dashboard && npx --no-install tsc -p e2e --noEmit
	cd web/dashboard && npx --no-install playwright test --project=stories $(if $(STORY),--grep "$(STORY)")

screens: build chromium web/dashboard/node_modules/.package-lock.json ## Take a picture of every screen in both languages, into docs/screens
	cd web/dashboard && npx --no-install playwright test --project=screens

bench/listing: postgres ## Measure the listing of a month beside plain SQL
	$(GO) run ./internal/pgtest/withcluster $(GO) test -timeout 8m -run '^$$' -bench ListingAMonth -benchtime 3x ./bench

peers: ## Install the npm servers beside which SlotQ is measured, and a Node that is new enough for them
	@sh bench/peers/install.sh

bench: build peers ## Measure everything once, in minutes, and print a table at the end
	$(GO) run ./bench/all -slotq bin/slotq

bench/full: build peers ## Measure everything at length and renew docs/experiments (an hour; nothing else should run)
	$(GO) run ./bench/all -slotq bin/slotq -full

bench/peers: build peers ## Measure SlotQ beside PostGraphile and graphql-ws, and renew docs/experiments/peers.md
	$(GO) run ./bench/quick -slotq bin/slotq -only fanout,spread,hot,lists -hot-peer -rounds 8 -round 2s -events 100 -places 24 -write docs/experiments/peers

bench/doors: build peers ## Measure what live subscribers cost, beside npm's graphql-ws, and renew docs/experiments/doors.md
	$(GO) run ./bench/doors -slotq bin/slotq -peers bench/peers -write docs/experiments/doors

bench/flat: build ## Measure whether cost is flat in history, and renew docs/experiments/flatness.md (SCALE=0.01 is quick and writes nothing)
	$(GO) run ./bench/flat -slotq bin/slotq $(if $(SCALE),-scale $(SCALE),-write docs/experiments)

bench/locks: postgres ## Measure five ways to guard a slot's units, and renew docs/experiments/locks.md
	$(GO) run ./bench/locks -write docs/experiments

bench/quick: build peers ## Measure everything that has a peer, beside it, in a minute; one JSON line a figure (SMOKE=1: only that it runs)
	$(GO) build -o bin/flat ./bench/flat
	$(GO) run ./bench/quick -slotq bin/slotq $(if $(SMOKE),-smoke,-flat bin/flat)

mutants: postgres ## Break SlotQ on purpose, one thing at a time, and demand that a test turns red for each
	$(GO) run ./internal/pgtest/withcluster $(GO) run ./bench/mutants

skewed: web ## Build bin/slotq-skewed: the same program, with a clock that SLOTQ_CLOCK_SKEW=-7m makes wrong
	$(GO) run ./bench/skew -go $(GO) -o bin/slotq-skewed .

pgbouncer: ## Install pgbouncer, the pooler of the storms, if this machine has none
	@sh scripts/install-pgbouncer.sh

storm: build $(if $(SKEW),skewed) $(if $(POOLER),pgbouncer) ## Break SlotQ on purpose for a minute, and see whether it keeps its word (SEED=7, FOR=5m, FAULTS=names, BESIDE=another slotq, SKEW=1, NATS=1, BACKLOG=1000000, POOLER=1)
	$(GO) run ./bench/storm -slotq bin/slotq -for $(or $(FOR),60s) $(if $(SEED),-seed $(SEED)) $(if $(FAULTS),-faults "$(FAULTS)") $(if $(BESIDE),-beside $(BESIDE)) $(if $(SKEW),-skewed bin/slotq-skewed) $(if $(NATS),-nats) $(if $(BACKLOG),-backlog $(BACKLOG)) $(if $(POOLER),-pooler)

storm/upgrade: build ## The same, beginning with the program before the newest migration (FROM=another commit), which is replaced while people book
	@GO=$(GO) sh scripts/build-older.sh bin/slotq-older $(FROM)
	$(GO) run ./bench/storm -slotq bin/slotq -older bin/slotq-older -for $(or $(FOR),60s) $(if $(SEED),-seed $(SEED)) $(if $(FAULTS),-faults "$(FAULTS)") $(if $(NATS),-nats)

storm/soak: build skewed pgbouncer ## The same for half an hour with clocks that differ, NATS, a pooler and backlogs of a million events, and renew docs/experiments/storm.md
	$(GO) run ./bench/storm -slotq bin/slotq -skewed bin/slotq-skewed -nats -pooler -backlog $(or $(BACKLOG),1000000) -for $(or $(FOR),30m) $(if $(SEED),-seed $(SEED)) -write docs/experiments

bench/report: postgres ## Measure a report on a quarter of a year of a busy venue
	$(GO) run ./internal/pgtest/withcluster $(GO) test -timeout 8m -run '^$$' -bench 'Report$$' -benchtime 5x ./bench

lint: ## Run the linters
	$(GO) run $(GOLANGCI) run ./...

generate: web/dashboard/node_modules/.package-lock.json ## Generate what is generated: ent, GraphQL, the page of states, zones, holidays, the dashboard's documents
	$(GO) generate ./ent ./graph ./internal/statechart ./internal/calendar ./internal/holiday
	npm run codegen --prefix web/dashboard

migration: postgres ## Write the next migration from the tables (name=what_the_business_gained)
	@test -n "$(name)" || { echo "usage: make migration name=what_the_business_gained"; exit 2; }
	$(GO) run ./migrations/diff $(name)

verify: postgres ## Show that generators and migrations leave a clean tree
	@test -z "$$(git status --porcelain)" || { echo "commit first: verify compares with the last commit"; git status --short; exit 1; }
	$(MAKE) generate
	$(GO) run ./migrations/diff -check
	$(GO) mod tidy -diff
	$(GO) mod verify
	@test -z "$$(gofmt -l $$(git ls-files '*.go'))" || { echo "not formatted:"; gofmt -l $$(git ls-files '*.go'); exit 1; }
	@test -z "$$(git status --porcelain)" || { echo "the generators changed the tree:"; git status --short; git diff --stat; exit 1; }
	@echo "verified: generators, migrations, modules and formatting leave a clean tree"

clean: ## Remove what was built (the demo's data stays)
	rm -rf bin web/graphiql/dist/index.html web/graphiql/dist/assets web/dashboard/dist/index.html web/dashboard/dist/assets

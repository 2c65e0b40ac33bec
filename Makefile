# What there is to do here: make play, make test, make check, make test-services, make bench, make chaos.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
PORT ?= 8000
export PORT

.PHONY: play test test-services check format bench chaos lock clean

play: .venv/.ready
	@$(BIN)/python manage.py play

# As many tests at once as there are cores; each process has a database and servers of its own.
SPREAD := -n auto --dist worksteal

test: .venv/.ready-dev
	$(BIN)/python -m pytest $(SPREAD) tests --ignore=tests/browser --ignore=tests/services
	$(BIN)/python -m pytest $(SPREAD) tests/browser

# Needs PostgreSQL, with a role that may create databases, and Redis.
test-services: export DATABASE_URL ?= postgres://starboard:starboard@127.0.0.1:5432/postgres
test-services: export REDIS_URL ?= redis://127.0.0.1:6379/9
test-services: .venv/.ready-dev
	$(BIN)/python -m pytest tests/services tests/games/test_journal.py

check: .venv/.ready-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python manage.py check
	$(BIN)/python manage.py makemigrations --check --dry-run
	$(BIN)/python manage.py rules --missing

bench: .venv/.ready-dev
	$(BIN)/python -m tests.bench

# Kills web, worker, Redis and PostgreSQL, all its own, while 10,000 actions are played; needs their programs installed.
chaos: .venv/.ready-dev
	$(BIN)/python -m tests.chaos

format: .venv/.ready-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

lock: .venv/.ready-dev
	$(BIN)/pip-compile -q --strip-extras --no-emit-index-url --no-emit-trusted-host --no-emit-options --no-emit-find-links -o requirements.lock pyproject.toml
	$(BIN)/pip-compile -q --strip-extras --no-emit-index-url --no-emit-trusted-host --no-emit-options --no-emit-find-links --extra dev -o requirements-dev.lock pyproject.toml

clean:
	rm -rf .venv var

.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/.ready: requirements.lock | .venv/bin/python
	$(BIN)/pip install -q --disable-pip-version-check -r requirements.lock
	@touch $@

.venv/.ready-dev: requirements-dev.lock .venv/.ready
	$(BIN)/pip install -q --disable-pip-version-check -r requirements-dev.lock
	@touch $@

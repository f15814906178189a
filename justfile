# What a change has to pass: `just check`. Everything, from a new virtual environment: `.ci/run`.

check: lint types contracts test

lint:
    ruff check .

types:
    mypy --strict

contracts:
    lint-imports

test *arguments:
    python -m pytest {{arguments}}

slow:
    python -m pytest -m slow

# Rewrite golden reports and command-line runs; read the difference like code.
accept:
    QUANTCHECK_ACCEPT=1 python -m pytest tests/golden tests/cli
    git diff --stat -- tests

# Rewrite the pages that are made from the code.
pages:
    python -m quantcheck.codes > docs/codes.md

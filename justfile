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

# Search the parser, the loader and the verifier for what breaks them; guided by coverage where atheris is installed.
fuzz *arguments:
    python tests/fuzz/run.py {{arguments}}

# Change the matcher, the normaliser and the number reader a little, and see that a test notices (docs/mutation.md).
mutants *arguments:
    python tests/mutation/run.py {{arguments}}

# A million made figures, wrong ones and restated ones: no false support.
mutations:
    python -m quantcheck.cli selftest --mutations 1000000

# Times of the hostile texts at n/4 and n, with their ratio.
hostile *arguments:
    python bench/hostile.py {{arguments}}

# Rewrite golden reports and command-line runs; read the difference like code.
accept:
    QUANTCHECK_ACCEPT=1 python -m pytest tests/golden tests/cli tests/docs
    git diff --stat -- tests docs README.md

# Rewrite the pages that are made from the code.
pages:
    python tools/pages.py

# The documentation as a site in `site/`; a broken link or a page that is not current fails.
site: pages
    python -m zensical build --strict --clean

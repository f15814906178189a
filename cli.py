"""Start quantcheck from a clone: `python cli.py answer.json`."""

from quantcheck.cli import main

if __name__ == "__main__":
    main()

"""Run the command line as ``python -m sourceright_lint``."""

from sourceright_lint.cli import main

if __name__ == "__main__":
    raise SystemExit(main())

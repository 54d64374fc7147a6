"""Run the command line as ``python -m sourceright_lint``."""

from sourceright_lint.cli import run_and_exit

if __name__ == "__main__":
    run_and_exit()

"""Settings of these tests."""

import pytest


def pytest_configure(config: pytest.Config) -> None:
    """Long numbers make long examples."""
    config.addinivalue_line("filterwarnings", "ignore:Generating overly large repr")

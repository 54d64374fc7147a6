"""The language server: what editors show while one types. Needs the optional package ``pygls``."""

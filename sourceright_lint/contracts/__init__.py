"""The families of files that the tool knows, one package each."""

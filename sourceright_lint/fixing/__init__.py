"""Make what a fix announces, prove that nothing else changed, and only then write."""

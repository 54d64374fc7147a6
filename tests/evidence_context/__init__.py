"""Tests of the evidence-context contract."""

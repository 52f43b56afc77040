"""Tests of okfsearch: fault."""

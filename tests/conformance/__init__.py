"""Tests of okfsearch: conformance."""

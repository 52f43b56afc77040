"""Tests of okfsearch: differential."""

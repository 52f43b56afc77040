"""Tests of okfsearch: race."""

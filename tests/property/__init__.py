"""Tests of okfsearch: property."""

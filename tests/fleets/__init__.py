"""Tests of the engines for distributed work, against the real ones; each file skips only where its engine is not installed."""

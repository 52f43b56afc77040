"""Tests of the edges against the real packages they meet; each file skips only where its package is not installed."""

"""Hostile bundles against the public entry."""

"""Ending a call early, and hearing how far it has come."""

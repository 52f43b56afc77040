"""Random hostile bundles from a grammar of nasty pieces."""

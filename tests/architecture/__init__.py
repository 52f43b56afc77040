"""The structure of the package and its front door."""

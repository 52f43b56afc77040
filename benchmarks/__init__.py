"""Measure the library: floors, stages, whole calls, other engines, memory and imports.

Nothing here is a test and nothing here is shipped.  Ratios of one run on one machine are what counts; absolute times are not
comparable between machines, and hardly between runs.
"""

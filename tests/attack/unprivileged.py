"""Starting Python without the right to read what its mode forbids, also where root runs the tests."""

from __future__ import annotations

import os
import sys

# Linux: drop CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH from what a new program of root's may get, then become that program.
_DROP = """
import ctypes, os, sys
for capability in (1, 2):
    if ctypes.CDLL(None).prctl(24, capability, 0, 0, 0):
        sys.exit("the capability cannot be dropped")
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
"""

#: The words before `-c` or `-m`.
UNPRIVILEGED: list[str] = [sys.executable, "-c", _DROP] if os.geteuid() == 0 else [sys.executable]

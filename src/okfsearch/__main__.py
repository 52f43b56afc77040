"""Let `python -m okfsearch` do what the command `okfsearch` does."""

from __future__ import annotations

import sys

from okfsearch.cli import main

if __name__ == "__main__":
    sys.exit(main())

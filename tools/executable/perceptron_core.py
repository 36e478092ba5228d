"""Starts `perceptron-core` in the executable. In core/ this script would hide Python's own module `numbers`."""

from __future__ import annotations

import sys

from core.__main__ import main

sys.exit(main())

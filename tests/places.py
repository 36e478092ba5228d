"""Where the project's own files are, for tests that read or start them."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MAIN = ROOT / "main.py"
DATASETS = ROOT / "resources" / "datasets"

"""The proof of the theorem as a page: its pieces, how they flow into lines, and what happens when they are touched."""

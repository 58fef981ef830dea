"""One open document as a value, and pure functions of it: edits, moves, halves."""

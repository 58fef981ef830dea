"""Open documents, their histories and their files; no Qt, no VTK."""

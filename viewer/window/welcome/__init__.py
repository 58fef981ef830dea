"""The welcome page and what stands behind it."""

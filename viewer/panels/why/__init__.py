"""The Why dock: who holds what, and the reasons."""

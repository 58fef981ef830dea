"""The dialog that exports what is open: one form a kind of file (`export_forms`)."""

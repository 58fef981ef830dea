"""Pyraos (David G. Royffe; rules text by Staffan Ulfberg); `kind` is where it begins."""

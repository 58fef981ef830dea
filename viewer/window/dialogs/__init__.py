"""Dialogs, a file each, and `requests`: every question the window asks through one of them.

Tests put answers in the place of `requests.Dialogs`. A dialog takes what it is about, never the
window.
"""

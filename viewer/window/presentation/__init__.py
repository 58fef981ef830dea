"""Presenting before a class, full screen."""

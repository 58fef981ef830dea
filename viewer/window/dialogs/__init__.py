"""Every question the window asks, a file a dialog."""

"""The Look dock: cuts, peels, layers and bookmarks."""

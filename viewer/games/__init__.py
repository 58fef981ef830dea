"""What each game adds to the viewer, a package a game; data, no Qt."""

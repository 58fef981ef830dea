"""What the scene draws, one file a kind of thing."""

"""The middle of the window: the scene and what floats over it."""

"""What Poly-Y adds to the viewer: corners explained, in words and laid over the board."""

"""What Pyramid Ball brings to the window: ball, points and special moves in words, its options."""

"""What Rolling Pyramids brings to the window: phases, points and units in words, its options."""

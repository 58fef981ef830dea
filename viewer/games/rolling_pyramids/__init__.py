"""What Rolling Pyramids brings to the window: its facts, colours and quick starts."""

"""Pictures put together: positions, colours, overlays, moves on their way, the camera."""

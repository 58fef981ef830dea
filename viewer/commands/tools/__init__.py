"""What a click means while a tool is chosen."""

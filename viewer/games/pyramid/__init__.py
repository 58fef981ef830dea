"""What Pyramid adds to the viewer."""

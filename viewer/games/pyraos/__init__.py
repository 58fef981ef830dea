"""What Pyraos adds to the viewer."""

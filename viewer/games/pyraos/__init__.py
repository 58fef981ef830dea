"""What Pyraos adds to the viewer: reserves, squares and tempo as facts, its endings in words."""

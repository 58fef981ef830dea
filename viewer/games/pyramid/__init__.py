"""What Pyramid adds to the viewer: victory fields and stones as facts, its endings in words."""

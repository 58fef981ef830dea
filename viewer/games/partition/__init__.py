"""What Pyramid Partition adds to the viewer."""

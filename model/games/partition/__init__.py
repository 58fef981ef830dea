"""Pyramid Partition (Mark Steere, 2024); `kind` is where it begins."""

"""Pyramid Partition."""

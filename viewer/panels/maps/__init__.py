"""The Level maps dock."""

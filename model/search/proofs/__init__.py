"""Proofs of what a side can force: by depth, by proof numbers, and by the game contract alone."""

"""Partition in the Why dock: the table of corners, the win lines, the card of a corner."""

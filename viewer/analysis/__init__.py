"""What is found out about a position in the background."""

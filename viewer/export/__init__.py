"""What leaves the program as files for others: a folder a kind; `items` is what goes in."""

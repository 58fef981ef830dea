"""The Review dock: a graph of the chances over the moves, the mistakes, and what comes of them."""

"""What pupils have done of lessons and puzzles, and what is practised next."""

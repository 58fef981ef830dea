"""What a line of sight meets, and what pointing at it means for the move being built."""

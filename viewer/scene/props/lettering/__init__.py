"""What is written on and beside the board: letters, ranks, levels, plates at spaces."""

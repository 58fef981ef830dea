"""What engines count, fitted to tables and matches: each command writes the file of one engine."""

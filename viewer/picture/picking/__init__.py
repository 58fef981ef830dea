"""What a line of sight meets, and what pointing at it means for the move being built.

Borders (`Board.edges`) are sites, so that picking, cursor and pieces know them without more. They
answer only where they may be chosen, and where nothing else may be, only they answer. On a map the
nearest place to the line of sight is meant, up to the rim of a space, and a space stands for the
first border that leads there.
"""

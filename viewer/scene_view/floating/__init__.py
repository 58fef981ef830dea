"""What floats over the scene: compass, chips, buttons, dice, the end of a game, the mark tool."""

"""Monte Carlo tree search (UCT): trees that games played out have grown, for any game."""

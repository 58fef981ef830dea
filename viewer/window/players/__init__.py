"""Who plays in the window: seats, clocks, opponents, and handing over between persons."""

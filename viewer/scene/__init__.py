"""The ball scene: VTK alone."""

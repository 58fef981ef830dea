"""The 3D scene: what is drawn, and the hands that move in it."""

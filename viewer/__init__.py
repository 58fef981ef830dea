"""The desktop program: command line, session, Qt shell, panels, 3D scene."""

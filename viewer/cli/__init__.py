"""What a person at a shell types: commands, their inputs, what they print and their statuses.

A command reads positions and files, asks the model or draws a picture, and prints lines that
scripts depend on; with no command the window opens. Nothing here is shown in a window.
"""

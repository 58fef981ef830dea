"""The docks: a file each, or a folder where one is too large for a file.

A panel is a widget with ``changed(old, new)``; what it needs comes into its constructor, the window
(`viewer.window.docks`) makes it when its dock is first opened. Docks that only one game needs are
in `games`.
"""

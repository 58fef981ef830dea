"""The docks, a folder a dock (`setup_panel` and `collection_panel` are one file each).

A panel is a widget with ``changed(old, new)``; what it needs comes into its constructor, the window
(`viewer.window.docks`) makes it when its dock is first opened. Docks that only one game needs are
in `games`.
"""

"""The docks: a folder a dock; a panel is a widget with ``changed(old, new)``."""

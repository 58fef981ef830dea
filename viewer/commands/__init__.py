"""Every action once, as data, one file a menu."""

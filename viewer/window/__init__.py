"""The window: what is built of the rooms below, its menus, docks and dialogs."""

"""How the interface looks: theme, icons, scale of text, motion, and the preferences about them."""

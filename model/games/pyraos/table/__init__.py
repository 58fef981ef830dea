"""All of Pyraos solved into a table on disk: its index, retrograde analysis, and looking up."""

"""Pictures: level maps and diagrams as vectors, and PNG files with a ground or without."""

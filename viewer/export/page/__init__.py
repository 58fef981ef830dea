"""The page: one HTML file (`whole_page`), built from the folder web."""

"""The page: one HTML file (`page_content`), built from the folder web."""

"""The page: one HTML file (`whole_page`); its source in TypeScript is the folder web, built into it."""

"""What is printed: `printed` makes a PDF of blocks (`blocks`), which typst sets by `template.typ`."""

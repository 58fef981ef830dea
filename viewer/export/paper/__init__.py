"""What is printed: items become blocks (`blocks`), which typst sets by `template.typ`."""

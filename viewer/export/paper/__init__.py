"""What is printed: items become `blocks`, which typst sets by the template beside them."""

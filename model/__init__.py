"""The rules of pyramid games as pure values and functions: no Qt, no VTK, no windows."""

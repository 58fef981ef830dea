"""What is to be seen, as data: no Qt, no VTK."""

"""How strong engines are, where that can be counted: each measure is a command of its own."""

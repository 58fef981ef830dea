"""What can be asked of a command or in a form, declared once as fields of a record (`option`)."""

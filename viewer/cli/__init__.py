"""What a person at a shell types: commands, their inputs, their exit statuses."""

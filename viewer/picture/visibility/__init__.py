"""What a View hides, fades and shifts, how that is changed, and what brings a point back."""

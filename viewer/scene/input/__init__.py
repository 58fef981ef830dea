"""Mouse and keys in the scene, as calls on values."""

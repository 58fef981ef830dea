"""The shapes of pieces, a module a shape; `by_kind` finds them by the names that kinds declare."""

"""How a position is looked at: Views, the parts they show, and words for them."""

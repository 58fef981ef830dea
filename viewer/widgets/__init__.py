"""Small Qt parts that know no game and no session."""

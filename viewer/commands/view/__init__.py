"""Commands of the View menu: where one looks from, cuts and peels, parts, two views."""

"""What games, pictures and the window speak in: overlays and the colours of sides, as data.

It lies below games and pictures, so that the scene draws what a game brings and knows no game:
`side_colours` is what a side looks like, `overlay_types` what can lie over a position, `fonts`
where the font for all alphabets lies.
"""

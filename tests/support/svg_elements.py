"""What drawings are made of: only what every program that reads SVG knows."""

SVG = "{http://www.w3.org/2000/svg}"
KNOWN = {"svg", "title", "defs", "g", "rect", "circle", "line", "polygon", "polyline", "path",
         "text", "radialGradient", "linearGradient", "stop", "pattern"}  # fmt: skip

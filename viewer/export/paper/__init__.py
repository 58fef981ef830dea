"""What is printed: items become `blocks`, which typst sets by the template beside them.

Blocks go to typst as JSON: text is data there and never markup. Everything stays in memory, so a
process that is ended leaves no file. Typst takes files from memory only as text: a picture of the
scene is a JPEG inside an SVG, and goes into the PDF as it is. In grey the scene is drawn twice, the
second time with one side in a colour that nothing has: where the two differ, that side's pieces are
hatched. White around a picture is cut off, so that boards are as large as their room allows. What
belongs together stays on a page by a paragraph that is kept with the next, never by counting lines.
"""

"""Which balls of a frame are hidden behind others, so that nobody draws them.

`hiding_kernels` finds it out pixel by pixel, on the safe side, from what `outlines` says of each
ball; `unseen` loads both in the background. Only where the processor draws is it worth the time.

Cut, faint and outlined balls, and what a lens looks through, cover nothing. Of a ball that is seen
in part a smaller quad is drawn. The order from behind comes with it.
"""

"""Which balls of a frame are hidden behind others, so that nobody draws them.

`hiding_kernels` finds it out pixel by pixel, on the safe side, from what `outlines` says of each
ball; `unseen` loads both in the background. Only where the processor draws is it worth the time.
"""

"""Pyraos (David G. Royffe; rules text by Staffan Ulfberg): positions on bitboards, proofs.

`kind` is where it begins. `turns` says what a turn is and why it cannot be made, `kernels` do the
same for whole trees of turns; they have the squares and lines as bits.
"""

// How much of a pixel a convex solid covers: told from the way of the sight line within it, which
// shrinks to nothing at its edge and goes on below nothing beside it. `sharp` is how many pixels a
// ball diameter takes, of perspective one diameter away; 0: edges are hard, for supersampling.
float covered(float chord)
{
  if (sharp <= 0.0) return chord > 0.0 ? 1.0 : 0.0;
  return clamp(0.5 + chord / max(fwidth(chord), 1e-9), 0.0, 1.0);
}

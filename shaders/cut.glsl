// What cuts leave of a ball: half-spaces shorten the ray's way through it, gaps (flipped slabs)
// are jumped over. A ray meets a gap in one stretch, so each is jumped at most once.
// Returns how long the way still is; nothing is left where that is not above 0.
// planes[i]: unit normal and d, kept while normal . p <= d.
// gaps[i]: unit normal and d of the near side; the other side of gap i is gapEnds[i].
float kept(vec3 p, vec3 ray, inout float t, float leave, inout vec4 face)
{
  for (int i = 0; i < planeCount; i++)
  {
    vec4 plane = i < 4 ? planesA[i] : planesB[i - 4];
    float beyond = dot(plane.xyz, p) - plane.w;
    float slope = dot(plane.xyz, ray);
    if (abs(slope) < 1e-6)
    {
      if (beyond > 0.0) return -1.0;
      continue;
    }
    float at = -beyond / slope;
    if (slope > 0.0) leave = min(leave, at);
    else if (at > t)
    {
      t = at;
      face = vec4(plane.xyz, 1.0);
    }
  }
  for (int pass = 0; pass < gapCount; pass++)
  {
    for (int i = 0; i < gapCount; i++)
    {
      vec4 near = gaps[i];
      vec4 far = gapEnds[i];
      vec3 here = p + t * ray;
      float a = dot(near.xyz, here) - near.w;
      float b = dot(far.xyz, here) - far.w;
      if (a <= 1e-6 || b <= 1e-6) continue;  // on one of its outer sides: kept
      float slope = dot(near.xyz, ray);
      if (abs(slope) < 1e-6) return -1.0;
      vec4 out_by = slope < 0.0 ? near : far;
      t = -(dot(out_by.xyz, p) - out_by.w) / dot(out_by.xyz, ray);
      face = vec4(out_by.xyz, 1.0);
    }
  }
  return leave - t;
}

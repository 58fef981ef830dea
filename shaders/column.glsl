// How a column of sandstone is lit at a place `q` of it, on the face that looks along `n`: its rim is worn, and
// a groove follows it inside. `edge` is how far the nearest side is, `nearest` the way to it, `blur` the width of
// a pixel there.
vec3 column(vec3 body, vec3 q, vec3 n, vec3 nearest, float edge, float blur, bool twice)
{
  float open = 1.0;
  vec3 bent = n;
  if (n.z > 0.5)
  {
    float worn = 1.0 - smoothstep(0.0, size.w, edge);
    bent = normalize(n + 0.9 * worn * nearest);
    float line = smoothstep(0.010 + blur, 0.010 - 0.3 * blur, abs(edge - 0.060));
    if (twice) line = max(line, smoothstep(0.010 + blur, 0.010 - 0.3 * blur, abs(edge - 0.105)));
    body *= 1.0 - 0.22 * line * min(1.0, 0.02 / blur);
  }
  else if (abs(n.z) < 0.5)
  {
    float below = size.z - q.z;
    bent = normalize(n + vec3(0.0, 0.0, 0.7 * (1.0 - smoothstep(0.0, size.w, below))));
    open = 1.0 - 0.34 * smoothstep(0.0, max(2.0 * size.z, 0.2), below);
    body *= 0.90;
  }
  float l = 0.60 + 0.13 * bent.z + 0.29 * max(dot(bent, key), 0.0) + 0.12 * max(dot(bent, fill), 0.0);
  return body * l * open;
}

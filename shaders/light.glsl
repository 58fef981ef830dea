// Two lights and a sky: the whole lighting of the scene, in world space.
// key, fill and glint are unit vectors that turn with the camera; `open` is 1 where nothing is near.
vec3 lit(vec3 colour, vec3 n, float open)
{
  float sky = 0.5 + 0.5 * n.z;
  vec3 ambient = mix(vec3(0.39, 0.37, 0.36), vec3(0.50, 0.51, 0.53), sky) * open;
  float k = max(dot(n, key), 0.0);
  float f = max(dot(n, fill), 0.0);
  vec3 light = ambient + (0.40 + 0.60 * open) * (vec3(0.55, 0.54, 0.52) * k + vec3(0.10, 0.11, 0.13) * f);
  float s = max(dot(n, glint), 0.0);
  s *= s; s *= s; s *= s; s *= s; s *= s;
  return colour * light + vec3(0.20 * s * open);
}

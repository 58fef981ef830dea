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

#ifdef FINE
//@include fine.glsl

// The same lights where there is time: `open` of the sky is seen from here, `way` of the key light comes
// through, and grazing sight lines meet a little of the sky.
vec3 lit_well(vec3 colour, vec3 n, float open, float way, float facing, float gloss)
{
  float sky = 0.5 + 0.5 * n.z;
  vec3 ambient = mix(vec3(0.36, 0.335, 0.32), vec3(0.47, 0.48, 0.505), sky) * bounced(open, colour);
  float k = max(dot(n, key), 0.0);
  float f = max(dot(n, fill), 0.0);
  vec3 light = ambient + vec3(0.54, 0.525, 0.495) * k * (0.22 + 0.78 * way) + (0.3 + 0.7 * open) * vec3(0.09, 0.10, 0.125) * f;
  float s = max(dot(n, glint), 0.0);
  s *= s; s *= s; s *= s; s *= s;
  float wide = s;
  s *= s; s *= s; s *= s;
  float graze = 1.0 - max(facing, 0.0);
  graze *= graze; graze *= graze;
  return colour * light + gloss * (vec3(0.30 * s + 0.055 * wide) * way + vec3(0.16, 0.17, 0.18) * graze * sky * open);
}
#endif

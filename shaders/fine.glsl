// What pictures at rest add: light that has to find its way in between things, and what they are made of.

// How much ambient light stays, for a surface of this colour, where `open` of the sky is seen: light that
// is thrown back warms what is hidden (after Jimenez et al., "Practical real-time strategies for accurate
// indirect occlusion", 2016).
vec3 bounced(float open, vec3 colour)
{
  vec3 a = 2.0404 * colour - 0.3324, b = 0.6417 - 4.7951 * colour, c = 2.7552 * colour + 0.6903;
  return max(vec3(open), ((open * a + b) * open + c) * open);
}

// How much of a soft light reaches past a ball of radius 0.5: `along` the way to the light it lies so
// far ahead, and its centre `far2` (squared) away.
vec4 past(vec4 along, vec4 far2)
{
  vec4 ahead = max(along, 0.0);
  vec4 aside = sqrt(max(far2 - along * along, 0.0));
  vec4 soft = 0.42 * ahead + 0.01;
  return mix(vec4(1.0), smoothstep(0.5 - soft, 0.5 + soft, aside), step(0.0, along));
}

float hashed(vec3 p)
{
  p = fract(p * vec3(0.1031, 0.1030, 0.0973));
  p += dot(p, p.yzx + 33.33);
  return fract((p.x + p.y) * p.z);
}

// Smooth noise from 0 to 1 with one bump a unit.
float noise(vec3 p)
{
  vec3 i = floor(p), f = fract(p);
  f = f * f * (3.0 - 2.0 * f);
  vec4 low = vec4(hashed(i), hashed(i + vec3(1, 0, 0)), hashed(i + vec3(0, 1, 0)), hashed(i + vec3(1, 1, 0)));
  i.z += 1.0;
  vec4 high = vec4(hashed(i), hashed(i + vec3(1, 0, 0)), hashed(i + vec3(0, 1, 0)), hashed(i + vec3(1, 1, 0)));
  vec4 z = mix(low, high, f.z);
  vec2 y = mix(z.xy, z.zw, f.y);
  return mix(y.x, y.y, f.x);
}

// Wood about its heart, which runs along x: rings of years, and fibres along it. About 1 on average.
float wood(vec3 p)
{
  vec3 bent = p + 0.10 * vec3(0.0, noise(p * vec3(0.7, 2.0, 2.0)), noise(p * vec3(0.7, 2.0, 2.0) + 17.0));
  float year = 6.0 * length(bent.yz) + 0.8 * noise(p * vec3(0.5, 1.5, 1.5));
  float ring = fract(year);
  ring = smoothstep(0.0, 0.75, ring) * (1.0 - smoothstep(0.82, 1.0, ring));
  float fibre = noise(p * vec3(3.0, 46.0, 46.0));
  return 1.05 - 0.13 * ring + 0.12 * (fibre - 0.5);
}

// Stone that was laid down in water: grain, pores, and beds that lie almost flat. About 1 on average.
float stone(vec3 p)
{
  float bed = noise(vec3(0.5 * p.xy, 7.0 * p.z + 0.8 * noise(1.3 * p)));
  return 1.0 + 0.09 * (bed - 0.5) + 0.10 * (noise(5.0 * p) - 0.5) + 0.09 * (noise(31.0 * p) - 0.5);
}

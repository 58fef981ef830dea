//VTK::System::Dec
// What a flat mark shows: a glyph of the atlas, a ring, a cross, a soft round shadow, or a sign:
// ring, cross, square, dot, plate, arrow, bar or tablet by its distance function, outlined white and dark, so
// that it stands out on every ball and ground.
//VTK::Output::Dec
//VTK::CustomUniforms::Dec
in vec2 uv;
in vec2 place;
flat in vec4 colour;
flat in vec4 shape;
#ifdef GLYPH
uniform sampler2D atlas;
#endif

#ifdef SIGN
float box(vec2 q, vec2 half_size)
{
  vec2 a = abs(q) - half_size;
  return length(max(a, 0.0)) + min(max(a.x, a.y), 0.0);
}

float distance_to(vec2 q)
{
  int kind = int(shape.x + 0.5);
  if (kind == 0) return abs(length(q) - 0.72) - 0.11;
  if (kind == 1)
  {
    vec2 p = abs(q);
    return length(p - clamp(0.5 * (p.x + p.y), 0.0, 0.58)) - 0.13;
  }
  if (kind == 2) return abs(box(q, vec2(0.64))) - 0.11;
  if (kind == 3) return length(q) - 0.78;
  if (kind == 4) return box(q, vec2(shape.y - 0.48, 0.38)) - 0.40;
  if (kind == 6) return length(vec2(q.x - clamp(q.x, -shape.y, shape.y), q.y)) - 0.60;
  if (kind == 7) return box(q, vec2(shape.y - 0.56, 0.44)) - 0.38;
  float tip = shape.y - 0.1, back = tip - 1.55;
  float shaft = length(vec2(q.x - clamp(q.x, -tip, max(back, -tip)), q.y)) - 0.30;
  float head = max(dot(vec2(q.x - tip, abs(q.y)), normalize(vec2(0.80, 1.55))), back - q.x);
  return min(shaft, head);
}
#endif

void main()
{
  vec4 shade = colour;
#ifdef GLYPH
  shade.a *= texture(atlas, place).r;
#endif
#ifdef RING
  float r = length(uv);
  float soft = max(fwidth(r), 1e-4);
  shade.a *= smoothstep(1.0, 1.0 - 1.5 * soft, r) * smoothstep(shape.x - 1.5 * soft, shape.x, r);
#endif
#ifdef CROSS
  float arm = min(abs(uv.x - uv.y), abs(uv.x + uv.y));
  float width = max(fwidth(uv.x) + fwidth(uv.y), 1e-4);
  float far = max(abs(uv.x), abs(uv.y));
  shade.a *= smoothstep(shape.x + width, shape.x - width, arm) * smoothstep(0.98, 0.98 - width, far);
#endif
#ifdef SIGN
  float d = distance_to(uv);
  float px = max(fwidth(d), 1e-4);
  float white = clamp(1.2 * px, 0.07, 0.10), dark = white + clamp(px, 0.05, 0.08);
  bool plate = int(shape.x + 0.5) == 4;
  // A plate is white inside its coloured rim.
  vec3 inside = plate ? mix(vec3(1.0), shade.rgb, smoothstep(-0.09 - 0.5 * px, -0.09 + 0.5 * px, d)) : shade.rgb;
  vec3 outline = mix(plate ? shade.rgb : vec3(1.0), vec3(0.07, 0.08, 0.10), smoothstep(white - 0.5 * px, white + 0.5 * px, d));
  shade.rgb = mix(inside, outline, smoothstep(-0.5 * px, 0.5 * px, d));
  shade.a *= 1.0 - smoothstep(dark - 0.5 * px, dark + 0.5 * px, d);
#endif
#ifdef SHADOW
  float r = dot(uv, uv);
  if (shape.x > 0.5)
  {
    // An empty hollow: the side towards the light is dark, its rim is soft.
    float inside = smoothstep(1.0, 0.80, sqrt(r));
    shade.a *= inside * clamp(0.45 + 0.55 * dot(uv, key.xy), 0.12, 1.0);
  }
  else shade.a *= max(1.0 - r, 0.0) * max(1.0 - r, 0.0);
#endif
  if (shade.a < 0.004) discard;
#ifdef LASSO
  gl_FragDepth = shape.y;
#elif defined(THROUGH)
  gl_FragDepth = 0.001 * gl_FragCoord.z;
#endif
  gl_FragData[0] = shade;
}

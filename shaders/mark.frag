//VTK::System::Dec
// What a flat mark shows: a glyph of the atlas, a ring, a cross, a soft round shadow.
//VTK::Output::Dec
//VTK::CustomUniforms::Dec
in vec2 uv;
in vec2 place;
flat in vec4 colour;
flat in vec4 shape;
#ifdef GLYPH
uniform sampler2D atlas;
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
#ifdef SHADOW
  float r = dot(uv, uv);
  shade.a *= max(1.0 - r, 0.0) * max(1.0 - r, 0.0);
#endif
  if (shade.a < 0.004) discard;
  float depth = gl_FragCoord.z;
#ifdef THROUGH
  depth *= 0.001;
#endif
  gl_FragDepth = depth;
  gl_FragData[0] = shade;
}

//VTK::System::Dec
// A finely made square slab: a dimple under every base point, a bevel that catches light.
//VTK::Output::Dec
//VTK::CustomUniforms::Dec
in vec3 p;
flat in vec4 colour;
flat in vec4 face;
noperspective in vec4 room;
flat in vec4 joins;
flat in vec4 ends;
flat in vec4 next;

//@include slab_light.glsl
#ifdef FINE
//@include fine.glsl
#endif

void main()
{
  vec3 n = face.xyz;
  vec3 body = colour.rgb;
  float open = 1.0;
#ifdef FINE
  // Trays are of wood, the slab is of stone, honed.
  body *= face.w < -0.5 ? wood(vec3(0.35, 1.0, 1.0) * p.yxz * 0.55 + vec3(0.0, 0.37, 0.9)) : mix(1.0, stone(1.4 * p + 5.0), 0.55);
#endif
  if (face.w > 0.5)
  {
    vec2 from = p.xy - dimples.xy;
    vec2 cell = clamp(floor(from + 0.5), vec2(0.0), dimples.zw);
    vec2 q = from - cell;
    float r = length(q) / 0.27;
    // Wide of a pixel the dimple fades instead of flickering.
    float fine = clamp(0.27 / max(fwidth(from.x) + fwidth(from.y), 1e-4) - 0.5, 0.0, 1.0);
#ifdef FINE
    // The dimple is part of a ball, its rim is rounded, and little light reaches its middle.
    float inside = fine * smoothstep(1.06, 0.80, r);
    n = normalize(n + inside * vec3(0.95 * q / 0.27, 0.0));
    open = 1.0 - 0.22 * inside * (1.0 - 0.55 * r * r);
#else
    float inside = fine * smoothstep(1.0, 0.86, r);
    n = normalize(n + inside * vec3(1.25 * q / 0.27, 0.0));
    open = 1.0 - 0.30 * inside * (1.0 - 0.5 * r * r);
#endif
    // A hair line where the field ends.
    vec2 edge = abs(from - 0.5 * dimples.zw) - 0.5 * dimples.zw - 0.62;
    float beside = max(edge.x, edge.y), line = abs(beside);
    float width = max(fwidth(beside), 0.012);
    body *= 1.0 - 0.14 * (1.0 - smoothstep(0.6 * width, 1.8 * width, line));
  }
  float l = slab_light(n);
  float cover = 1.0;
  if (sharp > 0.0)
  {
    // It ends over a pixel, and so does a face where the next one begins.
    vec4 left = max(clamp(room + 0.5, 0.0, 1.0), 1.0 - ends);
    cover = left.x * left.y * left.z * left.w;
    vec4 mixed = joins * clamp(0.5 - room, 0.0, 1.0);
    l = mix(mix(mix(mix(l, next.x, mixed.x), next.y, mixed.y), next.z, mixed.z), next.w, mixed.w);
  }
  gl_FragData[0] = vec4(body * l * open, colour.a * cover);
}

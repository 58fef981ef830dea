//VTK::System::Dec
// A finely made square slab: a dimple under every base point, a bevel that catches light.
//VTK::Output::Dec
//VTK::CustomUniforms::Dec
in vec3 p;
flat in vec4 colour;
flat in vec4 face;

//@include light.glsl

void main()
{
  vec3 n = face.xyz;
  vec3 body = colour.rgb;
  float open = 1.0;
  if (face.w > 0.5)
  {
    vec2 from = p.xy - dimples.xy;
    vec2 cell = clamp(floor(from + 0.5), vec2(0.0), dimples.zw);
    vec2 q = from - cell;
    float r = length(q) / 0.27;
    // Wide of a pixel the dimple fades instead of flickering.
    float sharp = clamp(0.27 / max(fwidth(from.x) + fwidth(from.y), 1e-4) - 0.5, 0.0, 1.0);
    float inside = sharp * smoothstep(1.0, 0.86, r);
    n = normalize(n + inside * vec3(1.25 * q / 0.27, 0.0));
    open = 1.0 - 0.30 * inside * (1.0 - 0.5 * r * r);
    // A hair line where the field ends.
    vec2 edge = abs(from - 0.5 * dimples.zw) - 0.5 * dimples.zw - 0.62;
    float line = abs(max(edge.x, edge.y));
    float width = max(fwidth(line), 0.012);
    body *= 1.0 - 0.14 * (1.0 - smoothstep(0.6 * width, 1.8 * width, line));
  }
  float l = 0.62 + 0.10 * n.z + 0.30 * max(dot(n, key), 0.0) + 0.12 * max(dot(n, fill), 0.0);
  gl_FragDepth = gl_FragCoord.z;
  gl_FragData[0] = vec4(body * l * open, colour.a);
}

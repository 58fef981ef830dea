//VTK::System::Dec
// An upright pyramid with a small flat top, met by its line of sight. Pips near the foot of each side
// tell its size; the edges of a banded one are pale, and a pale stripe runs around it.
//VTK::Output::Dec
//VTK::CustomUniforms::Dec
uniform mat4 MCDCMatrix;
uniform int cameraParallel;

in vec3 offset;
flat in vec3 axis;
flat in vec3 home;
flat in vec4 colour;
flat in vec4 size;          // half its foot, the same, half its height, half its flat top
flat in vec4 how;           // flags: 1 band, 2 ring, 4 rim; how many pips
flat in vec2 base;

//@include light.glsl
//@include edges.glsl
#ifdef CUT
//@include cut.glsl
#endif

bool has(float flags, float bit)
{
  return mod(floor(flags / bit), 2.0) > 0.5;
}

// Shorten the way from t to leave to what lies below a plane: dot(n, p) <= d.
void below(vec3 p, vec3 ray, vec3 n, float d, inout float t, inout float leave)
{
  float slope = dot(n, ray), way = d - dot(n, p);
  if (abs(slope) < 1e-6) slope = slope < 0.0 ? -1e-6 : 1e-6;
  float at = way / slope;
  if (slope > 0.0) leave = min(leave, at);
  else t = max(t, at);
}

void main()
{
  vec3 ray = normalize(cameraParallel != 0 ? axis : axis + offset);
  float foot = size.x, tall = size.z, flat_top = size.w;
  float lean = (foot - flat_top) / (2.0 * tall);  // how far a side comes in for each step up
  vec3 slant = normalize(vec3(1.0, 0.0, lean));
  float reach = (foot - lean * tall) * slant.x;   // of a side's plane along its normal
  float t = -1e6, leave = 1e6;
  below(offset, ray, vec3(0, 0, 1), tall, t, leave);
  below(offset, ray, vec3(0, 0, -1), tall, t, leave);
  below(offset, ray, vec3(slant.x, 0, slant.z), reach, t, leave);
  below(offset, ray, vec3(-slant.x, 0, slant.z), reach, t, leave);
  below(offset, ray, vec3(0, slant.x, slant.z), reach, t, leave);
  below(offset, ray, vec3(0, -slant.x, slant.z), reach, t, leave);
#ifdef CUT
  vec4 face = vec4(0.0);
  float chord = kept(offset + home, ray, t, leave, face);
#else
  float chord = leave - t;
#endif
  float cover = covered(chord);
  vec3 q = offset + t * ray;
  vec3 blurred = fwidth(offset);
  float blur = max(0.8 * max(blurred.x, max(blurred.y, blurred.z)), 1e-4);
  if (cover <= 0.0) discard;
  vec2 zw = base + vec2(
    dot(vec3(MCDCMatrix[0][2], MCDCMatrix[1][2], MCDCMatrix[2][2]), q),
    dot(vec3(MCDCMatrix[0][3], MCDCMatrix[1][3], MCDCMatrix[2][3]), q));
  float depth = 0.5 * zw.x / zw.y + 0.5;
  // Which side this is, how far from its middle line, and from the edge where two sides meet.
  vec2 a = abs(q.xy);
  bool across = a.x > a.y;
  float far = max(a.x, a.y), aside = min(a.x, a.y);
  float wide = foot - lean * (q.z + tall);        // half the width of a side at this height
  vec3 n = across ? vec3(sign(q.x) * slant.x, 0, slant.z) : vec3(0, sign(q.y) * slant.x, slant.z);
  vec3 other = across ? vec3(0, sign(q.y) * slant.x, slant.z) : vec3(sign(q.x) * slant.x, 0, slant.z);
  bool on_top = q.z > tall - 1e-4, under = q.z < -tall + 1e-4;
  float edge = wide - aside;
  if (on_top) { n = vec3(0, 0, 1); edge = flat_top - far; other = vec3(0, 0, 1); }
  else if (under) n = vec3(0, 0, -1);
  else
  {
    // The edge is a little rounded: the normal turns over it.
    float turn = 0.5 * smoothstep(0.030, 0.0, edge);
    n = normalize(mix(n, other, turn));
  }
  bool banded = has(how.x, 1.0);
  float light = dot(colour.rgb, vec3(0.30, 0.59, 0.11));
  vec3 pale = mix(colour.rgb, vec3(1.0), 0.82), deep = colour.rgb * 0.38;
  vec3 drawn = banded ? pale : deep;
  vec3 body = colour.rgb;
  float up = q.z + tall;                          // over the ground
  if (!on_top && !under)
  {
    float line = banded ? 0.022 : 0.012;
    body = mix(body, drawn, (banded ? 0.85 : 0.55) * smoothstep(line + blur, line - 0.2 * blur, edge));
    if (banded)
    {
      float stripe = abs(up - 1.22 * tall);
      body = mix(body, pale, smoothstep(0.035 + blur, 0.035 - blur, stripe));
    }
    float along = across ? q.y : q.x;
    float gap = 0.150;
    float first = -0.5 * gap * (how.y - 1.0);
    float k = clamp(floor((along - first) / gap + 0.5), 0.0, how.y - 1.0);
    float pip = length(vec2(along - first - gap * k, (up - 0.115) / slant.x));
    if (how.y > 0.5) body = mix(body, drawn, 0.95 * smoothstep(0.046 + blur, 0.046 - blur, pip));
  }
  else if (on_top) body = mix(body, drawn, 0.35);
  float open = 0.72 + 0.28 * smoothstep(0.0, 0.35, up);
  // Steep sides would lie in their own shade: some of the light of the ground comes back to them.
  n = normalize(n + vec3(0.0, 0.0, 0.30));
  body *= 1.14;
#ifdef FINE
  float facing = -dot(n, ray);
  vec3 shade = lit_well(body, n, open, 1.0, facing, 0.7);
#else
  vec3 shade = lit(body, n, open);
#endif
  if (has(how.x, 4.0)) shade = mix(shade, rim, 0.9 * smoothstep(0.045 + blur, 0.045 - blur, min(edge, on_top ? 1.0 : up)));
  if (has(how.x, 2.0)) shade = mix(shade, rim, 0.9 * smoothstep(0.050 + blur, 0.050 - blur, on_top ? 1.0 : up));
#ifdef CUT
  if (face.w > 0.0)
  {
    vec3 sawn = mix(colour.rgb, vec3(1.0), 0.30) * (0.86 + 0.14 * max(dot(face.xyz, key), 0.0));
    shade = mix(sawn, colour.rgb * 0.55, smoothstep(0.030, 0.014, min(edge, up)));
  }
#endif
#ifdef THROUGH
  depth *= 0.001;
#endif
  gl_FragDepth = depth;
  gl_FragData[0] = vec4(shade, colour.a * cover);
}

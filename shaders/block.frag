//VTK::System::Dec
// A block of stone met by its line of sight: joints, worn edges, an inlay, cuts with a face.
//VTK::Output::Dec
//VTK::CustomUniforms::Dec
uniform mat4 MCDCMatrix;
uniform int cameraParallel;

in vec3 offset;
flat in vec3 axis;
flat in vec3 home;
flat in vec4 colour;
flat in vec4 size;
flat in vec4 how;
flat in vec2 base;

//@include light.glsl
//@include edges.glsl
#ifdef CUT
//@include cut.glsl
#endif

vec4 bits(float code)
{
  return mod(floor(code * vec4(1.0, 0.5, 0.25, 0.125)), 2.0);
}

// The way of a sight line within a box: from t to leave, nothing where t is not below.
vec3 within(vec3 from, vec3 ray, vec3 low, vec3 high, out float t, out float leave)
{
  vec3 a = (low - from) / ray, b = (high - from) / ray;
  vec3 first = min(a, b), last = max(a, b);
  t = max(max(first.x, first.y), first.z);
  leave = min(min(last.x, last.y), last.z);
  return first;
}

void main()
{
  vec3 ray = normalize(cameraParallel != 0 ? axis : axis + offset);
  vec3 safe = mix(ray, vec3(1e-7), lessThan(abs(ray), vec3(1e-7)));
  vec4 open_side = bits(how.x), wall = bits(how.y);
  float t, leave;
  vec3 first = within(offset, safe, -size.xyz, size.xyz, t, leave);
  vec3 n = t == first.x ? vec3(-sign(safe.x), 0, 0) : t == first.y ? vec3(0, -sign(safe.y), 0) : vec3(0, 0, -sign(safe.z));
  // Where the next block joins on, pixels belong to one or the other: no seam shows.
  float rests = how.w < 0.5 && explode == 0.0 ? 1.0 : 0.0;
  vec3 low = -size.xyz - 0.5 * vec3(1.0 - open_side.x, 1.0 - open_side.z, rests);
  vec3 high = size.xyz + 0.5 * vec3(1.0 - open_side.y, 1.0 - open_side.w, 0.0);
  float begin, end;
  within(offset, safe, low, high, begin, end);
  float joined = end - begin;
#ifdef CUT
  vec4 face = vec4(0.0), other = vec4(0.0);
  joined = kept(offset + home, ray, begin, end, other);
  float chord = kept(offset + home, ray, t, leave, face);
#else
  float chord = leave - t;
#endif
  float cover = chord > 0.0 || joined <= chord + 1e-4 ? covered(joined) : 0.0;
  if (cover <= 0.0) discard;
  vec3 q = offset + t * ray;
  vec2 zw = base + vec2(
    dot(vec3(MCDCMatrix[0][2], MCDCMatrix[1][2], MCDCMatrix[2][2]), q),
    dot(vec3(MCDCMatrix[0][3], MCDCMatrix[1][3], MCDCMatrix[2][3]), q));
  gl_FragDepth = 0.5 * zw.x / zw.y + 0.5;
  vec3 body = colour.rgb;
#ifdef FINE
  body *= stone(q + home + 11.0 * fract(0.37 * (home.x + 1.7 * home.y + 2.3 * home.z)));
#endif
  // How far this is from the west, east, south and north side of the block.
  vec4 from = vec4(q.x + size.x, size.x - q.x, q.y + size.y, size.y - q.y);
  float blur = max(fwidth(q.x) + fwidth(q.y) + fwidth(q.z), 1e-4) * 0.6;
  if (sharp > 0.0)
  {
    // Where blocks meet, q jumps from pixel to pixel; the quad does not.
    vec3 step = fwidth(offset);
    blur = 0.6 * (step.x + step.y + step.z) / max(abs(dot(n, ray)), 0.2);
  }
  float open = 1.0;
  vec3 bent = n;
  if (n.z > 0.5)
  {
    // A worn edge where the step ends, a fine joint where the next field follows.
    vec4 worn = open_side * (1.0 - smoothstep(vec4(0.0), vec4(size.w), from));
    bent = normalize(n + 0.9 * vec3(worn.y - worn.x, worn.w - worn.z, 0.0));
    vec4 joint = (1.0 - open_side) * (1.0 - smoothstep(0.010, 0.010 + 1.5 * blur + 0.006, from));
    body *= 1.0 - 0.26 * max(max(joint.x, joint.y), max(joint.z, joint.w)) * min(1.0, 0.02 / blur);
    // The foot of a higher step lies in its shade.
#ifdef FINE
    // Of a wall of height h at a distance d, the part (1 - d / sqrt(d d + h h)) / 2 of the sky is hidden.
    float high_wall = 2.0 * size.z;
    vec4 deep = wall * (1.0 - from * inversesqrt(from * from + high_wall * high_wall)) * smoothstep(1.0, 0.35, from);
    // The key light comes over it to that distance.
    vec4 toward = vec4(-key.x, key.x, -key.y, key.y) / max(key.z, 0.2) * high_wall;
    vec4 shaded = wall * smoothstep(toward + 0.10, toward - 0.10, from) * step(0.01, toward);
    open = 1.0 - 0.48 * min(deep.x + deep.y + deep.z + deep.w, 1.0);
    open *= 1.0 - 0.20 * min(shaded.x + shaded.y + shaded.z + shaded.w, 1.0);
#else
    vec4 deep = wall * max(1.0 - from / 0.42, 0.0);
    deep *= deep;
    open = 1.0 - 0.36 * min(deep.x + deep.y + deep.z + deep.w, 1.0);
#endif
    if (how.z > 1.5)
    {
      // The inlay of a victory field: a band of metal, a lozenge of it in the middle.
      float square = max(abs(q.x), abs(q.y));
      float band = smoothstep(0.385 + blur, 0.385, square) * smoothstep(0.315 - blur, 0.315, square);
      float within = smoothstep(0.315, 0.315 - blur, square);
      float lozenge = smoothstep(0.15 + blur, 0.15, abs(q.x) + abs(q.y));
      body = mix(body, body * vec3(0.83, 0.80, 0.76), within);
      body = mix(body, inlay, max(band, lozenge));
    }
  }
  else if (abs(n.z) < 0.5)
  {
    float below_top = size.z - q.z;
    float worn = how.z > 0.5 ? 1.0 - smoothstep(0.0, size.w, below_top) : 0.0;
    bent = normalize(n + vec3(0.0, 0.0, 0.7 * worn));
    open = 1.0 - 0.20 * smoothstep(0.0, 2.0 * size.z, below_top);
  }
  float l = 0.60 + 0.13 * bent.z + 0.29 * max(dot(bent, key), 0.0) + 0.12 * max(dot(bent, fill), 0.0);
  vec3 shade = body * l * open;
#ifdef CUT
  if (face.w > 0.0)
  {
    // Sawn stone: flat, paler, with its joints.
    shade = mix(colour.rgb, vec3(1.0), 0.16) * (0.86 + 0.10 * max(dot(face.xyz, key), 0.0));
    vec3 edge = size.xyz - abs(q);
    vec3 along = 1.0 - abs(face.xyz);
    vec3 line = step(0.02, along) * (1.0 - smoothstep(0.008, 0.008 + blur + 0.006, edge));
    shade *= 1.0 - 0.16 * max(max(line.x, line.y), line.z);
  }
#endif
  gl_FragData[0] = vec4(shade, colour.a * cover);
}

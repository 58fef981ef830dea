//VTK::System::Dec
// A turned disc met by its line of sight: a cylinder with both its rims taken off at a slant.
//VTK::Output::Dec
//VTK::CustomUniforms::Dec
uniform mat4 MCDCMatrix;
uniform int cameraParallel;

in vec3 offset;
flat in vec3 axis;
flat in vec3 home;
flat in vec4 colour;
flat in vec4 size;          // radius, -, half height, width of the slant
flat in vec4 how;           // flags: 1 band, 2 ring, 4 rim, 8 plain tile; 1: the rim is of metal
flat in vec2 base;

//@include light.glsl
#ifdef CUT
//@include cut.glsl
#endif

bool has(float flags, float bit)
{
  return mod(floor(flags / bit), 2.0) > 0.5;
}

// Shorten the way from t to leave to what lies in the cone r <= reach - z (apex at z = reach).
void slant(vec3 p, vec3 ray, float reach, inout float t, inout float leave)
{
  float h = reach - p.z, hz = -ray.z;
  float a = dot(ray.xy, ray.xy) - hz * hz;
  float b = dot(p.xy, ray.xy) - h * hz;
  float c = dot(p.xy, p.xy) - h * h;
  if (abs(a) < 1e-5) a = 1e-5;
  float d = b * b - a * c;
  if (d < 0.0) { if (a > 0.0) leave = t; return; }
  float s = sqrt(d);
  float one = (-b - s) / a, two = (-b + s) / a;
  if (a > 0.0)
  {
    if (h + hz * 0.5 * (one + two) < 0.0) { leave = t; return; }
    t = max(t, one);
    leave = min(leave, two);
  }
  else if (hz > 0.0) t = max(t, max(one, two));
  else leave = min(leave, min(one, two));
}

// The way of a sight line within the disc: from t to leave, nothing where t is not below.
void within(vec3 from, vec3 ray, out float t, out float leave)
{
  float radius = size.x, tall = size.z;
  // The cylinder.
  float a = max(dot(ray.xy, ray.xy), 1e-9), b = dot(from.xy, ray.xy);
  float d = b * b - a * (dot(from.xy, from.xy) - radius * radius);
  float root = sqrt(max(d, 0.0));
  t = (-b - root) / a;
  leave = d < 0.0 ? t : (-b + root) / a;
  float rz = abs(ray.z) < 1e-7 ? 1e-7 : ray.z;
  float low = (-tall - from.z) / rz, high = (tall - from.z) / rz;
  t = max(t, min(low, high));
  leave = min(leave, max(low, high));
  float reach = radius + tall - size.w;
  slant(from, ray, reach, t, leave);
  slant(from * vec3(1, 1, -1), ray * vec3(1, 1, -1), reach, t, leave);
}

vec3 line_of_sight(vec3 from)
{
  return normalize(cameraParallel != 0 ? axis : axis + from);
}

// How long that way is, less what cuts take; t is where it begins, face the cut that it begins at.
float left_of(vec3 from, vec3 ray, out float t, inout vec4 face)
{
  float leave;
  within(from, ray, t, leave);
#ifdef CUT
  return kept(from + home, ray, t, leave, face);
#else
  return leave - t;
#endif
}

void main()
{
  vec3 ray = line_of_sight(offset);
  float radius = size.x, tall = size.z, bevel = size.w;
  float t;
  vec4 face = vec4(0.0);
  float chord = left_of(offset, ray, t, face), cover = chord > 0.0 ? 1.0 : 0.0;
  if (sharp > 0.0)
  {
    // Four places of the pixel tell how much of it the disc covers; its middle may be beside it.
    vec3 across = 0.375 * dFdx(offset), upward = 0.375 * dFdy(offset);
    vec3 aside = across / 3.0, rise = upward / 3.0;
    cover = 0.0;
    for (int k = 0; k < 4; k++)
    {
      vec3 from = offset + (k == 0 ? across + rise : k == 1 ? upward - aside : k == 2 ? -across - rise : aside - upward);
      float begin;
      vec4 there = vec4(0.0);
      bool hit = left_of(from, line_of_sight(from), begin, there) > 0.0;
      cover += hit ? 0.25 : 0.0;
      if (hit && chord <= 0.0) { t = begin; face = there; }
    }
  }
  if (cover <= 0.0) discard;
  vec3 q = offset + t * ray;
  vec2 zw = base + vec2(
    dot(vec3(MCDCMatrix[0][2], MCDCMatrix[1][2], MCDCMatrix[2][2]), q),
    dot(vec3(MCDCMatrix[0][3], MCDCMatrix[1][3], MCDCMatrix[2][3]), q));
  float depth = 0.5 * zw.x / zw.y + 0.5;
  float r = length(q.xy);
  vec2 way = q.xy / max(r, 1e-5);
  // The normal turns over the slant as over a rounded rim.
  float side = clamp((r - (radius - bevel)) / bevel, 0.0, 1.0);
  float flat_part = clamp((abs(q.z) - (tall - bevel)) / bevel, 0.0, 1.0);
  vec3 n = normalize(vec3(way * (side + 1e-4), sign(q.z) * flat_part));
  float blur = max(fwidth(r), 1e-4);
  float open = 1.0;
  vec3 body = colour.rgb;
  if (!has(how.x, 8.0) && abs(q.z) > tall - 1e-3)
  {
    // Two grooves of the lathe and a shallow dish between them.
    float g = (r / radius - 0.62) / 0.055;
    float fine = clamp(0.03 / blur, 0.0, 1.0);
    float groove = exp(-g * g);
    n = normalize(n + fine * vec3(way * 1.3 * g * groove, 0.0) - vec3(way * 0.12 * (1.0 - step(0.62, r / radius)), 0.0));
    open = 1.0 - 0.30 * fine * groove;
    if (has(how.x, 1.0)) body = mix(body, vec3(1.0), 0.42 * smoothstep(0.30 + blur / radius, 0.30, abs(r / radius - 0.30) * 5.0));
  }
  float facing = -dot(n, ray);
#ifdef FINE
  // Stones are turned from wood, tiles cut from stone; the foot of a stone is in its own shade.
  bool turned = has(how.x, 16.0);
  if (turned) body *= wood(1.1 * q.xzy + 3.0 * fract(vec3(0.17, 0.31, 0.73) * (home.x + 3.0 * home.y + 5.0 * home.z)));
  else if (has(how.x, 8.0)) body *= stone(q + home);
  if (abs(q.z) < tall - 1e-3 && !has(how.x, 8.0)) open *= 0.62 + 0.38 * smoothstep(-1.0, 0.1, q.z / tall);
  vec3 shade = lit_well(body, n, open, 1.0, facing, turned ? 0.5 : 0.8);
#else
  vec3 shade = lit(body, n, open);
#endif
  vec3 sign_colour = dot(colour.rgb, vec3(0.30, 0.59, 0.11)) > 0.80 ? vec3(0.27, 0.22, 0.17) : rim;
  if (has(how.x, 4.0))
  {
    bool metal = how.y > 0.5;
    float edge = smoothstep(0.82, 0.90, r / radius);
    if (!metal) edge *= smoothstep(tall - 2.0 * bevel, tall - bevel, q.z);  // the flank keeps its colour
    shade = mix(shade, metal ? inlay * (0.75 + 0.45 * max(dot(n, key), 0.0)) : rim, edge);
  }
  if (has(how.x, 2.0) && q.z > tall - 1e-3)
    shade = mix(shade, sign_colour, smoothstep(0.060 + blur, 0.060, abs(r / radius - 0.80)));
#ifdef CUT
  if (face.w > 0.0)
  {
    // Sawn wood: flat, paler, a dark line where the skin was.
    float edge = min(radius - r, tall - abs(q.z));
    vec3 disc = mix(colour.rgb, vec3(1.0), 0.30) * (0.86 + 0.14 * max(dot(face.xyz, key), 0.0));
    shade = mix(disc, colour.rgb * 0.55, smoothstep(0.030, 0.014, edge));
  }
#endif
#ifdef THROUGH
  depth *= 0.001;
#endif
  gl_FragDepth = depth;
  gl_FragData[0] = vec4(shade, colour.a * cover);
}

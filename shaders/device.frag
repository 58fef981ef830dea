//VTK::System::Dec
// A small device, found by walking along the line of sight: a ram on wheels, a row of spikes, or an
// umbrella. Its front points along a direction on the ground.
//VTK::Output::Dec
//VTK::CustomUniforms::Dec
uniform mat4 MCDCMatrix;
uniform int cameraParallel;

in vec3 offset;
flat in vec3 axis;
flat in vec3 home;
flat in vec4 colour;
flat in vec4 size;          // half its box
flat in vec4 how;           // flags: 1 band, 2 ring, 4 rim; 0 ram, 1 spikes, 2 umbrella; where its front points
flat in vec2 base;

//@include light.glsl
#ifdef CUT
//@include cut.glsl
#endif

float capsule(vec3 p, vec3 a, vec3 b, float r)
{
  vec3 ab = b - a, ap = p - a;
  return length(ap - clamp(dot(ap, ab) / dot(ab, ab), 0.0, 1.0) * ab) - r;
}

// A straight spike from a, with radius r there, to a point at b.
float spike(vec3 p, vec3 a, vec3 b, float r)
{
  vec3 ab = b - a;
  float h = clamp(dot(p - a, ab) / dot(ab, ab), 0.0, 1.0);
  return 0.8 * (length(p - a - h * ab) - r * (1.0 - 0.92 * h));
}

// How far the device is; y is 1 on what is of metal.
vec2 device(vec3 p)
{
  if (how.y < 0.5)
  {
    float body = capsule(p, vec3(-0.78, 0.0, 0.10), vec3(0.50, 0.0, 0.10), 0.26);
    float hoops = min(length(vec2(p.x + 0.42, length(p.yz - vec2(0.0, 0.10)) - 0.27)), length(vec2(p.x - 0.14, length(p.yz - vec2(0.0, 0.10)) - 0.27))) - 0.055;
    float head = spike(p, vec3(0.46, 0.0, 0.10), vec3(1.0, 0.0, 0.10), 0.36);
    vec3 w = vec3(abs(p.x + 0.14) - 0.42, abs(p.y) - 0.30, p.z + 0.44);
    float wheel = max(length(w.xz) - 0.30, abs(w.y) - 0.06);
    float wood = min(body, wheel), metal = min(hoops, head);
    return wood < metal ? vec2(wood, 0.0) : vec2(metal, 1.0);
  }
  if (how.y < 1.5)
  {
    float beam = capsule(p, vec3(-0.30, -0.88, -0.72), vec3(-0.30, 0.88, -0.72), 0.14);
    float k = clamp(floor(p.y / 0.44 + 0.5), -2.0, 2.0);
    vec3 s = p - vec3(0.0, 0.44 * k, 0.0);
    float point = spike(s, vec3(-0.30, 0.0, -0.72), vec3(0.62, 0.0, 0.72), 0.17);
    return beam < point ? vec2(beam, 0.0) : vec2(point, 1.0);
  }
  vec3 c = p - vec3(0.0, 0.0, -0.12);
  float turn = atan(c.y, c.x);
  float rim = 0.10 * abs(sin(4.0 * turn));
  float canopy = max(abs(length(c * vec3(1.0, 1.0, 1.15)) - 0.94) - 0.035, 0.30 + rim - c.z) * 0.8;
  float pole = min(capsule(p, vec3(0.0, 0.0, -0.95), vec3(0.0, 0.0, 0.80), 0.055), length(p - vec3(0.0, 0.0, 0.82)) - 0.09);
  return canopy < pole ? vec2(canopy, 0.0) : vec2(pole, 1.0);
}

vec3 turned(vec3 v)
{
  return vec3(dot(v.xy, how.zw), dot(v.xy, vec2(-how.w, how.z)), v.z);
}

void main()
{
  vec3 ray = normalize(cameraParallel != 0 ? axis : axis + offset);
  float unit = size.z;
  vec3 from = turned(offset) / unit, way = turned(ray);
  // Into the ball round it, and out again.
  float b = dot(from, way), d = b * b - dot(from, from) + 1.85;
  if (d <= 0.0) discard;
  float t = -b - sqrt(d), last = -b + sqrt(d);
  vec2 found = vec2(1.0, 0.0);
  for (int k = 0; k < 56; k++)
  {
    found = device(from + t * way);
    if (found.x < 0.004 || t > last) break;
    t += found.x;
  }
  if (found.x >= 0.012) discard;
  vec3 p = from + t * way;
  vec2 e = vec2(0.004, -0.004);
  vec3 local = e.xyy * device(p + e.xyy).x + e.yyx * device(p + e.yyx).x + e.yxy * device(p + e.yxy).x + e.xxx * device(p + e.xxx).x;
  local = normalize(local);
  vec3 n = vec3(local.x * how.zw + local.y * vec2(-how.w, how.z), local.z);
  vec3 q = offset + unit * t * ray;
#ifdef CUT
  vec4 face = vec4(0.0);
  float begin = unit * t;
  if (kept(offset + home, ray, begin, unit * t + 1e-3, face) <= 0.0) discard;
#endif
  vec2 zw = base + vec2(
    dot(vec3(MCDCMatrix[0][2], MCDCMatrix[1][2], MCDCMatrix[2][2]), q),
    dot(vec3(MCDCMatrix[0][3], MCDCMatrix[1][3], MCDCMatrix[2][3]), q));
  float depth = 0.5 * zw.x / zw.y + 0.5;
  vec3 body = found.y > 0.5 ? mix(inlay, vec3(0.93, 0.90, 0.84), 0.45) : colour.rgb;
  if (how.y > 1.5 && found.y < 0.5 && mod(floor((atan(p.y, p.x) + 3.14159265) / 0.78539816), 2.0) > 0.5) body = mix(body, vec3(1.0), 0.72);
  vec3 shade = lit(body, n, 0.82 + 0.18 * smoothstep(-0.9, 0.2, p.z));
#ifdef THROUGH
  depth *= 0.001;
#endif
  gl_FragDepth = depth;
  gl_FragData[0] = vec4(shade, colour.a);
}

//VTK::System::Dec
// A capsule met by its line of sight, with exact depth; may be dashed.
//VTK::Output::Dec
//VTK::CustomUniforms::Dec
uniform mat4 MCDCMatrix;
uniform int cameraParallel;

in vec3 offset;
in vec3 axis;
flat in vec3 rod;
flat in float radius;
flat in vec4 colour;
flat in vec4 dash;
flat in vec2 base;

//@include light.glsl

void main()
{
  vec3 ray = normalize(axis);
  float rr = radius * radius;
  float ll = dot(rod, rod), lr = dot(rod, ray), lo = dot(rod, offset);
  float ro = dot(ray, offset), oo = dot(offset, offset);
  // The endless cylinder about the rod first; beyond its ends, the ball at that end.
  float a = ll - lr * lr;
  float b = ll * ro - lo * lr;
  float c = ll * (oo - rr) - lo * lo;
  float h = b * b - a * c;
  float t = 0.0, y = lo;
  // How far the sight line passes the middle of the rod.
  float beside = 0.0;
  if (a > 1e-6 * ll && a > 0.0)
  {
    vec3 across = cross(ray, rod);
    beside = abs(dot(offset, across)) * inversesqrt(max(dot(across, across), 1e-12));
    t = (-b - sqrt(max(h, 0.0))) / a;
    y = lo + t * lr;
  }
  vec3 end = vec3(0.0);
  if (y <= 0.0 || y >= ll || a <= 1e-6 * ll)
  {
    end = (a <= 1e-6 * ll ? lr > 0.0 : y <= 0.0) ? vec3(0.0) : rod;
    vec3 q = offset - end;
    float bb = dot(q, ray), away = max(dot(q, q) - bb * bb, 0.0);
    beside = sqrt(away);
    t = -bb - sqrt(max(rr - away, 0.0));
  }
  else end = rod * y / ll;
  float pixels = sharp > 0.0 ? sharp / (cameraParallel != 0 ? 1.0 : length(axis)) : 1e7;
  float cover = clamp((radius - beside) * pixels + 0.5, 0.0, 1.0);
  if (cover <= 0.0) discard;
  vec3 q = offset + t * ray;
  vec3 n = (q - end) / radius;
  if (dash.x > 0.0)
  {
    float along = dot(q, rod) * inversesqrt(max(ll, 1e-9)) + dash.y;
    if (mod(along, dash.x) > 0.55 * dash.x) discard;
  }
  vec2 zw = base + vec2(
    dot(vec3(MCDCMatrix[0][2], MCDCMatrix[1][2], MCDCMatrix[2][2]), q),
    dot(vec3(MCDCMatrix[0][3], MCDCMatrix[1][3], MCDCMatrix[2][3]), q));
  float depth = 0.5 * zw.x / zw.y + 0.5;
#ifdef THROUGH
  depth *= 0.001;
#endif
  gl_FragDepth = depth;
  gl_FragData[0] = vec4(mix(lit(colour.rgb, n, 1.0), colour.rgb, dash.z), colour.a * cover);
}

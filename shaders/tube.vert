//VTK::System::Dec
// One quad a capsule (a rod with round ends), turned to the eye and just covering it.
//VTK::CustomUniforms::Dec
in vec4 vertexMC;   // one end
in float lift;
in vec4 ends;       // the other end, radius
in vec4 tint;
in vec4 state;      // lift of the other end, length of a dash (0: none), where dashes start, glow
uniform mat4 MCDCMatrix;
uniform int cameraParallel;

out vec3 offset;           // from the first end to the quad
out vec3 axis;
flat out vec3 rod;         // from the first end to the other
flat out float radius;
flat out vec4 colour;
flat out vec4 dash;
flat out vec2 base;

void main()
{
  int c = gl_VertexID & 3;
  vec2 uv = vec2(c == 0 || c == 3 ? -1.0 : 1.0, c < 2 ? -1.0 : 1.0);
  vec3 a = vertexMC.xyz + vec3(0.0, 0.0, explode * lift);
  vec3 b = ends.xyz + vec3(0.0, 0.0, explode * state.x);
  radius = ends.w;
  vec3 m = 0.5 * (a + b);
  vec3 w = forward;
  vec3 pa = a, pb = b;
  float grow = 1.0;
  axis = forward;
  if (cameraParallel == 0)
  {
    vec3 e = m - eye;
    float d = length(e);
    w = e / d;
    float da = max(dot(a - eye, w), 0.05), db = max(dot(b - eye, w), 0.05);
    pa = eye + (a - eye) * d / da;
    pb = eye + (b - eye) * d / db;
    grow = 1.1 * max(max(d / da, d / db), 1.0);
  }
  vec3 along = pb - pa;
  along -= dot(along, w) * w;
  float size = length(along);
  vec3 u = size > 1e-4 ? along / size : normalize(cross(w, abs(w.z) < 0.9 ? vec3(0, 0, 1) : vec3(1, 0, 0)));
  vec3 v = cross(u, w);
  float r = radius * grow;
  if (sharp > 0.0) r += 0.75 * (cameraParallel != 0 ? 1.0 : length(m - eye)) / sharp;  // its edge
  vec3 p = 0.5 * (pa + pb) + uv.x * (0.5 * size + r) * u + uv.y * r * v;
  if (cameraParallel == 0) axis = p - eye;
  offset = p - a;
  rod = b - a;
  colour = tint;
  dash = vec4(state.y, state.z, state.w, 0.0);
  vec4 clip = MCDCMatrix * vec4(a, 1.0);
  base = clip.zw;
  gl_Position = MCDCMatrix * vec4(p, 1.0);
}

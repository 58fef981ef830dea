// One quad a convex solid (a block of stone, a turned disc), turned to the eye and covering it.
//VTK::CustomUniforms::Dec
in vec4 vertexMC;   // its middle
in float lift;      // how many gaps an explosion puts under it
in vec4 tint;       // colour and alpha
in vec4 half_size;  // half its width, depth and height; width of its bevel
in vec4 state;      // blocks: open sides, higher neighbours, what the top shows, 1: no block under it;
                    // discs: flags
#ifdef PRISM
in vec4 feet_a;     // where perpendiculars from its middle meet its sides, two and two
in vec4 feet_b;
in vec4 feet_c;
in vec4 feet_d;
#endif
uniform mat4 MCDCMatrix;
uniform int cameraParallel;

out vec3 offset;            // from its middle to the quad
flat out vec3 axis;         // perspective: from the eye to the middle; parallel: where we look
flat out vec3 home;         // the middle where cuts are laid: in unexploded space
flat out vec4 colour;
flat out vec4 size;
flat out vec4 how;
flat out vec2 base;
#ifdef PRISM
flat out vec3 sides[8];     // unit vectors out of its sides, and how far these are

vec3 side_at(vec2 foot)
{
  float reach = length(foot);
  return vec3(foot / reach, reach);
}
#endif

void main()
{
  int c = gl_VertexID & 3;
  vec2 uv = vec2(c == 0 || c == 3 ? -1.0 : 1.0, c < 2 ? -1.0 : 1.0);
  vec3 middle = vertexMC.xyz + vec3(0.0, 0.0, explode * lift);
  vec3 w = forward;
  float grow = 1.0;
  axis = forward;
  if (cameraParallel == 0)
  {
    axis = middle - eye;
    float d = length(axis);
    float r = length(half_size.xyz);
    w = axis / d;
    grow = inversesqrt(max(1.0 - r * r / (d * d), 0.01));
  }
  vec3 u = normalize(cross(w, up));
  vec3 v = cross(u, w);
#ifdef DISC
  float wide = half_size.x;
  float high = half_size.x * abs(w.z) + half_size.z * sqrt(max(1.0 - w.z * w.z, 0.0));
  if (abs(u.z) > 1e-3) wide = high = length(half_size.xz);
#else
  float wide = dot(abs(u), half_size.xyz);
  float high = dot(abs(v), half_size.xyz);
#endif
  // The near side of a solid is larger than its middle: as much as perspective makes of it.
  float near = 1.0;
  if (cameraParallel == 0) { float d = length(axis); near = d / max(d - length(half_size.xyz), 0.1 * d); }
  offset = (uv.x * wide * u + uv.y * high * v) * grow * near * 1.01;
  home = vertexMC.xyz;
  colour = tint;
  size = half_size;
  how = state;
#ifdef PRISM
  vec4 feet[4] = vec4[4](feet_a, feet_b, feet_c, feet_d);
  for (int k = 0; k < 4; k++)
  {
    sides[2 * k] = side_at(feet[k].xy);
    sides[2 * k + 1] = side_at(feet[k].zw);
  }
#endif
  vec4 clip = MCDCMatrix * vec4(middle, 1.0);
  base = clip.zw;
  gl_Position = MCDCMatrix * vec4(middle + offset, 1.0);
}

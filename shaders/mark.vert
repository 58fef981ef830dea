//VTK::System::Dec
// A flat mark: lying in space along two vectors, turned to the eye, or a ribbon between two points.
//VTK::CustomUniforms::Dec
in vec4 vertexMC;   // its middle
in float lift;
in vec4 across;     // half its width, as a vector; w = 1: turned to the eye, x is the length, y and z
                    // move it to the right and up; w = 2: a ribbon, xyz is its other end
in vec4 upward;     // half its height; w: how far it comes towards the eye; a ribbon's y: lift there
in vec4 tint;
in vec4 state;      // glyphs: the rectangle of the atlas; rings: inner radius as a share
uniform mat4 MCDCMatrix;
uniform int cameraParallel;

out vec2 uv;
out vec2 place;
flat out vec4 colour;
flat out vec4 shape;

void main()
{
  int c = gl_VertexID & 3;
  uv = vec2(c == 0 || c == 3 ? -1.0 : 1.0, c < 2 ? -1.0 : 1.0);
  vec3 p = vertexMC.xyz + vec3(0.0, 0.0, explode * lift);
  vec3 w = cameraParallel != 0 ? forward : normalize(p - eye);
  vec3 u = across.xyz, v = upward.xyz;
  if (across.w > 0.5 && across.w < 1.5)
  {
    u = normalize(cross(w, up)) * across.x;
    v = cross(normalize(u), w) * upward.x;
    p += across.y * normalize(u) + across.z * normalize(v);
  }
  float stretch = 1.0;
  if (across.w > 1.5)
  {
    vec3 b = across.xyz + vec3(0.0, 0.0, explode * upward.y), way = b - p;
    float size = max(length(way), 1e-4);
    w = cameraParallel != 0 ? forward : normalize(0.5 * (p + b) - eye);
    v = cross(way, w);
    v = length(v) > 1e-4 * size ? -normalize(v) : normalize(up);
    p = (uv.x < 0.0 ? p : b) + upward.x * (uv.x * way / size + uv.y * v);
    w = cameraParallel != 0 ? forward : normalize(p - eye);
    p -= upward.w * w;
    stretch = 0.5 * size / upward.x + 1.0;
  }
  else p += uv.x * u + uv.y * v - upward.w * w;
  place = mix(state.xy, state.zw, 0.5 * uv + 0.5);
#ifdef SIGN
  uv.x *= across.w > 1.5 ? stretch : state.y;
#endif
  colour = tint;
  shape = state;
#ifdef SIGN
  if (across.w > 1.5) shape.y = stretch - 1.0;
#endif
  gl_Position = MCDCMatrix * vec4(p, 1.0);
}

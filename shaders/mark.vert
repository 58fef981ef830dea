//VTK::System::Dec
// A flat mark: lying in space along two vectors, or turned to the eye.
//VTK::CustomUniforms::Dec
in vec4 vertexMC;   // its middle
in float lift;
in vec4 across;     // half its width, as a vector; w = 1: turned to the eye, x is the length
in vec4 upward;     // half its height; w: how far it comes towards the eye
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
  if (across.w > 0.5)
  {
    u = normalize(cross(w, up)) * across.x;
    v = cross(normalize(u), w) * upward.x;
  }
  p += uv.x * u + uv.y * v - upward.w * w;
  place = mix(state.xy, state.zw, 0.5 * uv + 0.5);
  colour = tint;
  shape = state;
  gl_Position = MCDCMatrix * vec4(p, 1.0);
}

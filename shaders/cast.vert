//VTK::System::Dec
// A quad on the ground under a piece, as wide as its soft shadow reaches.
//VTK::CustomUniforms::Dec
in vec4 vertexMC;   // the ground below the middle of the piece
in float lift;
in vec4 tint;
in vec4 state;      // radius, height of its middle over the ground, how far the shadow reaches, 1: a disc
in vec4 limits;     // where that ground ends: west, east, south, north
uniform mat4 MCDCMatrix;
uniform int cameraParallel;

out vec2 p;         // from the middle
flat out vec4 colour;
flat out vec4 shape;

void main()
{
  int c = gl_VertexID & 3;
  vec2 uv = vec2(c == 0 || c == 3 ? -1.0 : 1.0, c < 2 ? -1.0 : 1.0);
  p = clamp(uv * state.z, limits.xz - vertexMC.xy, limits.yw - vertexMC.xy);
  colour = tint;
  shape = state;
  vec3 on = vec3(vertexMC.xy + p, vertexMC.z + explode * lift);
  gl_Position = MCDCMatrix * vec4(on, 1.0);
  // Its depth is a little nearer than the ground's, so that it lies on that everywhere.
  gl_Position.z += cameraParallel != 0 ? -0.04 * (MCDCMatrix * vec4(forward, 0.0)).z : 0.004 * (MCDCMatrix * vec4(eye, 1.0)).z;
}

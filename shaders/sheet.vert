//VTK::System::Dec
// A triangle of a sheet (as a quad whose last two corners are one): corners apart, seams kept.
//VTK::CustomUniforms::Dec
in vec4 vertexMC;
in float lift;
in vec4 tint;
uniform mat4 MCDCMatrix;

out vec3 p;
out vec3 side;
flat out vec4 colour;

void main()
{
  int c = gl_VertexID & 3;
  side = vec3(c == 0 ? 1.0 : 0.0, c == 1 ? 1.0 : 0.0, c >= 2 ? 1.0 : 0.0);
  p = vertexMC.xyz + vec3(0.0, 0.0, explode * lift);
  colour = tint;
  gl_Position = MCDCMatrix * vec4(p, 1.0);
}

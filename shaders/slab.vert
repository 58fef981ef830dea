//VTK::System::Dec
// The faces of the base board, as they lie in space.
//VTK::CustomUniforms::Dec
in vec4 vertexMC;
in float lift;
in vec4 tint;
in vec4 state;      // normal; 1 on the face that has the dimples
uniform mat4 MCDCMatrix;

out vec3 p;
flat out vec4 colour;
flat out vec4 face;

void main()
{
  p = vertexMC.xyz;
  colour = tint;
  face = state;
  gl_Position = MCDCMatrix * vec4(vertexMC.xyz, 1.0);
}

//VTK::System::Dec
// The ground of the picture: one quad that fills it, behind everything.
//VTK::CustomUniforms::Dec
in vec4 vertexMC;
in float lift;
in vec4 tint;       // colour at the top
in vec4 state;      // colour at the bottom

noperspective out vec3 shade;

void main()
{
  int c = gl_VertexID & 3;
  shade = c < 2 ? state.rgb : tint.rgb;
  gl_Position = vec4(c == 0 || c == 3 ? -1.0 : 1.0, c < 2 ? -1.0 : 1.0, 1.0, 1.0);
}

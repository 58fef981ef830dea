//VTK::System::Dec
// A dam as a translucent skin: clearer face on, denser at a slant, with its triangles' seams.
//VTK::Output::Dec
//VTK::CustomUniforms::Dec
in vec3 p;
in vec3 side;
flat in vec4 colour;

void main()
{
  vec3 n = normalize(cross(dFdx(p), dFdy(p)));
  vec3 to = normalize(p - eye);
  float slant = 1.0 - abs(dot(n, to));
  float seam = min(min(side.x, side.y), side.z);
  float width = max(fwidth(seam), 1e-4);
  float line = 1.0 - smoothstep(0.6 * width, 2.0 * width, seam);
  float l = 0.80 + 0.25 * abs(dot(n, key));
  gl_FragData[0] = vec4(mix(colour.rgb * l, vec3(1.0), 0.15 + 0.6 * line), colour.a * (0.85 + 0.25 * slant + 0.3 * line));
}

//VTK::System::Dec
// A slope of colour. Where a frame may take longer, less than a step of colour is added to each
// pixel, so that the steps are not seen.
//VTK::Output::Dec
//VTK::CustomUniforms::Dec
noperspective in vec3 shade;

void main()
{
  vec3 colour = shade;
#ifdef DITHER
  float noise = fract(dot(gl_FragCoord.xy, vec2(0.75487767, 0.56984029)));
  colour += (noise - 0.5) / 255.0;
#endif
  gl_FragData[0] = vec4(colour, 1.0);
}

//VTK::System::Dec
// What a piece keeps from the ground: a part of the sky, and the key light, the softer the higher it is.
//VTK::Output::Dec
//VTK::CustomUniforms::Dec
in vec2 p;
flat in vec4 colour;
flat in vec4 shape;

void main()
{
  float radius = shape.x, high = shape.y;
  float d2 = dot(p, p);
  float hidden, shaded;
  if (shape.w < 0.5)
  {
    // A ball takes r r / d d of the light from where it is, times the cosine of the way to it.
    float far2 = d2 + high * high;
    hidden = min(radius * radius * high * inversesqrt(far2) / far2, 1.0);
    float along = high * key.z - dot(p, key.xy);
    float soft = 0.30 * max(along, 0.0) + 0.02;
    shaded = smoothstep(radius + soft, radius - soft, sqrt(max(far2 - along * along, 0.0))) * step(0.0, along);
  }
  else
  {
    // The side of a disc is a low wall of twice that height.
    float wall = 2.0 * high;
    float away = max(sqrt(d2) - radius, 0.0);
    hidden = 0.75 * (1.0 - away * inversesqrt(away * away + wall * wall));
    float beside = length(p + key.xy / max(key.z, 0.3) * 0.7 * wall);
    shaded = smoothstep(radius + 0.09, radius - 0.07, beside);
  }
  float edge = smoothstep(shape.z, 0.55 * shape.z, sqrt(d2));
  float dark = 1.0 - (1.0 - 0.66 * hidden * edge) * (1.0 - 0.30 * shaded);
  gl_FragData[0] = vec4(colour.rgb, colour.a * dark);
}

//VTK::System::Dec
// A six-sided column of sandstone met by its line of sight: two of its sides face east and west. Its
// rim is worn, and a groove follows it inside; a second groove marks where somebody starts.
//VTK::Output::Dec
//VTK::CustomUniforms::Dec
uniform mat4 MCDCMatrix;
uniform int cameraParallel;

in vec3 offset;
flat in vec3 axis;
flat in vec3 home;
flat in vec4 colour;
flat in vec4 size;          // from the middle to a side, to a corner, half its height, worn rim
flat in vec4 how;           // flags: 1 a second groove
flat in vec2 base;

//@include light.glsl
//@include edges.glsl
#ifdef CUT
//@include cut.glsl
#endif
//@include column.glsl

const vec3 sides[3] = vec3[3](vec3(1.0, 0.0, 0.0), vec3(0.5, 0.8660254, 0.0), vec3(-0.5, 0.8660254, 0.0));

// The way of a sight line between two planes: from t to leave; n is the side it comes in by.
void between(vec3 from, vec3 ray, vec3 normal, float reach, inout float t, inout float leave, inout vec3 n)
{
  float slope = dot(ray, normal), here = dot(from, normal);
  if (abs(slope) < 1e-6) slope = slope < 0.0 ? -1e-6 : 1e-6;
  float a = (-reach - here) / slope, b = (reach - here) / slope;
  if (min(a, b) > t) { t = min(a, b); n = -sign(slope) * normal; }
  leave = min(leave, max(a, b));
}

void main()
{
  vec3 ray = normalize(cameraParallel != 0 ? axis : axis + offset);
  float t = -1e6, leave = 1e6;
  vec3 n = vec3(0.0, 0.0, 1.0);
  for (int k = 0; k < 3; k++) between(offset, ray, sides[k], size.x, t, leave, n);
  between(offset, ray, vec3(0.0, 0.0, 1.0), size.z, t, leave, n);
#ifdef CUT
  vec4 face = vec4(0.0);
  float chord = kept(offset + home, ray, t, leave, face);
#else
  float chord = leave - t;
#endif
  float cover = covered(chord);
  if (cover <= 0.0) discard;
  vec3 q = offset + t * ray;
  vec2 zw = base + vec2(
    dot(vec3(MCDCMatrix[0][2], MCDCMatrix[1][2], MCDCMatrix[2][2]), q),
    dot(vec3(MCDCMatrix[0][3], MCDCMatrix[1][3], MCDCMatrix[2][3]), q));
  gl_FragDepth = 0.5 * zw.x / zw.y + 0.5;
  vec3 body = colour.rgb;
#ifdef FINE
  body *= stone(q + home + 11.0 * fract(0.37 * (home.x + 1.7 * home.y + 2.3 * home.z)));
#endif
  // The nearest side, and how far it is.
  float far = -1.0;
  vec3 nearest = sides[0];
  for (int k = 0; k < 3; k++)
  {
    float along = dot(q, sides[k]);
    if (abs(along) > far) { far = abs(along); nearest = sign(along) * sides[k]; }
  }
  float edge = size.x - far;
  vec3 step = fwidth(offset);
  float blur = max(0.6 * (step.x + step.y + step.z) / max(abs(dot(n, ray)), 0.2), 1e-4);
  vec3 shade = column(body, q, n, nearest, edge, blur, mod(how.x, 2.0) > 0.5);
#ifdef CUT
  if (face.w > 0.0) shade = mix(colour.rgb, vec3(1.0), 0.16) * (0.86 + 0.10 * max(dot(face.xyz, key), 0.0));
#endif
  gl_FragData[0] = vec4(shade, colour.a * cover);
}

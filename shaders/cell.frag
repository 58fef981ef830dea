//VTK::System::Dec
// An upright prism of sandstone with up to eight sides, met by its line of sight: a cell of a board, or the
// slab under all of them, into whose top a band is let along each side.
//VTK::Output::Dec
//VTK::CustomUniforms::Dec
uniform mat4 MCDCMatrix;
uniform int cameraParallel;

in vec3 offset;
flat in vec3 axis;
flat in vec3 home;
flat in vec4 colour;
flat in vec4 size;          // half of what is round it; z: half its height; worn rim
flat in vec4 how;           // bands: from and to which distance from a side, their shade, the gaps between them
flat in vec2 base;
flat in vec3 sides[8];

//@include light.glsl
//@include edges.glsl
#ifdef CUT
//@include cut.glsl
#endif
//@include column.glsl

void main()
{
  vec3 ray = normalize(cameraParallel != 0 ? axis : axis + offset);
  float rise = abs(ray.z) < 1e-6 ? 1e-6 : ray.z;
  float lower = (-size.z - offset.z) / rise, upper = (size.z - offset.z) / rise;
  float begin = min(lower, upper), t = begin, leave = max(lower, upper);
  vec3 n = vec3(0.0, 0.0, -sign(rise));
  // On its top: the nearest side, how far it is, and how far the next one is.
  float edge = 1e6, second = 1e6;
  vec3 nearest = vec3(1.0, 0.0, 0.0);
  for (int k = 0; k < 8 && sides[k].z < 900.0; k++)
  {
    vec2 side = sides[k].xy;
    float slope = dot(ray.xy, side), room = sides[k].z - dot(offset.xy, side), from = room - begin * slope;
    if (abs(slope) < 1e-6) slope = 1e-6;
    float at = room / slope;
    if (slope > 0.0) leave = min(leave, at);
    else if (at > t) { t = at; n = vec3(side, 0.0); }
    second = min(second, max(from, edge));
    if (from < edge) { edge = from; nearest = vec3(side, 0.0); }
  }
#ifdef CUT
  vec4 face = vec4(0.0);
  float chord = kept(offset + home, ray, t, leave, face);
#else
  float chord = leave - t;
#endif
  // Where a sight line runs along a side the way goes to minus infinity, from either hand.
  chord = max(chord, -4.0);
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
  vec3 step = fwidth(offset);
  float blur = max(0.6 * (step.x + step.y + step.z) / max(abs(dot(n, ray)), 0.2), 1e-4);
  vec3 inside = vec3(edge - how.x, how.y - edge, second - edge - how.w);
  float band = n.z > 0.5 ? smoothstep(-blur, blur, min(min(inside.x, inside.y), inside.z)) : 0.0;
  vec3 shade = column(body * mix(1.0, how.z, band), q, n, nearest, edge, blur, false);
#ifdef CUT
  if (face.w > 0.0) shade = mix(colour.rgb, vec3(1.0), 0.16) * (0.86 + 0.10 * max(dot(face.xyz, key), 0.0));
#endif
  gl_FragData[0] = vec4(shade, colour.a * cover);
}

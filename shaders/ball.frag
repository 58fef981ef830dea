//VTK::System::Dec
// A ball met by its line of sight: exact silhouette and depth, cuts as capped discs.
//VTK::Output::Dec
//VTK::CustomUniforms::Dec
uniform mat4 MCDCMatrix;
uniform int cameraParallel;

in vec2 uv;
flat in vec4 colour;
flat in float edge;
#ifdef DOT
flat in vec3 shine;
#else
#if defined(RINGED) || defined(LISTED)
flat in float thin;
#endif
in vec3 offset;
flat in vec3 axis;
flat in vec4 ball;
#endif
#ifndef PLAIN
flat in vec4 signs;
flat in vec3 ring;
flat in vec4 beside;
flat in vec4 above;
flat in vec4 below;
flat in float open;
#endif
#ifdef FINE
flat in vec4 wide;
flat in vec4 made;
#endif
#ifdef LISTED
// WebGL has too few varyings for all spheres behind a ball: a texture holds them, and its ink.
uniform highp sampler2D openings;
flat in float row;
#elif defined(FOCUS)
flat in vec4 behind[8];
flat in vec4 outline;
#endif
#ifdef CUT
flat in vec4 home;
#endif

#if defined(OUTLINE) && !defined(FINE)
#define QUICK_OUTLINE
#endif

//@include light.glsl
#ifdef CUT
//@include edges.glsl
//@include cut.glsl
#endif

#ifdef FOCUS
#define SOFT 0.06
// By how much a line of sight passes a sphere that is kept in sight beyond its soft edge: outlines
// need the length, all else its sign alone, for which a square will do.
float beyond(vec4 sphere, vec3 ray)
{
  vec3 aside = cross(sphere.xyz - offset, ray);
  float reach = sphere.w + SOFT;
#ifdef OUTLINE
  return length(aside) - reach;
#else
  return dot(aside, aside) - reach * reach;
#endif
}
#endif

void main()
{
  float inside = 1.0 - dot(uv, uv);
  float cover = clamp(inside * edge + 0.5, 0.0, 1.0);
#ifndef RINGED
  if (cover <= 0.0) discard;
#endif
#ifdef DOT
  // A dot touches nothing: its depth is that of the quad.
  float light = dot(vec3(uv, sqrt(max(inside, 0.0))), shine);
  gl_FragData[0] = vec4(colour.rgb * (0.80 + 0.20 * max(light, 0.0)), colour.a * cover);
#elif defined(RINGED)
  // Its silhouette lies about where its centre does, so its depth, too, is that of the quad. A cut
  // opens the line; the rims of flat faces close it, those behind, too.
  float within = 1.0 - length(uv), pixel = max(fwidth(within), 1e-4), line = max(thin, 1.2 * pixel), gap = 1.2 * line;
  float inner = abs(within - 0.42) + 1.0 - signs.y;  // what was played last has two
  float drawn = min(within, line - within) / pixel;
  drawn = clamp(0.5 + max(drawn, (0.5 * line - inner) / pixel), 0.0, 1.0);
#ifdef CUT
  if (home.w > 0.5)
  {
    vec3 ray = normalize(cameraParallel != 0 ? axis : axis + offset);
    float middle = -dot(offset, ray), radius = ball.y;
    float half_chord = sqrt(max(middle * middle - dot(offset, offset) + radius * radius, 0.0));
    float t = middle - half_chord;
    vec4 face = vec4(0.0);
    float chord = kept(offset + home.xyz, ray, t, middle + half_chord, face);
    drawn *= step(1e-6, chord);
    float front = 1.0 - length(offset + t * ray) / radius, back = 1.0 - length(offset + (t + chord) * ray) / radius;
    if (chord > 0.0 && face.w > 0.0) drawn = max(drawn, step(front, line));
    if (chord > 0.0 && back > 0.004) drawn = max(drawn, step(back, line));
  }
#endif
  // A band breaks the line on both sides.
  drawn *= 1.0 - signs.x * step(abs(uv.y), 0.11);
  // Beside its line it hides the lines behind it: so one sees which is nearer.
  if (drawn <= 0.0 && (within < -gap || within > line + gap)) discard;
  gl_FragData[0] = vec4(colour.rgb, colour.a * drawn);
#else
  float radius = ball.y;
  vec3 ray = normalize(cameraParallel != 0 ? axis : axis + offset);
  // The ray is offset + t ray; its middle inside the ball and half its length there.
  float middle = -dot(offset, ray);
#ifdef FOCUS
  // What lies before a sphere that is kept in sight is opened, with a soft edge. Indices that are
  // constants cost a processor that draws less than half of a loop.
#ifdef LISTED
  ivec2 place = ivec2(9 * (int(row) & 63), int(row) >> 6);
  float nearest = 9.0;
  for (int k = 0; k < 8; k++)
  {
    vec4 sphere = texelFetch(openings, place + ivec2(k, 0), 0);
    if (sphere.w <= 0.0) break;
    nearest = min(nearest, beyond(sphere, ray));
  }
#else
  float nearest = min(
    min(min(beyond(behind[0], ray), beyond(behind[1], ray)), min(beyond(behind[2], ray), beyond(behind[3], ray))),
    min(min(beyond(behind[4], ray), beyond(behind[5], ray)), min(beyond(behind[6], ray), beyond(behind[7], ray))));
#endif
#ifdef OUTLINE
  float opened = smoothstep(0.0, SOFT, -nearest);
  if (opened <= 0.0) discard;
#else
  if (nearest < 0.0) discard;
#endif
#endif
  float half_chord = sqrt(max(middle * middle - dot(offset, offset) + radius * radius, 0.0));
  float t = middle - half_chord;
#ifdef CUT
  vec4 face = vec4(0.0);
  if (home.w > 0.5)
  {
    cover = min(cover, covered(kept(offset + home.xyz, ray, t, middle + half_chord, face)));
    if (cover <= 0.0) discard;
  }
#endif
  vec3 q = offset + t * ray;
  vec3 n = q / radius;
#ifdef QUICK_OUTLINE
  vec4 shade = vec4(lit(colour.rgb, n, open), colour.a);
#else
  vec2 zw = ball.zw + vec2(
    dot(vec3(MCDCMatrix[0][2], MCDCMatrix[1][2], MCDCMatrix[2][2]), q),
    dot(vec3(MCDCMatrix[0][3], MCDCMatrix[1][3], MCDCMatrix[2][3]), q));
  float depth = 0.5 * zw.x / zw.y + 0.5;
  float facing = -dot(n, ray);
  vec4 shade = colour;

#ifndef PLAIN
  float s = 0.5 * (n.x + n.y), r = 0.5 * (n.x - n.y), z = 0.70710678 * n.z;
  vec4 a = max(vec4(-n.x, n.x, -n.y, n.y), 0.0);
  vec4 b = max(vec4(-s, r, -r, s) + z, 0.0);
  vec4 c = max(vec4(-s, r, -r, s) - z, 0.0);
#ifdef FINE
  // What is dark between touching balls, and what keeps the key light away.
  float ks = 0.5 * (key.x + key.y), kr = 0.5 * (key.x - key.y), kz = 0.70710678 * key.z;
  float from = 0.5 * dot(key, n);
  vec4 flat_ways = vec4(-n.x, n.x, -n.y, n.y), up_ways = vec4(-s, r, -r, s) + z, down_ways = vec4(-s, r, -r, s) - z;
  vec4 slant = vec4(-ks, kr, -kr, ks) - from;
  vec4 passed = mix(vec4(1.0), past(vec4(-key.x, key.x, -key.y, key.y) - from, 1.25 - flat_ways), beside)
    * mix(vec4(1.0), past(slant + kz, 1.25 - up_ways), above) * mix(vec4(1.0), past(slant - kz, 1.25 - down_ways), below);
  float seen = clamp(wide.w + 0.667 * dot(wide.xyz, n), 0.06, 1.0);
  float way = passed.x * passed.y * passed.z * passed.w * clamp(0.25 + 1.5 * (wide.w + dot(wide.xyz, key)), 0.0, 1.0);
  a *= a; b *= b; c *= c;
  vec4 left = (1.0 - 0.95 * a * a * a * beside) * (1.0 - 0.95 * b * b * b * above) * (1.0 - 0.95 * c * c * c * below);
  float near = left.x * left.y * left.z * left.w;
#else
  a *= a; b *= b; c *= c;
  float light = max(open - dot(a * a * a, beside) - dot(b * b * b, above) - dot(c * c * c, below), 0.0);
#endif
  // The band, the rim and the ring are as soft as a pixel.
  float pixel = 0.5 / edge;
  // A groove turned round the ball: light lies on its lower side, its upper lip is dark.
  float groove = clamp((0.065 - abs(n.z)) / pixel + 0.5, 0.0, 1.0);
  float lip = clamp((0.050 - abs(n.z - 0.110)) / pixel + 0.5, 0.0, 1.0);
  vec3 body = mix(shade.rgb * (1.0 - 0.45 * signs.x * lip), vec3(1.0), 0.50 * signs.x * groove);
#ifdef FINE
  if (made.w > 0.5) body *= wood(0.9 * n + made.xyz - floor(made.xyz / 3.0) * 3.0 - 1.5);
  shade.rgb = lit_well(body, n, near * seen, way, facing, 1.0 - 0.45 * made.w);
#else
  shade.rgb = lit(body, n, light);
#endif
  shade.rgb = mix(shade.rgb, rim, signs.z * smoothstep(0.50, 0.34, facing));
  shade.rgb = mix(shade.rgb, ring, signs.y * smoothstep(0.03, 0.0, abs(facing - 0.80) - 0.045));
#endif

#ifdef CUT
  if (face.w > 0.0)
  {
    // A disc: flat, paler, with a thin dark rim where the ball's skin was.
    float rind = radius - length(q);
    vec3 disc = mix(colour.rgb, vec3(1.0), 0.30) * (0.86 + 0.14 * max(dot(face.xyz, key), 0.0));
    shade.rgb = mix(disc, colour.rgb * 0.55, smoothstep(0.045, 0.025, rind));
#ifndef PLAIN
    shade.rgb = mix(shade.rgb, rim, signs.z * smoothstep(0.085, 0.06, rind));
#endif
  }
#endif

#endif
#ifdef GLASS
  float f = 1.0 - facing;
  shade.a *= 0.05 + 0.95 * f * f * f;
#endif
#ifdef BODY
  shade.rgb = lit(shade.rgb, n, 1.0);
#endif
#ifdef OUTLINE
  // A thin rim, broken by the band, and a breath of its colour.
  float within = 1.0 - length(uv);
#ifdef LISTED
  vec4 outline = vec4(texelFetch(openings, place + ivec2(8, 0), 0).rgb, thin);
#endif
  float line = clamp(0.5 + (outline.w - within) / max(fwidth(within), 1e-4), 0.0, 1.0);
  line *= 1.0 - signs.x * step(abs(uv.y), 0.11);
  shade.rgb = mix(shade.rgb, outline.rgb, opened * line);
  shade.a *= mix(1.0, mix(0.05, 0.60, line), opened);
#endif
  shade.a *= cover;
#ifdef UNSEEN
  shade.a = 0.0;  // only its depth: a second pass lays one layer of colour over it
#endif
#ifdef THROUGH
  depth *= 0.001;  // drawn through whatever covers it
#endif
#ifndef QUICK_OUTLINE
  gl_FragDepth = depth;
#endif
  gl_FragData[0] = shade;
#endif
}

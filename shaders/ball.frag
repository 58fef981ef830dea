//VTK::System::Dec
// A ball met by its line of sight: exact silhouette and depth, cuts as capped discs.
//VTK::Output::Dec
//VTK::CustomUniforms::Dec
uniform mat4 MCDCMatrix;
uniform int cameraParallel;

in vec2 uv;
in vec3 offset;
flat in vec3 axis;
flat in vec4 colour;
flat in vec4 ball;
#ifndef PLAIN
flat in vec4 beside;
flat in vec4 above;
flat in vec4 below;
#endif
#ifdef CUT
flat in vec3 home;
#endif
#ifdef LENS
flat in float outlined;
#endif

//@include light.glsl

#ifdef CUT
//@include cut.glsl
#endif

bool has(float flags, float bit)
{
  return mod(floor(flags / bit), 2.0) > 0.5;
}

void main()
{
  if (dot(uv, uv) > 1.0) discard;
  float radius = ball.y;
  vec3 ray = normalize(cameraParallel != 0 ? axis : axis + offset);
  // The ray is offset + t ray; its middle inside the ball and half its length there.
  float middle = -dot(offset, ray);
  float half_chord = sqrt(max(middle * middle - dot(offset, offset) + radius * radius, 0.0));
  float t = middle - half_chord;
#ifdef CUT
  vec4 face = vec4(0.0);
  if (!kept(offset + home, ray, t, middle + half_chord, face)) discard;
#endif
  vec3 q = offset + t * ray;
  vec3 n = q / radius;
  vec2 zw = ball.zw + vec2(
    dot(vec3(MCDCMatrix[0][2], MCDCMatrix[1][2], MCDCMatrix[2][2]), q),
    dot(vec3(MCDCMatrix[0][3], MCDCMatrix[1][3], MCDCMatrix[2][3]), q));
  float depth = 0.5 * zw.x / zw.y + 0.5;
  float facing = -dot(n, ray);
  vec4 shade = colour;
#ifdef LENS
  if (outlined > 0.5 && facing > 0.40) discard;
#endif

#ifndef PLAIN
  float flags = ball.x;
  // What a touching ball shades falls off like the sixth power of the cosine towards it.
  float s = 0.5 * (n.x + n.y), r = 0.5 * (n.x - n.y), z = 0.70710678 * n.z;
  vec4 a = max(vec4(-n.x, n.x, -n.y, n.y), 0.0);
  vec4 b = max(vec4(-s, r, -r, s) + z, 0.0);
  vec4 c = max(vec4(-s, r, -r, s) - z, 0.0);
  a *= a; b *= b; c *= c;
  float near = dot(a * a * a, beside) + dot(b * b * b, above) + dot(c * c * c, below);
  float crowd = dot(above, vec4(1.0)) + 0.5 * dot(beside, vec4(1.0));
  float open = clamp(1.0 - 0.60 * near - 0.030 * crowd, 0.0, 1.0);
  vec3 body = shade.rgb;
  if (has(flags, 1.0) && abs(n.z) < 0.17) body = mix(body, vec3(1.0), 0.50);
#ifdef LENS
  if (outlined > 0.5) shade.rgb = body; else
#endif
  shade.rgb = has(flags, 8.0) ? body : lit(body, n, open);
  if (has(flags, 4.0)) shade.rgb = mix(shade.rgb, rim, smoothstep(0.50, 0.34, facing));
  vec3 sign_colour = dot(colour.rgb, vec3(0.30, 0.59, 0.11)) > 0.80 ? vec3(0.27, 0.22, 0.17) : rim;
  if (has(flags, 2.0)) shade.rgb = mix(shade.rgb, sign_colour, smoothstep(0.03, 0.0, abs(facing - 0.80) - 0.045));
  if (has(flags, 8.0) && facing > 0.40) discard;
#endif

#ifdef CUT
  if (face.w > 0.0)
  {
    // A disc: flat, paler, with a thin dark rim where the ball's skin was.
    float edge = radius - length(q);
    vec3 disc = mix(colour.rgb, vec3(1.0), 0.30) * (0.86 + 0.14 * max(dot(face.xyz, key), 0.0));
    shade.rgb = mix(disc, colour.rgb * 0.55, smoothstep(0.045, 0.025, edge));
#ifndef PLAIN
    if (has(flags, 4.0)) shade.rgb = mix(shade.rgb, rim, smoothstep(0.085, 0.06, edge));
#endif
  }
#endif

#ifdef GLASS
  float f = 1.0 - facing;
  shade.a *= 0.05 + 0.95 * f * f * f;
#endif
#ifdef DOT
  shade.rgb *= 0.80 + 0.20 * max(dot(n, key), 0.0);
#endif
#ifdef BODY
  shade.rgb = lit(shade.rgb, n, 1.0);
#endif
#ifdef UNSEEN
  shade.a = 0.0;  // only its depth: a second pass lays one layer of colour over it
#endif
#ifdef THROUGH
  depth *= 0.001;  // drawn through whatever covers it
#endif
  gl_FragDepth = depth;
  gl_FragData[0] = shade;
}

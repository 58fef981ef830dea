//VTK::System::Dec
// One quad a ball, turned to the eye, just as large as the ball's silhouette.
// RINGED draws that silhouette as a line. A lens takes balls from the solids, for the rings to draw.
//VTK::CustomUniforms::Dec
in vec4 vertexMC;   // centre, levels together; the four corners of a quad share it
in float lift;      // level, from 0: how many gaps an explosion puts under this ball
in vec4 tint;       // colour and alpha
in vec4 state;      // 12 neighbour bits, flags, radius, step of a pour (-1: never)
#ifdef WINDOW
in float window;    // the part of the quad that is not hidden: four numbers from 0 to 63
#endif
#ifdef LISTED
in float listed;    // its row in the list of openings
#elif defined(FOCUS)
in vec4 behind0, behind1, behind2, behind3, behind4, behind5, behind6, behind7;
in vec4 ink;        // of its outline
#endif
uniform mat4 MCDCMatrix;
uniform int cameraParallel;

out vec2 uv;                 // on the quad; the silhouette is the unit circle
flat out vec4 colour;
flat out float edge;         // half the pixels of its radius: how fast its edge falls off
#ifdef DOT
flat out vec3 shine;         // how it is lit along the quad's two sides and towards the eye
#else
#if defined(RINGED) || defined(LISTED)
flat out float thin;         // how wide its line is, as a share of its radius
#endif
out vec3 offset;             // from the ball's centre to the quad
flat out vec3 axis;          // perspective: from the eye to the centre; parallel: where we look
flat out vec4 ball;          // -, radius, clip z and w of the centre
#endif
#ifndef PLAIN
flat out vec4 signs;         // 1 where it has a band, a ring, a rim, where it is a ring alone
flat out vec3 ring;          // colour of its ring
flat out vec4 beside;        // which neighbours are there: west, east, south, north
flat out vec4 above;
flat out vec4 below;
flat out float open;         // how much light its neighbours leave
#endif
#ifdef FINE
in vec4 heaven;              // the sky as it is seen from here: a slope, and w its mean; all of it by default
flat out vec4 wide;
flat out vec4 made;          // where its wood was cut from; w: 1 where it is of wood
#endif
#ifdef LISTED
flat out float row;
#elif defined(FOCUS)
flat out vec4 behind[8];     // what is kept in sight behind it: from its centre, and a radius
flat out vec4 outline;       // colour, and width as a share of its radius
#endif
#ifdef CUT
flat out vec4 home;          // the centre where cuts are laid: in unexploded space; w: 1 where one may cut it
#endif

vec4 bits(float code)
{
  return mod(floor(code * vec4(1.0, 0.5, 0.25, 0.125)), 2.0);
}

void main()
{
  int c = gl_VertexID & 3;
#ifdef WINDOW
  vec4 part = mod(floor(window * vec4(1.0 / 262144.0, 1.0 / 4096.0, 1.0 / 64.0, 1.0)), 64.0) / 31.5 - 1.0;
#else
  vec4 part = vec4(-1.0, 1.0, -1.0, 1.0);
#endif
  uv = vec2(c == 0 || c == 3 ? part.x : part.y, c < 2 ? part.z : part.w);
  float radius = state.z;
  vec3 centre = vertexMC.xyz + vec3(0.0, 0.0, explode * lift);
#if defined(DOT) || defined(RINGED) || defined(FOCUS)
  // What is farther from the eye is smaller or thinner, and paler, so that a heap has a depth.
  float deep = clamp(0.5 + 0.5 * dot(centre - heart.xyz, forward) / heart.w, 0.0, 1.0);
#endif
#ifdef DOT
  radius *= 1.0 - 0.40 * deep;
#endif
#ifdef POUR
  float wet = state.w < 0.0 ? 0.0 : clamp(pourTime - state.w, 0.0, 1.0);
#ifdef PLAIN
  radius *= 1.0 + 0.6 * wet;
#else
  radius *= sign(wet);  // a rim round what it has reached
#endif
#endif
  vec3 w = forward;
  float size = radius;
  float d = 1.0;
#ifndef DOT
  axis = forward;
#endif
  if (cameraParallel == 0)
  {
    vec3 way = centre - eye;
    d = length(way);
    w = way / d;
    // The cone of sight lines that touch the ball meets the plane through its centre here.
    size = radius * inversesqrt(max(1.0 - radius * radius / (d * d), 0.01));
#ifndef DOT
    axis = way;
#endif
  }
  vec3 u = normalize(cross(w, up));
  vec3 v = cross(u, w);
  // Room for the edge, which falls off over the pixel it goes through.
  float pixels = size * sharp / d;
  edge = pixels > 0.0 ? 0.5 * pixels : 1e7;  // else it is hard
  uv *= pixels > 0.0 ? 1.0 + 0.75 / pixels : 1.0;
#ifdef RINGED
  uv *= 1.2;
#endif
  vec3 way_out = (uv.x * u + uv.y * v) * size;
  colour = tint;
#ifdef DOT
  colour.a *= 1.0 - 0.35 * deep;
#endif
#if defined(POUR) && defined(PLAIN)
  colour = mix(colour, vec4(pourColour, 0.90), wet);
#endif
#ifdef POINTER
  // Dots far from the mouse step back, so that those near it can be told apart.
  colour.a *= 1.0 - 0.65 * pointer.w * smoothstep(2.0, 5.0, distance(centre, pointer.xyz));
#endif
#ifndef PLAIN
  beside = bits(state.x);
  above = bits(floor(state.x / 16.0)) * together;
  below = bits(floor(state.x / 256.0)) * together;
  // What a touching ball shades falls off like the sixth power of the cosine towards it.
  open = 1.0 - 0.030 * (dot(above, vec4(1.0)) + 0.5 * dot(beside, vec4(1.0)));
#ifdef FINE
  wide = heaven;
  made = vec4(7.31 * vertexMC.xyz + 3.7 * vertexMC.yzx, mod(floor(state.y / 16.0), 2.0));
#else
  beside *= 0.60;
  above *= 0.60;
  below *= 0.60;
#endif
  signs = bits(state.y);
  ring = dot(tint.rgb, vec3(0.30, 0.59, 0.11)) > 0.80 ? vec3(0.27, 0.22, 0.17) : rim;
#endif
#ifdef CUT
  home = vec4(vertexMC.xyz, 1.0 - mod(floor(state.y / 32.0), 2.0));
#endif
#ifdef RINGED
  thin = mix(0.085, 0.030, deep);
  colour.a *= 1.0 - 0.60 * deep;
#endif
#ifdef LISTED
  row = listed;
  thin = mix(0.065, 0.040, deep);
#elif defined(FOCUS)
  behind = vec4[8](behind0, behind1, behind2, behind3, behind4, behind5, behind6, behind7);
  for (int i = 0; i < 8; i++) behind[i] = vec4(behind[i].xyz - centre, behind[i].w > 0.0 ? behind[i].w : -0.06);
  outline = vec4(ink.rgb, mix(0.065, 0.040, deep));
#endif
#ifdef DOT
  shine = vec3(dot(u, key), dot(v, key), -dot(w, key));
#else
  vec4 clip = MCDCMatrix * vec4(centre, 1.0);
  ball = vec4(0.0, radius, clip.zw);
  offset = way_out;
#endif
  gl_Position = MCDCMatrix * vec4(centre + way_out, 1.0);
#ifdef OUTLINE
  // A line through nothing has no depth of its own: it is the ball's foremost.
  vec4 front = MCDCMatrix * vec4(centre - radius * w, 1.0);
  gl_Position.z = front.z / front.w * gl_Position.w;
#endif
#ifdef LENS
  vec3 aside = centre - lens.xyz;
  vec3 sight = cameraParallel != 0 ? forward : normalize(lens.xyz - eye);
  float along = dot(aside, sight);
  bool through = lens.w > 0.0 && along < -0.1 && length(aside - along * sight) < lens.w;
#ifdef RINGED
  bool elsewhere = !through && signs.w < 0.5;
#else
  bool elsewhere = through;
#endif
  if (elsewhere) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);  // beside the picture
#endif
}

//VTK::System::Dec
// The faces of the base board, as they lie in space.
//VTK::CustomUniforms::Dec
in vec4 vertexMC;
in float lift;
in vec4 tint;
in vec4 state;      // normal; 1 on the face that has the dimples
in vec4 beyond;     // the face beyond each of its four edges: 0 top, 1 foot, 2 sides, 6 lips
in vec4 reach;      // where the planes of those faces lie along their normals
in vec4 span;       // how far its first edge is from its third, and its second from its fourth
uniform mat4 MCDCMatrix;
uniform int cameraParallel;

out vec3 p;
noperspective out vec4 room;    // how many pixels its four edges are away
flat out vec4 joins; // 1 where the next face is seen too
flat out vec4 ends; // 1 where the slab ends, and is blended over what is behind
flat out vec4 next; // how the faces beyond are lit
flat out vec4 colour;
flat out vec4 face;

vec3 normal_of(float number)
{
  float k = mod(number - 2.0, 4.0);
  vec2 way = k < 0.5 ? vec2(0, -1) : k < 1.5 ? vec2(1, 0) : k < 2.5 ? vec2(0, 1) : vec2(-1, 0);
  if (number < 1.5) return vec3(0, 0, number < 0.5 ? 1 : -1);
  return number < 5.5 ? vec3(way, 0) : 0.70710678 * vec3(way, 1);
}

// Faces seen along themselves count as turned away: they have no pixel of their own.
float turned_away(vec3 n, float at)
{
  if (cameraParallel != 0) return dot(n, forward) > -0.02 ? 1.0 : 0.0;
  float far = distance(eye, vec3(dimples.xy + 0.5 * dimples.zw, 0.0));
  return at - dot(n, eye) > -0.02 * far ? 1.0 : 0.0;
}

// An edge as it lies on the screen, in pixels: a place on it, then the way out of the face.
vec4 on_screen(vec3 n, float inside)
{
  vec3 out_of = normalize(n - dot(n, state.xyz) * state.xyz);
  vec3 on = vertexMC.xyz + inside * out_of;
  vec4 a = MCDCMatrix * vec4(on, 1.0), b = MCDCMatrix * vec4(on + 0.1 * cross(n, state.xyz), 1.0);
  vec4 c = MCDCMatrix * vec4(on + 0.1 * out_of, 1.0);
  vec2 from = a.xy / a.w * screen.xy, along = b.xy / b.w * screen.xy - from, away = c.xy / c.w * screen.xy - from;
  vec2 across = normalize(vec2(-along.y, along.x));
  return vec4(from, dot(across, away) < 0.0 ? -across : across);
}

// Where a corner goes when an edge is put a pixel out: along the other edge, where a face joins on.
vec2 widened(vec2 way, vec2 other, float joined)
{
  vec2 along = vec2(-other.y, other.x);
  float slant = dot(along, way);
  return joined > 0.5 ? along * clamp(1.0 / (abs(slant) < 1e-3 ? 1e-3 : slant), -5.0, 5.0) : way;
}

vec3 in_pixels(vec3 place)
{
  vec4 at = MCDCMatrix * vec4(place, 1.0);
  return at.xyz / at.w * vec3(screen.xy, 1.0);
}

// How depth changes over the face from pixel to pixel.
vec2 steepness()
{
  vec3 n = state.xyz, aside = normalize(cross(n, abs(n.z) < 0.5 ? vec3(0, 0, 1) : vec3(1, 0, 0)));
  vec3 from = in_pixels(vertexMC.xyz);
  vec3 u = in_pixels(vertexMC.xyz + 0.1 * aside) - from, v = in_pixels(vertexMC.xyz + 0.1 * cross(n, aside)) - from;
  float area = u.x * v.y - u.y * v.x;
  return abs(area) < 1e-3 ? vec2(0.0) : vec2(u.z * v.y - v.z * u.y, v.z * u.x - u.z * v.x) / area;
}

//@include slab_light.glsl

void main()
{
  int c = gl_VertexID & 3;
  p = vertexMC.xyz;
  colour = tint;
  face = state;
  vec3 a = normal_of(beyond.x), b = normal_of(beyond.y), d = normal_of(beyond.z), e = normal_of(beyond.w);
  joins = 1.0 - vec4(turned_away(a, reach.x), turned_away(b, reach.y), turned_away(d, reach.z), turned_away(e, reach.w));
  // From below, what stands on the slab is behind it and drawn after it: its edges stay hard.
  ends = forward.z < 0.05 ? 1.0 - joins : vec4(0.0);
  next = vec4(slab_light(a), slab_light(b), slab_light(d), slab_light(e));
  // How far this corner is from each edge.
  vec4 inside = vec4(c < 2 ? 0.0 : span.x, c == 1 || c == 2 ? 0.0 : span.y,
                     c < 2 ? span.x : 0.0, c == 1 || c == 2 ? span.y : 0.0);
  vec4 at = MCDCMatrix * vec4(p, 1.0);
  room = vec4(1e4);
  if (sharp > 0.0 && at.w > 0.1)
  {
    // A face is drawn a pixel wider where the slab ends: its edge is blended over that. Where the
    // next face joins on it takes on its light, and is just so much wider that no crack shows.
    vec4 first = on_screen(a, inside.x), second = on_screen(b, inside.y);
    vec4 third = on_screen(d, inside.z), fourth = on_screen(e, inside.w);
    bool south = c < 2, east = c == 1 || c == 2;  // which two edges meet in this corner
    vec2 one = south ? first.zw : third.zw, two = east ? second.zw : fourth.zw;
    vec2 kind = vec2(south ? ends.x : ends.z, east ? ends.y : ends.w);
    vec2 kept = vec2(south ? joins.x : joins.z, east ? joins.y : joins.w);
    vec2 wider = kind.x * widened(one, two, kept.y) + kind.y * widened(two, one, kept.x)
      + 0.1 * (kept.x * one + kept.y * two);
    vec2 here = at.xy / at.w * screen.xy + wider;
    room = -vec4(dot(here - first.xy, first.zw), dot(here - second.xy, second.zw),
                 dot(here - third.xy, third.zw), dot(here - fourth.xy, fourth.zw));
    at.z += dot(steepness(), wider) * at.w;
    at.xy += wider / screen.xy * at.w;
  }
  gl_Position = at;
  // A face that is turned away would show through the blended edges of those before it.
  if (turned_away(face.xyz, dot(face.xyz, p)) > 0.5) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
}

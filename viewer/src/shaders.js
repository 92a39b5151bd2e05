// What the graphics card does. Bodies are placed by their poses, two texels each in `uPose`, and coloured by one texel a
// shape in `uColour`: a new frame is two uploads, whatever the shapes.

/// Texels in a row of these textures; even, so that a body's two lie side by side.
export const rowLength = 2048;

const tables = `
precision highp float;
precision highp int;
precision highp sampler2D;
uniform sampler2D uPose, uColour;
uniform mat4 viewMatrix, projectionMatrix;
ivec2 cell(int i) { return ivec2(i % ${rowLength}, i / ${rowLength}); }
vec3 turned(vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }
// A point on the screen as deep as if it were nearer to the eye: contacts lie between bodies, which would hide them.
vec4 projected(vec3 eye, float nearer) {
  vec4 clip = projectionMatrix * vec4(eye, 1);
#ifndef PLANE
  vec4 near = projectionMatrix * vec4(eye * (1.0 - min(0.9, nearer / max(length(eye), 1e-20))), 1);
  clip.z = near.z / near.w * clip.w;
#endif
  return clip;
}
`;

const looks = `
precision highp float;
precision highp int;
uniform vec4 uCut;          // n, d in the eye's frame: n . x > d is cut away
uniform bool uCutting;
uniform float uOpacity;
uniform int uPicked;        // body, -1: none
uniform vec3 uAccent, uPaper;
uniform float uPixels;      // of the screen for one of the style sheet's
uniform mat4 projectionMatrix;
out vec4 colour;

// Of bodies one sees through, the rims are seen best.
float seenThrough(vec3 n, vec3 d) {
  return uOpacity < 1.0 ? mix(uOpacity, min(1.0, 3.5 * uOpacity), pow(1.0 - abs(dot(n, d)), 3.0)) : 1.0;
}
vec3 lit(vec3 base, vec3 n) {
  const vec3 lamp = normalize(vec3(-0.45, 0.75, 0.65));
  float wrap = 0.5 + 0.5 * dot(n, lamp);
  float gloss = pow(max(dot(n, normalize(lamp + vec3(0, 0, 1))), 0.0), 40.0);
  return base * (0.42 + 0.68 * wrap) + 0.10 * gloss;
}
vec4 idColour(int id) {
  return vec4(float(id & 255), float((id >> 8) & 255), float((id >> 16) & 255), 255.0) / 255.0;
}
vec3 highlighted(vec3 c, int body) { return body == uPicked ? mix(c, uAccent, 0.6) : c; }
float stripes() {
  float s = mod(gl_FragCoord.x - gl_FragCoord.y, 8.0 * uPixels) / uPixels;
  return smoothstep(0.0, 0.9, s) - smoothstep(1.4, 2.3, s);
}
`;

/// Shapes made of triangles. TEMPLATE: a form stretched by the shape's own sizes; INSTANCED: a form used many times;
/// otherwise every shape brings its own corners, already in its body's frame.
export const solidVertex = `${tables}
in vec3 normal;
in vec4 edge;
#ifdef TEMPLATE
in vec3 round, along;
in vec4 size;
#else
in vec3 position;
#endif
#if defined(TEMPLATE) || defined(INSTANCED)
in vec3 place;
in vec4 turn;
#endif
in vec2 who;
out vec3 vEye, vNormal, vEdge;
flat out ivec2 vWho;
flat out vec4 vColour;
void main() {
  int body = int(who.y);
  vec3 p;
#ifdef TEMPLATE
  p = round * size.x + along * size.yzw;
#else
  p = position;
#endif
  vec3 n = normal;
#if defined(TEMPLATE) || defined(INSTANCED)
  p = turned(turn, p) + place;
  n = turned(turn, n);
#endif
  vec3 x = texelFetch(uPose, cell(2 * body), 0).xyz;
  vec4 q = texelFetch(uPose, cell(2 * body + 1), 0);
  vWho = ivec2(int(who.x), body);
  vColour = texelFetch(uColour, cell(vWho.x), 0);
  vEdge = edge.xyz;
  vNormal = mat3(viewMatrix) * turned(q, n);
  vec4 eye = viewMatrix * vec4(turned(q, p) + x, 1);
  vEye = eye.xyz;
  gl_Position = vColour.a > 0.0 ? projectionMatrix * eye : vec4(2, 2, 2, 1);
}`;

export const solidFragment = `${looks}
uniform int uSide;      // 0: closed, 1: seen from its front only, 2: a sheet with two sides
uniform float uGlass;   // opacity of what one shall see through
uniform bool uHeld;
in vec3 vEye, vNormal, vEdge;
flat in ivec2 vWho;
flat in vec4 vColour;
void main() {
  vec3 d = vEdge / max(fwidth(vEdge), vec3(1e-6));
  float line = 1.0 - smoothstep(0.5, 1.5, min(d.x, min(d.y, d.z)) / uPixels);
  vec3 base = highlighted(vColour.rgb, vWho.y);
  if (uSide == 1) base = mix(vColour.rgb, base, 0.25);
#ifdef PLANE
  if (uHeld) base = mix(base, mix(base, vec3(0.35), 0.55), stripes());
  colour = vec4(mix(base, base * 0.42, line), 1.0);
  if (uOpacity < 1.0 && !uHeld) colour.a = mix(uOpacity, 1.0, line);
#else
  if (uCutting && dot(uCut.xyz, vEye) > uCut.w) discard;
  vec3 n = normalize(vNormal);
  bool cap = uCutting && uSide == 0 && !gl_FrontFacing;
  if (cap) n = uCut.xyz;
  else if (uSide == 2 && !gl_FrontFacing) n = -n;
  bool behind = uSide == 1 && !gl_FrontFacing;
  if (behind && line < 0.5) discard;
  vec3 c = cap ? base * 0.82 : lit(base, n);
  if (uSide == 1) c = mix(base, c, 0.35);  // rooms are not lit like bodies
  c = mix(c, c * 0.5, 0.75 * line);
  if (behind) c = mix(base, vec3(0.5), 0.5);
  float alpha = uGlass < 1.0 ? mix(uGlass, 0.9, line) : 1.0;
  if (!uHeld) alpha = mix(seenThrough(n, normalize(vEye)), 1.0, 0.4 * line);
  colour = vec4(c, alpha);
#endif
#ifdef PICK
  colour = idColour(vWho.x + 1);
#endif
}`;

/// Balls are squares turned to the eye on which the exact ball is found point by point.
export const ballVertex = `${tables}
in vec2 corner;
in vec4 ball;     // middle in the body's frame, radius
in vec2 who;
out vec3 vEye;
out vec2 vCorner;
flat out vec4 vBall, vColour, vTurn;
flat out ivec2 vWho;
void main() {
  int body = int(who.y);
  vec3 x = texelFetch(uPose, cell(2 * body), 0).xyz;
  vTurn = texelFetch(uPose, cell(2 * body + 1), 0);
  vWho = ivec2(int(who.x), body);
  vColour = texelFetch(uColour, cell(vWho.x), 0);
  vec3 c = (viewMatrix * vec4(turned(vTurn, ball.xyz) + x, 1)).xyz;
  vBall = vec4(c, ball.w);
  vCorner = corner;
#ifdef PLANE
  vEye = c + vec3(corner * ball.w * 1.02, 0);
  vCorner *= 1.02;
#else
  // In perspective one sees a little less than half of a ball, under a wider angle than its middle's disk.
  float far = length(c);
  vec3 w = c / far;
  vec3 u = normalize(cross(vec3(0, 1, 0), w) + vec3(1e-9, 0, 0));
  float wide = ball.w * far / sqrt(max(far * far - ball.w * ball.w, 1e-12 * far * far));
  vEye = c + 1.03 * wide * (corner.x * u + corner.y * cross(w, u));
#endif
  gl_Position = vColour.a > 0.0 ? projectionMatrix * vec4(vEye, 1) : vec4(2, 2, 2, 1);
}`;

export const ballFragment = `${looks}
uniform mat3 uToWorld;   // from the eye's axes
uniform bool uMarks, uHeld;
in vec3 vEye;
in vec2 vCorner;
flat in vec4 vBall, vColour, vTurn;
flat in ivec2 vWho;
vec3 turned(vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }
void main() {
  vec3 base = highlighted(vColour.rgb, vWho.y);
#ifdef PLANE
  float away = length(vCorner);
  float step1 = fwidth(away);
  float inside = 1.0 - smoothstep(1.0 - step1, 1.0, away);
  if (inside <= 0.0) discard;
  if (uHeld) base = mix(base, mix(base, vec3(0.35), 0.55), stripes());
  float rim = smoothstep(1.0 - 2.2 * step1 * uPixels, 1.0 - 1.0 * step1 * uPixels, away);
  // A radius shows how the disk is turned.
  vec3 own = turned(vec4(-vTurn.xyz, vTurn.w), vec3(vCorner, 0));
  float spoke = own.x > 0.0 ? 1.0 - smoothstep(0.3, 1.0, abs(own.y) / (step1 * uPixels)) : 0.0;
  if (uMarks && step1 < 0.25) rim = max(rim, 0.8 * spoke);
  colour = vec4(mix(base, base * 0.42, rim), inside * (uHeld ? 1.0 : mix(uOpacity, 1.0, rim)));
#else
  // |t d - c|^2 = r^2 along the ray t d from the eye.
  vec3 d = normalize(vEye);
  vec3 c = vBall.xyz;
  float r = vBall.w;
  float b = dot(d, c);
  float away = length(c - b * d) / r;
  float cover = 1.0 - smoothstep(1.0 - fwidth(away), 1.0, away);
  if (cover <= 0.0) discard;
  float half_chord = r * sqrt(max(1.0 - away * away, 0.0));
  float t = b - half_chord;
  vec3 p = t * d;
  vec3 n = (p - c) / r;
  bool cap = false;
  if (uCutting && dot(uCut.xyz, p) > uCut.w) {
    t = uCut.w / dot(uCut.xyz, d);
    if (!(t > b - half_chord && t < b + half_chord)) discard;
    p = t * d;
    n = uCut.xyz;
    cap = true;
  }
  vec3 shown = cap ? base * 0.82 : lit(base, n) * mix(1.0, 0.78, smoothstep(0.8, 1.0, away));
  if (uMarks && !cap) {
    vec3 own = turned(vec4(-vTurn.xyz, vTurn.w), uToWorld * n);
    float w = fwidth(own.z);
    shown *= 1.0 - 0.28 * (1.0 - smoothstep(0.07, 0.07 + w, abs(own.z))) * (1.0 - smoothstep(0.1, 0.3, w));
  }
  colour = vec4(shown, cover * (uHeld ? 1.0 : seenThrough(n, d)));
  vec4 clip = projectionMatrix * vec4(p, 1);
  gl_FragDepth = 0.5 + 0.5 * clip.z / clip.w;
#endif
#ifdef PICK
  colour = idColour(vWho.x + 1);
#endif
}`;

/// Lines with a width of their own, in lengths of the scene, never thinner than `uLeast` points.
export const lineVertex = `${tables}
uniform float uScale, uPixel;      // uPixel: length a point of the screen covers (at distance 1 in space)
uniform float uLeast, uLeastLong;  // points of the screen: width, length
uniform float uNearer;
in vec2 corner;                          // 0 or 1 along, -1 or 1 across
in vec3 from, to;
in float width;
in vec4 tint;
in float id;
out vec3 vEye;
out vec2 vCorner;
flat out vec4 vTint;
flat out vec3 vSide;
flat out float vLong;
flat out int vId;
void main() {
  vec3 a = (viewMatrix * vec4(from, 1)).xyz;
  vec3 b = (viewMatrix * vec4(to, 1)).xyz;
#ifdef PLANE
  float pixel = uPixel;
#else
  float pixel = -mix(a.z, b.z, corner.x) * uPixel;
#endif
  b = a + (b - a) * max(1.0, uLeastLong * pixel / max(length(b - a), 1e-20));
  vec3 p = mix(a, b, corner.x);
#ifdef PLANE
  vec3 eye = vec3(0, 0, 1);
#else
  vec3 eye = -normalize(p);
#endif
  vec3 side = cross(b - a, eye);
  vSide = side / max(length(side), 1e-20);
  float wide = width * uScale;
  float drawn = max(wide, uLeast * pixel);
  vTint = vec4(tint.rgb, uNearer > 0.0 ? tint.a : tint.a * clamp(wide / drawn, 0.25, 1.0));
  // Round ends: half a width more on either side, measured in half widths; and a point more all round for the soft edge.
  float len = max(length(b - a), 1e-20);
  float end = 2.0 * corner.x - 1.0;
  float more = 1.0 + 2.0 * pixel / drawn;
  vEye = p + 0.5 * drawn * more * (corner.y * vSide + end * (b - a) / len);
  vLong = 2.0 * len / drawn;
  vCorner = vec2(corner.x * vLong + end * more, corner.y * more);
  vId = int(id);
  gl_Position = projected(vEye, uNearer);
}`;

export const lineFragment = `${looks}
uniform int uPickedId;
in vec3 vEye;
in vec2 vCorner;
flat in vec4 vTint;
flat in vec3 vSide;
flat in float vLong;
flat in int vId;
void main() {
  if (uCutting && dot(uCut.xyz, vEye) > uCut.w) discard;
  vec3 c = vId == uPickedId ? uAccent : vTint.rgb;
  float away = length(vec2(vCorner.x - clamp(vCorner.x, 0.0, vLong), vCorner.y));
  float soft = clamp(0.5 + (1.0 - away) / max(length(vec2(dFdx(away), dFdy(away))), 1e-6), 0.0, 1.0);
  if (soft <= 0.0) discard;
#ifndef PLANE
  float across = clamp(vCorner.y, -1.0, 1.0);
  vec3 n = vSide * across + vec3(0, 0, 1) * sqrt(1.0 - across * across);
  c = lit(c, n);
#endif
  colour = vec4(c, vTint.a * soft);
#ifdef PICK
  colour = idColour(vId);
#endif
}`;

/// Contacts: a disk where they stick, a diamond where they slide, a ring where they are open.
export const markVertex = `${tables}
uniform vec2 uScreen;
uniform float uPixels, uPixel, uNearer;
in vec2 corner;
in vec3 from;
in vec4 tint;
in float kind, id;
out vec2 vCorner;
out vec3 vEye;
flat out vec3 vTint;
flat out ivec2 vKind;
void main() {
  vec4 eye = viewMatrix * vec4(from, 1);
  vEye = eye.xyz;
  vCorner = corner;
  vTint = tint.rgb;
  vKind = ivec2(int(kind), int(id));
#ifdef PLANE
  float body = uNearer / uPixel;
#else
  float body = uNearer / (-eye.z * uPixel);
#endif
  // Smaller than the bodies they are between, as far as one can still see them.
  float radius = clamp(0.35 * body, 2.2, 5.0) * uPixels;
  vec4 clip = projected(eye.xyz, uNearer);
  clip.xy += corner * radius * 2.0 / uScreen * clip.w;
  gl_Position = clip;
}`;

export const markFragment = `${looks}
uniform int uPickedId;
in vec2 vCorner;
in vec3 vEye;
flat in vec3 vTint;
flat in ivec2 vKind;
void main() {
  if (uCutting && dot(uCut.xyz, vEye) > uCut.w) discard;
  float away = vKind.x == 2 ? abs(vCorner.x) + abs(vCorner.y) : length(vCorner);
  float w = fwidth(away);
  float cover = 1.0 - smoothstep(1.0 - w, 1.0, away);
  if (cover <= 0.0) discard;
  vec3 c = vKind.y == uPickedId ? uAccent : vTint;
  float border = smoothstep(0.62, 0.62 + w, away);
  colour = vec4(vKind.x == 0 ? mix(uPaper, c, border) : mix(c, uPaper, border), cover);
#ifdef PICK
  colour = idColour(vKind.y);
#endif
}`;

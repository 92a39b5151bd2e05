// What is drawn of the bodies: few draw calls, each for all shapes of a kind.

import * as THREE from 'three';
import { facets, templates } from './forms.js';
import { ballFragment, ballVertex, solidFragment, solidVertex } from './shaders.js';
import { add, dot, planeTurn, scale, shownPart, sub, turned, conjugate } from './space.js';

/// A form used at least this often is drawn by instances; others bring their corners themselves.
const oftenUsed = 12;

/// Edges of what is solid are smoothed by the part of a point they cover; the canvas itself stays opaque.
export const covered = {
  alphaToCoverage: true,
  blending: THREE.CustomBlending,
  blendSrc: THREE.OneFactor,
  blendDst: THREE.ZeroFactor,
  blendSrcAlpha: THREE.ZeroFactor,
  blendDstAlpha: THREE.OneFactor,
};

const sides = { closed: 0, front: 1, sheet: 2 };

/// Shapes of the head as plain objects, with three coordinates in the plane too.
function shapesOf(head) {
  const D = head.dimension;
  const a = head.arrays;
  const out = [];
  for (let s = 0; s < a.shape_owner.length; ++s) {
    const owner = a.shape_owner[s];
    out.push({
      number: s,
      owner,
      kind: head.kinds[a.shape_kind[s]],
      held: a.prescribed[owner] !== 0,
      place: D === 3 ? [...a.shape_position.subarray(3 * s, 3 * s + 3)] : [...a.shape_position.subarray(2 * s, 2 * s + 2), 0],
      turn: D === 3 ? [...a.shape_turn.subarray(4 * s, 4 * s + 4)] : planeTurn(a.shape_turn[s]),
      size: [...a.shape_size.subarray(2 * s, 2 * s + 2)],
      form: a.shape_form[s],
    });
  }
  return out;
}

/// Corners and faces of form g, which shapes share.
function formOf(head, g) {
  const D = head.dimension;
  const { form_vertex, form_face, vertices, face_start, face_vertices } = head.arrays;
  const points = [];
  for (let v = form_vertex[g]; v < form_vertex[g + 1]; ++v) {
    points.push([vertices[v * D], vertices[v * D + 1], D === 3 ? vertices[v * D + 2] : 0]);
  }
  const faces = [];
  for (let f = form_face[g]; f < form_face[g + 1]; ++f) {
    faces.push([...face_vertices.subarray(face_start[f], face_start[f + 1])]);
  }
  return facets(points, faces);
}

export class Shapes {
  /// `pose`: of all bodies at the start, to tell how far what has no end is drawn.
  constructor(head, uniforms, poseOf) {
    this.head = head;
    this.uniforms = uniforms;
    this.plane = head.dimension === 2;
    this.group = new THREE.Group();
    this.meshes = [];
    this.size = Math.hypot(...head.high.map((h, k) => h - head.low[k])) || 1;
    this.middle = head.low.map((l, k) => 0.5 * (l + head.high[k]));
    if (this.plane) this.middle.push(0);
    this.poseOf = poseOf;
    this.all = shapesOf(head);
    for (const held of [true, false]) this.build(this.all.filter((s) => s.held === held), held);
  }

  build(shapes, held) {
    const of = (kind) => shapes.filter((s) => s.kind === kind);
    const R = 60 * this.size;
    const thin = 0.0035 * this.size;
    if (this.plane) {
      this.template('half_space', of('half_space'), held, () => [0, R, R, 0], sides.closed, 0);
      this.template('drum', of('drum'), held, (s) => [s.size[0], 0, 0, 0], sides.closed, 0);
      this.template('wall', of('wall'), held, (s) => [0, s.size[0], thin, 0], sides.closed, 1);
      this.template('capsule', of('capsule'), held, (s) => [s.size[1], 0, s.size[0], 0], sides.closed, 1);
    } else {
      this.halfSpaces(of('half_space'), held);
      this.template('drum', of('drum').map((s) => this.facing(s)), held, (s) => [s.size[0], 0, 0, 0.75 * this.size], sides.front);
      this.template('wall', of('wall'), held, (s) => [0, s.size[0], s.size[1], 0], sides.sheet);
      this.template('capsule', of('capsule'), held, (s) => [s.size[1], 0, 0, s.size[0]], sides.closed);
      this.template('cylinder', of('cylinder'), held, (s) => [s.size[1], 0, 0, s.size[0]], sides.closed);
    }
    this.forms(shapes.filter((s) => s.form >= 0), held);
    this.balls(of('ball'), held);
  }

  material(vertex, fragment, defines, own, pickable = true) {
    const make = (extra) =>
      new THREE.RawShaderMaterial({
        glslVersion: THREE.GLSL3,
        vertexShader: vertex,
        fragmentShader: fragment,
        defines: { ...defines, ...extra, ...(this.plane ? { PLANE: '' } : {}) },
        uniforms: { ...this.uniforms, ...own },
        side: THREE.DoubleSide,
        depthTest: !this.plane,
        depthWrite: !this.plane,
        transparent: this.plane,
        ...(this.plane || 'PICK' in extra ? {} : covered),
      });
    return { shown: make({}), picking: pickable ? make({ PICK: '' }) : null };
  }

  insert(geometry, materials, held, kind, order) {
    geometry.boundingSphere = new THREE.Sphere(); // nothing is left out for it
    const mesh = new THREE.Mesh(geometry, materials.shown);
    mesh.frustumCulled = false;
    mesh.renderOrder = order + (held ? 0 : 10);
    mesh.userData = { ...materials, held, kind };
    this.group.add(mesh);
    this.meshes.push(mesh);
  }

  solid(geometry, defines, held, kind, side, order = 1) {
    const own = { uSide: { value: side }, uGlass: { value: 1 }, uHeld: { value: held } };
    this.insert(geometry, this.material(solidVertex, solidFragment, defines, own), held, kind, order);
  }

  static instances(geometry, list, columns) {
    for (const [name, width, of] of columns) {
      const data = new Float32Array(list.length * width);
      list.forEach((s, i) => data.set(of(s), i * width));
      geometry.setAttribute(name, new THREE.InstancedBufferAttribute(data, width));
    }
    geometry.instanceCount = list.length;
  }

  template(kind, list, held, sizeOf, side, order) {
    if (list.length === 0) return;
    const t = templates[this.head.dimension][kind](list.length > 2000);
    const geometry = new THREE.InstancedBufferGeometry();
    for (const name of ['round', 'along', 'normal']) {
      geometry.setAttribute(name, new THREE.BufferAttribute(new Float32Array(t[name]), 3));
    }
    geometry.setAttribute('position', geometry.getAttribute('round')); // three.js counts corners by it
    geometry.setAttribute('edge', new THREE.BufferAttribute(new Uint8Array(t.edge), 4, true));
    Shapes.instances(geometry, list, [
      ['place', 3, (s) => s.place],
      ['turn', 4, (s) => s.turn],
      ['size', 4, sizeOf],
      ['who', 2, (s) => [s.number, s.owner]],
    ]);
    this.solid(geometry, { TEMPLATE: '' }, held, kind, side, order);
  }

  balls(list, held) {
    if (list.length === 0) return;
    const geometry = new THREE.InstancedBufferGeometry();
    geometry.setAttribute('corner', new THREE.BufferAttribute(new Float32Array([-1, -1, 1, -1, 1, 1, -1, 1]), 2));
    geometry.setAttribute('position', geometry.getAttribute('corner'));
    geometry.setIndex([0, 1, 2, 0, 2, 3]);
    Shapes.instances(geometry, list, [
      ['ball', 4, (s) => [...s.place, s.size[0]]],
      ['who', 2, (s) => [s.number, s.owner]],
    ]);
    this.insert(geometry, this.material(ballVertex, ballFragment, {}, { uHeld: { value: held } }), held, 'ball', 2);
  }

  forms(list, held) {
    const users = new Map();
    for (const s of list) {
      if (!users.has(s.form)) users.set(s.form, []);
      users.get(s.form).push(s);
    }
    const few = [];
    for (const [form, shapes] of users) {
      const corners = formOf(this.head, form);
      if (shapes.length < oftenUsed) {
        for (const s of shapes) few.push([s, corners]);
        continue;
      }
      const geometry = new THREE.InstancedBufferGeometry();
      Shapes.corners(geometry, corners);
      Shapes.instances(geometry, shapes, [
        ['place', 3, (s) => s.place],
        ['turn', 4, (s) => s.turn],
        ['who', 2, (s) => [s.number, s.owner]],
      ]);
      this.solid(geometry, { INSTANCED: '' }, held, 'form', sides.closed);
    }
    this.merged(few, held, 'form', sides.closed);
  }

  static corners(geometry, c) {
    geometry.setAttribute('position', new THREE.BufferAttribute(new Float32Array(c.position), 3));
    geometry.setAttribute('normal', new THREE.BufferAttribute(new Float32Array(c.normal), 3));
    geometry.setAttribute('edge', new THREE.BufferAttribute(new Uint8Array(c.edge), 4, true));
  }

  /// Shapes with corners of their own, all in one geometry, in the frames of their bodies.
  merged(list, held, kind, side) {
    if (list.length === 0) return;
    const count = list.reduce((n, [, c]) => n + c.position.length / 3, 0);
    const position = new Float32Array(3 * count);
    const normal = new Float32Array(3 * count);
    const edge = new Uint8Array(4 * count);
    const who = new Float32Array(2 * count);
    let at = 0;
    for (const [s, c] of list) {
      edge.set(c.edge, 4 * at);
      for (let i = 0; i < c.position.length; i += 3, ++at) {
        position.set(add(turned(s.turn, c.position.slice(i, i + 3)), s.place), 3 * at);
        normal.set(turned(s.turn, c.normal.slice(i, i + 3)), 3 * at);
        who.set([s.number, s.owner], 2 * at);
      }
    }
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.BufferAttribute(position, 3));
    geometry.setAttribute('normal', new THREE.BufferAttribute(normal, 3));
    geometry.setAttribute('edge', new THREE.BufferAttribute(edge, 4, true));
    geometry.setAttribute('who', new THREE.BufferAttribute(who, 2));
    this.solid(geometry, {}, held, kind, side);
  }

  /// The middle of what is seen, in the frame of a body at the start.
  middleSeenFrom(body) {
    const { x, q } = this.poseOf(body);
    return turned(conjugate(q), sub(this.middle, x));
  }

  /// A half-space at the start, as others see it: matter where n . x < d.
  planeInWorld(s) {
    const { x, q } = this.poseOf(s.owner);
    const n = turned(q, turned(s.turn, [0, 0, 1]));
    return { shape: s, n, d: dot(n, add(turned(q, s.place), x)) };
  }

  /// Half-spaces as far as the bodies reach, without what lies inside others at the start.
  halfSpaces(list, held) {
    const planes = this.all.filter((s) => s.kind === 'half_space').map((s) => this.planeInWorld(s));
    const parts = [];
    for (const s of list) {
      const { x, q } = this.poseOf(s.owner);
      const seen = ({ n, d }) => ({ n: turned(conjugate(q), n), d: d - dot(n, x) });
      const p = { shape: s, ...seen(this.planeInWorld(s)) };
      const others = planes.filter((o) => o.shape !== s).map(seen);
      const polygon = shownPart(p, others, this.middleSeenFrom(s.owner), 0.72 * this.size);
      if (polygon.length < 3) continue;
      const shape = { ...p.shape, place: [0, 0, 0], turn: [0, 0, 0, 1] };
      parts.push([shape, facets(polygon, [polygon.map((_, i) => i)])]);
    }
    this.merged(parts, held, 'half_space', sides.front);
  }

  /// A drum without ends, moved along its axis to where the bodies are.
  facing(s) {
    const axis = turned(s.turn, [0, 0, 1]);
    const along = dot(axis, sub(this.middleSeenFrom(s.owner), s.place));
    return { ...s, place: add(s.place, scale(axis, along)) };
  }

  /// Draws a mesh over what lies behind it, without hiding anything, or as a solid.
  static drawThrough(mesh, through, order) {
    const m = mesh.userData.shown;
    m.transparent = through;
    m.depthWrite = !through;
    m.alphaToCoverage = !through;
    m.blending = through ? THREE.NormalBlending : THREE.CustomBlending;
    m.needsUpdate = true;
    mesh.renderOrder = order;
  }

  /// Bodies one sees through are drawn last, over chains and each other.
  seeThrough(through) {
    if (this.plane || through === this.through) return;
    this.through = through;
    for (const mesh of this.meshes) {
      if (!mesh.userData.held) Shapes.drawThrough(mesh, through, through ? 60 : 11);
    }
  }

  /// How bodies that move as prescribed are shown: auto, solid, glass or hidden.
  showHeld(how) {
    for (const mesh of this.meshes) {
      if (!mesh.userData.held) continue;
      const thin = mesh.userData.kind === 'wall';
      const glass = !this.plane && (how === 'glass' || (how === 'auto' && thin));
      const { uGlass } = mesh.userData.shown.uniforms;
      if (uGlass) uGlass.value = glass ? 0.16 : 1;
      mesh.visible = how !== 'hidden';
      if (!this.plane) Shapes.drawThrough(mesh, glass, glass ? 30 : 1);
    }
  }
}

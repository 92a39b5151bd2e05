// What is drawn of the contacts: chains of force, normals, statuses.

import * as THREE from 'three';
import { colourTable, statusColours } from './colours.js';
import { lineFragment, lineVertex, markFragment, markVertex } from './shaders.js';
import { covered } from './shapes.js';

/// Attributes that are written anew with every frame and grow when they must.
class Rows {
  constructor(geometry, columns) {
    this.geometry = geometry;
    this.columns = columns;
    this.room = 0;
    this.grow(256);
  }

  grow(count) {
    if (count <= this.room) return;
    this.room = Math.ceil(1.4 * count);
    this.data = {};
    for (const [name, width, bytes] of this.columns) {
      const array = bytes ? new Uint8Array(this.room * width) : new Float32Array(this.room * width);
      this.data[name] = array;
      this.geometry.setAttribute(name, new THREE.InstancedBufferAttribute(array, width, Boolean(bytes)));
    }
    this.geometry.dispose();
  }

  finish(count) {
    this.geometry.instanceCount = count;
    for (const [name] of this.columns) this.geometry.getAttribute(name).needsUpdate = true;
  }
}

function quads(low, columns) {
  const geometry = new THREE.InstancedBufferGeometry();
  geometry.setAttribute('corner', new THREE.BufferAttribute(new Float32Array([low, -1, 1, -1, 1, 1, low, 1]), 2));
  geometry.setAttribute('position', geometry.getAttribute('corner'));
  geometry.setIndex([0, 1, 2, 0, 2, 3]);
  return new Rows(geometry, columns);
}

const lineColumns = [['from', 3], ['to', 3], ['width', 1], ['tint', 4, true], ['id', 1]];
const markColumns = [['from', 3], ['tint', 4, true], ['kind', 1], ['id', 1]];

/// Chains are bodies among bodies; points and normals hide nothing.
const chainOrder = 40;

export class Marks {
  /// `size`: a typical length of the bodies; ids of contacts begin at `firstId`.
  constructor(head, uniforms, size, firstId) {
    this.head = head;
    this.uniforms = uniforms;
    this.size = size;
    this.firstId = firstId;
    this.plane = head.dimension === 2;
    this.group = new THREE.Group();
    const picked = { uPickedId: { value: -1 } };
    this.picked = picked.uPickedId;
    this.chains = this.layer(quads(0, lineColumns), lineVertex, lineFragment, chainOrder, {
      ...picked,
      uScale: { value: 1 },
      uLeast: { value: 1 },
      uLeastLong: { value: 0 },
      uNearer: { value: 0 },
    });
    this.normals = this.layer(quads(0, lineColumns), lineVertex, lineFragment, 65, {
      ...picked,
      uScale: { value: 1 },
      uLeast: { value: 1.8 },
      uLeastLong: { value: 16 },
      uNearer: { value: 1.1 * size },
    });
    this.points = this.layer(quads(-1, markColumns), markVertex, markFragment, 70, { ...picked, uNearer: { value: 1.1 * size } });
    this.reference = 0; // force drawn with the full width
  }

  layer(rows, vertexShader, fragmentShader, order, own) {
    const solid = !this.plane && order === chainOrder;
    const make = (extra) =>
      new THREE.RawShaderMaterial({
        glslVersion: THREE.GLSL3,
        vertexShader,
        fragmentShader,
        defines: { ...extra, ...(this.plane ? { PLANE: '' } : {}) },
        uniforms: { ...this.uniforms, ...own },
        side: THREE.DoubleSide,
        transparent: !('PICK' in extra || solid),
        ...(solid && !('PICK' in extra) ? covered : {}),
        depthTest: !this.plane,
        depthWrite: solid,
      });
    rows.geometry.boundingSphere = new THREE.Sphere(); // nothing is left out for it
    const mesh = new THREE.Mesh(rows.geometry, make({}));
    mesh.frustumCulled = false;
    mesh.renderOrder = order;
    mesh.userData = { shown: mesh.material, picking: make({ PICK: '' }), rows };
    this.group.add(mesh);
    return mesh;
  }

  /// Places of bodies, three numbers each, as they are drawn; `centre` is what was taken off, `wrapped` what brought each
  /// body back into a periodic cell.
  update(frame, { places, centre, wrapped }, view) {
    this.chains.visible = view.chains;
    this.normals.visible = view.normals;
    this.points.visible = view.contacts;
    const a = frame.arrays;
    if (!a.contact_a) {
      this.group.visible = false;
      return;
    }
    const D = this.head.dimension;
    const offset = [0, 1, 2].map((k) => (k < D ? this.head.origin[k] - centre[k] : 0));
    // Points as they are drawn. There may be a hundred thousand: no small arrays from here on.
    const n = a.contact_a.length;
    if (this.at === undefined || this.at.length < 3 * n) this.at = new Float32Array(4 * n);
    for (let c = 0; c < n; ++c) {
      const body = a.contact_a[c];
      for (let k = 0; k < D; ++k) this.at[3 * c + k] = a.contact_point[c * D + k] + offset[k] + wrapped[3 * body + k];
    }
    if (view.chains) this.drawChains(a, places, wrapped, view);
    if (view.normals) this.drawNormals(a);
    if (view.contacts) this.drawPoints(a);
  }

  forceOf(a, c) {
    const D = this.head.dimension;
    let sum = 0;
    for (let k = 0; k < D; ++k) sum += a.contact_force[c * D + k] ** 2;
    return Math.sqrt(sum);
  }

  /// Each contact that pushes, from the middle of one body over the contact's point to that of the other; a body that
  /// moves as prescribed has no end of its own.
  drawChains(a, places, wrapped, view) {
    const { rows } = this.chains.userData;
    const { prescribed } = this.head.arrays;
    const D = this.head.dimension;
    const table = colourTable(view.map === 'blue–orange' ? 'viridis' : view.map);
    rows.grow(2 * a.contact_a.length);
    const { from, to, width, tint, id } = rows.data;
    let n = 0;
    for (let c = 0; c < a.contact_a.length; ++c) {
      const force = this.forceOf(a, c);
      if (force === 0) continue;
      const part = Math.min(force / this.reference, 2.5);
      let colour = view.ink;
      let first = 0;
      if (view.chainColour === 'status') colour = statusColours[a.contact_status[c]];
      if (view.chainColour === 'force') {
        colour = table;
        first = 3 * Math.min(255, Math.floor(255 * Math.min(part, 1)));
      }
      for (let end = 0; end < 2; ++end) {
        const body = end === 0 ? a.contact_a[c] : a.contact_b[c];
        if (prescribed[body]) continue;
        for (let k = 0; k < 3; ++k) {
          from[3 * n + k] = places[3 * body + k];
          to[3 * n + k] = this.at[3 * c + k];
        }
        // The image of the second body that touches the first one where that is drawn.
        for (let k = 0; end === 1 && a.contact_shift && k < D; ++k) {
          from[3 * n + k] += a.contact_shift[c * D + k] - wrapped[3 * body + k] + wrapped[3 * a.contact_a[c] + k];
        }
        width[n] = part * this.size;
        for (let k = 0; k < 3; ++k) tint[4 * n + k] = colour[first + k];
        tint[4 * n + 3] = 255;
        id[n] = this.firstId + c;
        ++n;
      }
    }
    this.chains.userData.shown.uniforms.uScale.value = 0.42 * view.chainWidth;
    this.chains.userData.picking.uniforms.uScale.value = 0.42 * view.chainWidth;
    rows.finish(n);
  }

  /// The colour of a contact's status, in row i.
  paint(tint, i, status) {
    for (let k = 0; k < 3; ++k) tint[4 * i + k] = statusColours[status][k];
    tint[4 * i + 3] = 255;
  }

  drawNormals(a) {
    const { rows } = this.normals.userData;
    const D = this.head.dimension;
    rows.grow(a.contact_a.length);
    const { from, to, width, tint, id } = rows.data;
    for (let c = 0; c < a.contact_a.length; ++c) {
      for (let k = 0; k < 3; ++k) {
        from[3 * c + k] = this.at[3 * c + k];
        to[3 * c + k] = from[3 * c + k] + (k < D ? 0.6 * this.size * a.contact_normal[c * D + k] : 0);
      }
      width[c] = 0.02 * this.size;
      this.paint(tint, c, a.contact_status[c]);
      id[c] = this.firstId + c;
    }
    rows.finish(a.contact_a.length);
  }

  drawPoints(a) {
    const { rows } = this.points.userData;
    rows.grow(a.contact_a.length);
    const { from, tint, kind, id } = rows.data;
    for (let c = 0; c < a.contact_a.length; ++c) {
      for (let k = 0; k < 3; ++k) from[3 * c + k] = this.at[3 * c + k];
      this.paint(tint, c, a.contact_status[c]);
      kind[c] = a.contact_status[c];
      id[c] = this.firstId + c;
    }
    rows.finish(a.contact_a.length);
  }
}

/// A force few contacts exceed, in frames spread over the run: what chains are measured by.
export function referenceForce(frames, D) {
  const highs = [];
  for (const { arrays: a } of frames) {
    if (!a.contact_force) continue;
    const sizes = [];
    for (let c = 0; c * D < a.contact_force.length; ++c) {
      let sum = 0;
      for (let k = 0; k < D; ++k) sum += a.contact_force[c * D + k] ** 2;
      if (sum > 0) sizes.push(Math.sqrt(sum));
    }
    if (sizes.length === 0) continue;
    sizes.sort((p, q) => p - q);
    highs.push(sizes[Math.floor(0.97 * (sizes.length - 1))]);
  }
  if (highs.length === 0) return 1;
  highs.sort((p, q) => p - q);
  return highs[Math.floor(highs.length / 2)];
}

// The picture: camera, lights off, bodies and marks on, and what lies under the pointer.

import * as THREE from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { Marks } from './marks.js';
import { rowLength } from './shaders.js';
import { Shapes } from './shapes.js';

const fieldOfView = 32;

function dataTexture(texels, Type, format, type) {
  const rows = Math.max(1, Math.ceil(texels / rowLength));
  const data = new Type(4 * rowLength * rows);
  const texture = new THREE.DataTexture(data, rowLength, rows, format, type);
  texture.minFilter = THREE.NearestFilter;
  texture.magFilter = THREE.NearestFilter;
  texture.needsUpdate = true;
  return texture;
}

/// Views of space by name: where the eye is, seen from the middle.
const eyes = { home: [0.55, -1, 0.5], front: [0, -1, 0], side: [1, 0, 0], top: [0, -1e-3, 1] };

export class Stage {
  constructor(canvas, head, firstFrame) {
    this.head = head;
    this.plane = head.dimension === 2;
    this.canvas = canvas;
    this.centre = head.low.map((l, k) => 0.5 * (l + head.high[k])); // taken off all places, in double precision
    if (this.plane) this.centre.push(0);
    this.size = Math.hypot(...head.high.map((h, k) => h - head.low[k])) || 1;

    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
    this.renderer.outputColorSpace = THREE.LinearSRGBColorSpace; // shaders write what the screen shows
    this.scene = new THREE.Scene();

    const bodies = head.names.length;
    this.places = new Float32Array(3 * bodies);
    this.wrapped = new Float64Array(3 * bodies); // what brought bodies back into a periodic cell
    this.pose = dataTexture(2 * bodies, Float32Array, THREE.RGBAFormat, THREE.FloatType);
    this.colour = dataTexture(head.arrays.shape_owner.length, Uint8Array, THREE.RGBAFormat, THREE.UnsignedByteType);
    this.uniforms = {
      uPose: { value: this.pose },
      uColour: { value: this.colour },
      uCut: { value: new THREE.Vector4() },
      uCutting: { value: false },
      uOpacity: { value: 1 },
      uPicked: { value: -1 },
      uAccent: { value: new THREE.Vector3(0.84, 0.2, 0.35) },
      uPaper: { value: new THREE.Vector3(1, 1, 1) },
      uPixels: { value: 1 },
      uPixel: { value: 1 },
      uScreen: { value: new THREE.Vector2(1, 1) },
      uToWorld: { value: new THREE.Matrix3() },
      uMarks: { value: true },
    };
    this.place(firstFrame);
    this.shapes = new Shapes(this.shifted(), this.uniforms, (b) => this.poseOf(b));
    this.marks = new Marks(head, this.uniforms, this.typicalSize(), head.arrays.shape_owner.length + 1);
    this.scene.add(this.shapes.group, this.marks.group);
    this.pickTarget = new THREE.WebGLRenderTarget(9, 9);
    this.addCamera();
  }

  /// The head with its box about the middle.
  shifted() {
    const D = this.head.dimension;
    const by = this.centre.slice(0, D);
    return { ...this.head, low: this.head.low.map((x, k) => x - by[k]), high: this.head.high.map((x, k) => x - by[k]) };
  }

  poseOf(body) {
    const { data } = this.pose.image;
    return { x: [...data.subarray(8 * body, 8 * body + 3)], q: [...data.subarray(8 * body + 4, 8 * body + 8)] };
  }

  /// The median radius of shapes that move freely.
  typicalSize() {
    const { head } = this;
    const sizes = [];
    head.arrays.shape_radius.forEach((r, s) => {
      if (Number.isFinite(r) && r > 0 && !head.arrays.prescribed[head.arrays.shape_owner[s]]) sizes.push(r);
    });
    sizes.sort((a, b) => a - b);
    return sizes.length > 0 ? sizes[Math.floor(sizes.length / 2)] : 0.05 * this.size;
  }

  addCamera() {
    if (this.plane) {
      this.camera = new THREE.OrthographicCamera(-1, 1, 1, -1, -10, 10);
    } else {
      this.camera = new THREE.PerspectiveCamera(fieldOfView, 1, 0.01 * this.size, 60 * this.size);
      this.camera.up.set(0, 0, 1);
    }
    this.controls = new OrbitControls(this.camera, this.canvas);
    const c = this.controls;
    c.zoomToCursor = true;
    c.rotateSpeed = 0.8;
    if (this.plane) {
      c.enableRotate = false;
      c.mouseButtons = { LEFT: THREE.MOUSE.PAN, MIDDLE: THREE.MOUSE.DOLLY, RIGHT: THREE.MOUSE.PAN };
      c.touches = { ONE: THREE.TOUCH.PAN, TWO: THREE.TOUCH.DOLLY_PAN };
      c.maxZoom = 1e5;
    } else {
      c.minDistance = 0.02 * this.size;
      c.maxDistance = 20 * this.size;
    }
    this.resize();
    this.look('home');
  }

  /// Puts the camera where all is seen.
  look(name) {
    const half = this.head.high.map((h, k) => 0.5 * (h - this.head.low[k]));
    const aspect = this.width / this.height;
    if (this.plane) {
      this.camera.position.set(0, 0, 5);
      this.controls.target.set(0, 0, 0);
      this.camera.zoom = Math.min(1 / (1.12 * half[1] || 1), aspect / (1.12 * half[0] || 1));
      this.camera.updateProjectionMatrix();
    } else {
      const eye = new THREE.Vector3(...eyes[name]).normalize();
      const angle = Math.tan((0.5 * fieldOfView * Math.PI) / 180) * Math.min(1, aspect);
      this.camera.position.copy(eye.multiplyScalar((0.52 * this.size) / angle));
      this.controls.target.set(0, 0, 0);
    }
    this.controls.update();
  }

  /// Puts a body in the middle, a few times its size about it.
  focus(body) {
    const { shape_owner, shape_radius } = this.head.arrays;
    let radius = 0;
    shape_owner.forEach((owner, s) => {
      if (owner === body && Number.isFinite(shape_radius[s])) radius = Math.max(radius, shape_radius[s]);
    });
    if (!(radius > 0)) return;
    const at = new THREE.Vector3(...this.places.subarray(3 * body, 3 * body + 3));
    if (this.plane) {
      this.camera.position.set(at.x, at.y, 5);
      this.camera.zoom = 0.25 / radius;
      this.camera.updateProjectionMatrix();
    } else {
      const eye = this.camera.position.clone().sub(this.controls.target).normalize();
      this.camera.position.copy(at).addScaledVector(eye, 12 * radius);
    }
    this.controls.target.copy(at);
    this.controls.update();
  }

  resize() {
    const box = this.canvas.parentElement.getBoundingClientRect();
    this.width = Math.max(1, Math.floor(box.width));
    this.height = Math.max(1, Math.floor(box.height));
    const ratio = Math.min(window.devicePixelRatio || 1, 2);
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(this.width, this.height, false);
    this.uniforms.uPixels.value = ratio;
    this.uniforms.uScreen.value.set(this.width * ratio, this.height * ratio);
    const aspect = this.width / this.height;
    if (this.plane) {
      this.camera.left = -aspect;
      this.camera.right = aspect;
    } else {
      this.camera.aspect = aspect;
    }
    this.camera.updateProjectionMatrix();
  }

  /// Takes the bodies of a frame.
  place(frame) {
    const D = this.head.dimension;
    const { position, turn } = frame.arrays;
    const { data } = this.pose.image;
    const offset = this.centre.map((c, k) => (k < D ? this.head.origin[k] - c : 0));
    if (this.head.cell) this.wrap(frame, offset);
    const { places, wrapped } = this;
    const bodies = this.head.names.length;
    for (let b = 0; b < bodies; ++b) {
      for (let k = 0; k < D; ++k) {
        const x = position[b * D + k] + offset[k] + wrapped[3 * b + k];
        places[3 * b + k] = x;
        data[8 * b + k] = Number.isFinite(x) ? x : 1e30; // what is nowhere is not seen
      }
      if (D === 2) {
        data[8 * b + 6] = Math.sin(0.5 * turn[b]);
        data[8 * b + 7] = Math.cos(0.5 * turn[b]);
      } else {
        for (let k = 0; k < 4; ++k) data[8 * b + 4 + k] = turn[4 * b + k];
      }
    }
    this.pose.needsUpdate = true;
  }

  /// Bodies of a periodic run go where they go; they are drawn as their images in the cell about the middle. Going up a
  /// period of a sheared cell goes along the flow too.
  wrap(frame, offset) {
    const { period, flow, gradient } = this.head.cell;
    const D = this.head.dimension;
    const { position } = frame.arrays;
    for (let b = 0; b < this.head.names.length; ++b) {
      if (this.head.arrays.prescribed[b]) continue;
      const by = [0, 0, 0];
      const cells = (k) => Math.floor((position[b * D + k] + offset[k] + by[k]) / period[k] + 0.5);
      if (gradient >= 0) {
        const n = cells(gradient);
        by[gradient] -= n * period[gradient];
        by[flow] -= n * frame.cell_offset;
      }
      for (let k = 0; k < D; ++k) if (period[k] > 0 && k !== gradient) by[k] -= cells(k) * period[k];
      this.wrapped.set(by, 3 * b);
    }
  }

  /// The lengths a point of the screen covers, and the cut, as shaders want them.
  prepare(view) {
    const u = this.uniforms;
    this.camera.updateMatrixWorld();
    u.uPixel.value = this.plane
      ? 2 / (this.camera.zoom * this.height)
      : (2 * Math.tan((0.5 * fieldOfView * Math.PI) / 180)) / this.height;
    u.uToWorld.value.setFromMatrix4(this.camera.matrixWorld);
    u.uOpacity.value = view.opacity;
    this.shapes.seeThrough(view.opacity < 1);
    u.uMarks.value = view.marks;
    u.uCutting.value = !this.plane && view.cut !== 'off';
    if (u.uCutting.value) {
      const { n, level } = this.cutPlane(view);
      // n . x <= d in the world; the eye's frame is moved and turned.
      const eye = new THREE.Vector3(...n).transformDirection(this.camera.matrixWorldInverse);
      const p = new THREE.Vector3(...n).multiplyScalar(level).applyMatrix4(this.camera.matrixWorldInverse);
      u.uCut.value.set(eye.x, eye.y, eye.z, eye.dot(p));
    }
  }

  /// The plane n . x = level, about the middle, behind which everything stays.
  cutPlane(view) {
    const rad = Math.PI / 180;
    const level = Math.cos(view.cutElevation * rad);
    // At first what is nearer to the usual eye is cut away.
    const normals = {
      x: [1, 0, 0],
      y: [0, -1, 0],
      z: [0, 0, 1],
      any: [level * Math.cos(view.cutAzimuth * rad), level * Math.sin(view.cutAzimuth * rad), Math.sin(view.cutElevation * rad)],
    };
    const n = normals[view.cut];
    // From one end of the box to the other along the normal; along an axis from its low end, as coordinates grow.
    const half = this.head.high.map((h, k) => 0.5 * (h - this.head.low[k]));
    const reach = n.reduce((sum, x, k) => sum + Math.abs(x) * half[k], 0);
    const at = (2 * view.cutAt - 1) * reach * (view.cut === 'y' ? -1 : 1);
    return view.cutFlip ? { n: n.map((x) => -x), level: -at } : { n, level: at };
  }

  /// Where the eye is, seen from what it looks at.
  eyeAngles() {
    const d = this.camera.position.clone().sub(this.controls.target).normalize();
    const degrees = (x) => Math.round((x * 180) / Math.PI);
    return { cutAzimuth: degrees(Math.atan2(d.y, d.x)), cutElevation: degrees(Math.asin(Math.min(1, Math.max(-1, d.z)))) };
  }

  setPaper(rgb) {
    this.scene.background = new THREE.Color().setRGB(...rgb, THREE.LinearSRGBColorSpace);
    this.uniforms.uPaper.value.set(...rgb);
  }

  render(view) {
    this.prepare(view);
    this.renderer.render(this.scene, this.camera);
  }

  /// Number of what is at a point of the canvas: a shape's plus one, or a contact's; 0: nothing.
  idAt(x, y, view) {
    this.prepare(view);
    const n = 9;
    this.camera.setViewOffset(this.width, this.height, Math.floor(x) - 4, Math.floor(y) - 4, n, n);
    const swap = (which) =>
      this.scene.traverse((o) => {
        if (o.isMesh && o.userData[which]) o.material = o.userData[which];
      });
    const background = this.scene.background;
    this.scene.background = null;
    swap('picking');
    this.renderer.setRenderTarget(this.pickTarget);
    this.renderer.setClearColor(0x000000, 0);
    const { uPixels, uScreen } = this.uniforms;
    const kept = [uPixels.value, uScreen.value.clone()];
    uPixels.value = 1;
    uScreen.value.set(n, n);
    this.renderer.clear();
    this.renderer.render(this.scene, this.camera);
    [uPixels.value, uScreen.value] = kept;
    const pixels = new Uint8Array(4 * n * n);
    this.renderer.readRenderTargetPixels(this.pickTarget, 0, 0, n, n, pixels);
    this.renderer.setRenderTarget(null);
    swap('shown');
    this.scene.background = background;
    this.camera.clearViewOffset();
    let best = 0;
    let nearest = Infinity;
    for (let j = 0; j < n; ++j) {
      for (let i = 0; i < n; ++i) {
        const at = 4 * (j * n + i);
        const id = pixels[at] + 256 * pixels[at + 1] + 65536 * pixels[at + 2];
        const away = Math.hypot(i - 4, j - 4);
        if (id > 0 && away < nearest) [best, nearest] = [id, away];
      }
    }
    return best;
  }

  /// Where a point as it is drawn, or a body's centre, is on the page, in points of the canvas.
  pointOnScreen(point) {
    const p = new THREE.Vector3(...point).project(this.camera);
    return [(0.5 + 0.5 * p.x) * this.width, (0.5 - 0.5 * p.y) * this.height];
  }

  onScreen(body) {
    return this.pointOnScreen(this.places.subarray(3 * body, 3 * body + 3));
  }

  /// The eye as few numbers, and back.
  cameraText() {
    const c = this.camera;
    const t = this.controls.target;
    const numbers = this.plane ? [t.x, t.y, c.zoom] : [...c.position.toArray(), ...t.toArray()];
    return numbers.map((x) => Number(x.toPrecision(5))).join(',');
  }

  setCamera(text) {
    const n = text.split(',').map(Number);
    if (n.length !== (this.plane ? 3 : 6) || n.some((x) => !Number.isFinite(x))) return;
    if (this.plane) {
      this.controls.target.set(n[0], n[1], 0);
      this.camera.position.set(n[0], n[1], 5);
      this.camera.zoom = n[2];
      this.camera.updateProjectionMatrix();
    } else {
      this.camera.position.set(n[0], n[1], n[2]);
      this.controls.target.set(n[3], n[4], n[5]);
    }
    this.controls.update();
  }
}

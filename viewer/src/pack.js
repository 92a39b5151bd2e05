// The container everything comes in (docs/viewer.md): eight letters, the length of a JSON header, the header, and arrays
// of numbers at multiples of eight bytes.

const magic = 'talusvw1';
const types = { u1: Uint8Array, u4: Uint32Array, i4: Int32Array, f4: Float32Array, f8: Float64Array };

/// The header, with `arrays` replaced by typed arrays; each also has its `width` in `widths`.
export function parsePack(buffer) {
  const bytes = new Uint8Array(buffer, 0, Math.min(buffer.byteLength, 12));
  if (bytes.length < 12 || String.fromCharCode(...bytes.subarray(0, 8)) !== magic) {
    throw new Error('these bytes are no view pack');
  }
  const length = new DataView(buffer).getUint32(8, true);
  const data = 16 + length;
  if (data > buffer.byteLength) throw new Error('the view pack is cut short');
  const pack = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 16, length)));
  const arrays = {};
  const widths = {};
  for (const [name, a] of Object.entries(pack.arrays)) {
    const Type = types[a.type];
    if (data + a.offset + a.count * Type.BYTES_PER_ELEMENT > buffer.byteLength) {
      throw new Error(`the view pack is cut short in ${name}`);
    }
    arrays[name] = new Type(buffer, data + a.offset, a.count);
    widths[name] = a.width;
  }
  pack.arrays = arrays;
  pack.widths = widths;
  return pack;
}

// Pictures and films of what is seen.

function save(blob, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

export function saveScreenshot(canvas, name) {
  canvas.toBlob((blob) => save(blob, `${name}.png`), 'image/png');
}

/// Plays from the first frame to the last, each shown for a thirtieth of a second, and keeps it as WebM. Returns a function
/// that ends it early; null where the browser cannot record.
export function recordFilm(canvas, name, player, render, done) {
  if (!window.MediaRecorder || !canvas.captureStream) return null;
  const kind = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm'].find((k) => MediaRecorder.isTypeSupported(k));
  if (!kind) return null;
  const stream = canvas.captureStream(30);
  const recorder = new MediaRecorder(stream, { mimeType: kind, videoBitsPerSecond: 12e6 });
  const parts = [];
  let stopped = false;
  recorder.ondataavailable = (event) => event.data.size > 0 && parts.push(event.data);
  recorder.onstop = () => {
    save(new Blob(parts, { type: 'video/webm' }), `${name}.webm`);
    stream.getTracks().forEach((t) => t.stop());
    done();
  };
  recorder.start(500);
  (async () => {
    const step = Math.max(1, Math.ceil((player.last + 1) / 1800)); // a minute at most
    for (let i = 0; i <= player.last && !stopped; i += step) {
      const began = performance.now();
      await player.jump(i);
      render();
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, 33 - (performance.now() - began))));
    }
    recorder.stop();
  })().catch(() => recorder.stop());
  return () => {
    stopped = true;
  };
}

/** Times between painted frames during scrolling. */
export type Frames = { readonly p50Ms: number; readonly p95Ms: number; readonly dropped: number; readonly frames: number };

const FRAME_MS = 1000 / 60;

/** Scrolls by `step` pixels per frame, down and up again at the ends, and counts dropped frames. */
export async function scrolled(scroller: Element, step: number, frames: number): Promise<Frames> {
  const times: number[] = [];
  let direction = 1;
  let before = await nextFrame();
  for (let i = 0; i < frames; i++) {
    const top = scroller.scrollTop;
    if (top + scroller.clientHeight >= scroller.scrollHeight - 1) direction = -1;
    else if (top === 0) direction = 1;
    scroller.scrollTop = top + direction * step;
    const now = await nextFrame();
    times.push(now - before);
    before = now;
  }
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  const dropped = times.reduce((sum, ms) => sum + Math.max(0, Math.round(ms / FRAME_MS) - 1), 0);
  return { p50Ms: at(0.5), p95Ms: at(0.95), dropped, frames };
}

const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));

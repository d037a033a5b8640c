/** What a pointer is doing on a card. */
export type Swipe = { readonly kind: 'still' | 'sideways' | 'scrolling'; readonly dx: number };

/** Shorter ways are a trembling finger. */
const slopPx = 10;
/** A swipe this far acts when the finger leaves. */
export const actsAtPx = 88;
const farthestPx = 140;

/** The swipe after the finger has moved by `dx` and `dy` from where it touched. The first clear direction decides. */
export function moved(before: Swipe, dx: number, dy: number): Swipe {
  if (before.kind === 'scrolling') return before;
  const isClear = Math.abs(dx) > slopPx || Math.abs(dy) > slopPx;
  if (before.kind === 'still' && !isClear) return before;
  if (before.kind === 'still' && Math.abs(dy) >= Math.abs(dx)) return { kind: 'scrolling', dx: 0 };
  return { kind: 'sideways', dx: Math.max(-farthestPx, Math.min(farthestPx, dx)) };
}

/** What leaving the card means: an action to the right or to the left, a tap, or nothing. */
export function released({ kind, dx }: Swipe): 'right' | 'left' | 'tap' | null {
  if (kind === 'still') return 'tap';
  if (kind === 'scrolling' || Math.abs(dx) < actsAtPx) return null;
  return dx > 0 ? 'right' : 'left';
}

import type { Point } from './state-shapes.ts';

const ways: Readonly<Record<string, Point>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

type Spot = { readonly code: string; readonly center: Point };

/**
 * The state that an arrow key leads to: the nearest one in its direction, where what lies aside counts as farther. Null for another key,
 * and at the edge.
 */
export function nearestIn<S extends Spot>(spots: readonly S[], code: string, key: string): S | null {
  const way = ways[key];
  const from = spots.find((spot) => spot.code === code);
  if (!way || !from) return null;
  let best: S | null = null;
  let least = Infinity;
  for (const spot of spots) {
    const [dx, dy] = [spot.center[0] - from.center[0], spot.center[1] - from.center[1]];
    const along = dx * way[0] + dy * way[1];
    const aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
    if (spot === from || along <= 0 || aside > along * 2.5) continue;
    const distance = along + 2 * aside;
    if (distance < least) [best, least] = [spot, distance];
  }
  return best;
}

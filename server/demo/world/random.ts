/** A small seeded generator (mulberry32), so that the demo world is the same on every machine and at every start. */
export function seededRandom(seed: number): {
  next: () => number;
  int: (below: number) => number;
  pick: <T>(from: readonly T[]) => T;
} {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const int = (below: number) => Math.floor(next() * below);
  return {
    next,
    int,
    pick: <T>(from: readonly T[]) => {
      const chosen = from[int(from.length)];
      if (chosen === undefined) throw new Error('cannot pick from nothing');
      return chosen;
    },
  };
}

/** Minutes without a key or a touch in any tab, after which the session ends; the warning comes before. */
export const idleMinutes = 60;
export const warningMinutes = 2;

/** How an idle session stands at a moment. */
export type Idleness = { kind: 'active' } | { kind: 'warning'; secondsLeft: number } | { kind: 'over' };

/** From the last activity in any tab. */
export function idlenessAt(nowMs: number, activeAtMs: number): Idleness {
  const leftMs = activeAtMs + idleMinutes * 60_000 - nowMs;
  if (leftMs <= 0) return { kind: 'over' };
  if (leftMs <= warningMinutes * 60_000) return { kind: 'warning', secondsLeft: Math.ceil(leftMs / 1000) };
  return { kind: 'active' };
}

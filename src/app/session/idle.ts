/** Minutes without activity in any tab until the session ends, and how long before that the warning shows. */
export const idleMinutes = 60;
export const warningMinutes = 2;

/** The state of an idle session. */
export type Idleness = { kind: 'active' } | { kind: 'warning'; secondsLeft: number } | { kind: 'over' };

/** Calculated from the last activity in any tab. */
export function idlenessAt(nowMs: number, activeAtMs: number): Idleness {
  const leftMs = activeAtMs + idleMinutes * 60_000 - nowMs;
  if (leftMs <= 0) return { kind: 'over' };
  if (leftMs <= warningMinutes * 60_000) return { kind: 'warning', secondsLeft: Math.ceil(leftMs / 1000) };
  return { kind: 'active' };
}

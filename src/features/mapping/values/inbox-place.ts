import type { MapQueueItem } from '#src/workers/grid/map-queue.ts';

/**
 * The queue as a person works through it: what was decided here is gone at once, before the store has said so, and what was
 * skipped comes last.
 */
export function inOrder(
  items: readonly MapQueueItem[],
  decided: ReadonlySet<number>,
  skipped: readonly number[],
): readonly MapQueueItem[] {
  const open = items.filter(({ value }) => !decided.has(value.id));
  const later = skipped.flatMap((id) => open.filter(({ value }) => value.id === id));
  return [...open.filter(({ value }) => !skipped.includes(value.id)), ...later];
}

/** The item that comes after `id` once that one is gone: the next below it, at the end the one above. */
export function after(items: readonly MapQueueItem[], id: number): number | null {
  const at = items.findIndex(({ value }) => value.id === id);
  return (items[at + 1] ?? items[at - 1])?.value.id ?? null;
}

/** Minutes that the rest will take at the pace so far; null while the pace is not known. */
export function minutesLeft(done: number, left: number, elapsedMs: number): number | null {
  if (done < 3 || elapsedMs <= 0) return null;
  return Math.max(1, Math.round((left * (elapsedMs / done)) / 60_000));
}

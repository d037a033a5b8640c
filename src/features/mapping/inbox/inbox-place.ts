import type { MapQueueItem } from '#src/workers/grid/map-queue.ts';

/** The queue in working order: decided items disappear before the store updates, and skipped items come last. */
export function inOrder(
  items: readonly MapQueueItem[],
  decided: ReadonlySet<number>,
  skipped: readonly number[],
): readonly MapQueueItem[] {
  const open = items.filter(({ value }) => !decided.has(value.id));
  const later = skipped.flatMap((id) => open.filter(({ value }) => value.id === id));
  return [...open.filter(({ value }) => !skipped.includes(value.id)), ...later];
}

/** The item to show after `id` leaves the queue: the one below it, or the one above at the end. */
export function after(items: readonly MapQueueItem[], id: number): number | null {
  const at = items.findIndex(({ value }) => value.id === id);
  return (items[at + 1] ?? items[at - 1])?.value.id ?? null;
}

/** Estimated minutes for the rest at the current pace; null before three items are done. */
export function minutesLeft(done: number, left: number, elapsedMs: number): number | null {
  if (done < 3 || elapsedMs <= 0) return null;
  return Math.max(1, Math.round((left * (elapsedMs / done)) / 60_000));
}

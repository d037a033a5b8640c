import * as z from 'zod';
import type { Marks } from './collector.ts';

/** How often a vendor's whole list is fetched: between, only changes are. Zero fetches the whole list each time. */
export const FullEveryHours = z.number().int().min(0).max(168);

/** A vendor's clock and ours differ, and a list takes time to be made: changes are asked from a little earlier on. */
const overlapMs = 10 * 60_000;

/**
 * What to fetch: everything, or what changed since an instant. `marks` are what the next pull needs, if this one succeeds.
 */
export function fullOrChanges(
  marks: Marks,
  everyHours: number,
  now: Date,
): { readonly since: Date | null; readonly marks: Marks } {
  const { asOf = '', fullAt = '' } = marks;
  const [last, full] = [Date.parse(asOf), Date.parse(fullAt)];
  const isDue = Number.isNaN(last) || Number.isNaN(full) || now.getTime() - full >= everyHours * 60 * 60_000;
  const at = now.toISOString();
  return isDue
    ? { since: null, marks: { asOf: at, fullAt: at } }
    : { since: new Date(last - overlapMs), marks: { asOf: at, fullAt } };
}

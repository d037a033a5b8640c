import type { SentValues } from './sent-values.ts';
import type { ReadAnswer } from './target-adapter.ts';
import { readFrom } from './written.ts';

/** Reads one job order. A target that cannot be reached, or that refuses the credentials, proves nothing. */
export const readOrder = (ask: () => Promise<ReadAnswer>): Promise<ReadAnswer> =>
  readFrom<ReadAnswer>(ask, (words) => ({ kind: 'unknown', words }));

/** The asked fields that a job order shows. */
export const shownOf = (record: Readonly<Record<string, unknown>>, fields: readonly string[]): SentValues =>
  Object.fromEntries(fields.filter((field) => record[field] !== undefined).map((field) => [field, record[field]]));

/** An instant of a target as UTC ISO: milliseconds since 1970, or a date with its zone. Undefined if it is none. */
export function instantOf(value: unknown): string | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

import type { RefusalCode } from '#contract/commands/commands.ts';
import type { Result } from '#contract/kit/result.ts';
import type { RowOf } from '#contract/rows/rows.ts';
import type { Applied, CommandContext, CommandRefusal, Drift, RowKey, RowReader, RowWrite } from './command.ts';

/** Collections whose rows people create and change as a whole, each save counted. */
export type VersionedName = 'rule' | 'substitutionTarget' | 'substitutionRule' | 'goldenJob';

const bookkeeping: ReadonlySet<string> = new Set(['version', 'by', 'at']);

/** Whether two states of a row say the same, whoever wrote them and when. */
function saysTheSame(one: object, other: object): boolean {
  const content = (row: object) =>
    JSON.stringify(inOrder(Object.fromEntries(Object.entries(row).filter(([key]) => !bookkeeping.has(key)))));
  return content(one) === content(other);
}

/** The database keeps the keys of an object in an order of its own. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, inOrder(each)]));
}

/**
 * A row as its next version, or no write where nothing changes: what is compared is the whole row, never merged [S5]. `current`
 * is absent for a row that is created.
 */
export function written<C extends VersionedName>(
  collection: C,
  current: RowOf<C> | undefined,
  next: RowOf<C>,
  { by, at }: CommandContext,
): Result<Applied, CommandRefusal> {
  const result = { done: [next.id], refused: [] };
  if (current && saysTheSame(current, next)) return { ok: true, value: { writes: [], result } };
  const row = { ...next, version: (current?.version ?? 0) + 1, by, at };
  return { ok: true, value: { writes: [{ collection, row } as unknown as RowWrite], result } };
}

/** A row that is there and was not removed for good. */
export function held<C extends VersionedName>(rows: RowReader, collection: C, id: number): RowOf<C> | undefined {
  const row = rows.get(collection, id);
  return row?.purged ? undefined : row;
}

export const refused = (code: RefusalCode, message: string) => ({ ok: false, error: { code, message } }) as const;

/** Somebody else saved the row after the sender saw it. */
export const versionDrift = (now: RowReader, key: RowKey): Drift =>
  now.get(key.collection, key.id) === undefined ? 'mine' : 'conflict';

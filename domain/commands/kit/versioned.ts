import type { RefusalCode } from '#contract/commands/commands.ts';
import type { Result } from '#contract/kit/result.ts';
import type { RowOf } from '#contract/rows/rows.ts';
import { sameJson } from './canonical-json.ts';
import type {
  Applied,
  Before,
  CommandContext,
  CommandRefusal,
  Drift,
  RowKey,
  RowReader,
  RowWrite,
  VersionedName,
} from './command.ts';
import { keysOf } from './each-row.ts';

const bookkeeping: ReadonlySet<string> = new Set(['version', 'by', 'at']);

/** Whether two states of a row say the same, no matter who wrote them and when. */
function saysTheSame(one: object, other: object): boolean {
  const content = (row: object) => Object.fromEntries(Object.entries(row).filter(([key]) => !bookkeeping.has(key)));
  return sameJson(content(one), content(other));
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

/** What becomes of a row that is there; refused where it was removed for good. */
export function rewritten<C extends VersionedName>(
  rows: RowReader,
  { collection, id, gone }: { readonly collection: C; readonly id: number; readonly gone: string },
  next: (row: RowOf<C>) => RowOf<C>,
  context: CommandContext,
): Result<Applied, CommandRefusal> {
  const row = held(rows, collection, id);
  return row ? written(collection, row, next(row), context) : refused('gone', gone);
}

/**
 * A row as it was before it was removed or changed, as a version of its own. `version` is the one that the removal gave it: the
 * service keeps no content of what is removed.
 */
export function broughtBack<C extends VersionedName>(
  collection: C,
  rows: RowReader,
  { version, ...content }: Omit<RowOf<C>, 'purged' | 'by' | 'at'>,
  context: CommandContext,
): Result<Applied, CommandRefusal> {
  const current = rows.get(collection, (content as { id: number }).id);
  const last = current ?? { purged: true, version, by: '', at: '' };
  const row = { ...last, ...content, purged: false } as RowOf<C>;
  return written(collection, last as RowOf<C>, row, context);
}

/** A row that is there and was not removed for good. */
export function held<C extends VersionedName>(rows: RowReader, collection: C, id: number): RowOf<C> | undefined {
  const row = rows.get(collection, id);
  return row?.purged ? undefined : row;
}

export const refused = (code: RefusalCode, message: string) => ({ ok: false, error: { code, message } }) as const;

/** Somebody else saved the row after the sender saw it. */
const versionDrift = (_args: unknown, key: RowKey, _field: string, now: RowReader): Drift =>
  now.get(key.collection, key.id) === undefined ? 'overwrite' : 'conflict';

/** What changes of one whole row have in common: the row is compared by its version. */
export const wholeRow = <C extends VersionedName>(collection: C) =>
  ({
    touches: ({ id }: { readonly id: number }) => keysOf(collection, [id]),
    compares: () => ['version'] as const,
    compared: { version: { label: 'version' } },
    onDrift: versionDrift,
    conflictDefault: 'theirs',
    chooses: 'nothing',
    history: 'manual',
    sharesTransaction: false,
    whenStale: 'send',
    corrects: 'none',
  }) as const;

/** The arguments that name the row of a collection, and what the command does with it. */
export const rowNamed = <C extends VersionedName, D extends 'names' | 'creates' | 'restores'>(collection: C, does: D) =>
  ({ collection, id: 'id', ref: 'ref', does }) as const;

/** The image of the one row that a change is about: `created`, or all of it as it was; null where it was left as it is. */
export function imageOf<C extends VersionedName>(
  collection: C,
  before: readonly Before[],
): { readonly created: true } | { readonly created: false; readonly row: RowOf<C> } | null {
  const image = before.find((each) => each.collection === collection);
  if (!image) return null;
  return image.created ? { created: true } : { created: false, row: image.fields as unknown as RowOf<C> };
}

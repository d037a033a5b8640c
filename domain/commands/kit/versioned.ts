import type { RefusalCode } from '#contract/commands/commands.ts';
import type { Result } from '#contract/kit/result.ts';
import type { RowOf } from '#contract/rows/rows.ts';
import { sameJson } from '#domain/json/same-json.ts';
import type {
  Applied,
  Before,
  Change,
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

/** Whether two states of a row have the same content, ignoring author, time and version. */
function saysTheSame(one: object, other: object): boolean {
  const content = (row: object) => Object.fromEntries(Object.entries(row).filter(([key]) => !bookkeeping.has(key)));
  return sameJson(content(one), content(other));
}

/**
 * Writes a row as its next version, or nothing if the content is the same. The whole row is compared, never merged [S5].
 * `current` is absent for a new row.
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

/** Changes an existing row. Refused if it was deleted for good. */
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
 * Restores a row to its state before it was deleted or changed, as a new version. `version` is the one that the deletion gave it,
 * because the service keeps no content of deleted rows.
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

/** A row that exists and was not deleted for good. */
export function held<C extends VersionedName>(rows: RowReader, collection: C, id: number): RowOf<C> | undefined {
  const row = rows.get(collection, id);
  return row?.purged ? undefined : row;
}

export const refused = (code: RefusalCode, message: string) => ({ ok: false, error: { code, message } }) as const;

/** Another person saved the row after the sender saw it. */
const versionDrift = (_args: unknown, key: RowKey, _field: string, now: RowReader): Drift =>
  now.get(key.collection, key.id) === undefined ? 'overwrite' : 'conflict';

/** The common part of changes of one whole row: the row is compared by its version. */
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

/** The arguments that identify the row, and what the command does with it. */
export const rowNamed = <C extends VersionedName, D extends 'names' | 'creates' | 'restores'>(collection: C, does: D) =>
  ({ collection, id: 'id', ref: 'ref', does }) as const;

/** The row before a change: `created` if there was none, null if it did not change. */
export function imageOf<C extends VersionedName>(
  collection: C,
  before: readonly Before[],
): { readonly created: true } | { readonly created: false; readonly row: RowOf<C> } | null {
  const image = before.find((each) => each.collection === collection);
  if (!image) return null;
  return image.created ? { created: true } : { created: false, row: image.fields as unknown as RowOf<C> };
}

/**
 * The inverses of saving, removing and restoring a whole row: an added row is removed, and a changed or removed one becomes what it was.
 * `restore` gets the row as it was and the version that it has in the meantime.
 */
export function wholeRowUndo<C extends VersionedName, A>(
  collection: C,
  { remove, restore }: { readonly remove: (args: A) => Change; readonly restore: (row: RowOf<C>, version: number) => Change },
) {
  const afterWrite = (isAbsent: (row: RowOf<C>) => boolean) => (args: A, before: readonly Before[]) => {
    const image = imageOf(collection, before);
    if (!image) return [];
    return [image.created || isAbsent(image.row) ? remove(args) : restore(image.row, image.row.version)];
  };
  return {
    save: afterWrite(() => false),
    remove: (_: A, before: readonly Before[]) => {
      const image = imageOf(collection, before);
      return !image || image.created ? [] : [restore(image.row, image.row.version + 1)];
    },
    restore: afterWrite((row) => row.purged),
  };
}

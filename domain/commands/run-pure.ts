import type {
  CommandArgs,
  CommandName,
  CommandResult,
  FieldConflict,
  RefusalCode,
  RowRefusal,
} from '#contract/commands/commands.ts';
import type { CollectionName, RowOf } from '#contract/rows/rows.ts';
import type { PreValues } from '#contract/sync/sync.ts';
import { baseValue, preKey } from './kit/base-values.ts';
import type { Applied, Command, CommandContext, Drift, RowKey, RowReader, RowWrite } from './kit/command.ts';

/** The result of a command on the current rows: rows to write, or a refusal with every conflicting field. */
export type Ran =
  | { readonly outcome: 'applied'; readonly writes: readonly RowWrite[]; readonly result: CommandResult }
  | {
      readonly outcome: 'rejected';
      readonly code: RefusalCode;
      readonly message: string;
      readonly field?: string;
      readonly conflicts: readonly FieldConflict[];
    };

type Drifted = {
  readonly key: RowKey;
  readonly field: string;
  readonly seen: unknown;
  readonly now: unknown;
  readonly drift: Drift;
};

/**
 * Compares pre-values [S5] and applies a command. A row that changed since the sender saw it is skipped and listed. If every row
 * changed, the command is refused with both values of each field. Rights and arguments were checked before.
 */
export function runPure<N extends CommandName>(
  command: Command<N>,
  args: CommandArgs<N>,
  pre: PreValues,
  rows: RowReader,
  context: CommandContext,
): Ran {
  const drifted = driftOf(command, args, pre, rows).filter(({ drift }) => drift !== 'overwrite');
  if (drifted.length === 0) return asRan(command.apply(rows, args, context));
  const kept = without(args, new Set(drifted.map(({ key }) => key.id)));
  if (!kept) return { ...refusalOf(drifted), conflicts: conflictsOf(command, args, drifted, rows, context) };
  const applied = command.apply(rows, kept, context);
  if (!applied.ok) return asRan(applied);
  const { writes, result } = applied.value;
  const refused = [...result.refused, ...rowRefusals(drifted)];
  const conflicts = [...conflictsOf(command, args, drifted, rows, context)];
  return { outcome: 'applied', writes, result: { done: result.done, refused, conflicts } };
}

function asRan(applied: ReturnType<Command<CommandName>['apply']>): Ran {
  if (!applied.ok) return { outcome: 'rejected', ...applied.error, conflicts: [] };
  const { writes, result }: Applied = applied.value;
  return { outcome: 'applied', writes, result };
}

function driftOf<N extends CommandName>(
  command: Command<N>,
  args: CommandArgs<N>,
  pre: PreValues,
  rows: RowReader,
): readonly Drifted[] {
  const fields = command.compares(args);
  return command.touches(args).flatMap((key) => {
    const seenFields = pre[preKey(key)];
    const row = rows.get(key.collection, key.id);
    if (!seenFields || !row) return [];
    return fields.flatMap((field): Drifted[] => {
      if (!(field in seenFields)) return [];
      const seen = seenFields[field] ?? null;
      const now = baseValue(key.collection, row, field);
      if (same(seen, now)) return [];
      const { onDrift } = command;
      return [{ key, field, seen, now, drift: onDrift === 'overwrite' ? onDrift : onDrift(args, key, field, rows) }];
    });
  });
}

/** Compared values are texts, numbers, booleans or null, so plain JSON is enough to compare them. */
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * The arguments without some ids. Null if the command has a single row, if no id is left, or if one of the ids is not among its
 * own rows.
 */
function without<A extends object>(args: A, ids: ReadonlySet<number>): A | null {
  if (!('ids' in args)) return null;
  const all = args.ids as readonly number[];
  if ([...ids].some((id) => !all.includes(id))) return null;
  const kept = all.filter((id) => !ids.has(id));
  return kept.length > 0 ? { ...args, ids: kept } : null;
}

const messages = {
  conflict: 'Someone else changed this after you saw it.',
  changed: 'This changed after you saw it: look again and confirm.',
} as const;

function refusalOf(drifted: readonly Drifted[]): { outcome: 'rejected'; code: 'conflict' | 'changed'; message: string } {
  const code = drifted.some(({ drift }) => drift === 'conflict') ? 'conflict' : 'changed';
  return { outcome: 'rejected', code, message: messages[code] };
}

function rowRefusals(drifted: readonly Drifted[]): RowRefusal[] {
  const ids = [...new Set(drifted.map(({ key }) => key.id))];
  return ids.map((id) => {
    const { code, message } = refusalOf(drifted.filter(({ key }) => key.id === id));
    return { id, code, message };
  });
}

/** Both values of each changed field. The wanted value is taken from the rows that the command would have written. */
function conflictsOf<N extends CommandName>(
  command: Command<N>,
  args: CommandArgs<N>,
  drifted: readonly Drifted[],
  rows: RowReader,
  context: CommandContext,
): readonly FieldConflict[] {
  const applied = command.apply(rows, args, context);
  const writes = applied.ok ? applied.value.writes : [];
  return drifted.map(({ key, field, seen, now }) => {
    const left = writes.find((write) => write.collection === key.collection && write.row.id === key.id)?.row;
    const wanted = left ? wantedOf(key.collection, left, field) : now;
    return { collection: key.collection, id: key.id, field, seen, now, wanted, ...lastHand(key, field, rows) };
  });
}

/** A removed row has no value. */
const wantedOf = (collection: CollectionName, left: RowOf<CollectionName>, field: string): unknown =>
  'purged' in left && left.purged ? null : baseValue(collection, left, field);

/** Who last set a field, if the row itself says so. The service also searches its history. */
function lastHand(key: RowKey, field: string, rows: RowReader): { by: string | null; at: string | null } {
  const unknown = { by: null, at: null };
  if (key.collection === 'mapValue' || key.collection === 'label') {
    const row = rows.get(key.collection, key.id);
    return row ? { by: row.by, at: row.at } : unknown;
  }
  const job = key.collection === 'job' ? rows.get('job', key.id) : undefined;
  const lock = job?.locks[field === 'chgMap.manuallyCancelled' ? 'status' : field];
  return lock ? { by: lock.by, at: lock.at } : unknown;
}

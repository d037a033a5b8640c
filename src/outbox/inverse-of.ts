import type { CollectionName } from '#contract/rows/rows.ts';
import type { Change, RowRef, VersionedName } from '#domain/commands/kit/command.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import { readRow, scan } from '#src/store/rows.ts';
import type { Store } from '#src/store/store.ts';
import type { OutboxEntry } from '#src/store/tables/tables.ts';
import { type Commands, commandIn, knownChange } from './run-command.ts';

type Undone = Pick<OutboxEntry, 'name' | 'args' | 'before'>;

/**
 * The changes that undo a sent change [edge case 28], computed from the rows before it. Empty when it changed nothing; null when
 * it cannot be undone.
 */
export function inverseOf(commands: Commands, { name, args, before }: Undone): readonly Change[] | null {
  const known = knownChange(commands, name, args);
  if (!known.ok) return null;
  const { inverse } = known.value.command;
  return inverse === 'none' ? null : inverse(known.value.args, before);
}

/** Whether undoing a sent change would have an effect. */
export const hasInverse = (commands: Commands, entry: Undone): boolean => (inverseOf(commands, entry)?.length ?? 0) > 0;

/**
 * A change with the service's ids for rows that this device created, because the service may have numbered them after the change
 * that is undone. A row without a service id keeps its local id and its UUID.
 */
export async function numbered(store: Store, commands: Commands, change: Change): Promise<Change> {
  const refs = (commandIn(commands, change.name)?.refs ?? []) as readonly RowRef<Record<string, unknown>>[];
  const args: Record<string, unknown> = { ...change.args };
  for (const { collection, id, ref } of refs) {
    const local = args[id];
    if (typeof local !== 'number' || local > 0) continue;
    const row = await rowOf(store, collection, local);
    if (row) [args[id], args[ref]] = [row.id, row.ref];
  }
  return { name: change.name, args } as Change;
}

/** The row that had a local id: found by that id, or by the UUID that the id was made from. */
async function rowOf(store: Store, collection: VersionedName & CollectionName, id: number) {
  const row = await readRow(store, collection, id);
  if (row) return row;
  return (await scan(store, collection)).find((each) => each.ref !== null && localIdOf(each.ref) === id);
}

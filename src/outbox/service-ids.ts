import type { CollectionName } from '#contract/rows/rows.ts';
import type { RowRef } from '#domain/commands/kit/command.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import { type RowName, readServiceIds } from '#src/store/rows.ts';
import type { BackendTx } from '#src/store/tables/backend.ts';
import type { KnownChange } from './run-command.ts';

/** Ids that the service gave to rows of one collection, by the local ids of those rows. */
type ServiceIds = ReadonlyMap<number, number>;

/**
 * Replaces local ids in changes, and adds the UUID of a row that has no other id yet. A form, a menu, an undo or a queued change may still name a row by its local id after the service
 * has numbered the row; with the local id it would miss the row, or create it again. Reads each collection once, and none for a
 * change without local ids.
 */
export function serviceIdsIn(tx: BackendTx): (change: KnownChange) => Promise<KnownChange> {
  const read = new Map<CollectionName, Promise<ServiceIds>>();
  const idsOf = (collection: CollectionName) => {
    const ids = read.get(collection) ?? readIds(tx, collection);
    read.set(collection, ids);
    return ids;
  };
  return async (change) => {
    const refs = change.command.refs as readonly RowRef<Record<string, unknown>>[];
    const given: Record<string, unknown> = { ...change.args };
    const replaced: Record<string, unknown> = {};
    for (const { collection, id, ref } of refs) {
      const local = given[id];
      if (typeof local !== 'number' || local > 0) continue;
      const known = (await idsOf(collection)).get(local);
      if (known !== undefined) replaced[id] = known;
      else if (given[ref] === null) Object.assign(replaced, await refOf(tx, { collection, id: local }, ref));
    }
    return Object.keys(replaced).length === 0
      ? change
      : { command: change.command, args: { ...given, ...replaced } as KnownChange['args'] };
  };
}

/** The UUID of a row that the service has not numbered, which an undo does not know: the row before a change has only the id. */
async function refOf(tx: BackendTx, { collection, id }: RowName, name: string): Promise<Record<string, unknown>> {
  const ref = (await tx.get('overlay', [collection, id]))?.row['ref'];
  return typeof ref === 'string' ? { [name]: ref } : {};
}

async function readIds(tx: BackendTx, collection: CollectionName): Promise<ServiceIds> {
  return new Map((await readServiceIds(tx, collection)).map(({ id, ref }) => [localIdOf(ref), id]));
}

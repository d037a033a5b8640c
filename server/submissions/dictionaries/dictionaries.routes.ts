import type { ArgsOf } from '#contract/kit/endpoint.ts';
import { no, ok } from '#contract/kit/result.ts';
import { absent } from '#contract/rows/absent.ts';
import {
  listDictionary,
  removeDictionaryEntry,
  removeDictionaryMapping,
  saveDictionaryEntry,
  saveDictionaryMapping,
  syncDictionary,
} from '#contract/submissions/dictionaries.ts';
import { entryName, replacedDefault } from '#domain/submissions/dictionaries.ts';
import { dictionaryObjects } from '#domain/submissions/words.ts';
import { changesBetween } from '#server/kit/db/audit.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { done } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { syncOne } from '../lists/lists.routes.ts';
import { submissionTarget } from '../targets/target-rows.ts';
import { dictionaryEntries } from './dictionary-rows.ts';
import { mapEntries, removeEntry, unmapEntry } from './map-entries.ts';

const noObject = { kind: 'invalid', fields: { objectId: 'Choose one of the dictionaries that Jobdock knows' } } as const;
const isKnown = (objectId: number): boolean => dictionaryObjects.some(({ id }) => id === objectId);
const load = { target: submissionTarget('targetId') };

/** Dictionaries of submission targets and their mappings. */
export const submissionDictionaryRoutes: Handler[] = [
  handle(listDictionary, { load }, async ({ objectId }, { services: { db } }, { target: { customerId, row } }) =>
    isKnown(objectId) ? ok(await dictionaryEntries(db, { customerId, targetId: row.id, objectId })) : no(noObject),
  ),

  handle(
    saveDictionaryEntry,
    { audit: 'submission.dictionary.save', load: { target: submissionTarget('targetId', { lock: true }) } },
    async (args, { tx, customerId }, { target }) => {
      if (!isKnown(args.objectId)) return no(noObject);
      const [before] = args.id === 0 ? [] : await dictionaryEntries(tx, { customerId, id: args.id });
      if (args.id !== 0 && !before) return no(absent('dictionary entry', args.id));
      if (before && (before.targetId !== args.targetId || before.objectId !== args.objectId))
        return no({
          kind: 'invalid',
          fields: { objectId: 'An entry stays in its dictionary. Add another entry to the other one.' },
        });
      const saved = await storeEntry(tx, customerId, args);
      if (saved === null) return no({ kind: 'invalid', fields: { extId: 'Another entry of this dictionary has this id' } });
      const [after] = await dictionaryEntries(tx, { customerId, id: saved });
      if (!after) return no(absent('dictionary entry', saved));
      const { mappings: _, ...now } = after;
      return done(after, {
        object: ['submissionTarget', target.row.id],
        changed: changesBetween(before, now),
        facts: { name: entryName(after) },
      });
    },
  ),

  handle(removeDictionaryEntry, { audit: 'submission.dictionary.remove' }, async ({ id, me }, call) => {
    const [entry] = await dictionaryEntries(call.tx, { customerId: me, id });
    if (!entry) return no(absent('dictionary entry', id));
    await removeEntry(call, me, id);
    const name = entryName(entry);
    return done(
      { message: `The entry “${name}” was removed` },
      { object: ['submissionTarget', entry.targetId], facts: { name } },
    );
  }),

  handle(syncDictionary, { audit: 'submission.list.sync', ownTransactions: true, load }, ({ objectId }, call, { target }) =>
    isKnown(objectId) ? syncOne(call, target, [{ kind: 'dictionary', objectId }]) : Promise.resolve(no(noObject)),
  ),

  handle(saveDictionaryMapping, { audit: 'submission.dictionary.map' }, ({ me, fromId, toId }, call) =>
    mapEntries(call, me, fromId, toId),
  ),

  handle(removeDictionaryMapping, { audit: 'submission.dictionary.unmap' }, async ({ id, me }, call) => {
    const gone = await unmapEntry(call, me, id);
    if (!gone) return no(absent('mapping of dictionaries', id));
    const [entry] = await dictionaryEntries(call.tx, { customerId: me, id: gone.fromId });
    return done(
      { message: 'The mapping was removed' },
      { object: ['submissionTarget', entry?.targetId ?? ''], facts: { name: entry?.name ?? '' } },
    );
  }),
];

type Saved = Omit<ArgsOf<typeof saveDictionaryEntry>, 'me'>;

/** Stores an entry and returns its id; null if another one of the dictionary has its id in the system. A removed one comes back. */
async function storeEntry(tx: Tx, customerId: number, args: Saved): Promise<number | null> {
  const ofDictionary = {
    customer_id: customerId,
    target_id: args.targetId,
    kind: 'dictionary',
    object_id: args.objectId,
  } as const;
  const same = await tx
    .selectFrom('submission_entry')
    .select(['id', 'removed'])
    .where((e) => e.and({ ...ofDictionary, degree_ext_id: '', ext_id: args.extId }))
    .executeTakeFirst();
  if (same && same.id !== args.id && (args.id !== 0 || !same.removed)) return null;
  if (args.isDefault) await endDefault(tx, { customerId, ...args });
  const values = {
    ext_id: args.extId,
    name: args.name,
    custom_1: args.custom1,
    custom_2: args.custom2,
    is_default: args.isDefault,
    removed: false,
  };
  const id = args.id || (same?.id ?? 0);
  if (id === 0)
    return (
      await tx
        .insertInto('submission_entry')
        .values({ ...ofDictionary, ...values })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  await tx.updateTable('submission_entry').set(values).where('customer_id', '=', customerId).where('id', '=', id).execute();
  return id;
}

/** Takes the mark off the entry that is the default of the dictionary until now, if another one than `id` is. */
async function endDefault(
  tx: Tx,
  { customerId, targetId, objectId, id }: Saved & { readonly customerId: number },
): Promise<void> {
  const replaced = replacedDefault(await dictionaryEntries(tx, { customerId, targetId, objectId }), id);
  if (!replaced) return;
  const query = tx.updateTable('submission_entry').set({ is_default: false });
  await query.where('customer_id', '=', customerId).where('id', '=', replaced.id).execute();
}

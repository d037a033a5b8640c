import type { RightName } from '#contract/kit/rights.ts';
import { type CollectionName, collections, type RowOf } from '#contract/rows/rows.ts';
import type { SubmissionListKind } from '#contract/rows/submission-lists.ts';
import type { ListedEntry } from '#server/kit/db/tables/submission-tables.ts';
import type { Actor } from '#server/kit/http/handle.ts';
import { applyEntries } from '#server/submissions/lists/entry-rows.ts';
import { laneId, mutation, startSyncWorld } from '../worlds/sync-world.ts';

type StepCollection = Extract<CollectionName, 'submissionPair' | 'submissionDocumentStep' | 'submissionDictionaryStep'>;
type Lists = readonly {
  readonly kind: SubmissionListKind;
  readonly objectId?: number;
  readonly entries: readonly ListedEntry[];
}[];

const withRights = (who: Actor, rights: readonly RightName[]): Actor => ({ ...who, rights: new Set(rights) });

/** A world with the devices of two people who may use submissions, and what they read and change of one collection of steps. */
export async function startStepFeed<C extends StepCollection>(collection: C) {
  const world = await startSyncWorld();
  const ann = () => withRights(world.ann, ['submissions.use']);
  const ids = new Map<string, number>();

  /** Everything of the collection that changed after a revision, as `who` gets it. */
  async function pulled(who = ann(), since = 0) {
    const reply = await world.pull(laneId('reader'), since, { who, globalSince: 0, limit: 50_000 });
    if (reply.kind !== 'page') throw new Error(reply.kind);
    const changes = reply.changes.filter((change) => change.collection === collection);
    const rows = changes.flatMap(({ row }) => (row ? [collections[collection].strict().parse(row) as RowOf<C>] : []));
    return { head: reply.head, changes, rows, reply };
  }

  let lanes = 0;
  /** Sends one change from a device of its own. Returns its outcome. */
  async function push(who: Actor, does: 'save' | 'remove' | 'restore', args: object, over: object = {}) {
    const change = mutation(1, `${collection}.${does}.v1` as const, args, over);
    const reply = await world.push(laneId(`${collection}${lanes++}`), [change], who);
    return reply.kind === 'done' ? reply.outcomes[0] : undefined;
  }

  /** Adds a target with its lists. Their entries then have ids by their names. */
  async function addTarget(customerId: number, systemId: number, name: string, lists: Lists): Promise<number> {
    const values = { customer_id: customerId, system_id: systemId, name };
    const made = await world.db.insertInto('submission_target').values(values).returning('id').executeTakeFirstOrThrow();
    for (const { kind, objectId = 0, entries } of lists) {
      const place = { customerId, targetId: made.id, objectId, kind };
      await world.db.transaction().execute((tx) => applyEntries(tx, place, entries, { removeOthers: false }));
    }
    for (const entry of await world.db.selectFrom('submission_entry').select(['id', 'name']).execute())
      ids.set(entry.name, entry.id);
    return made.id;
  }

  for (const entry of await world.db.selectFrom('jr_entry').select(['id', 'kind', 'name']).execute())
    ids.set(`${entry.kind} ${entry.name}`, entry.id);
  return {
    world,
    ann,
    ben: () => withRights(world.ben, ['submissions.use']),
    /** Who may not use submissions. */
    blind: () => withRights(world.ben, ['targets.write']),
    /** The id of an entry by its name, or of one of Jobdock's own by kind and name (`degree RN`). 0: there is none. */
    id: (name: string): number => ids.get(name) ?? 0,
    pulled,
    push,
    addTarget,
  };
}

/** Outcomes of two changes of which one is refused, in the order of the alphabet. */
export const outcomesOf = (both: readonly ({ readonly outcome: string } | undefined)[]): string[] =>
  both.map((each) => each?.outcome ?? '').sort((one, other) => one.localeCompare(other));

import { sql } from 'kysely';
import type { SubmissionPairRow } from '#contract/rows/submission-pair.ts';
import { isSameStep, type PairStep, stepKey } from '#domain/submissions/pair-steps.ts';
import { nextIds, writeRows } from '#server/feed/publish.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import type { Publication } from '#server/kit/db/publication.ts';
import { rowsOf } from '#server/kit/db/rows.ts';

/** Who changes steps, and when (an instant). */
type Author = { readonly by: string; readonly at: string };
type Calling = { readonly actor: { readonly name: string }; readonly services: { readonly now: () => Date } };

/** Who makes a call, as rows say it. */
export const authorOf = ({ actor, services }: Calling): Author => ({ by: actor.name, at: services.now().toISOString() });

type Stored = { readonly replaced: PairStep | null; readonly isNew: boolean };

/** The steps of some targets of a customer, while a call changes them. Nothing is stored before `write`. */
export type StepBook = {
  /** The step for the same pair, whatever it says. After `write`, with the id that it is stored under. */
  readonly find: (step: PairStep) => SubmissionPairRow | undefined;
  readonly withId: (id: number) => SubmissionPairRow | undefined;
  /** Stores a step. An earlier one for the same pair takes its content, and is in the answer. */
  readonly store: (step: PairStep) => Stored;
  /** Gives a step another content. If another one is for its new pair, that one gets the content, and this one is removed. */
  readonly change: (row: SubmissionPairRow, step: PairStep) => void;
  readonly remove: (row: SubmissionPairRow) => void;
  /** Writes all changes under one revision. The last statement of the transaction, but for what reads and its audit line. */
  readonly write: () => Promise<void>;
};

/**
 * Opens the steps of targets. Their rows are locked, then the targets, in the order in which the changes of devices lock them, so that two
 * people at once get one step for a pair.
 */
export async function openSteps(tx: Tx, customerId: number, targetIds: readonly number[], author: Author): Promise<StepBook> {
  const ofTargets = { where: sql`target_id = any(${[...targetIds]}::bigint[])` };
  await rowsOf(tx, customerId, 'submissionPair', { ...ofTargets, lock: true });
  await sql`select id from submission_target where customer_id = ${customerId} and id = any(${[...targetIds]}::bigint[])
    order by id for update`.execute(tx);
  const held = new Map((await rowsOf(tx, customerId, 'submissionPair', ofTargets)).map((row) => [stepKey(row), row]));
  const changed = new Set<number>();
  const removed = new Set<number>();
  let added = 0;

  function put(row: SubmissionPairRow, step: PairStep): void {
    held.set(stepKey(step), { ...row, ...contentOf(step), ...author, version: row.version + 1 });
    changed.add(row.id);
  }
  function store(step: PairStep): Stored {
    const before = held.get(stepKey(step));
    if (before && isSameStep(before, step)) return { replaced: null, isNew: false };
    added += before ? 0 : 1;
    put(before ?? { id: -added, ...contentOf(step), version: 0, ...author, ref: null, purged: false }, step);
    return { replaced: before ? contentOf(before) : null, isNew: before === undefined };
  }
  function remove(row: SubmissionPairRow): void {
    held.delete(stepKey(row));
    if (row.id > 0) removed.add(row.id);
  }
  function change(row: SubmissionPairRow, step: PairStep): void {
    if (isSameStep(row, step)) return;
    const rival = held.get(stepKey(step));
    if (rival && rival.id !== row.id) {
      remove(row);
      store(step);
      return;
    }
    held.delete(stepKey(row));
    put(row, step);
  }
  async function write(): Promise<void> {
    const ids = await nextIds(tx, 'submissionPair', [...held.values()].filter(({ id }) => id < 0).length);
    const publications: Publication[] = [...removed].map((id) => ({ collection: 'submissionPair', id, removed: true }));
    for (const [key, row] of held) {
      if (!changed.has(row.id)) continue;
      const stored = row.id > 0 ? row : { ...row, id: ids.shift() ?? row.id };
      held.set(key, stored);
      publications.push({ collection: 'submissionPair', row: stored });
    }
    await writeRows(tx, customerId, publications);
  }
  return {
    find: (step) => held.get(stepKey(step)),
    withId: (id) => [...held.values()].find((row) => row.id === id),
    store,
    change,
    remove,
    write,
  };
}

/** What a step says, without who saved it. */
const contentOf = ({ targetId, side, degreeId, specialtyId, jrDegreeId, jrSpecialtyId }: PairStep): PairStep => ({
  targetId,
  side,
  degreeId,
  specialtyId,
  jrDegreeId,
  jrSpecialtyId,
});

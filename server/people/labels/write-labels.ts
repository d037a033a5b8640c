import { sql } from 'kysely';
import type { GeneralLabelRow, LabelRow } from '#contract/rows/label.ts';
import { nobody } from '#contract/rows/rows.ts';
import { labelRef } from '#domain/fields/label-ref.ts';
import type { SentLabel } from '#domain/fields/label-rules.ts';
import { type LabelRows, type LabelSet, levelOf, rowsOfSet } from '#domain/fields/label-sets.ts';
import { typedWords } from '#domain/fields/labels.ts';
import { may } from '#domain/rights/may.ts';
import { nextIds, writeRows } from '#server/feed/publish.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import type { Publication } from '#server/kit/db/publication.ts';
import { inCustomer } from '#server/kit/http/call-scope.ts';
import type { Actor } from '#server/kit/http/handle.ts';

/** The customer whose feed has the rows of a set. */
const homeOf = (set: LabelSet): number => (levelOf(set) === 'customerId' ? set.customerId : nobody);

/** The collection of the rows of a set. */
export const collectionOf = (set: LabelSet): 'label' | 'generalLabel' =>
  levelOf(set) === 'customerId' ? 'label' : 'generalLabel';

/** Whether a person may change the labels of a set: those of targets and industries are the provider's. */
export const mayWrite = (actor: Actor, set: LabelSet): boolean =>
  levelOf(set) === 'customerId' ? may(inCustomer(actor, set.customerId), 'account.write') : actor.administrator;

/** Makes others wait until this transaction ends who would change labels: a label must not name two fields. */
export async function holdLabels(tx: Tx, set: LabelSet): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`labels of ${homeOf(set)}`}, 0))`.execute(tx);
}

/**
 * The same for a change of many labels. Commands lock the row of their label first, so this does, too: otherwise the two could wait for
 * each other.
 */
export async function holdAllLabels(tx: Tx, set: LabelSet): Promise<void> {
  if (levelOf(set) === 'customerId')
    await sql`select 1 from label where customer_id = ${set.customerId} and not deleted order by id for update`.execute(tx);
  await holdLabels(tx, set);
}

/** Labels as rows of a set: with the number of the row that each one replaces, or a new one. */
export async function rowsFor(
  tx: Tx,
  set: LabelSet,
  before: LabelRows,
  labels: readonly SentLabel[],
  { by, at }: { readonly by: string; readonly at: string },
): Promise<(LabelRow | GeneralLabelRow)[]> {
  const mine = new Map(rowsOfSet(set, before).map((row) => [row.fieldKey, row]));
  const level = levelOf(set);
  const gone = level === 'customerId' ? await removedIds(tx, set.customerId) : new Map<string, number>();
  const fresh = await nextIds(tx, collectionOf(set), labels.length);
  return labels.map(({ key, ...sent }) => {
    const { one: value, many: plural } = typedWords(sent);
    const old = mine.get(key);
    const row = { id: old?.id ?? gone.get(labelRef(key)) ?? fresh.pop() ?? 0, fieldKey: key, value, plural, by, at };
    if (level === 'customerId') return ownRow(row, old);
    return {
      ...row,
      targetId: level === 'targetId' ? set.targetId : null,
      industryId: level === 'industryId' ? set.industryId : null,
    };
  });
}

/** The numbers of a customer's removed labels by their UUIDs: a label of the field again is the same row. */
async function removedIds(tx: Tx, customerId: number): Promise<ReadonlyMap<string, number>> {
  const rows = await tx
    .selectFrom('label')
    .select(['id', 'ref'])
    .where('customer_id', '=', customerId)
    .where('deleted', '=', true)
    .execute();
  return new Map(rows.flatMap(({ id, ref }) => (ref === null ? [] : [[ref, id] as const])));
}

/** A customer's label as its devices hold it: the next version of the row that it replaces. */
const ownRow = (row: Omit<LabelRow, 'ref' | 'version' | 'purged'>, old: LabelRow | GeneralLabelRow | undefined): LabelRow => ({
  ...row,
  ref: labelRef(row.fieldKey),
  version: (old && 'version' in old ? old.version : 0) + 1,
  purged: false,
});

/** Writes rows of a set to its feed. The last statement of the transaction. */
export async function publishLabels(tx: Tx, set: LabelSet, rows: readonly (LabelRow | GeneralLabelRow)[]): Promise<void> {
  const collection = collectionOf(set);
  await writeRows(
    tx,
    homeOf(set),
    rows.map((row) => ({ collection, row }) as Publication),
  );
}

/** Removes a general label from the global feed. The last statement of the transaction. */
export async function publishRemoval(tx: Tx, id: number): Promise<void> {
  await writeRows(tx, nobody, [{ collection: 'generalLabel', id, removed: true }]);
}

/** The rows of a set after some of them were written. */
export function withRows(
  set: LabelSet,
  { own, general }: LabelRows,
  written: readonly (LabelRow | GeneralLabelRow)[],
): LabelRows {
  const ids = new Set(written.map(({ id }) => id));
  if (levelOf(set) === 'customerId')
    return { own: [...own.filter(({ id }) => !ids.has(id)), ...(written as LabelRow[])], general };
  return { own, general: [...general.filter(({ id }) => !ids.has(id)), ...(written as GeneralLabelRow[])] };
}

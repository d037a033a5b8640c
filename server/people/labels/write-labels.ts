import { sql } from 'kysely';
import type { GeneralLabelRow, LabelRow } from '#contract/rows/label.ts';
import { nobody } from '#contract/rows/rows.ts';
import { type LabelRows, type LabelSet, labelsOfSet, levelOf, rowsOfSet } from '#domain/fields/label-sets.ts';
import { type Labeled, labeledKeyed, sameLabel, wordsOf } from '#domain/fields/label-words.ts';
import { labelProblem, pluralOf, type Words } from '#domain/fields/labels.ts';
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

/** A label as it was sent. */
export type SentLabel = { readonly key: string; readonly value: string; readonly plural: string | null };

/** What is wrong with a label in a set, by the argument that it is about; null if nothing is. */
export function problemOf(set: LabelSet, rows: LabelRows, { key, value, plural }: SentLabel): Record<string, string> | null {
  const named = labeledKeyed(key);
  if (!named) return { key: `No field has the name ${key}. Send the FieldName of a label of the list.` };
  const wrong = labelProblem(value);
  if (wrong !== null) return { value: wrong };
  const several = plural === null || plural.trim() === '' ? null : labelProblem(plural);
  if (several !== null) return { plural: several };
  const { labels } = labelsOfSet(set, rows);
  const twin = sameLabel(labels, key, value);
  return twin ? { value: twinWords(twin, wordsOf(labels, twin), value) } : null;
}

const twinWords = (twin: Labeled, { one }: Words, value: string): string =>
  one === twin.default.one
    ? `“${value.trim()}” is the label of another field already (${twin.key}). Choose a different one.`
    : `“${value.trim()}” is the label of ${twin.default.one} already. Choose a different one.`;

/** Labels as rows of a set: with the number of the row that each one replaces, or a new one. */
export async function rowsFor(
  tx: Tx,
  set: LabelSet,
  before: LabelRows,
  labels: readonly SentLabel[],
  { by, at }: { readonly by: string; readonly at: string },
): Promise<(LabelRow | GeneralLabelRow)[]> {
  const mine = new Map(rowsOfSet(set, before).map((row) => [row.fieldKey, row.id]));
  const fresh = await nextIds(tx, collectionOf(set), labels.filter(({ key }) => !mine.has(key)).length);
  const level = levelOf(set);
  return labels.map(({ key, value, plural }) => {
    const one = value.trim();
    const row: LabelRow = {
      id: mine.get(key) ?? fresh.pop() ?? 0,
      fieldKey: key,
      value: one,
      plural: plural === null || plural.trim() === '' ? pluralOf(one) : plural.trim(),
      by,
      at,
    };
    if (level === 'customerId') return row;
    return {
      ...row,
      targetId: level === 'targetId' ? set.targetId : null,
      industryId: level === 'industryId' ? set.industryId : null,
    };
  });
}

/** Writes rows of a set to its feed. The last statement of the transaction. */
export async function publishLabels(tx: Tx, set: LabelSet, rows: readonly (LabelRow | GeneralLabelRow)[]): Promise<void> {
  const collection = collectionOf(set);
  await writeRows(
    tx,
    homeOf(set),
    rows.map((row) => ({ collection, row }) as Publication),
  );
}

/** Removes a row of a set from its feed. The last statement of the transaction. */
export async function publishRemoval(tx: Tx, set: LabelSet, id: number): Promise<void> {
  const gone: Publication =
    levelOf(set) === 'customerId'
      ? { collection: 'label', id, removed: true }
      : { collection: 'generalLabel', id, removed: true };
  await writeRows(tx, homeOf(set), [gone]);
}

/** The rows of a set after some of them were written. */
export function withRows(
  set: LabelSet,
  { own, general }: LabelRows,
  written: readonly (LabelRow | GeneralLabelRow)[],
): LabelRows {
  const ids = new Set(written.map(({ id }) => id));
  if (levelOf(set) === 'customerId') return { own: [...own.filter(({ id }) => !ids.has(id)), ...written], general };
  return { own, general: [...general.filter(({ id }) => !ids.has(id)), ...(written as GeneralLabelRow[])] };
}

import type { StoredRule } from '#contract/rows/rule-rows.ts';
import { labelOfField } from '#domain/fields/label-words.ts';
import { may } from '#domain/rights/may.ts';
import type { LabelOf } from '#domain/rules/rule-sentence.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { ofCustomers } from '#server/kit/db/of-customers.ts';
import type { Actor } from '#server/kit/http/handle.ts';
import { labelsAt } from '#server/people/labels/read-labels.ts';

/** All rules of a customer in the order in which they run, including deleted ones, but not purged ones. */
export async function rulesOf(db: Db | Tx, customerId: number): Promise<StoredRule[]> {
  const rows = await db
    .selectFrom('rule')
    .select('row')
    .where('customer_id', '=', customerId)
    .where('deleted', '=', false)
    .execute();
  return rows.map(({ row }) => row as StoredRule).sort((a, b) => a.ord - b.ord || a.id - b.id);
}

/** True if the user may see a rule. Rules for administrators and global rules need a right. */
export const seesRule =
  (actor: Actor) =>
  ({ adminsOnly, global }: StoredRule): boolean =>
    (!adminsOnly || may(actor, 'admin.system')) && (!global || may(actor, 'rules.global'));

/**
 * Finds a rule by id alone, as some documented calls do: in the caller's own customer, or for an administrator in any. With
 * `customerId`, only in that customer, for which the caller must have been authorized.
 */
export async function ruleOfActor(
  db: Db | Tx,
  actor: Actor,
  id: number,
  customerId?: number,
): Promise<{ customerId: number; rule: StoredRule } | null> {
  const rows = await db
    .selectFrom('rule')
    .select(['customer_id', 'row'])
    .where('id', '=', id)
    .where('deleted', '=', false)
    .where(ofCustomers('all'))
    .$if(!actor.administrator && customerId === undefined, (query) => query.where('customer_id', '=', actor.customerId))
    .$if(customerId !== undefined, (query) => query.where('customer_id', '=', customerId ?? 0))
    .orderBy('customer_id')
    .execute();
  const found = rows.find((row) => row.customer_id === actor.customerId) ?? rows[0];
  return found ? { customerId: found.customer_id, rule: found.row as StoredRule } : null;
}

/** A customer's names of the fields: its own labels, or else the catalog's. */
export async function labelsOf(db: Db | Tx, customerId: number): Promise<LabelOf> {
  return labelOfField(await labelsAt(db, customerId));
}

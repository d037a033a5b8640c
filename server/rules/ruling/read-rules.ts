import type { StoredRule } from '#contract/rows/rule-rows.ts';
import { fieldOf } from '#domain/fields/catalogue.ts';
import { may } from '#domain/rights/may.ts';
import type { LabelOf } from '#domain/rules/rule-sentence.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { Actor } from '#server/kit/http/handle.ts';

/** Every rule of a customer, deleted ones too, in the order in which they run. */
export async function rulesOf(db: Db | Tx, customerId: number): Promise<StoredRule[]> {
  const rows = await db
    .selectFrom('rule')
    .select('row')
    .where('customer_id', '=', customerId)
    .where('deleted', '=', false)
    .execute();
  return rows.map(({ row }) => row as StoredRule).sort((a, b) => a.ord - b.ord || a.id - b.id);
}

/** Whether somebody sees a rule: those of administrators and those of all customers take a right. */
export const seesRule =
  (actor: Actor) =>
  ({ adminsOnly, global }: StoredRule): boolean =>
    (!adminsOnly || may(actor, 'admin.system')) && (!global || may(actor, 'rules.global'));

/**
 * A rule by its id alone, as some documented calls name it: of the caller's own customer, or of any for an administrator. With
 * `customerId`, which the caller may act on, of that one.
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
    .$if(!actor.administrator && customerId === undefined, (query) => query.where('customer_id', '=', actor.customerId))
    .$if(customerId !== undefined, (query) => query.where('customer_id', '=', customerId ?? 0))
    .orderBy('customer_id')
    .execute();
  const found = rows.find((row) => row.customer_id === actor.customerId) ?? rows[0];
  return found ? { customerId: found.customer_id, rule: found.row as StoredRule } : null;
}

/** How a customer calls the fields: its own labels over the catalogue's. */
export async function labelsOf(db: Db | Tx, customerId: number): Promise<LabelOf> {
  const customer = await db.selectFrom('customer').select('labels').where('id', '=', customerId).executeTakeFirst();
  return (id) => {
    const field = fieldOf(id);
    return field ? (customer?.labels[field.key] ?? field.label) : `field ${id}`;
  };
}

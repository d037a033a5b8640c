import { sql } from 'kysely';
import type { GeneralLabelRow } from '#contract/rows/label.ts';
import type { LabelRows, LabelSet } from '#domain/fields/label-sets.ts';
import { type Labels, labelsFrom } from '#domain/fields/labels.ts';
import { type FieldNames, fieldNames } from '#domain/job-list/field-names.ts';
import { firstTarget } from '#domain/targets/target-kinds.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { rowsOf } from '#server/kit/db/rows.ts';

/** The labels of all industries and kinds of target. */
async function generalLabels(db: Db | Tx): Promise<GeneralLabelRow[]> {
  const { rows } = await sql<{ row: GeneralLabelRow }>`select row from general_labels() as row`.execute(db);
  return rows.map(({ row }) => row);
}

/** The rows that the labels of a customer are made of; of a customer 0, those of everyone. */
export async function labelRowsOf(db: Db | Tx, customerId: number): Promise<LabelRows> {
  return { own: customerId === 0 ? [] : await rowsOf(db, customerId, 'label'), general: await generalLabels(db) };
}

/** A customer's industry and the kind of its target, 0 for none. Undefined for a customer that does not exist. */
export async function placeOf(db: Db | Tx, customerId: number): Promise<Omit<LabelSet, 'customerId'> | undefined> {
  const customer = await db
    .selectFrom('customer')
    .select('industry')
    .where('id', '=', customerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!customer) return undefined;
  const target = firstTarget(await rowsOf(db, customerId, 'target'));
  return { industryId: customer.industry, targetId: target?.typeId ?? 0 };
}

/** The labels that the people of a customer read. */
export async function labelsAt(db: Db | Tx, customerId: number): Promise<Labels> {
  const [rows, place] = [await labelRowsOf(db, customerId), await placeOf(db, customerId)];
  return labelsFrom({ ...rows, targetId: place?.targetId ?? null, industryId: place?.industryId ?? null });
}

/** What files and emails for the people of a customer call fields and kinds of work. */
export const namesAt = async (db: Db | Tx, customerId: number): Promise<FieldNames> => fieldNames(await labelsAt(db, customerId));

import { FeedField } from '#contract/collecting/column-mapping.ts';
import type { FieldAliasRow } from '#contract/rows/rule-rows.ts';
import type { ColumnAlias } from '#domain/field-aliases/column-alias.ts';
import { fieldOf } from '#domain/fields/catalogue.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { rowsOf } from '#server/kit/db/rows.ts';

/** A customer's aliases of job fields, in the order of their ids. */
export const fieldAliasesOf = (db: Db | Tx, customerId: number): Promise<FieldAliasRow[]> => rowsOf(db, customerId, 'fieldAlias');

/** The aliases as names of columns in files and labels in documents. Those of fields that no file fills are left out. */
export async function columnAliasesOf(db: Db | Tx, customerId: number): Promise<ColumnAlias[]> {
  const aliases = await fieldAliasesOf(db, customerId);
  return aliases.flatMap(({ fieldId, alias }) => {
    const field = FeedField.safeParse(fieldOf(fieldId)?.key);
    return field.success ? [{ field: field.data, alias }] : [];
  });
}

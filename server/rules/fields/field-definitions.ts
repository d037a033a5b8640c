import type * as z from 'zod';
import { fromWire, toWire } from '#contract/kit/wire-translation.ts';
import { ProductField } from '#contract/rules/rule-lists.ts';
import { definitionsOf, type FieldDefinitions, type FieldFlags } from '#domain/fields/definitions.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';

/** What the provider may say of a field beyond the catalogue; `isExportOnly` and `isCollectionOnly` only narrow what the catalogue allows. */
const Definition = ProductField.pick({
  title: true,
  isRequired: true,
  isVisibleToCustomers: true,
  isAdvanced: true,
  query: true,
  isExportOnly: true,
  isCollectionOnly: true,
});
export type Definition = z.infer<typeof Definition>;

/** A definition as the database keeps it: under documented names, as it came before the product had names of its own. */
export const toStored = (definition: Definition): unknown => toWire(Definition, definition);

/** The provider's definitions, by the id of their field. */
export async function definitions(db: Db | Tx): Promise<ReadonlyMap<number, Definition>> {
  const rows = await db.selectFrom('field_definition').select(['id', 'definition']).execute();
  return new Map(
    rows.flatMap(({ id, definition }) => {
      const parsed = Definition.safeParse(fromWire(Definition, definition));
      return parsed.success ? [[id, parsed.data] as const] : [];
    }),
  );
}

/** The flags of it that rules heed. */
export const fieldFlags = async (db: Db | Tx): Promise<FieldFlags[]> =>
  [...(await definitions(db))].map(([id, definition]) => ({ id, ...definition }));

/** The same as rules know them. */
export const fieldDefinitions = async (db: Db | Tx): Promise<FieldDefinitions> => definitionsOf(await fieldFlags(db));

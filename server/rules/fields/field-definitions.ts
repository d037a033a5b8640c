import type * as z from 'zod';
import { fromWire, toWire } from '#contract/kit/wire-translation.ts';
import { ProductField } from '#contract/rules/rule-lists.ts';
import { definitionsOf, type FieldDefinitions, type FieldFlags } from '#domain/fields/definitions.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';

/** The provider's settings of a field. `isExportOnly` and `isCollectionOnly` can only narrow what the catalog allows. */
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

/** Converts a definition for the database, which stores the documented names. They predate the product's own names. */
export const toStored = (definition: Definition): unknown => toWire(Definition, definition);

/** The provider's definitions, by field id. */
export async function definitions(db: Db | Tx): Promise<ReadonlyMap<number, Definition>> {
  const rows = await db.selectFrom('field_definition').select(['id', 'definition']).execute();
  return new Map(
    rows.flatMap(({ id, definition }) => {
      const parsed = Definition.safeParse(fromWire(Definition, definition));
      return parsed.success ? [[id, parsed.data] as const] : [];
    }),
  );
}

/** The flags of each definition that affect rules. */
export const fieldFlags = async (db: Db | Tx): Promise<FieldFlags[]> =>
  [...(await definitions(db))].map(([id, definition]) => ({ id, ...definition }));

/** The provider's definitions in the form that the domain's rules use. */
export const fieldDefinitions = async (db: Db | Tx): Promise<FieldDefinitions> => definitionsOf(await fieldFlags(db));

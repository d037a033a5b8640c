import * as z from 'zod';
import { definitionsOf, type FieldDefinitions, type FieldFlags } from '#domain/fields/definitions.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';

/** What the provider may say of a field beyond the catalogue; `exportonly_fl` and its sibling only narrow what the catalogue allows. */
const Definition = z.object({
  Title: z.string(),
  Required_Fl: z.boolean(),
  VisibleCustomer_Fl: z.boolean(),
  IsAdvanced: z.boolean(),
  Query: z.string().nullable(),
  exportonly_fl: z.boolean(),
  datacollectiononly_fl: z.boolean(),
});
export type Definition = z.infer<typeof Definition>;

/** The provider's definitions with the documents' names, by the id of their field. */
export async function definitions(db: Db | Tx): Promise<ReadonlyMap<number, Definition>> {
  const rows = await db.selectFrom('field_definition').select(['id', 'definition']).execute();
  return new Map(
    rows.flatMap(({ id, definition }) => {
      const parsed = Definition.safeParse(definition);
      return parsed.success ? [[id, parsed.data] as const] : [];
    }),
  );
}

/** The flags of it that rules heed. */
export const fieldFlags = async (db: Db | Tx): Promise<FieldFlags[]> =>
  [...(await definitions(db))].map(([ID, definition]) => ({ ID, ...definition }));

/** The same as rules know them. */
export const fieldDefinitions = async (db: Db | Tx): Promise<FieldDefinitions> => definitionsOf(await fieldFlags(db));

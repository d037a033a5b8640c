import { sql } from 'kysely';
import type { ColumnMapping } from '#contract/collecting/column-mapping.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { sourcesOf } from '#server/mapping/sources/sources.ts';
import type { RememberedMapping } from '#server/parsing/header-signature.ts';

/** Mappings that are kept of one source, and read for a file whose source is not known yet. */
const kept = 20;

/** What people chose for files of this source, newest first. */
export const rememberedOf = (db: Db | Tx, customerId: number, sourceId: number): Promise<RememberedMapping[]> =>
  db
    .selectFrom('column_mapping')
    .select(['signature', 'mapping'])
    .where('customer_id', '=', customerId)
    .where('source_id', '=', sourceId)
    .orderBy('saved_at', 'desc')
    .orderBy('signature')
    .limit(kept)
    .execute();

/** What people chose for files of any source, newest first. It holds only for files with exactly the same headers. */
export async function rememberedOfAll(db: Db | Tx, customerId: number): Promise<RememberedMapping[]> {
  const rows = await db
    .selectFrom('column_mapping')
    .select(['signature', 'mapping'])
    .where('customer_id', '=', customerId)
    .orderBy('saved_at', 'desc')
    .orderBy('signature')
    .limit(kept)
    .execute();
  return rows.map((row) => ({ ...row, sameHeaders: true }));
}

/** The name of the source that the newest file with these headers was staged under, or null. */
export async function sourceWithHeaders(db: Db | Tx, customerId: number, signature: string): Promise<string | null> {
  const rows = await db
    .selectFrom('column_mapping')
    .select('source_id')
    .where('customer_id', '=', customerId)
    .where('signature', '=', signature)
    .orderBy('saved_at', 'desc')
    .execute();
  if (rows.length === 0) return null;
  const names = new Map((await sourcesOf(db, customerId)).map(({ id, name }) => [id, name]));
  // A source may have been removed since.
  return rows.map(({ source_id }) => names.get(source_id)).find((name) => name !== undefined) ?? null;
}

type Choice = {
  readonly customerId: number;
  readonly sourceId: number;
  readonly signature: string;
  readonly mapping: ColumnMapping;
  readonly userId: number;
  readonly at: Date;
};

/** Remembers a person's mapping for the next file of this source with these headers. The newest 20 of a source are kept. */
export async function rememberMapping(tx: Tx, { customerId, sourceId, signature, mapping, userId, at }: Choice): Promise<void> {
  const values = { mapping: JSON.stringify(mapping), saved_by: userId, saved_at: at };
  await tx
    .insertInto('column_mapping')
    .values({ customer_id: customerId, source_id: sourceId, signature, ...values })
    .onConflict((conflict) => conflict.columns(['customer_id', 'source_id', 'signature']).doUpdateSet(values))
    .execute();
  await sql`
    delete from column_mapping where customer_id = ${customerId} and source_id = ${sourceId} and signature not in (
      select signature from column_mapping where customer_id = ${customerId} and source_id = ${sourceId}
      order by saved_at desc, signature limit ${kept})`.execute(tx);
}

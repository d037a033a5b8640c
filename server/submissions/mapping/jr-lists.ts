import { sql } from 'kysely';
import type { JrEntry } from '#contract/submissions/mapping.ts';
import type { JrKind } from '#contract/submissions/words.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';

/** Jobdock's own names of one kind, by name. */
export const jrEntries = (db: Db | Tx, kind: JrKind): Promise<JrEntry[]> =>
  db
    .selectFrom('jr_entry')
    .select(['id', 'name'])
    .where('kind', '=', kind)
    .where('removed', '=', false)
    .orderBy(sql`lower(name)`)
    .execute();

/** Jobdock's own degrees and specialties. */
export async function jrLists(db: Db | Tx): Promise<{ degrees: JrEntry[]; specialties: JrEntry[] }> {
  return { degrees: await jrEntries(db, 'degree'), specialties: await jrEntries(db, 'specialty') };
}

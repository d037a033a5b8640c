import { sql } from 'kysely';
import { nobody } from '#contract/rows/rows.ts';
import type { TicketQuestionRow } from '#contract/rows/ticket.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { rowsOf, storedRow } from '#server/kit/db/rows.ts';

/** The support questions in their order. */
export async function questionsOf(db: Db | Tx): Promise<TicketQuestionRow[]> {
  const rows = await rowsOf(db, nobody, 'ticketQuestion');
  return rows.sort((a, b) => a.position - b.position || a.id - b.id);
}

/** A support question by its number. */
export const questionNamed = async (db: Db | Tx, id: number): Promise<TicketQuestionRow | undefined> =>
  (await storedRow(db, nobody, 'ticketQuestion', id))?.row;

/** The phone number of support; null as long as the provider has entered none. */
export async function supportPhone(db: Db | Tx): Promise<string | null> {
  const { rows } = await sql<{ phone: string | null }>`select support_phone() as phone`.execute(db);
  return rows[0]?.phone ?? null;
}

import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { DataExport, ExportList } from '#contract/reports/data-exports.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { readNewest } from '#server/kit/db/paging.ts';
import type { ReportTables } from '#server/kit/db/tables/report-tables.ts';

/** A request for an export and, once its file is made, what is known of it. */
export type ExportRow = Selectable<ReportTables['data_export']>;

const mostListed = 20;

/** A request of a customer; undefined if there is none, or if it is not that of this person. */
export const findExport = (db: Db | Tx, customerId: number, id: number, askedBy: number): Promise<ExportRow | undefined> =>
  db
    .selectFrom('data_export')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .where('asked_by', '=', askedBy)
    .executeTakeFirst();

/** The newest exports that a person requested. */
export async function exportsOf(
  db: Db,
  customerId: number,
  userId: number,
  now: Date,
): Promise<{ total: number; rows: DataExport[] }> {
  const ofRun = (column: 'state' | 'message'): RawBuilder<string | null> =>
    sql<
      string | null
    >`(select ${sql.ref(column)} from run r where r.customer_id = data_export.customer_id and r.id = data_export.run_id)`;
  const query = db
    .selectFrom('data_export')
    .selectAll()
    .select([ofRun('state').as('run_state'), ofRun('message').as('run_message')])
    .where('customer_id', '=', customerId)
    .where('asked_by', '=', userId)
    .orderBy('id', 'desc');
  const { total, rows } = await readNewest(query, mostListed);
  return { total, rows: rows.map((row) => shown(row, now)) };
}

type Listed = ExportRow & { readonly run_state: string | null; readonly run_message: string | null };

const shown = (row: Listed, now: Date): DataExport => ({
  id: row.id,
  runId: row.run_id,
  lists: row.lists as ExportList[],
  kind: row.kind,
  state: stateOf(row, now),
  words: row.run_message ?? '',
  name: row.name,
  size: row.size,
  sheets: row.sheets,
  askedAt: row.asked_at,
  madeAt: row.made_at,
  keptUntil: row.kept_until,
});

function stateOf({ kept_until: keptUntil, run_state: run }: Listed, now: Date): DataExport['state'] {
  if (keptUntil !== null) return new Date(keptUntil) > now ? 'ready' : 'expired';
  if (run === 'queued' || run === 'running') return 'working';
  return run === 'cancelled' ? 'stopped' : 'failed';
}

type Key = { readonly customerId: number; readonly exportId: number };

/** The parts of a file one after another, so that its reader never holds more than one. */
export async function* partsOf(db: Db, { customerId, exportId }: Key): AsyncGenerator<Uint8Array> {
  for (let place = 0; ; place++) {
    const part = await db
      .selectFrom('data_export_part')
      .select('content')
      .where('customer_id', '=', customerId)
      .where('export_id', '=', exportId)
      .where('place', '=', place)
      .executeTakeFirst();
    if (!part) return;
    yield part.content;
  }
}

/** Removes what was written of a file that is not made. */
export async function dropParts(tx: Tx, { customerId, exportId }: Key): Promise<void> {
  await tx.deleteFrom('data_export_part').where('customer_id', '=', customerId).where('export_id', '=', exportId).execute();
}

import type { Selectable } from 'kysely';
import type { DataExport, ExportList } from '#contract/reports/data-exports.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { readNewest } from '#server/kit/db/paging.ts';
import type { ReportTables } from '#server/kit/db/tables/report-tables.ts';
import { type MadeRow, madeFile, workOf } from '../background/made-files.ts';

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
  const query = db
    .selectFrom('data_export')
    .selectAll()
    .select(workOf('data_export'))
    .where('customer_id', '=', customerId)
    .where('asked_by', '=', userId)
    .orderBy('id', 'desc');
  const { total, rows } = await readNewest(query, mostListed);
  return { total, rows: rows.map((row) => shown(row, now)) };
}

const shown = (row: ExportRow & MadeRow, now: Date): DataExport => ({
  ...madeFile(row, now),
  lists: row.lists as ExportList[],
  kind: row.kind,
  sheets: row.sheets,
});

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

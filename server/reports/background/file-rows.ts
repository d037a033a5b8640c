import type { Selectable } from 'kysely';
import { type RightName, rightIds } from '#contract/kit/rights.ts';
import type { ReportFile } from '#contract/reports/report-files.ts';
import { type Holder, may } from '#domain/rights/may.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { readNewest } from '#server/kit/db/paging.ts';
import type { ReportTables } from '#server/kit/db/tables/report-tables.ts';
import { type MadeRow, madeFile, workOf } from './made-files.ts';

/** A request for a file and, once it is made, what is known of it. Its content is read apart. */
export type FileRow = Omit<Selectable<ReportTables['report_file']>, 'content'>;

const mostListed = 50;
const columns = [
  'customer_id',
  'id',
  'run_id',
  'asked_by',
  'asked_at',
  'report_id',
  'report',
  'kind',
  'body',
  'name',
  'size',
  'row_count',
  'found_count',
  'made_with',
  'made_at',
  'kept_until',
] as const;

/** A request of a customer; undefined if there is none, or if it is not that of this person. */
export const findFile = (db: Db | Tx, customerId: number, id: number, askedBy: number): Promise<FileRow | undefined> =>
  db
    .selectFrom('report_file')
    .select(columns)
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .where('asked_by', '=', askedBy)
    .executeTakeFirst();

/** The bytes of a file; undefined if it is not made or not kept any more. */
export async function contentOf(db: Db, { customer_id: customerId, id }: FileRow): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom('report_file')
    .select('content')
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.content ?? undefined;
}

/** The newest files that a person asked for. */
export async function filesOf(
  db: Db,
  customerId: number,
  userId: number,
  now: Date,
): Promise<{ total: number; rows: ReportFile[] }> {
  const query = db
    .selectFrom('report_file')
    .select(columns)
    .select(workOf('report_file'))
    .where('customer_id', '=', customerId)
    .where('asked_by', '=', userId)
    .orderBy('id', 'desc');
  const { total, rows } = await readNewest(query, mostListed);
  return { total, rows: rows.map((row) => shown(row, now)) };
}

const shown = (row: FileRow & MadeRow, now: Date): ReportFile => ({
  ...madeFile(row, now),
  reportId: row.report_id,
  report: row.report,
  kind: row.kind,
  rows: row.row_count,
  found: row.found_count,
});

/** What a person may do, for a file that is made with it: their rights, and `admin` for an administrator. */
export const rightsOf = (holder: Holder): string[] => [
  ...(may(holder, 'admin') ? ['admin'] : []),
  ...(Object.keys(rightIds) as RightName[]).filter((right) => may(holder, right)),
];

/** The first right with which a file was made and that a person lacks now; undefined if they have them all. */
export function lostRight({ made_with: madeWith }: Pick<FileRow, 'made_with'>, holder: Holder): string | undefined {
  const held = new Set(rightsOf(holder));
  return madeWith.find((right) => !held.has(right));
}

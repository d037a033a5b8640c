import { type RawBuilder, sql } from 'kysely';
import type { ExportList } from '#contract/reports/data-exports.ts';
import type { CollectionName, RowOf } from '#contract/rows/rows.ts';
import type { FieldNames } from '#domain/job-list/field-names.ts';
import { cellsOf, type ExportSheet } from '#domain/reports/exports/export-sheet.ts';
import { sheetTypes } from '#domain/reports/kit/report-sheet.ts';
import type { SheetCell } from '#domain/sheet/sheet-data.ts';
import { hiddenRows, type Scope } from '#server/feed/scope.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { tableOf } from '#server/kit/db/schema.ts';
import type { PackSheet } from './pack/packer.ts';

/** Rows of one sheet that are read at once. */
export const portion = 1000;

/** A portion of a sheet's rows. `last` is where the next one begins; null after the last portion. */
type Portion = { readonly cells: SheetCell[][]; readonly last: number | null };

/** A sheet of an export with its rows in the database: how many there are, and the portion after an id. */
export type SheetSource = PackSheet & {
  readonly list: ExportList;
  readonly count: (db: Db | Tx) => Promise<number>;
  readonly read: (db: Db | Tx, after: number) => Promise<Portion>;
};

/** Whose rows an export reads, and what of them its person sees. */
export type ExportPlace = {
  readonly customerId: number;
  readonly scope: Scope;
  /** What the customer calls fields. */
  readonly names: FieldNames;
};

/** Builds a source: `read` gets up to `portion` things after an id, each of which is one row of the sheet or several. */
export function sourceOf<Row>(
  list: ExportList,
  sheet: ExportSheet<Row>,
  count: SheetSource['count'],
  read: (
    db: Db | Tx,
    after: number,
  ) => Promise<{ readonly things: readonly { readonly id: number }[]; readonly rows: readonly Row[] }>,
): SheetSource {
  return {
    list,
    name: sheet.name,
    labels: sheet.columns.map(({ label }) => label),
    types: sheetTypes(sheet.columns),
    count,
    async read(db, after) {
      const { things, rows } = await read(db, after);
      const last = things.length < portion ? null : (things.at(-1)?.id ?? null);
      return { cells: rows.map((row) => cellsOf(sheet, row)), last };
    },
  };
}

/** SQL condition: the rows of a collection that a person sees, without those that people removed. */
const seen = (collection: CollectionName, { customerId, scope }: ExportPlace): RawBuilder<unknown> => sql`
  customer_id = ${customerId} and not deleted and not ${hiddenRows(scope, collection)}
  and row -> 'deleted' is distinct from 'true' and row -> 'purged' is distinct from 'true'`;

/** Counts what a person sees of a collection: its rows, or what `of` sums up in each, such as the lines of a table. */
export const countRows =
  (place: ExportPlace, collection: CollectionName, of: RawBuilder<unknown> = sql`1`): SheetSource['count'] =>
  async (db) => {
    const { rows } = await sql<{ total: number }>`
      select coalesce(sum(${of}), 0)::int as total from ${sql.table(tableOf[collection])} where ${seen(collection, place)}`.execute(
      db,
    );
    return rows[0]?.total ?? 0;
  };

/** The portion of a collection after an id, as a person sees it. */
export async function readRows<C extends CollectionName>(
  db: Db | Tx,
  place: ExportPlace,
  collection: C,
  after: number,
): Promise<RowOf<C>[]> {
  const { rows } = await sql<{ row: RowOf<C> }>`
    select row from ${sql.table(tableOf[collection])} where ${seen(collection, place)} and id > ${after}
    order by id limit ${portion}`.execute(db);
  return rows.map(({ row }) => row);
}

/** A source whose sheet has one row for each row of a collection. */
export const plainSource = <C extends CollectionName>(
  list: ExportList,
  sheet: ExportSheet<RowOf<C>>,
  place: ExportPlace,
  collection: C,
): SheetSource =>
  sourceOf(list, sheet, countRows(place, collection), async (db, after) => {
    const rows = await readRows(db, place, collection, after);
    return { things: rows, rows };
  });

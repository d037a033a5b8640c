import type { ColumnMapping, ColumnReport, ColumnShape, FileFlag } from '#contract/collecting/column-mapping.ts';
import { ok, type Result } from '#contract/kit/result.ts';
import type { ColumnAlias } from '#domain/field-aliases/column-alias.ts';
import { fileFlags } from '#domain/file-columns/file-flags.ts';
import { proposeColumns } from '#domain/file-columns/propose-columns.ts';
import type { CollectedJob } from '#domain/jobs/collected-job.ts';
import { type AliasOverrides, aliasesWith } from './field-aliases.ts';
import type { FeedProblem } from './files/feed-problem.ts';
import type { FeedFormat, FeedTable } from './files/feed-table.ts';
import { readFeed } from './files/read-feed.ts';
import { headerSignature, learnedFor, type RememberedMapping } from './header-signature.ts';
import { type MapContext, mapRecord } from './map-record.ts';
import { type ColumnPlan, planColumns, type RowProblem } from './record-reader.ts';

/**
 * How to read one feed. `aliases` are the task's own column names, `fieldAliases` the customer's for all files; `learned` what the customer chose before for files of this
 * source, newest first; `mapping` what a person chose for this file. `propose` reads columns that none of these names as proposed, and
 * reports each column. All of it is plain data, so that it can be sent to a process.
 */
export type CollectOptions = Pick<MapContext, 'today'> &
  Partial<MapContext> & {
    readonly aliases?: AliasOverrides;
    readonly fieldAliases?: readonly ColumnAlias[];
    readonly learned?: readonly RememberedMapping[];
    readonly mapping?: ColumnMapping;
    readonly propose?: boolean;
  };

/** A row that gave no job, with every reason. `row` counts the records of the file from 1. */
export type RefusedRow = {
  readonly row: number;
  readonly problems: readonly RowProblem[];
  /** The id of the row's job, if the row has one: the feed lists the job, although its row is invalid. */
  readonly providerJobId?: string;
};

/** A job and the record that it was read from, counted from 1. */
export type ReadJob = CollectedJob & { readonly record: number };

/**
 * Every row of the file, as a job or as refused. `truncated`: the file had more rows than are read, so jobs missing here may
 * still be open.
 */
export type Collection = {
  readonly format: FeedFormat;
  readonly jobs: readonly ReadJob[];
  readonly refused: readonly RefusedRow[];
  /** Rows that were read to a job without the value of an optional field. */
  readonly warned: readonly RefusedRow[];
  /** Identifies the headers of the file. */
  readonly signature: string;
  /** The columns of the file, to be compared with those of the next one. */
  readonly shape: readonly ColumnShape[];
  /** How each column was read, and what to look at. Only if `propose` asks for it. */
  readonly columns?: readonly ColumnReport[];
  readonly flags?: readonly FileFlag[];
  readonly truncated?: string;
};

/** Reads a feed's bytes into jobs in this thread. `collectApart` does the same with limits for memory and time. */
export async function collectRecords(bytes: Uint8Array, options: CollectOptions): Promise<Result<Collection, FeedProblem>> {
  const table = await readFeed(bytes);
  return table.ok ? ok(collectionOf(table.value, options)) : table;
}

function collectionOf(
  table: FeedTable,
  { aliases, fieldAliases, learned, mapping, propose, ...options }: CollectOptions,
): Collection {
  const context: MapContext = { dateOrder: 'MDY', durationUnit: 'weeks', currency: 'USD', workType: 1, ...options };
  const names = aliasesWith(aliases, fieldAliases);
  const signature = headerSignature(table.columns);
  const known = learnedFor(table.columns, signature, learned);
  const columns = propose
    ? proposeColumns(columnsOf(table), { ...context, names, learned: known, ...(mapping && { chosen: mapping }) })
    : undefined;
  const plan = planColumns(
    table.columns,
    names,
    columns ? Object.fromEntries(columns.map(({ column, field }) => [column, field])) : { ...known?.mapping, ...mapping },
  );
  const jobs = new Map<string, { row: number; job: CollectedJob }>();
  const warned: RefusedRow[] = [];
  const refused: RefusedRow[] = table.badRows.map(({ row, problem, shown }) => ({
    row,
    problems: [{ field: 'row', column: '', value: shown, problem, remedy: 'Ask the vendor to send this row again.' }],
  }));
  for (const { row, cells } of table.rows) {
    const mapped = mapRecord(recordOf(table.columns, cells), plan, context);
    if ('refused' in mapped) {
      refused.push({
        row,
        problems: mapped.refused,
        ...(mapped.providerJobId !== null && { providerJobId: mapped.providerJobId }),
      });
      continue;
    }
    const { providerJobId } = mapped.ok;
    if (mapped.warnings.length > 0) warned.push({ row, problems: mapped.warnings, providerJobId });
    const earlier = jobs.get(providerJobId);
    if (earlier) refused.push(replaced(earlier.row, row, mapped.ok));
    jobs.set(providerJobId, { row, job: mapped.ok });
  }
  return {
    format: table.format,
    jobs: Array.from(jobs.values(), ({ row, job }) => Object.assign(job, { record: row })),
    refused: refused.sort((a, b) => a.row - b.row),
    warned,
    signature,
    shape: shapeOf(table, plan),
    ...(columns && { columns, flags: fileFlags([...jobs.values()], context.today) }),
    ...(table.truncated !== undefined && { truncated: table.truncated }),
  };
}

function shapeOf({ columns, rows }: FeedTable, plan: ColumnPlan): ColumnShape[] {
  const fields = new Map<string, string>();
  for (const [field, sources] of plan) for (const { column } of sources) if (!fields.has(column)) fields.set(column, field);
  return columns.map((column, index) => {
    const filled = rows.reduce((sum, { cells }) => sum + ((cells[index] ?? '').trim() === '' ? 0 : 1), 0);
    return { column, field: fields.get(column) ?? null, filled: rows.length === 0 ? 0 : filled / rows.length };
  });
}

const columnsOf = ({ columns, rows }: FeedTable) =>
  columns.map((column, index) => ({ column, cells: rows.map(({ cells }) => cells[index] ?? '') }));

function recordOf(columns: readonly string[], cells: readonly string[]): ReadonlyMap<string, string> {
  const record = new Map<string, string>();
  for (const [index, column] of columns.entries()) {
    const cell = cells[index];
    if (cell) record.set(column, storable(cell));
  }
  return record;
}

/** Databases refuse lone surrogates and zero characters, which JSON and emails can contain. */
export const storable = (text: string): string => text.replaceAll(/\p{Cs}|\0/gu, '');

/** Says that a later row of the same job was taken instead. */
export const replaced = (row: number, by: number, { providerJobId, idDerived }: CollectedJob): RefusedRow => ({
  row,
  providerJobId,
  problems: [
    {
      field: 'providerJobId',
      column: '',
      value: providerJobId,
      problem: idDerived
        ? `Row ${by} describes the same job and was taken instead.`
        : `Row ${by} has the same id and was taken instead.`,
      remedy: 'Nothing to do if the vendor lists a job twice; else ask for one id per job.',
    },
  ],
});

import { ok, type Result } from '#contract/kit/result.ts';
import type { CollectedJob } from '#domain/jobs/collected-job.ts';
import { type AliasOverrides, aliasesWith } from './field-aliases.ts';
import type { FeedProblem } from './files/feed-problem.ts';
import type { FeedFormat, FeedTable } from './files/feed-table.ts';
import { readFeed } from './files/read-feed.ts';
import { type MapContext, mapRecord } from './map-record.ts';
import { planColumns, type RowProblem } from './record-reader.ts';

/**
 * How to read one feed. `aliases` are the customer's own column names. All of it is plain data, so that it can be sent to a
 * process.
 */
export type CollectOptions = Pick<MapContext, 'today'> & Partial<MapContext> & { readonly aliases?: AliasOverrides };

/** A row that gave no job, with every reason. `row` counts the records of the file from 1. */
export type RefusedRow = {
  readonly row: number;
  readonly problems: readonly RowProblem[];
  /** The id of the row's job, if the row has one: the feed lists the job, although its row is invalid. */
  readonly providerJobId?: string;
};

/**
 * Every row of the file, as a job or as refused. `truncated`: the file had more rows than are read, so jobs missing here may
 * still be open.
 */
export type Collection = {
  readonly format: FeedFormat;
  readonly jobs: readonly CollectedJob[];
  readonly refused: readonly RefusedRow[];
  readonly truncated?: string;
};

/** Reads a feed's bytes into jobs in this thread. `collectApart` does the same with limits for memory and time. */
export async function collectRecords(bytes: Uint8Array, options: CollectOptions): Promise<Result<Collection, FeedProblem>> {
  const table = await readFeed(bytes);
  return table.ok ? ok(collectionOf(table.value, options)) : table;
}

function collectionOf(table: FeedTable, { aliases, ...options }: CollectOptions): Collection {
  const context: MapContext = { dateOrder: 'MDY', durationUnit: 'weeks', currency: 'USD', workType: 1, ...options };
  const plan = planColumns(table.columns, aliasesWith(aliases));
  const jobs = new Map<string, { row: number; job: CollectedJob }>();
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
    const earlier = jobs.get(mapped.ok.providerJobId);
    if (earlier) refused.push(replaced(earlier.row, row, mapped.ok));
    jobs.set(mapped.ok.providerJobId, { row, job: mapped.ok });
  }
  return {
    format: table.format,
    jobs: Array.from(jobs.values(), ({ job }) => job),
    refused: refused.sort((a, b) => a.row - b.row),
    ...(table.truncated !== undefined && { truncated: table.truncated }),
  };
}

function recordOf(columns: readonly string[], cells: readonly string[]): ReadonlyMap<string, string> {
  const record = new Map<string, string>();
  for (const [index, column] of columns.entries()) {
    const cell = cells[index];
    // Databases refuse lone surrogates and zero characters, which JSON can contain.
    if (cell) record.set(column, cell.replaceAll(/\p{Cs}|\0/gu, ''));
  }
  return record;
}

const replaced = (row: number, by: number, { providerJobId, idDerived }: CollectedJob): RefusedRow => ({
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

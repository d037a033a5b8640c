import { messages } from '#contract/kit/messages.ts';
import { fileDays, mostFileRows } from '#contract/reports/report-files.ts';
import { fileWords, tooLarge, tooManyRows } from '#domain/reports/files/file-words.ts';
import { isOfAllCustomers } from '#domain/reports/kit/whose.ts';
import { reports } from '#domain/reports/reports.ts';
import { mostExcelRows } from '#domain/sheet/sheet-data.ts';
import { isTransient } from '#server/kit/db/sessions/transient.ts';
import type { Handler, Services } from '#server/kit/http/handle.ts';
import { nameOfCustomer } from '#server/people/customers/customer-name.ts';
import { LeaseLost, RunStopped } from '#server/runs/lease.ts';
import type { ClaimedRun, DoRun, RunEnd } from '#server/runs/run-kind.ts';
import { callAboutAll, callOfPerson, type PersonCall } from '../data/person-call.ts';
import { readSavedData } from '../data/saved-data.ts';
import { makeReportFile, type ReportFile } from '../files/report-file.ts';
import { type FileRow, findFile, rightsOf } from './file-rows.ts';
import type { fileRuns } from './queue-file.ts';

type Work = (typeof fileRuns.work)['_output'];
type FileRun = ClaimedRun<Work>;

const dayInMilliseconds = 86_400_000;
const mostMegabytes = 50;

/** A reason, in words, why no file is made. */
class NoFile extends Error {}

/** A file that is made, and how many rows the filters found. */
type Made = { readonly file: ReportFile; readonly rows: number; readonly found: number };

/**
 * Makes a file with the rights that the person has now. Rows are read and written outside any transaction; the file is stored in one,
 * so that it is there as a whole or not at all. Work that another process goes on with after that only says so.
 */
export const makeFile =
  (services: Services, handlers: readonly Handler[]): DoRun<Work> =>
  async (run) => {
    const { lease, customerId, work, askedBy, lastTry } = run;
    const row = askedBy === null ? undefined : await findFile(run.db, customerId, work.fileId, askedBy);
    if (!row) return failedEnd('The request of this file is gone. Export the report again.');
    const signal = AbortSignal.any([lease.signal, lease.stopped]);
    const asked = await callOfPerson(services, { customerId, userId: row.asked_by, signal });
    if (!asked) return failedEnd(messages.insufficientRights);
    if (row.made_at !== null) return doneEnd(row.row_count ?? 0, row.found_count ?? 0);
    try {
      const made = await make(services, handlers, run, row, asked);
      await store(run, row, asked, made, services.now());
      return doneEnd(made.rows, made.found);
    } catch (error) {
      if (lease.stopped.aborted || error instanceof RunStopped)
        return { state: 'cancelled', message: 'Stopped. No file was made.' };
      if (error instanceof LeaseLost || lease.signal.aborted) throw error;
      if (error instanceof NoFile) return failedEnd(error.message);
      if (isTransient(error) && !lastTry) throw error;
      services.log.error({ err: error, run: { customerId, runId: run.runId } }, 'a file of a report was not made');
      return { ...failedEnd('The file could not be made. Nothing of it was kept.'), fault: error };
    }
  };

async function make(
  services: Services,
  handlers: readonly Handler[],
  { lease, db, customerId }: FileRun,
  row: FileRow,
  asked: PersonCall,
): Promise<Made> {
  await lease.report('Reading the rows');
  const report = reports.find(({ id }) => id === row.report_id);
  const isOfAll = report !== undefined && asked.call.actor.administrator && isOfAllCustomers(report, row.body.query);
  const read = async (rows: number, total: number) => {
    if (total > mostFileRows) throw new NoFile(tooManyRows(mostFileRows));
    await lease.report('Reading the rows', rows, total);
  };
  const data = await readSavedData(
    { reportId: row.report_id, body: row.body },
    {
      cust: customerId,
      call: isOfAll ? callAboutAll(asked) : asked.call,
      handlers,
      like: { zone: asked.zone, isOfAll, more: { most: mostFileRows, read } },
    },
  );
  if (!data.ok) throw new NoFile(wordsOf(data.error));
  const found = data.value.rows.length;
  const rows = row.kind === 'xlsx' ? Math.min(found, mostExcelRows) : found;
  const written = (done: number) => lease.report('Writing the file', done, rows);
  await written(0);
  const customer = isOfAll ? 'All customers' : await nameOfCustomer(db, customerId);
  const view = { name: row.report, body: row.body };
  const source = { data: data.value, view, customer, person: asked.person.name, at: services.now(), written };
  const file = await makeReportFile(row.kind, source);
  if (file.content.byteLength > mostMegabytes * 1_000_000) throw new NoFile(tooLarge(mostMegabytes));
  await written(rows);
  return { file, rows, found };
}

type Refused = Exclude<Awaited<ReturnType<typeof readSavedData>>, { ok: true }>['error'];

function wordsOf(error: Refused): string {
  if (error.kind === 'forbidden') return messages.insufficientRights;
  return error.kind === 'not_found' ? error.what : Object.values(error.fields).join(' ');
}

async function store(
  { db, lease }: FileRun,
  row: FileRow,
  { call }: PersonCall,
  { file, rows, found }: Made,
  at: Date,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lease.guard(tx);
    await tx
      .updateTable('report_file')
      .set({
        name: file.name,
        content: file.content,
        size: file.content.byteLength,
        row_count: rows,
        found_count: found,
        made_with: rightsOf(call.actor),
        made_at: at,
        kept_until: new Date(at.getTime() + fileDays * dayInMilliseconds),
      })
      .where('customer_id', '=', row.customer_id)
      .where('id', '=', row.id)
      .execute();
  });
}

const doneEnd = (rows: number, found: number): RunEnd => ({ state: 'done', message: fileWords(rows, found) });

const failedEnd = (message: string): RunEnd => ({ state: 'failed', message });

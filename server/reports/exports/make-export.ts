import { messages } from '#contract/kit/messages.ts';
import { type ExportList, mostSheetRows } from '#contract/reports/data-exports.ts';
import { fileDays } from '#contract/reports/report-files.ts';
import { exportMail, exportTooLarge, exportWords, tooManyForExcel } from '#domain/reports/exports/export-words.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { isTransient } from '#server/kit/db/sessions/transient.ts';
import type { Services } from '#server/kit/http/handle.ts';
import { nameOfCustomer } from '#server/people/customers/customer-name.ts';
import { LeaseLost, RunStopped } from '#server/runs/lease.ts';
import type { ClaimedRun, DoRun, RunEnd } from '#server/runs/run-kind.ts';
import { rightsOf } from '../background/file-rows.ts';
import { callOfPerson, type PersonCall } from '../data/person-call.ts';
import { dropParts, type ExportRow, findExport } from './export-rows.ts';
import { missingList, sourcesFor } from './export-sources.ts';
import type { exportRuns } from './queue-export.ts';
import { mostMegabytes, type Written, writeExport } from './write-export.ts';

type Work = (typeof exportRuns.work)['_output'];
type ExportRun = ClaimedRun<Work>;
/** A request with the call of its person. */
type Asked = { readonly row: ExportRow; readonly asked: PersonCall };

const dayInMilliseconds = 86_400_000;

/** A reason, in words, why no file is made. */
class NoExport extends Error {}

/**
 * Makes an export with the rights that the person has now. Its parts are written while the lease is held, and are a file only once the
 * last transaction says so, which also stores the email. Work that ends otherwise leaves no part. Work that another process goes on with
 * begins again, unless the file is made.
 */
export const makeExport =
  (services: Services): DoRun<Work> =>
  async (run) => {
    const { lease, customerId, work, askedBy, lastTry } = run;
    const row = askedBy === null ? undefined : await findExport(run.db, customerId, work.fileId, askedBy);
    if (!row) return { state: 'failed', message: 'The request of this export is gone. Request it again.' };
    const signal = AbortSignal.any([lease.signal, lease.stopped]);
    const asked = await callOfPerson(services, { customerId, userId: row.asked_by, signal });
    if (!asked) return { ...without(row), state: 'failed', message: messages.insufficientRights };
    if (row.made_at !== null) return { state: 'done', message: exportWords(row.kind, row.sheets, 0) };
    try {
      const written = await make(services, run, { row, asked }, signal);
      await finish(services, run, { row, asked }, written);
      return { state: 'done', message: exportWords(row.kind, written.sheets, written.cut) };
    } catch (error) {
      if (lease.stopped.aborted || error instanceof RunStopped)
        return { ...without(row), state: 'cancelled', message: 'Stopped. No file was made.' };
      if (error instanceof LeaseLost || lease.signal.aborted) throw error;
      if (error instanceof NoExport) return failedEnd(services, { row, asked }, error.message);
      if (isTransient(error) && !lastTry) throw error;
      services.log.error({ err: error, run: { customerId, runId: run.runId } }, 'an export of a customer was not made');
      return { ...failedEnd(services, { row, asked }, `${messages.exportNotSent} Nothing of it was kept.`), fault: error };
    }
  };

async function make(
  services: Services,
  { lease, db, customerId }: ExportRun,
  { row, asked }: Asked,
  signal: AbortSignal,
): Promise<Written> {
  const all = await sourcesFor(db, asked.call.actor, customerId);
  const lists = row.lists as ExportList[];
  if (missingList(all, lists)) throw new NoExport(messages.insufficientRights);
  await db.transaction().execute(async (tx) => {
    await lease.guard(tx);
    // What a process before this one has left.
    await dropParts(tx, { customerId, exportId: row.id });
  });
  const name = await nameOfCustomer(db, customerId);
  const written = await writeExport(db, lease, {
    customerId,
    exportId: row.id,
    kind: row.kind,
    sources: all.filter(({ list }) => lists.includes(list)),
    origin: { customer: name, person: asked.person.name, at: services.now(), zone: asked.zone },
    signal,
    fits(sheets) {
      const words = row.kind === 'xlsx' ? tooManyForExcel(sheets, mostSheetRows) : null;
      if (words !== null) throw new NoExport(words);
    },
  });
  if (written === 'too large') throw new NoExport(exportTooLarge(mostMegabytes));
  return written;
}

async function finish(
  services: Services,
  { db, lease }: ExportRun,
  { row, asked }: Asked,
  { sheets, size, name, cut }: Written,
): Promise<void> {
  const at = services.now();
  await db.transaction().execute(async (tx) => {
    await lease.guard(tx);
    await tx
      .updateTable('data_export')
      .set({
        name,
        size,
        sheets: JSON.stringify(sheets),
        made_with: rightsOf(asked.call.actor),
        made_at: at,
        kept_until: new Date(at.getTime() + fileDays * dayInMilliseconds),
      })
      .where('customer_id', '=', row.customer_id)
      .where('id', '=', row.id)
      .execute();
    await tell(services, tx, { row, asked }, exportWords(row.kind, sheets, cut), true);
  });
}

/** Stores the email about an export. Its cause names the request, so one request sends one email about its end. */
async function tell(services: Services, tx: Tx, { row, asked }: Asked, words: string, isReady: boolean): Promise<void> {
  const customer = await nameOfCustomer(tx, row.customer_id);
  const link = new URL(`/export/${row.customer_id}?file=${row.id}`, services.config.publicUrl).href;
  const { subject, text } = exportMail({ customer, person: asked.person.name, words, isReady, days: fileDays, link });
  await services.mail.send(tx, {
    customerId: row.customer_id,
    cause: `data export ${row.id}`,
    to: asked.person.email,
    subject,
    text,
    owner: row.asked_by,
  });
}

const without = (row: ExportRow): Pick<RunEnd, 'also'> => ({
  also: (tx) => dropParts(tx, { customerId: row.customer_id, exportId: row.id }),
});

const failedEnd = (services: Services, asked: Asked, message: string): RunEnd => ({
  state: 'failed',
  message,
  async also(tx) {
    await dropParts(tx, { customerId: asked.row.customer_id, exportId: asked.row.id });
    await tell(services, tx, asked, message, false);
  },
});

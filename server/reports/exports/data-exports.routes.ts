import { messages } from '#contract/kit/messages.ts';
import { no, ok } from '#contract/kit/result.ts';
import { type ExportList, listExports, mostSheetRows, readExport, requestExport } from '#contract/reports/data-exports.ts';
import { fileDays } from '#contract/reports/report-files.ts';
import { absent } from '#contract/rows/absent.ts';
import { exportExpired, listLabels, tooManyForExcel } from '#domain/reports/exports/export-words.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { scopeTo } from '#server/kit/db/customer-scope.ts';
import { done } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { lostRight } from '../background/file-rows.ts';
import { contentTypes } from '../files/report-file.ts';
import { exportsOf, findExport, partsOf } from './export-rows.ts';
import { missingList, sourcesFor } from './export-sources.ts';
import { queueExport, runningExport } from './queue-export.ts';
import type { SheetSource } from './sheet-source.ts';

/** Exports of a customer's data: requested, listed and downloaded by one person. */
export const dataExportRoutes: Handler[] = [
  handle(requestExport, { audit: 'data.export' }, async ({ cust, lists: asked, kind }, { tx, services: { now }, actor }) => {
    const lists = [...new Set(asked)];
    const all = await sourcesFor(tx, actor, cust);
    const missing = missingList(all, lists);
    if (missing) return no({ kind: 'forbidden', needs: rightOf[missing] });
    const sheets =
      kind === 'xlsx'
        ? await counted(
            tx,
            all.filter(({ list }) => lists.includes(list)),
          )
        : [];
    const words = tooManyForExcel(sheets, mostSheetRows);
    if (words !== null) return no({ kind: 'invalid', fields: { kind: words } });
    const request = { customer_id: cust, asked_by: actor.userId, lists, kind };
    const queued = await queueExport(tx, request, { name: actor.name, now: now() });
    if (!queued) return no({ kind: 'conflict', current: await runningWords(tx, cust, actor.userId) });
    const facts = { lists: lists.map((list) => listLabels[list]).join(', '), kind };
    return done({ message: messages.exportRequested, work: queued.work }, { object: ['dataExport', queued.exportId], facts });
  }),
  handle(listExports, async ({ cust }, { services: { db, now }, actor }) => {
    const all = await sourcesFor(db, actor, cust);
    const lists = [...new Set(all.map(({ list }) => list))];
    const offered = [];
    for (const list of lists)
      offered.push({
        list,
        sheets: await counted(
          db,
          all.filter((one) => one.list === list),
        ),
      });
    const running = await runningExport(db, cust);
    return ok({
      offered,
      running: running ? { by: running.by, since: running.since, own: running.askedBy === actor.userId } : null,
      exports: await exportsOf(db, cust, actor.userId, now()),
    });
  }),
  handle(readExport, async ({ cust, id }, { services: { db, now }, actor }) => {
    const row = await findExport(db, cust, id, actor.userId);
    if (!row) return no(absent('export', id));
    const needs = lostRight(row, actor);
    if (needs !== undefined) return no({ kind: 'forbidden', needs });
    if (row.kept_until === null) return no({ kind: 'not_found', what: 'The file of this export is not made.' });
    if (new Date(row.kept_until) <= now()) return no({ kind: 'not_found', what: exportExpired(fileDays) });
    return ok({
      // The stream goes on after the call has answered.
      body: partsOf(scopeTo(db, [cust]), { customerId: cust, exportId: id }),
      contentType: row.kind === 'xlsx' ? contentTypes.xlsx : 'application/zip',
      fileName: row.name,
      headers: { 'cache-control': 'no-store', ...(row.size !== null && { 'content-length': String(row.size) }) },
    });
  }),
];

/** The right that a person who may not export a list can ask for. */
const rightOf: Readonly<Record<ExportList, string>> = {
  jobs: 'staging.read',
  mappings: 'staging.read',
  rules: 'rules.read',
  lists: 'staging.read',
  users: 'users.read',
};

async function counted(db: Db, sources: readonly SheetSource[]) {
  const sheets = [];
  for (const { name, count } of sources) sheets.push({ name, rows: await count(db) });
  return sheets;
}

async function runningWords(db: Db, customerId: number, userId: number) {
  const running = await runningExport(db, customerId);
  if (!running) return { message: 'Another export is being made. Request yours when it has ended.' };
  const whose = running.askedBy === userId ? 'Your export' : `An export that ${running.by} requested`;
  return {
    message: `${whose} is still being made. One export runs at a time; request the next one when it has ended.`,
    by: running.by,
    since: running.since,
  };
}

import { no, ok, type Result } from '#contract/kit/result.ts';
import { exportReport, fileDays, listReportFiles, readReportFile, remakeReportFile } from '#contract/reports/report-files.ts';
import { type Absent, absent } from '#contract/rows/absent.ts';
import type { ConfigurationBody } from '#contract/rows/report-rows.ts';
import { expiredWords } from '#domain/reports/files/file-words.ts';
import { usualBody } from '#domain/reports/kit/saved-report.ts';
import { reports } from '#domain/reports/reports.ts';
import { isSendable } from '#domain/reports/schedules/sendable.ts';
import { may } from '#domain/rights/may.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { done, unchanged } from '#server/kit/http/audited.ts';
import { type Actor, type Handler, handle } from '#server/kit/http/handle.ts';
import { visibleConfiguration } from '../configurations/visible-configurations.ts';
import { contentTypes } from '../files/report-file.ts';
import { contentOf, filesOf, findFile, lostRight } from './file-rows.ts';
import { type FileRequest, queueFile } from './queue-file.ts';

/** Files of reports that are made in the background: asked for, listed and downloaded by one person. */
export const reportFileRoutes: Handler[] = [
  handle(
    exportReport,
    { audit: 'reports.file.ask' },
    async ({ cust, reportId, kind, body, configurationId }, { tx, services: { now }, actor }) => {
      const view = await viewOf(tx, cust, actor, { reportId, body, configurationId });
      if (!view.ok) return view;
      const request: FileRequest = {
        customer_id: cust,
        asked_by: actor.userId,
        report_id: reportId,
        kind: kind === 1 ? 'csv' : 'xlsx',
        ...view.value,
      };
      return queued(tx, request, { name: actor.name, now: now() });
    },
  ),
  handle(listReportFiles, async ({ cust }, { services: { db, now }, actor }) => ok(await filesOf(db, cust, actor.userId, now()))),
  handle(readReportFile, async ({ cust, id }, { services: { db, now }, actor }) => {
    const file = await findFile(db, cust, id, actor.userId);
    if (!file) return no(absent('file', id));
    const needs = lostRight(file, actor);
    if (needs !== undefined) return no({ kind: 'forbidden', needs });
    if (file.kept_until === null) return no({ kind: 'not_found', what: `The file of “${file.report}” is not made.` });
    const content = new Date(file.kept_until) > now() ? await contentOf(db, file) : undefined;
    if (!content) return no({ kind: 'not_found', what: expiredWords(file.report, fileDays) });
    return ok({
      body: content,
      contentType: contentTypes[file.kind],
      fileName: file.name,
      headers: { 'cache-control': 'no-store' },
    });
  }),
  handle(remakeReportFile, { audit: 'reports.file.ask' }, async ({ cust, id }, { tx, services: { now }, actor }) => {
    const file = await findFile(tx, cust, id, actor.userId);
    if (!file) return no(absent('file', id));
    const { customer_id, asked_by, report_id, report, kind, body } = file;
    const view = await viewOf(tx, cust, actor, { reportId: report_id, body });
    if (!view.ok) return view;
    return queued(tx, { customer_id, asked_by, report_id, report, kind, body }, { name: actor.name, now: now() });
  }),
];

type Asked = {
  readonly reportId: number;
  readonly body?: ConfigurationBody | undefined;
  readonly configurationId?: number | undefined;
};
type Refused = { kind: 'invalid'; fields: Record<string, string> } | { kind: 'forbidden'; needs: string } | Absent;

/** The view that is asked for, if the service answers its report and the person may read it. */
async function viewOf(
  tx: Tx,
  cust: number,
  actor: Actor,
  { reportId, body, configurationId }: Asked,
): Promise<Result<Pick<FileRequest, 'report' | 'body'>, Refused>> {
  const report = reports.find(({ id }) => id === reportId);
  if (!report) return no(absent('report', reportId));
  if (!may(actor, report.audience)) return no({ kind: 'forbidden', needs: report.audience });
  if (configurationId !== undefined && body !== undefined)
    return no(refused('configurationId', 'Send the columns and filters, or a saved configuration, not both.'));
  const saved = configurationId === undefined ? undefined : await visibleConfiguration(tx, cust, actor.userId, configurationId);
  if (configurationId !== undefined && saved?.reportId !== reportId) return no(absent('reportConfiguration', configurationId));
  const view = saved?.body ?? body ?? usualBody(report);
  if (!isSendable({ reportId, body: view }))
    return no(refused(saved ? 'configurationId' : 'body', 'This view belongs to the staging grid, not to a report.'));
  return ok({ report: saved?.name ?? report.title, body: view });
}

const refused = (field: string, sentence: string): Refused => ({ kind: 'invalid', fields: { [field]: sentence } });

/** Queues the work; the same work under way is answered without a line in the activity. */
async function queued(tx: Tx, request: FileRequest, asker: { readonly name: string; readonly now: Date }) {
  const { work, fileId, isNew } = await queueFile(tx, request, asker);
  if (!isNew) return unchanged(work);
  return done(work, { object: ['reportFile', fileId] as const, facts: { name: request.report, kind: request.kind } });
}

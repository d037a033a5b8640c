import { no, ok } from '#contract/kit/result.ts';
import { readReportData } from '#contract/reports/configurations.ts';
import { mostReportRows } from '#contract/reports/report-lists.ts';
import { absent } from '#contract/rows/absent.ts';
import { fieldKeyed } from '#domain/fields/catalogue.ts';
import { labelOf, type Report } from '#domain/reports/kit/report.ts';
import { savedReport, savedRows } from '#domain/reports/kit/saved-report.ts';
import { reports } from '#domain/reports/reports.ts';
import { may } from '#domain/rights/may.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { dayIn } from '#server/people/customers/disable-date.ts';
import { labelsOf } from '#server/rules/ruling/read-rules.ts';
import { visibleConfiguration } from '../configurations/visible-configurations.ts';
import { answerReport, type Line } from './report-answers.ts';

type Cell = string | number | boolean | null;

/**
 * The rows of a report with a saved configuration. `handlers` are those of all other calls: a report that the service answers is
 * answered by its own call, with the rights of the person who asks.
 */
export const reportDataRoutes = (handlers: readonly Handler[]): Handler[] => [
  handle(readReportData, { audit: 'none: it only reads' }, async ({ cust, reportId, configId }, call) => {
    const { services, actor } = call;
    const report = reports.find(({ id }) => id === reportId) as Report<Line> | undefined;
    if (!report) return no({ kind: 'not_found', what: `There is no report with the number ${reportId}.` });
    if (!may(actor, report.audience)) return no({ kind: 'forbidden', needs: report.audience });
    const saved = await visibleConfiguration(services.db, cust, actor.userId, configId);
    if (!saved || saved.reportId !== reportId) return no(absent('reportConfiguration', configId));
    const nameOf = await namesAt(services.db, cust);
    const answer = await answerReport(report, saved.body, { cust, call, handlers, nameOf });
    if (!answer.ok) return answer;
    const dayOf = await daysAt(services.db, cust);
    const rows = savedRows(report, saved.body, answer.value, dayOf);
    const { columns, skipped } = savedReport(report, saved.body);
    return ok({
      report: report.title,
      name: saved.name,
      columns: columns.map(({ key, label, type }) => ({ key, label: labelOf(label, nameOf), type })),
      skipped: [...skipped],
      total: rows.length,
      rows: rows.slice(0, mostReportRows).map((row) => Object.fromEntries(columns.map(({ key }) => [key, cellOf(row[key])]))),
    });
  }),
];

/** The day of an instant where the customer is. */
async function daysAt(db: Db, customerId: number): Promise<(instant: string) => string> {
  const customer = await db.selectFrom('customer').select('time_zone').where('id', '=', customerId).executeTakeFirst();
  const zone = customer?.time_zone ?? 'UTC';
  return (instant) => dayIn(zone, new Date(instant));
}

/** The customer's names of job fields by their keys. */
async function namesAt(db: Db, customerId: number): Promise<(field: string) => string> {
  const labels = await labelsOf(db, customerId);
  return (key) => {
    const field = fieldKeyed(key);
    return field ? labels(field.id) : key;
  };
}

const cellOf = (value: unknown): Cell =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;

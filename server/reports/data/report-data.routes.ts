import { no, ok } from '#contract/kit/result.ts';
import { readReportData } from '#contract/reports/configurations.ts';
import { mostReportRows } from '#contract/reports/report-lists.ts';
import { absent } from '#contract/rows/absent.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { visibleConfiguration } from '../configurations/visible-configurations.ts';
import { readSavedData } from './saved-data.ts';

type Cell = string | number | boolean | null;

/**
 * The rows of a report with a saved configuration. `handlers` are those of all other calls: a report that the service answers is
 * answered by its own call, with the rights of the person who asks.
 */
export const reportDataRoutes = (handlers: readonly Handler[]): Handler[] => [
  handle(readReportData, { audit: 'none: it only reads' }, async ({ cust, reportId, configId }, call) => {
    const { services, actor } = call;
    const saved = await visibleConfiguration(services.db, cust, actor.userId, configId);
    if (!saved || saved.reportId !== reportId) return no(absent('reportConfiguration', configId));
    const data = await readSavedData(saved, { cust, call, handlers });
    if (!data.ok) return data;
    const { report, columns, skipped, rows } = data.value;
    return ok({
      report: report.title,
      name: saved.name,
      columns: [...columns],
      skipped: [...skipped],
      total: rows.length,
      rows: rows.slice(0, mostReportRows).map((row) => Object.fromEntries(columns.map(({ key }) => [key, cellOf(row[key])]))),
    });
  }),
];

const cellOf = (value: unknown): Cell =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;

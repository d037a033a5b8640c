import { type ReportConfigurationRow, reportBase } from '#contract/rows/report-rows.ts';
import { reportIds } from './kit/report-ids.ts';
import { reports } from './reports.ts';

type Saved = Pick<ReportConfigurationRow, 'id' | 'reportId' | 'body'>;

/** Where a saved view opens: the name of its screen, and its address with `cfid`. Null if its report no longer exists. */
export function viewAddress({ id, reportId, body }: Saved): { readonly screen: string; readonly path: string } | null {
  if (reportId === reportIds.jobs && body.base !== reportBase) return { screen: 'Staging', path: `/staging?cfid=${id}` };
  const report = reports.find((one) => one.id === reportId);
  return report ? { screen: report.title, path: `${report.path}?cfid=${id}` } : null;
}

import { type ReportConfigurationRow, reportBase, stagingReportId } from '#contract/rows/report-rows.ts';
import type { AnyReport } from '../kit/report.ts';
import { reportIds } from '../kit/report-ids.ts';
import { reports } from '../reports.ts';

/** Reports that devices show from their own rows and the service can answer as well. */
const alsoByService: ReadonlySet<number> = new Set([reportIds.jobs, reportIds.rules]);

/** Whether the service can answer a report, so that it can be sent without a device. */
const isAnsweredByService = ({ id, answeredBy }: AnyReport): boolean => answeredBy === 'service' || alsoByService.has(id);

/** What is said of a view that no schedule can send. */
export const notSendable =
  'Only devices put the rows of this view together, so it cannot be sent. Choose a view of a report that the service answers.';

/** Whether a saved view can be sent by a schedule: one of the staging grid, or of a report that the service can answer. */
export function isSendable({ reportId, body }: Pick<ReportConfigurationRow, 'reportId' | 'body'>): boolean {
  const report = reports.find(({ id }) => id === reportId);
  if (report === undefined) return false;
  return body.base === reportBase ? isAnsweredByService(report) : reportId === stagingReportId;
}

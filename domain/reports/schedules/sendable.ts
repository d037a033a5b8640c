import { type ReportConfigurationRow, reportBase, stagingReportId } from '#contract/rows/report-rows.ts';
import { reports } from '../reports.ts';

/** What is said of a view that no schedule can send. */
export const notSendable = 'This view belongs to no report that exists, so it cannot be sent. Choose another view.';

/** Whether a saved view can be sent by a schedule: one of a report, or of the staging grid. */
export const isSendable = ({ reportId, body }: Pick<ReportConfigurationRow, 'reportId' | 'body'>): boolean =>
  reports.some(({ id }) => id === reportId) && (body.base === reportBase || reportId === stagingReportId);

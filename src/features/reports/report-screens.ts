import type { ComponentType } from 'react';

/** How each report screen loads, by its id. A record of its own, so that the first page holds one import for all of them. */
const loads = {
  dataExport: () => import('./exports/export-page.tsx').then((m) => m.ExportPage),
  reportLibrary: () => import('./library/report-library.tsx').then((m) => m.ReportLibrary),
  myReports: () => import('./my-reports/my-reports.tsx').then((m) => m.MyReports),
  jobsReport: () => import('./jobs/jobs-report.tsx').then((m) => m.JobsReport),
  mapSummary: () => import('./map-reports/map-summary.tsx').then((m) => m.MapSummaryReport),
  mapDetail: () => import('./map-reports/map-report.tsx').then((m) => m.MapDetailReport),
  mapDegreeReport: () => import('./map-reports/map-report.tsx').then((m) => m.MapDegreeReport),
  mapSpecialtyReport: () => import('./map-reports/map-report.tsx').then((m) => m.MapSpecialtyReport),
  mapShiftReport: () => import('./map-reports/map-report.tsx').then((m) => m.MapShiftReport),
  ruleReport: () => import('./rule-report/rule-report.tsx').then((m) => m.RuleReport),
  customerTasksReport: () => import('./tasks/customer-tasks.tsx').then((m) => m.CustomerTasksReport),
  customerTargetsReport: () => import('./targets/customer-targets.tsx').then((m) => m.CustomerTargetsReport),
  feedJobs: () => import('./targets/feed-jobs.tsx').then((m) => m.FeedJobs),
  submissionFunnel: () => import('./submissions/submission-funnel.tsx').then((m) => m.SubmissionFunnel),
  taskErrors: () => import('./collecting/task-errors.tsx').then((m) => m.TaskErrors),
  dataIssues: () => import('./collecting/data-issues.tsx').then((m) => m.DataIssues),
  taskStatus: () => import('./collecting/task-status.tsx').then((m) => m.TaskStatus),
  taskAudit: () => import('./collecting/task-audit.tsx').then((m) => m.TaskAudit),
  customersByTask: () => import('./collecting/customers-by-task.tsx').then((m) => m.CustomersByTask),
  taskUsers: () => import('./people/people-reports.tsx').then((m) => m.TaskUsers),
  loginHistory: () => import('./people/people-reports.tsx').then((m) => m.LoginHistory),
  customerContacts: () => import('./people/people-reports.tsx').then((m) => m.CustomerContacts),
  customerSubscription: () => import('./people/customer-reports.tsx').then((m) => m.CustomerSubscriptions),
  customerRisk: () => import('./people/customer-reports.tsx').then((m) => m.CustomerRiskReport),
  serviceItemsReport: () => import('./people/customer-reports.tsx').then((m) => m.ServiceItemsReport),
} as const satisfies Record<string, () => Promise<ComponentType>>;

/** The id of a report screen. */
export type ReportScreen = keyof typeof loads;

/** Loads a report screen. */
export const loadReport = async (id: ReportScreen): Promise<{ Component: ComponentType }> => ({
  Component: await loads[id](),
});

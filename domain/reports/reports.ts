import { customersByTaskReport } from './collecting/customers-by-task.ts';
import { dataIssuesReport } from './collecting/data-issues.ts';
import { customerTasksReport } from './collecting/task-report.ts';
import { taskAuditReport, taskErrorsReport, taskStatusReport } from './collecting/task-reports.ts';
import { jobsReport } from './jobs/jobs-report.ts';
import type { AnyReport } from './kit/report.ts';
import { mapSummaryReport } from './mapping/map-summary.ts';
import { mapDegreesReport, mapDetailReport, mapShiftsReport, mapSpecialtiesReport } from './mapping/mapped-texts.ts';
import { customerRiskReport, customerSubscriptionReport } from './people/customer-reports.ts';
import { customerContactsReport, loginHistoryReport, taskUsersReport } from './people/people-reports.ts';
import { serviceItemsReport } from './people/service-items.ts';
import { feedJobsReport } from './posting/feed-jobs.ts';
import { customerTargetsReport } from './posting/target-report.ts';
import { ruleReport } from './rules/rule-report.ts';
import { submissionFunnelReport } from './submissions/submission-funnel.ts';

/** Every report of the product, in the order of the library. */
export const reports: readonly AnyReport[] = [
  jobsReport,
  mapSummaryReport,
  mapDetailReport,
  mapDegreesReport,
  mapSpecialtiesReport,
  mapShiftsReport,
  ruleReport,
  taskErrorsReport,
  dataIssuesReport,
  taskStatusReport,
  taskAuditReport,
  customersByTaskReport(),
  taskUsersReport,
  loginHistoryReport,
  customerContactsReport,
  customerSubscriptionReport,
  customerRiskReport,
  serviceItemsReport,
  customerTasksReport,
  customerTargetsReport,
  feedJobsReport,
  submissionFunnelReport,
];

import { listCrawlerCustomers } from '#contract/collecting/crawlers.ts';
import { reportDataIssues, reportTaskAudit, reportTaskErrors, reportTaskStatus } from '#contract/reports/collecting-reports.ts';
import { listCustomerRisk } from '#contract/reports/customer-risk.ts';
import { listCustomerTargets } from '#contract/reports/customer-targets.ts';
import { reportFeedJobs } from '#contract/reports/feed-jobs.ts';
import { reportContacts, reportLogins, reportSubscriptions, reportTaskUsers } from '#contract/reports/people-reports.ts';
import { mostReportRows } from '#contract/reports/report-lists.ts';
import { reportSubmissionFunnel } from '#contract/reports/submission-funnel.ts';
import { collectErrors } from '#contract/rows/collect-errors.ts';
import { listServiceItems } from '#contract/system/service-items.ts';
import { defaultNames } from '#domain/job-list/field-names.ts';
import { fieldLabel } from '#domain/job-list/job-fields.ts';
import { issueKinds, wholeRow } from '#domain/reports/collecting/data-issues.ts';
import type { reportIds } from '#domain/reports/kit/report-ids.ts';
import { riskLines } from '#domain/reports/people/customer-reports.ts';
import { loginOutcomes } from '#domain/reports/people/people-reports.ts';
import { serviceItemLines } from '#domain/reports/people/service-items.ts';
import { targetReportLines } from '#domain/reports/posting/target-report.ts';
import { taskStatuses } from '#src/entities/collect/task-status.ts';
import { stateWords } from '#src/entities/person/person-states.ts';
import { fieldNameIn } from '#src/features/reports/kit/field-name.ts';
import type { Agency } from './agency.ts';

type Rows = () => Promise<readonly object[]>;

/** The rows that the pages of reports get from the service, as their screens make them: of the customer, or of all for administrators. */
export function serviceScreens({ service, tokens: { chief, administrator } }: Agency) {
  const ofOne = { cust: 'me', pageSize: mostReportRows } as const;
  const ofAll = { cust: -1, pageSize: mostReportRows } as const;
  return {
    taskErrors: async () =>
      (await service.call(reportTaskErrors, ofOne, chief)).rows.map((row) => ({
        ...row,
        errorName: row.error === null ? '' : collectErrors[row.error].name,
      })),
    dataIssues: async () =>
      (await service.call(reportDataIssues, ofOne, chief)).rows.map((row) => ({
        ...row,
        kindName: issueKinds[row.kind],
        fieldName: row.field === 'row' ? wholeRow : fieldNameIn(defaultNames)(row.field),
      })),
    taskStatus: async () => (await service.call(reportTaskStatus, ofOne, chief)).rows,
    taskAudit: async () =>
      (await service.call(reportTaskAudit, ofOne, chief)).rows.map((row) => ({
        ...row,
        stateName: taskStatuses[row.state].words,
      })),
    customersByTask: async () => service.call(listCrawlerCustomers, { cust: -1, crawler: 1 }, administrator),
    customerTargets: async () =>
      targetReportLines((await service.call(listCustomerTargets, { cust: 'me' }, chief)).rows, service.people.north, fieldLabel),
    submissionFunnel: async () => (await service.call(reportSubmissionFunnel, ofOne, chief)).rows,
    feedJobs: async () => (await service.call(reportFeedJobs, ofOne, chief)).rows,
    taskUsers: async () => (await service.call(reportTaskUsers, ofAll, administrator)).rows,
    loginHistory: async () =>
      (await service.call(reportLogins, ofAll, administrator)).rows.map((row) => ({
        ...row,
        outcomeName: loginOutcomes[row.outcome],
      })),
    customerContacts: async () =>
      (await service.call(reportContacts, ofAll, administrator)).rows.map((row) => ({
        ...row,
        stateName: stateWords[row.state].words,
      })),
    customerSubscription: async () => (await service.call(reportSubscriptions, ofAll, administrator)).rows,
    customerRisk: async () => riskLines(await service.call(listCustomerRisk, {}, administrator)),
    serviceItems: async () => serviceItemLines(await service.call(listServiceItems, {}, administrator)),
  } satisfies { readonly [name in keyof typeof reportIds]?: Rows };
}

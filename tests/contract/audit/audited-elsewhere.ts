import { aiCallEndpoints } from '#contract/ai/calls.ts';
import { datasetEndpoints } from '#contract/ai/dataset.ts';
import { aiEngineEndpoints } from '#contract/ai/engines.ts';
import { aiMeasurementEndpoints } from '#contract/ai/measurements.ts';
import { aiModelEndpoints } from '#contract/ai/models.ts';
import { aiPromptEndpoints } from '#contract/ai/prompts.ts';
import { accountingClientEndpoints } from '#contract/billing/accounting-clients.ts';
import { billingContactEndpoints } from '#contract/billing/contacts.ts';
import { invoiceEndpoints } from '#contract/billing/invoices.ts';
import { ledgerEndpoints } from '#contract/billing/ledger.ts';
import { planEndpoints } from '#contract/billing/plans.ts';
import { subscriptionEndpoints } from '#contract/billing/subscription.ts';
import { bulkTaskEndpoints } from '#contract/collecting/bulk-tasks.ts';
import { crawlerEndpoints } from '#contract/collecting/crawlers.ts';
import { receivedMailEndpoints } from '#contract/collecting/mails.ts';
import { newTaskEndpoints } from '#contract/collecting/new-tasks.ts';
import { parserRuleEndpoints } from '#contract/collecting/parser-rules.ts';
import { parserTokenEndpoints } from '#contract/collecting/parser-tokens.ts';
import { parserEndpoints } from '#contract/collecting/parsers.ts';
import { replayRun } from '#contract/collecting/runs.ts';
import { saveStatusTexts } from '#contract/collecting/statuses.ts';
import { taskCredentialEndpoints } from '#contract/collecting/task-credentials.ts';
import { taskStatsEndpoints } from '#contract/collecting/task-stats.ts';
import { uploadGoogleJobs } from '#contract/collecting/uploads.ts';
import { renewWebhook } from '#contract/collecting/webhooks.ts';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import { accountEndpoints } from '#contract/people/account.ts';
import { contactEndpoints } from '#contract/people/contacts.ts';
import { customersEndpoints } from '#contract/people/customers.ts';
import { exportKeyEndpoints, finishExportSignOn } from '#contract/people/export-keys.ts';
import { invitationEndpoints } from '#contract/people/invitations.ts';
import { linkEndpoints } from '#contract/people/links.ts';
import { moveEndpoints } from '#contract/people/moves.ts';
import { parentEndpoints } from '#contract/people/parents.ts';
import { roleEndpoints } from '#contract/people/roles.ts';
import { personSessionEndpoints } from '#contract/people/sessions.ts';
import { signOnEndpoints } from '#contract/people/sign-on.ts';
import { signOnSettingsEndpoints } from '#contract/people/sign-on-settings.ts';
import { driftEndpoints } from '#contract/posting/drift.ts';
import { feedEndpoints } from '#contract/posting/feeds.ts';
import { postingEndpoints } from '#contract/posting/posting.ts';
import { postingModeEndpoints } from '#contract/posting/posting-mode.ts';
import { targetConnectionEndpoints } from '#contract/posting/target-connection.ts';
import { targetListEndpoints } from '#contract/posting/target-lists.ts';
import { waitingListEndpoints } from '#contract/posting/waiting-lists.ts';
import { requestExport } from '#contract/reports/data-exports.ts';
import { exportReport, remakeReportFile } from '#contract/reports/report-files.ts';
import { removeSchedule, saveSchedule, sendScheduled, testSchedule } from '#contract/reports/schedules.ts';
import { fetchAttachment } from '#contract/staging/attachments.ts';
import { cancelOrders } from '#contract/staging/cancel-orders.ts';
import { caregiverDocumentEndpoints } from '#contract/submissions/caregiver-documents.ts';
import { submissionDictionaryEndpoints } from '#contract/submissions/dictionaries.ts';
import { submissionDocumentEndpoints } from '#contract/submissions/documents.ts';
import { submissionListEndpoints } from '#contract/submissions/lists.ts';
import { submissionLoginEndpoints } from '#contract/submissions/logins.ts';
import { submissionMappingEndpoints } from '#contract/submissions/mapping.ts';
import { submissionPackageEndpoints } from '#contract/submissions/packages.ts';
import { submissionPacketEndpoints } from '#contract/submissions/packet.ts';
import { submissionEndpoints } from '#contract/submissions/submissions.ts';
import { submissionTargetEndpoints } from '#contract/submissions/targets.ts';
import { addTicketNote, mergeTicket, removeCannedAnswer, saveCannedAnswer, saveDesk } from '#contract/support/desk.ts';
import { removeDocument, saveDocument, uploadDocument } from '#contract/support/documents.ts';
import { addJobAlert, removeJobAlert, saveJobAlert, testJobAlert } from '#contract/support/job-alerts.ts';
import { sendNoticeMail } from '#contract/support/notice-mail.ts';
import { addNotice, removeNotice, saveNotice } from '#contract/support/notices.ts';
import { removeQuestion, saveQuestion, saveSupportPhone } from '#contract/support/questions.ts';
import { retryTicketIssue } from '#contract/support/ticket-issue.ts';
import { addTicketFile } from '#contract/support/tickets.ts';
import { freshBooksSettingEndpoints } from '#contract/system/freshbooks-settings.ts';
import { renewJiraWebhook } from '#contract/system/jira-webhook.ts';
import { copyLabels, removeLabel, saveLabel } from '#contract/system/labels.ts';
import { undoLongWork } from '#contract/system/long-work.ts';
import { saveSmsSettings } from '#contract/system/sms-settings.ts';

/** Calls whose audit lines are read in `audit-collecting.pg.test.ts`. */
export const callsAboutCollecting: ReadonlySet<Endpoint> = new Set<Endpoint>([
  ...crawlerEndpoints,
  ...newTaskEndpoints,
  ...taskCredentialEndpoints,
  ...bulkTaskEndpoints,
  ...taskStatsEndpoints,
]);

/** Calls whose audit lines are read in `audit-posting.pg.test.ts`. */
export const callsAboutPosting: ReadonlySet<Endpoint> = new Set<Endpoint>([
  ...postingEndpoints,
  ...postingModeEndpoints,
  ...targetConnectionEndpoints,
  ...waitingListEndpoints,
  ...targetListEndpoints,
  ...feedEndpoints,
  ...driftEndpoints,
]);

/** Calls whose audit lines are read in `audit-people.pg.test.ts`. */
export const callsAboutPeople: ReadonlySet<Endpoint> = new Set<Endpoint>([
  ...contactEndpoints,
  ...personSessionEndpoints,
  ...invitationEndpoints,
]);

/** Calls whose audit lines are read in `audit-customers.pg.test.ts`. */
export const callsAboutCustomers: ReadonlySet<Endpoint> = new Set<Endpoint>([
  ...accountEndpoints,
  ...customersEndpoints,
  ...exportKeyEndpoints.filter((endpoint) => endpoint !== finishExportSignOn),
  ...linkEndpoints,
  ...moveEndpoints,
  ...parentEndpoints,
  ...roleEndpoints,
]);

/** Calls whose audit lines are read in `audit-sign-on.pg.test.ts`. */
export const callsAboutSignOn: ReadonlySet<Endpoint> = new Set<Endpoint>([
  ...signOnEndpoints,
  ...signOnSettingsEndpoints,
  finishExportSignOn,
]);

/** Calls whose audit lines are read in `audit-billing.pg.test.ts`. */
export const callsAboutBilling: ReadonlySet<Endpoint> = new Set<Endpoint>([
  ...billingContactEndpoints,
  ...invoiceEndpoints,
  ...ledgerEndpoints,
  ...subscriptionEndpoints,
  ...planEndpoints,
  ...accountingClientEndpoints,
  ...freshBooksSettingEndpoints,
]);

/** Calls whose audit lines are read in `audit-ai.pg.test.ts`. */
export const callsAboutAi: ReadonlySet<Endpoint> = new Set<Endpoint>([
  ...aiEngineEndpoints,
  ...aiModelEndpoints,
  ...aiPromptEndpoints,
  ...aiMeasurementEndpoints,
  ...aiCallEndpoints,
  ...datasetEndpoints,
]);

/** Calls whose audit lines are read beside what they do, in the tests of their noun. */
const callsOfOneNoun: readonly Endpoint[] = [
  replayRun,
  saveStatusTexts,
  renewWebhook,
  uploadGoogleJobs,
  cancelOrders,
  fetchAttachment,
  undoLongWork,
  saveSchedule,
  removeSchedule,
  testSchedule,
  sendScheduled,
  renewJiraWebhook,
  saveSmsSettings,
  addJobAlert,
  saveJobAlert,
  removeJobAlert,
  testJobAlert,
  exportReport,
  remakeReportFile,
  requestExport,
  addTicketFile,
  saveDesk,
  addTicketNote,
  mergeTicket,
  retryTicketIssue,
  saveSupportPhone,
  saveQuestion,
  removeQuestion,
  saveCannedAnswer,
  removeCannedAnswer,
  addNotice,
  saveNotice,
  removeNotice,
  sendNoticeMail,
  saveDocument,
  uploadDocument,
  removeDocument,
  saveLabel,
  removeLabel,
  copyLabels,
  ...receivedMailEndpoints,
];
/** Calls whose audit lines are read in `audit-parsers.pg.test.ts`. */
export const callsAboutParsers: ReadonlySet<Endpoint> = new Set<Endpoint>([
  ...parserEndpoints,
  ...parserTokenEndpoints,
  ...parserRuleEndpoints,
]);

/** Calls whose audit lines are read beside what they do, in the tests of `server/submissions`. */
const callsAboutSubmissions: readonly Endpoint[] = [
  ...submissionTargetEndpoints,
  ...submissionListEndpoints,
  ...submissionDictionaryEndpoints,
  ...submissionMappingEndpoints,
  ...submissionDocumentEndpoints,
  ...submissionPackageEndpoints,
  ...submissionLoginEndpoints,
  ...submissionEndpoints,
  ...submissionPacketEndpoints,
  ...caregiverDocumentEndpoints,
];

/** Calls whose audit lines are read in another file than `audit.pg.test.ts`. */
export const auditedElsewhere: ReadonlySet<Endpoint> = new Set<Endpoint>([
  ...callsAboutAi,
  ...callsAboutBilling,
  ...callsAboutCollecting,
  ...callsAboutPosting,
  ...callsAboutPeople,
  ...callsAboutCustomers,
  ...callsAboutSignOn,
  ...callsOfOneNoun,
  ...callsAboutParsers,
  ...callsAboutSubmissions,
]);

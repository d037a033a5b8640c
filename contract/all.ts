import { aiCallEndpoints } from './ai/calls.ts';
import { datasetEndpoints } from './ai/dataset.ts';
import { aiEngineEndpoints } from './ai/engines.ts';
import { aiMeasurementEndpoints } from './ai/measurements.ts';
import { aiModelEndpoints } from './ai/models.ts';
import { aiPromptEndpoints } from './ai/prompts.ts';
import { accountingClientEndpoints } from './billing/accounting-clients.ts';
import { billingContactEndpoints } from './billing/contacts.ts';
import { invoiceEndpoints } from './billing/invoices.ts';
import { ledgerEndpoints } from './billing/ledger.ts';
import { planEndpoints } from './billing/plans.ts';
import { subscriptionEndpoints } from './billing/subscription.ts';
import { bulkTaskEndpoints } from './collecting/bulk-tasks.ts';
import { crawlerEndpoints } from './collecting/crawlers.ts';
import { errorTypeEndpoints } from './collecting/error-types.ts';
import { receivedMailEndpoints } from './collecting/mails.ts';
import { newTaskEndpoints } from './collecting/new-tasks.ts';
import { parserRuleEndpoints } from './collecting/parser-rules.ts';
import { parserTokenEndpoints } from './collecting/parser-tokens.ts';
import { parserEndpoints } from './collecting/parsers.ts';
import { runEndpoints } from './collecting/runs.ts';
import { statusTextEndpoints } from './collecting/statuses.ts';
import { taskCredentialEndpoints } from './collecting/task-credentials.ts';
import { taskStatsEndpoints } from './collecting/task-stats.ts';
import { taskEndpoints } from './collecting/tasks.ts';
import { uploadEndpoints } from './collecting/uploads.ts';
import { webhookEndpoints } from './collecting/webhooks.ts';
import type { Endpoint } from './kit/endpoint.ts';
import { choiceEndpoints } from './mapping/choices.ts';
import { externalShiftEndpoints } from './mapping/external-shifts.ts';
import { facilityAddEndpoints } from './mapping/facility-add.ts';
import { mappingGridEndpoints } from './mapping/mapping-grids.ts';
import { mappingRunEndpoints } from './mapping/mapping-runs.ts';
import { orderTypeEndpoints } from './mapping/order-types.ts';
import { premapEndpoints } from './mapping/premap.ts';
import { referenceListEndpoints } from './mapping/reference-lists.ts';
import { sharedFacilityEndpoints } from './mapping/shared-facilities.ts';
import { sourcesEndpoints } from './mapping/sources.ts';
import { specialtyDegreeEndpoints } from './mapping/specialty-degrees.ts';
import { mappingEndpoints } from './mapping/values.ts';
import { accountEndpoints } from './people/account.ts';
import { activityEndpoints } from './people/activity.ts';
import { authEndpoints } from './people/auth.ts';
import { contactEndpoints } from './people/contacts.ts';
import { customerBoardEndpoints } from './people/customer-board.ts';
import { customerListEndpoints } from './people/customer-list.ts';
import { customerWorkEndpoints } from './people/customer-work.ts';
import { customersEndpoints } from './people/customers.ts';
import { exportKeyEndpoints } from './people/export-keys.ts';
import { invitationEndpoints } from './people/invitations.ts';
import { linkEndpoints } from './people/links.ts';
import { moveEndpoints } from './people/moves.ts';
import { noticeEndpoints } from './people/notices.ts';
import { parentEndpoints } from './people/parents.ts';
import { passwordResetEndpoints } from './people/password-reset.ts';
import { roleEndpoints } from './people/roles.ts';
import { secondFactorEndpoints } from './people/second-factor.ts';
import { secondFactorProofEndpoints } from './people/second-factor-proof.ts';
import { personSessionEndpoints, sessionEndpoints } from './people/sessions.ts';
import { signOnEndpoints } from './people/sign-on.ts';
import { signOnSettingsEndpoints } from './people/sign-on-settings.ts';
import { userNameEndpoints } from './people/user-names.ts';
import { usersEndpoints } from './people/users.ts';
import { atsFieldEndpoints } from './posting/ats-fields.ts';
import { attemptEndpoints } from './posting/attempts.ts';
import { autoPostEndpoints } from './posting/auto-post.ts';
import { driftEndpoints } from './posting/drift.ts';
import { feedEndpoints } from './posting/feeds.ts';
import { fieldMappingEndpoints } from './posting/field-mapping.ts';
import { postingEndpoints } from './posting/posting.ts';
import { postingModeEndpoints } from './posting/posting-mode.ts';
import { repostEndpoints } from './posting/repost.ts';
import { statusEndpoints } from './posting/statuses.ts';
import { targetConnectionEndpoints } from './posting/target-connection.ts';
import { targetLimitEndpoints } from './posting/target-limits.ts';
import { targetListEndpoints } from './posting/target-lists.ts';
import { waitingListEndpoints } from './posting/waiting-lists.ts';
import { collectingReportEndpoints } from './reports/collecting-reports.ts';
import { configurationEndpoints } from './reports/configurations.ts';
import { customerRiskEndpoints } from './reports/customer-risk.ts';
import { customerTargetEndpoints } from './reports/customer-targets.ts';
import { dailyEndpoints } from './reports/daily.ts';
import { dashboardEndpoints } from './reports/dashboard.ts';
import { dataExportEndpoints } from './reports/data-exports.ts';
import { feedJobEndpoints } from './reports/feed-jobs.ts';
import { mapReportEndpoints } from './reports/map-reports.ts';
import { peopleReportEndpoints } from './reports/people-reports.ts';
import { reportFileEndpoints } from './reports/report-files.ts';
import { scheduleEndpoints } from './reports/schedules.ts';
import { submissionFunnelEndpoints } from './reports/submission-funnel.ts';
import { facilityRuleEndpoints } from './rules/facility-rules.ts';
import { fieldAliasEndpoints } from './rules/field-aliases.ts';
import { payEndpoints } from './rules/pay.ts';
import { ruleDraftEndpoints } from './rules/rule-drafts.ts';
import { ruleListEndpoints } from './rules/rule-lists.ts';
import { ruleRunEndpoints } from './rules/rule-runs.ts';
import { ruleVersionEndpoints } from './rules/rule-versions.ts';
import { ruleEndpoints } from './rules/rules.ts';
import { substitutionEndpoints } from './rules/substitutions.ts';
import { assigneeEndpoints } from './staging/assignees.ts';
import { attachmentEndpoints } from './staging/attachments.ts';
import { cancelOrdersEndpoints } from './staging/cancel-orders.ts';
import { descriptionEndpoints } from './staging/descriptions.ts';
import { findJobEndpoints } from './staging/find-job.ts';
import { stagingEndpoints } from './staging/staging.ts';
import { submissionAttemptEndpoints } from './submissions/attempts.ts';
import { caregiverDocumentEndpoints } from './submissions/caregiver-documents.ts';
import { submissionContactEndpoints } from './submissions/contacts.ts';
import { submissionDictionaryEndpoints } from './submissions/dictionaries.ts';
import { submissionDocumentEndpoints } from './submissions/documents.ts';
import { submissionExpiryEndpoints } from './submissions/expiries.ts';
import { submissionListEndpoints } from './submissions/lists.ts';
import { submissionLoginEndpoints } from './submissions/logins.ts';
import { submissionMappingEndpoints } from './submissions/mapping.ts';
import { submissionPackageEndpoints } from './submissions/packages.ts';
import { submissionPacketEndpoints } from './submissions/packet.ts';
import { submissionEndpoints } from './submissions/submissions.ts';
import { submissionTargetEndpoints } from './submissions/targets.ts';
import { submissionWorkEndpoints } from './submissions/work.ts';
import { deskEndpoints } from './support/desk.ts';
import { documentEndpoints } from './support/documents.ts';
import { errorConfigurationEndpoints } from './support/error-configurations.ts';
import { jobAlertEndpoints } from './support/job-alerts.ts';
import { noticeMailEndpoints } from './support/notice-mail.ts';
import { providerNoticeEndpoints } from './support/notices.ts';
import { questionEndpoints } from './support/questions.ts';
import { ticketIssueEndpoints } from './support/ticket-issue.ts';
import { ticketEndpoints } from './support/tickets.ts';
import { changeEndpoints } from './sync/changes.ts';
import { deviceEndpoints } from './sync/devices.ts';
import { syncEndpoints } from './sync/sync.ts';
import { feedbackEndpoints } from './system/feedback.ts';
import { freshBooksSettingEndpoints } from './system/freshbooks-settings.ts';
import { jiraSettingEndpoints } from './system/jira-settings.ts';
import { jiraWebhookEndpoints } from './system/jira-webhook.ts';
import { labelEndpoints } from './system/labels.ts';
import { longWorkEndpoints } from './system/long-work.ts';
import { lookupsEndpoints } from './system/lookups.ts';
import { mailEndpoints } from './system/mail.ts';
import { mailboxEndpoints } from './system/mailbox.ts';
import { serviceEndpoints } from './system/service.ts';
import { serviceItemEndpoints } from './system/service-items.ts';
import { slackSettingEndpoints } from './system/slack-settings.ts';
import { smsSettingEndpoints } from './system/sms-settings.ts';
import { systemLogEndpoints } from './system/system-log.ts';
import { systemSettingEndpoints } from './system/system-settings.ts';

/** Every call of the service, from the area files. Each area adds its list here and its handlers in `server/routes.ts`. */
export const endpoints: readonly Endpoint[] = [
  ...serviceEndpoints,
  ...authEndpoints,
  ...userNameEndpoints,
  ...usersEndpoints,
  ...contactEndpoints,
  ...personSessionEndpoints,
  ...passwordResetEndpoints,
  ...sessionEndpoints,
  ...secondFactorEndpoints,
  ...secondFactorProofEndpoints,
  ...activityEndpoints,
  ...signOnEndpoints,
  ...signOnSettingsEndpoints,
  ...invitationEndpoints,
  ...noticeEndpoints,
  ...dashboardEndpoints,
  ...collectingReportEndpoints,
  ...peopleReportEndpoints,
  ...customerRiskEndpoints,
  ...dailyEndpoints,
  ...mailEndpoints,
  ...mailboxEndpoints,
  ...customerBoardEndpoints,
  ...customerWorkEndpoints,
  ...customersEndpoints,
  ...customerListEndpoints,
  ...accountEndpoints,
  ...exportKeyEndpoints,
  ...roleEndpoints,
  ...lookupsEndpoints,
  ...postingEndpoints,
  ...driftEndpoints,
  ...attemptEndpoints,
  ...postingModeEndpoints,
  ...targetConnectionEndpoints,
  ...autoPostEndpoints,
  ...repostEndpoints,
  ...targetLimitEndpoints,
  ...targetListEndpoints,
  ...waitingListEndpoints,
  ...feedEndpoints,
  ...atsFieldEndpoints,
  ...fieldMappingEndpoints,
  ...statusEndpoints,
  ...crawlerEndpoints,
  ...errorTypeEndpoints,
  ...parserEndpoints,
  ...parserTokenEndpoints,
  ...newTaskEndpoints,
  ...parserRuleEndpoints,
  ...runEndpoints,
  ...receivedMailEndpoints,
  ...statusTextEndpoints,
  ...taskCredentialEndpoints,
  ...bulkTaskEndpoints,
  ...taskStatsEndpoints,
  ...taskEndpoints,
  ...uploadEndpoints,
  ...webhookEndpoints,
  ...syncEndpoints,
  ...deviceEndpoints,
  ...changeEndpoints,
  ...stagingEndpoints,
  ...assigneeEndpoints,
  ...descriptionEndpoints,
  ...attachmentEndpoints,
  ...findJobEndpoints,
  ...cancelOrdersEndpoints,
  ...mappingEndpoints,
  ...mappingRunEndpoints,
  ...ruleEndpoints,
  ...ruleListEndpoints,
  ...substitutionEndpoints,
  ...fieldAliasEndpoints,
  ...payEndpoints,
  ...mappingGridEndpoints,
  ...choiceEndpoints,
  ...sourcesEndpoints,
  ...referenceListEndpoints,
  ...specialtyDegreeEndpoints,
  ...orderTypeEndpoints,
  ...externalShiftEndpoints,
  ...sharedFacilityEndpoints,
  ...facilityAddEndpoints,
  ...premapEndpoints,
  ...configurationEndpoints,
  ...reportFileEndpoints,
  ...dataExportEndpoints,
  ...providerNoticeEndpoints,
  ...noticeMailEndpoints,
  ...documentEndpoints,
  ...scheduleEndpoints,
  ...jobAlertEndpoints,
  ...submissionContactEndpoints,
  ...submissionWorkEndpoints,
  ...submissionTargetEndpoints,
  ...submissionListEndpoints,
  ...submissionDictionaryEndpoints,
  ...submissionMappingEndpoints,
  ...submissionDocumentEndpoints,
  ...submissionPackageEndpoints,
  ...submissionLoginEndpoints,
  ...submissionEndpoints,
  ...submissionFunnelEndpoints,
  ...submissionAttemptEndpoints,
  ...submissionPacketEndpoints,
  ...caregiverDocumentEndpoints,
  ...submissionExpiryEndpoints,
  ...customerTargetEndpoints,
  ...feedJobEndpoints,
  ...mapReportEndpoints,
  ...ruleRunEndpoints,
  ...ruleVersionEndpoints,
  ...facilityRuleEndpoints,
  ...ruleDraftEndpoints,
  ...aiEngineEndpoints,
  ...aiModelEndpoints,
  ...aiPromptEndpoints,
  ...aiMeasurementEndpoints,
  ...aiCallEndpoints,
  ...datasetEndpoints,
  ...feedbackEndpoints,
  ...longWorkEndpoints,
  ...linkEndpoints,
  ...parentEndpoints,
  ...moveEndpoints,
  ...labelEndpoints,
  ...systemSettingEndpoints,
  ...serviceItemEndpoints,
  ...slackSettingEndpoints,
  ...jiraSettingEndpoints,
  ...jiraWebhookEndpoints,
  ...smsSettingEndpoints,
  ...freshBooksSettingEndpoints,
  ...ticketIssueEndpoints,
  ...errorConfigurationEndpoints,
  ...systemLogEndpoints,
  ...questionEndpoints,
  ...ticketEndpoints,
  ...deskEndpoints,
  ...invoiceEndpoints,
  ...billingContactEndpoints,
  ...accountingClientEndpoints,
  ...planEndpoints,
  ...subscriptionEndpoints,
  ...ledgerEndpoints,
];

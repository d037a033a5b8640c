import { aiCallRoutes } from './ai/calls/calls.routes.ts';
import { datasetRoutes } from './ai/dataset/dataset.routes.ts';
import { aiEngineRoutes } from './ai/engines/engines.routes.ts';
import { measurementRoutes } from './ai/measure/measurements.routes.ts';
import { aiModelRoutes } from './ai/models/models.routes.ts';
import { promptTestRoutes } from './ai/prompts/prompt-test.routes.ts';
import { aiPromptRoutes } from './ai/prompts/prompts.routes.ts';
import { billingContactRoutes } from './billing/contacts/contacts.routes.ts';
import { accountingClientRoutes } from './billing/freshbooks/accounting-clients.routes.ts';
import { invoicePageRoutes } from './billing/invoices/invoice-page.routes.ts';
import { invoiceRoutes } from './billing/invoices/invoices.routes.ts';
import { ledgerRoutes } from './billing/ledger/ledger.routes.ts';
import { planRoutes } from './billing/plans/plans.routes.ts';
import { subscriptionRoutes } from './billing/subscription/subscription.routes.ts';
import { crawlerRoutes } from './collecting/crawlers/crawlers.routes.ts';
import { offeredCrawlerRoutes } from './collecting/crawlers/offered-crawlers.routes.ts';
import { receivedMailRoutes } from './collecting/mail-in/mails.routes.ts';
import { parserRuleRoutes } from './collecting/parsers/parser-rules.routes.ts';
import { parserSampleRoutes } from './collecting/parsers/parser-samples.routes.ts';
import { parserTokenRoutes } from './collecting/parsers/parser-tokens.routes.ts';
import { parserRoutes } from './collecting/parsers/parsers.routes.ts';
import { errorTypeRoutes } from './collecting/runs/error-types.routes.ts';
import { runRoutes } from './collecting/runs/runs.routes.ts';
import { vendorStatusRoutes } from './collecting/statuses/statuses.routes.ts';
import { bulkTaskRoutes } from './collecting/tasks/bulk-tasks.routes.ts';
import { taskCheckRoutes } from './collecting/tasks/check.routes.ts';
import { taskCredentialRoutes } from './collecting/tasks/credentials.routes.ts';
import { newTaskRoutes } from './collecting/tasks/new-tasks.routes.ts';
import { taskScopeRoutes } from './collecting/tasks/task-scope.routes.ts';
import { taskStatsRoutes } from './collecting/tasks/task-stats.routes.ts';
import { taskRoutes } from './collecting/tasks/tasks.routes.ts';
import { googleSheetRoutes } from './collecting/uploads/google-sheets.routes.ts';
import { uploadRoutes } from './collecting/uploads/uploads.routes.ts';
import { webhookRoutes } from './collecting/webhooks/webhooks.routes.ts';
import type { Handler } from './kit/http/handle.ts';
import { facilityAddRoutes } from './mapping/facility-add/facility-add.routes.ts';
import { mappingGridRoutes } from './mapping/grids/mapping-grids.routes.ts';
import { premapRoutes } from './mapping/premap/premap.routes.ts';
import { referenceListRoutes } from './mapping/reference-lists/reference-lists.routes.ts';
import { mappingRunRoutes } from './mapping/runs/mapping-runs.routes.ts';
import { sharedFacilityRoutes } from './mapping/shared-facilities/shared-facilities.routes.ts';
import { mapSourceRoutes } from './mapping/sources/sources.routes.ts';
import { mappingCommandRoutes } from './mapping/values/values.routes.ts';
import { readJsonLinesApart } from './parsing/read-apart.ts';
import { activityRoutes } from './people/activity/activity.routes.ts';
import { authRoutes } from './people/auth/auth.routes.ts';
import { confirmIdentityRoutes } from './people/auth/confirm-identity.routes.ts';
import { exportKeyRoutes } from './people/auth/export-keys.routes.ts';
import { factorSignInRoutes } from './people/auth/factor-sign-in.routes.ts';
import { accountRoutes } from './people/customers/account.routes.ts';
import { customersRoutes } from './people/customers/customers.routes.ts';
import { invitationRoutes } from './people/invitations/invitations.routes.ts';
import { labelRoutes } from './people/labels/labels.routes.ts';
import { linkRoutes } from './people/links/links.routes.ts';
import { moveRoutes } from './people/moves/moves.routes.ts';
import { parentRoutes } from './people/parents/parents.routes.ts';
import { roleChangeRoutes } from './people/roles/role-changes.routes.ts';
import { rolesRoutes } from './people/roles/roles.routes.ts';
import { secondFactorRoutes } from './people/second-factor/second-factor.routes.ts';
import { secondFactorRuleRoutes } from './people/second-factor/second-factor-rule.routes.ts';
import { exportSignOnRoutes } from './people/sign-on/export-sign-on.routes.ts';
import { signOnRoutes } from './people/sign-on/sign-on.routes.ts';
import { signOnSettingsRoutes } from './people/sign-on/sign-on-settings.routes.ts';
import { contactRoutes } from './people/users/contacts.routes.ts';
import { ownSessionRoutes } from './people/users/own-sessions.routes.ts';
import { resetRoutes } from './people/users/password-reset.routes.ts';
import { personSessionRoutes } from './people/users/person-sessions.routes.ts';
import { usersRoutes } from './people/users/users.routes.ts';
import { loginAsRoutes } from './people/users/work-as.routes.ts';
import { attemptRoutes } from './posting/attempts/attempts.routes.ts';
import { autoPostRoutes } from './posting/auto-post/auto-post.routes.ts';
import { driftRoutes } from './posting/drift/drift.routes.ts';
import { feedRoutes } from './posting/feeds/feeds.routes.ts';
import { fieldMappingRoutes } from './posting/field-mapping/field-mapping.routes.ts';
import { listRoutes } from './posting/lists/lists.routes.ts';
import { postingRoutes } from './posting/posts.routes.ts';
import { repostRoutes } from './posting/repost/repost.routes.ts';
import { statusRoutes } from './posting/statuses/statuses.routes.ts';
import { targetLimitRoutes } from './posting/target-limits.routes.ts';
import { ownSignInRoutes } from './posting/target-settings/own-sign-in.routes.ts';
import { targetConnectionRoutes } from './posting/target-settings/target-connection.routes.ts';
import { targetRoutes } from './posting/targets.routes.ts';
import { waitingListRoutes } from './posting/waiting-lists/waiting-lists.routes.ts';
import { reportFileRoutes } from './reports/background/report-files.routes.ts';
import { collectingReportRoutes } from './reports/collecting/collecting-reports.routes.ts';
import { configurationRoutes } from './reports/configurations/configurations.routes.ts';
import { customerTargetRoutes } from './reports/customer-targets.routes.ts';
import { dailyRoutes } from './reports/daily/daily.routes.ts';
import { dashboardRoutes } from './reports/dashboard.routes.ts';
import { reportDataRoutes } from './reports/data/report-data.routes.ts';
import { dataExportRoutes } from './reports/exports/data-exports.routes.ts';
import { mapReportRoutes } from './reports/map-reports.routes.ts';
import { peopleReportRoutes } from './reports/people/people-reports.routes.ts';
import { feedJobRoutes } from './reports/posting/feed-jobs.routes.ts';
import { addressPageRoutes } from './reports/schedules/address-page.routes.ts';
import { scheduleRoutes } from './reports/schedules/schedules.routes.ts';
import { submissionFunnelRoutes } from './reports/submissions/submission-funnel.routes.ts';
import { ruleWords } from './rules/drafts/ai-draft.ts';
import { ruleDraftRoutes } from './rules/drafts/rule-drafts.routes.ts';
import { fieldAliasRoutes } from './rules/field-aliases/field-aliases.routes.ts';
import { ruleListRoutes } from './rules/lists/rule-lists.routes.ts';
import { ruleRoutes } from './rules/lists/rules.routes.ts';
import { payRoutes } from './rules/pay/pay.routes.ts';
import { ruleRunRoutes } from './rules/runs/rule-runs.routes.ts';
import { substitutionRoutes } from './rules/substitutions/substitutions.routes.ts';
import { assigneeRoutes } from './staging/assignees.routes.ts';
import { attachmentRoutes } from './staging/attachments.routes.ts';
import { cancelOrdersRoutes } from './staging/cancel-orders/cancel-orders.routes.ts';
import { descriptionRoutes } from './staging/descriptions.routes.ts';
import { findJobRoutes } from './staging/find-job/find-job.routes.ts';
import { postingModeRoutes } from './staging/posting-mode/posting-mode.routes.ts';
import { stagingRoutes } from './staging/staging.routes.ts';
import { submissionAttemptRoutes } from './submissions/attempts/attempts.routes.ts';
import { caregiverDocumentRoutes } from './submissions/caregiver-documents/caregiver-documents.routes.ts';
import { submissionContactRoutes } from './submissions/contacts/contacts.routes.ts';
import { submissionDictionaryRoutes } from './submissions/dictionaries/dictionaries.routes.ts';
import { submissionDocumentRoutes } from './submissions/documents/documents.routes.ts';
import { submissionExpiryRoutes } from './submissions/expiry/expiries.routes.ts';
import { submissionListRoutes } from './submissions/lists/lists.routes.ts';
import { submissionLoginRoutes } from './submissions/logins/logins.routes.ts';
import { submissionMappingRoutes } from './submissions/mapping/mapping.routes.ts';
import { submissionPackageRoutes } from './submissions/packages/packages.routes.ts';
import { submissionPacketRoutes } from './submissions/packet/packet.routes.ts';
import { submissionRoutes } from './submissions/requests/submissions.routes.ts';
import { submissionTargetRoutes } from './submissions/targets/targets.routes.ts';
import { smsAnswerRoutes } from './support/deliveries/sms-answers.routes.ts';
import { deskRoutes } from './support/desk/desk.routes.ts';
import { documentRoutes } from './support/documents/documents.routes.ts';
import { errorConfigurationRoutes } from './support/error-alerts/configurations.routes.ts';
import { jiraHintRoutes } from './support/jira/hints.routes.ts';
import { ticketIssueRoutes } from './support/jira/ticket-issue.routes.ts';
import { jobAlertRoutes } from './support/job-alerts/job-alerts.routes.ts';
import { stopPageRoutes } from './support/job-alerts/stop-page.routes.ts';
import { alertTrialRoutes } from './support/job-alerts/trials.routes.ts';
import { noticeMailRoutes } from './support/notice-mail/notice-mail.routes.ts';
import { providerNoticeRoutes } from './support/notices/notices.routes.ts';
import { questionRoutes } from './support/questions/questions.routes.ts';
import { ticketFileRoutes } from './support/tickets/files.routes.ts';
import { ticketRoutes } from './support/tickets/tickets.routes.ts';
import { syncRoutes } from './sync/sync.routes.ts';
import { feedbackRoutes } from './system/feedback/feedback.routes.ts';
import { freshBooksSettingRoutes } from './system/freshbooks/freshbooks-settings.routes.ts';
import { jiraSettingRoutes } from './system/jira/jira-settings.routes.ts';
import { jiraWebhookRoutes } from './system/jira/jira-webhook.routes.ts';
import { longWorkRoutes } from './system/long-work.routes.ts';
import { lookupsRoutes } from './system/lookups.routes.ts';
import { mailboxRoutes } from './system/mailbox.routes.ts';
import { serviceRoutes } from './system/service.routes.ts';
import { serviceItemRoutes } from './system/service-items/service-items.routes.ts';
import { slackSettingRoutes } from './system/slack/slack-settings.routes.ts';
import { smsSettingRoutes } from './system/sms/sms-settings.routes.ts';
import { systemLogRoutes } from './system/system-log/system-log.routes.ts';
import { systemSettingRoutes } from './system/system-settings.routes.ts';

/** Every handler but those that ask others. */
const handlers: readonly Handler[] = [
  ...serviceRoutes,
  ...invoiceRoutes,
  ...invoicePageRoutes,
  ...billingContactRoutes,
  ...accountingClientRoutes,
  ...planRoutes,
  ...subscriptionRoutes,
  ...ledgerRoutes,
  ...authRoutes,
  ...factorSignInRoutes,
  ...confirmIdentityRoutes,
  ...secondFactorRoutes,
  ...secondFactorRuleRoutes,
  ...signOnRoutes,
  ...signOnSettingsRoutes,
  ...invitationRoutes,
  ...usersRoutes,
  ...contactRoutes,
  ...personSessionRoutes,
  ...loginAsRoutes,
  ...resetRoutes,
  ...ownSessionRoutes,
  ...activityRoutes,
  ...configurationRoutes,
  ...customerTargetRoutes,
  ...feedJobRoutes,
  ...dashboardRoutes,
  ...collectingReportRoutes,
  ...peopleReportRoutes,
  ...addressPageRoutes,
  ...dailyRoutes,
  ...customersRoutes,
  ...accountRoutes,
  ...exportKeyRoutes,
  ...exportSignOnRoutes,
  ...rolesRoutes,
  ...roleChangeRoutes,
  ...lookupsRoutes,
  ...targetRoutes,
  ...ownSignInRoutes,
  ...targetConnectionRoutes,
  ...postingRoutes,
  ...driftRoutes,
  ...attemptRoutes,
  ...postingModeRoutes,
  ...autoPostRoutes,
  ...repostRoutes,
  ...targetLimitRoutes,
  ...listRoutes,
  ...waitingListRoutes,
  ...feedRoutes,
  ...fieldMappingRoutes,
  ...statusRoutes,
  ...crawlerRoutes,
  ...offeredCrawlerRoutes,
  ...errorTypeRoutes,
  ...runRoutes,
  ...receivedMailRoutes,
  ...vendorStatusRoutes,
  ...webhookRoutes,
  ...bulkTaskRoutes,
  ...taskStatsRoutes,
  ...taskCheckRoutes,
  ...taskCredentialRoutes,
  ...newTaskRoutes,
  ...taskScopeRoutes,
  ...parserRoutes,
  ...parserSampleRoutes,
  ...parserTokenRoutes,
  ...parserRuleRoutes,
  ...taskRoutes,
  ...uploadRoutes,
  ...googleSheetRoutes,
  ...syncRoutes,
  ...stagingRoutes,
  ...assigneeRoutes,
  ...descriptionRoutes,
  ...attachmentRoutes,
  ...findJobRoutes,
  ...cancelOrdersRoutes,
  ...mappingCommandRoutes,
  ...mappingRunRoutes,
  ...ruleRoutes,
  ...ruleListRoutes,
  ...substitutionRoutes,
  ...fieldAliasRoutes,
  ...payRoutes,
  ...mappingGridRoutes,
  ...mapSourceRoutes,
  ...referenceListRoutes,
  ...sharedFacilityRoutes,
  ...facilityAddRoutes,
  ...premapRoutes,
  ...mapReportRoutes,
  ...ruleRunRoutes,
  ...ruleDraftRoutes,
  ...aiEngineRoutes,
  ...aiModelRoutes,
  ...aiPromptRoutes,
  ...measurementRoutes,
  ...promptTestRoutes({ 3: { field: 'Floor', kind: 'a text' }, 100: ruleWords }),
  ...aiCallRoutes,
  ...datasetRoutes(readJsonLinesApart),
  ...feedbackRoutes,
  ...longWorkRoutes,
  ...reportFileRoutes,
  ...dataExportRoutes,
  ...providerNoticeRoutes,
  ...noticeMailRoutes,
  ...documentRoutes,
  ...systemLogRoutes,
  ...mailboxRoutes,
  ...linkRoutes,
  ...parentRoutes,
  ...moveRoutes,
  ...systemSettingRoutes,
  ...serviceItemRoutes,
  ...questionRoutes,
  ...labelRoutes,
  ...ticketRoutes,
  ...ticketFileRoutes,
  ...deskRoutes,
  ...slackSettingRoutes,
  ...jiraSettingRoutes,
  ...jiraWebhookRoutes,
  ...jiraHintRoutes,
  ...smsSettingRoutes,
  ...smsAnswerRoutes,
  ...freshBooksSettingRoutes,
  ...ticketIssueRoutes,
  ...errorConfigurationRoutes,
  ...jobAlertRoutes,
  ...submissionContactRoutes,
  ...submissionTargetRoutes,
  ...submissionListRoutes,
  ...submissionDictionaryRoutes,
  ...submissionMappingRoutes,
  ...submissionDocumentRoutes,
  ...submissionPackageRoutes,
  ...submissionLoginRoutes,
  ...submissionRoutes,
  ...submissionFunnelRoutes,
  ...submissionAttemptRoutes,
  ...submissionPacketRoutes,
  ...caregiverDocumentRoutes,
  ...submissionExpiryRoutes,
  ...alertTrialRoutes,
  ...stopPageRoutes,
];

/** A handler for every call of `contract/all.ts`; a test demands exactly one each. */
export const routes: readonly Handler[] = [...handlers, ...reportDataRoutes(handlers), ...scheduleRoutes(handlers)];

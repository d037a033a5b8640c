import type { CommandName } from '#contract/commands/commands.ts';
import { moveAssignmentRule } from './assignment-rule/move.ts';
import { removeAssignmentRule } from './assignment-rule/remove.ts';
import { restoreAssignmentRule } from './assignment-rule/restore.ts';
import { saveAssignmentRule } from './assignment-rule/save.ts';
import { removeStatus } from './customer-status/remove.ts';
import { restoreStatus } from './customer-status/restore.ts';
import { saveStatus } from './customer-status/save.ts';
import { labelRow } from './dataset/label.ts';
import { settleRow } from './dataset/settle.ts';
import { removeFieldAlias } from './field-alias/remove.ts';
import { restoreFieldAlias } from './field-alias/restore.ts';
import { saveFieldAlias } from './field-alias/save.ts';
import { moveFieldMapping } from './field-mapping/move.ts';
import { removeFieldMapping } from './field-mapping/remove.ts';
import { restoreFieldMapping } from './field-mapping/restore.ts';
import { saveFieldMapping } from './field-mapping/save.ts';
import { saveFlexMapping } from './flex-mapping/save.ts';
import { acceptRate, requireFloor } from './job/accept-rate.ts';
import { assignJobs } from './job/assign.ts';
import { cancelJobs } from './job/cancel.ts';
import { clearOverrides } from './job/clear-overrides.ts';
import { editJob } from './job/edit.ts';
import { fillJobs } from './job/fill.ts';
import { hideJobs } from './job/hide.ts';
import { holdJobs } from './job/hold.ts';
import { mapJob } from './job/map.ts';
import { postJobs } from './job/post.ts';
import { releaseJobs } from './job/release.ts';
import { reopenJobs } from './job/reopen.ts';
import { decideSameOrder } from './job/same-order.ts';
import { showJobs } from './job/show.ts';
import { unlockJob } from './job/unlock.ts';
import { removeJobNote } from './job-note/remove.ts';
import { restoreJobNote } from './job-note/restore.ts';
import { saveJobNote } from './job-note/save.ts';
import type { Command } from './kit/command.ts';
import { removeLabel } from './label/remove.ts';
import { saveLabel } from './label/save.ts';
import { dismissNotice } from './notice/dismiss.ts';
import { saveRateFloor } from './rate-floor/save.ts';
import { removeReportConfiguration } from './report-configuration/remove.ts';
import { restoreReportConfiguration } from './report-configuration/restore.ts';
import { saveReportConfiguration } from './report-configuration/save.ts';
import { setDefaultReportConfiguration } from './report-configuration/set-default.ts';
import { activateRule } from './rule/activate.ts';
import { deleteRule } from './rule/delete.ts';
import { purgeRule } from './rule/purge.ts';
import { restoreRule } from './rule/restore.ts';
import { saveRule } from './rule/save.ts';
import { removeTestCase } from './rule-test-case/remove.ts';
import { restoreTestCase } from './rule-test-case/restore.ts';
import { saveTestCase } from './rule-test-case/save.ts';
import { aliasSource } from './source/alias.ts';
import { groupSources } from './source/group.ts';
import { resendCaregiver } from './submission/resend.ts';
import { sendCaregiver } from './submission/send.ts';
import { removeDictionaryStep } from './submission-dictionary/remove.ts';
import { restoreDictionaryStep } from './submission-dictionary/restore.ts';
import { saveDictionaryStep } from './submission-dictionary/save.ts';
import { removeDocumentStep } from './submission-document/remove.ts';
import { restoreDocumentStep } from './submission-document/restore.ts';
import { saveDocumentStep } from './submission-document/save.ts';
import { removePackage } from './submission-package/remove.ts';
import { restorePackage } from './submission-package/restore.ts';
import { savePackage } from './submission-package/save.ts';
import { removePair } from './submission-pair/remove.ts';
import { restorePair } from './submission-pair/restore.ts';
import { savePair } from './submission-pair/save.ts';
import { removeSubstitutionRule } from './substitution-rule/remove.ts';
import { restoreSubstitutionRule } from './substitution-rule/restore.ts';
import { saveSubstitutionRule } from './substitution-rule/save.ts';
import { removeSubstitutionTarget } from './substitution-target/remove.ts';
import { restoreSubstitutionTarget } from './substitution-target/restore.ts';
import { saveSubstitutionTarget } from './substitution-target/save.ts';
import { enableTasks } from './task/enable.ts';
import { scheduleTasks } from './task/schedule.ts';
import { commentOnTicket } from './ticket/comment.ts';
import { createTicket } from './ticket/create.ts';
import { setTicketStatus } from './ticket/status.ts';
import { acceptValues } from './value/accept.ts';
import { sendValueFeedback } from './value/feedback.ts';
import { ignoreValues } from './value/ignore.ts';
import { mapValues } from './value/map.ts';
import { restoreValues } from './value/restore.ts';
import { markValuesUnique } from './value/unique.ts';

/** Every command by its wire name. The compiler checks that each name of the contract is here. */
export const commands: { readonly [N in CommandName]: Command<N> } = {
  'job.hold.v1': holdJobs,
  'job.release.v1': releaseJobs,
  'job.hide.v1': hideJobs,
  'job.show.v1': showJobs,
  'job.cancel.v1': cancelJobs,
  'job.reopen.v1': reopenJobs,
  'job.clearOverrides.v1': clearOverrides,
  'job.post.v1': postJobs,
  'job.edit.v1': editJob,
  'job.fill.v1': fillJobs,
  'job.assign.v1': assignJobs,
  'jobNote.save.v1': saveJobNote,
  'jobNote.remove.v1': removeJobNote,
  'jobNote.restore.v1': restoreJobNote,
  'job.sameOrder.v1': decideSameOrder,
  'job.acceptRate.v1': acceptRate,
  'job.requireFloor.v1': requireFloor,
  'job.unlock.v1': unlockJob,
  'job.map.v1': mapJob,
  'value.map.v1': mapValues,
  'value.accept.v1': acceptValues,
  'value.ignore.v1': ignoreValues,
  'value.unique.v1': markValuesUnique,
  'value.restore.v1': restoreValues,
  'value.feedback.v1': sendValueFeedback,
  'source.alias.v1': aliasSource,
  'source.group.v1': groupSources,
  'task.enable.v1': enableTasks,
  'task.schedule.v1': scheduleTasks,
  'ticket.create.v1': createTicket,
  'ticket.comment.v1': commentOnTicket,
  'ticket.status.v1': setTicketStatus,
  'submission.send.v1': sendCaregiver,
  'submission.resend.v1': resendCaregiver,
  'submissionPackage.save.v1': savePackage,
  'submissionPackage.remove.v1': removePackage,
  'submissionPackage.restore.v1': restorePackage,
  'submissionPair.save.v1': savePair,
  'submissionPair.remove.v1': removePair,
  'submissionPair.restore.v1': restorePair,
  'submissionDocumentStep.save.v1': saveDocumentStep,
  'submissionDocumentStep.remove.v1': removeDocumentStep,
  'submissionDocumentStep.restore.v1': restoreDocumentStep,
  'submissionDictionaryStep.save.v1': saveDictionaryStep,
  'submissionDictionaryStep.remove.v1': removeDictionaryStep,
  'submissionDictionaryStep.restore.v1': restoreDictionaryStep,
  'rule.save.v1': saveRule,
  'rule.activate.v1': activateRule,
  'rule.delete.v1': deleteRule,
  'rule.restore.v1': restoreRule,
  'rule.purge.v1': purgeRule,
  'ruleTestCase.save.v1': saveTestCase,
  'ruleTestCase.remove.v1': removeTestCase,
  'ruleTestCase.restore.v1': restoreTestCase,
  'fieldAlias.save.v1': saveFieldAlias,
  'fieldAlias.remove.v1': removeFieldAlias,
  'fieldAlias.restore.v1': restoreFieldAlias,
  'reportConfiguration.save.v1': saveReportConfiguration,
  'reportConfiguration.remove.v1': removeReportConfiguration,
  'reportConfiguration.restore.v1': restoreReportConfiguration,
  'reportConfiguration.setDefault.v1': setDefaultReportConfiguration,
  'customerStatus.save.v1': saveStatus,
  'customerStatus.remove.v1': removeStatus,
  'customerStatus.restore.v1': restoreStatus,
  'rateFloor.save.v1': saveRateFloor,
  'assignmentRule.save.v1': saveAssignmentRule,
  'assignmentRule.move.v1': moveAssignmentRule,
  'assignmentRule.remove.v1': removeAssignmentRule,
  'assignmentRule.restore.v1': restoreAssignmentRule,
  'fieldMapping.save.v1': saveFieldMapping,
  'fieldMapping.move.v1': moveFieldMapping,
  'fieldMapping.remove.v1': removeFieldMapping,
  'fieldMapping.restore.v1': restoreFieldMapping,
  'flexMapping.save.v1': saveFlexMapping,
  'notice.dismiss.v1': dismissNotice,
  'dataset.label.v1': labelRow,
  'dataset.settle.v1': settleRow,
  'label.save.v1': saveLabel,
  'label.remove.v1': removeLabel,
  'substitutionTarget.save.v1': saveSubstitutionTarget,
  'substitutionTarget.remove.v1': removeSubstitutionTarget,
  'substitutionTarget.restore.v1': restoreSubstitutionTarget,
  'substitutionRule.save.v1': saveSubstitutionRule,
  'substitutionRule.remove.v1': removeSubstitutionRule,
  'substitutionRule.restore.v1': restoreSubstitutionRule,
};

/** The command of a wire name. Null if this version has none. */
export const commandNamed = (name: string): Command<CommandName> | null =>
  // The name determines the type of the arguments, which the compiler cannot follow for a plain text.
  Object.hasOwn(commands, name) ? commands[name as CommandName] : null;

import { datasetEffects } from './ai/dataset/dataset-effects.ts';
import { checkReopened } from './collecting/refresh/reopened-jobs.ts';
import { taskEffects } from './collecting/tasks/task-effects.ts';
import type { CommandEffects } from './commands/effects.ts';
import { labelEffects } from './people/labels/label-effects.ts';
import { queuePosts } from './posting/enqueue-posts.ts';
import { fieldMappingEffects } from './posting/field-mapping/field-mapping-effects.ts';
import { flexMappingEffect } from './posting/flex-mapping/flex-mapping-effect.ts';
import { statusEffects } from './posting/statuses/status-effects.ts';
import { reportConfigurationEffects } from './reports/configurations/configuration-effects.ts';
import { fieldAliasEffects } from './rules/field-aliases/alias-effects.ts';
import { ruleEffects } from './rules/lists/rule-effects.ts';
import { substitutionEffects } from './rules/substitutions/substitution-effects.ts';
import { assignEffects } from './staging/assignable.ts';
import { assignmentEffects } from './staging/assignments/assignment-effects.ts';
import { noteEffects } from './staging/notes/note-effects.ts';
import { dictionaryEffects } from './submissions/dictionaries/dictionary-effects.ts';
import { documentEffects } from './submissions/documents/document-effects.ts';
import { pairEffects } from './submissions/mapping/pair-effects.ts';
import { packageEffects } from './submissions/packages/package-effects.ts';
import { submissionEffects } from './submissions/requests/submission-effects.ts';
import { noticeEffects } from './support/notices/notice-effects.ts';
import { ticketEffects } from './support/tickets/ticket-effects.ts';
import { feedbackEffects } from './system/feedback/feedback-effects.ts';

/** A command whose pure part is all. */
const pure = { guard: 'none', completes: 'none' } as const;

/** What the service does for each command besides its pure part; the compiler asks for each name of the contract. */
export const commandEffects: CommandEffects = {
  'job.hold.v1': pure,
  'job.release.v1': pure,
  'job.hide.v1': pure,
  'job.show.v1': pure,
  'job.cancel.v1': pure,
  'job.reopen.v1': { guard: 'none', completes: checkReopened },
  'job.clearOverrides.v1': pure,
  'job.post.v1': { guard: 'none', completes: queuePosts },
  'job.edit.v1': pure,
  'job.fill.v1': pure,
  ...assignEffects,
  ...noteEffects,
  'job.sameOrder.v1': pure,
  'job.acceptRate.v1': pure,
  'job.requireFloor.v1': pure,
  'job.unlock.v1': pure,
  'job.map.v1': pure,
  'value.map.v1': pure,
  'value.accept.v1': pure,
  'value.ignore.v1': pure,
  'value.unique.v1': pure,
  'value.restore.v1': pure,
  ...feedbackEffects,
  'source.alias.v1': pure,
  'source.group.v1': pure,
  ...taskEffects,
  ...ruleEffects,
  'ruleTestCase.save.v1': pure,
  'ruleTestCase.remove.v1': pure,
  'ruleTestCase.restore.v1': pure,
  ...substitutionEffects,
  ...fieldAliasEffects,
  ...reportConfigurationEffects,
  ...statusEffects,
  'rateFloor.save.v1': pure,
  ...assignmentEffects,
  ...fieldMappingEffects,
  'flexMapping.save.v1': flexMappingEffect,
  ...ticketEffects,
  ...noticeEffects,
  ...submissionEffects,
  ...packageEffects,
  ...pairEffects,
  ...documentEffects,
  ...dictionaryEffects,
  ...datasetEffects,
  ...labelEffects,
};

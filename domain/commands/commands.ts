import type { CommandName } from '#contract/commands/commands.ts';
import type { Command } from './command.ts';
import { pinGolden, unpinGolden } from './golden-commands.ts';
import { editJob, unlockJob } from './job-edit-commands.ts';
import { cancelJobs, hideJobs, holdJobs, releaseJobs, reopenJobs, showJobs } from './job-flag-commands.ts';
import { mapJob, unbindJobs } from './job-map-commands.ts';
import { postJobs } from './post-command.ts';
import { activateRule, deleteRule, purgeRule, restoreRule, saveRule } from './rule-commands.ts';
import { aliasSource, groupSources } from './source-commands.ts';
import {
  removeSubstitutionRule,
  removeSubstitutionTarget,
  saveSubstitutionRule,
  saveSubstitutionTarget,
} from './substitution-commands.ts';
import { acceptValues, ignoreValues, mapValues, markValuesUnique } from './value-commands.ts';

/** Every command by its wire name; the compiler asks for each name of the contract. */
export const commands: { readonly [N in CommandName]: Command<N> } = {
  'job.hold.v1': holdJobs,
  'job.release.v1': releaseJobs,
  'job.hide.v1': hideJobs,
  'job.show.v1': showJobs,
  'job.cancel.v1': cancelJobs,
  'job.reopen.v1': reopenJobs,
  'job.unbind.v1': unbindJobs,
  'job.post.v1': postJobs,
  'job.edit.v1': editJob,
  'job.unlock.v1': unlockJob,
  'job.map.v1': mapJob,
  'value.map.v1': mapValues,
  'value.accept.v1': acceptValues,
  'value.ignore.v1': ignoreValues,
  'value.unique.v1': markValuesUnique,
  'source.alias.v1': aliasSource,
  'source.group.v1': groupSources,
  'rule.save.v1': saveRule,
  'rule.activate.v1': activateRule,
  'rule.delete.v1': deleteRule,
  'rule.restore.v1': restoreRule,
  'rule.purge.v1': purgeRule,
  'substitutionTarget.save.v1': saveSubstitutionTarget,
  'substitutionTarget.remove.v1': removeSubstitutionTarget,
  'substitutionRule.save.v1': saveSubstitutionRule,
  'substitutionRule.remove.v1': removeSubstitutionRule,
  'golden.pin.v1': pinGolden,
  'golden.unpin.v1': unpinGolden,
};

import type { CommandArgs, CommandName } from '#contract/commands/commands.ts';
import type { OutboxEntry, ParkReason } from '#src/store/tables/tables.ts';
import { counted } from '#src/ui/format/format.ts';

/** What a queued change does, in a sentence's words, and where its object can be seen. */
export type ChangeWords = { words: string; to: string | null };

type Speak = { [N in CommandName]: (args: CommandArgs<N>, names: RowNames) => ChangeWords };
/** How people call a row: a job by its vendor's id, a vendor text by itself. Null where the row is not known here. */
export type RowNames = { job: (id: number) => string | null; value: (id: number) => string | null };

const jobsOf = (ids: readonly number[], names: RowNames) => {
  const [first] = ids;
  return ids.length === 1 && first !== undefined ? `job ${names.job(first) ?? first}` : counted(ids.length, 'job');
};
const toJobs = (ids: readonly number[]) => (ids.length === 1 ? `/staging?open=job:${ids[0]}` : '/staging');
const onJobs =
  (verb: string) =>
  ({ ids }: { ids: readonly number[] }, names: RowNames): ChangeWords => ({
    words: `${verb} ${jobsOf(ids, names)}`,
    to: toJobs(ids),
  });
const valuesOf = (ids: readonly number[], names: RowNames) => {
  const [first] = ids;
  if (ids.length !== 1 || first === undefined) return counted(ids.length, 'vendor text');
  const name = names.value(first);
  return name ? `“${name}”` : '1 vendor text';
};

const fieldLabels: Record<CommandArgs<'job.edit.v1'>['field'], string> = {
  billRate: 'Bill rate',
  localRate: 'Local rate',
  otRate: 'OT rate',
  minBillRate: 'Minimum bill rate',
  permFee: 'Perm fee',
  feePercentage: 'Fee percentage',
  guaranteedHours: 'Guaranteed hours',
  startDate: 'Start date',
  durationDays: 'Duration',
};

const speak: Speak = {
  'job.hold.v1': onJobs('Hold'),
  'job.release.v1': onJobs('Release'),
  'job.hide.v1': onJobs('Hide'),
  'job.show.v1': onJobs('Show'),
  'job.cancel.v1': onJobs('Cancel'),
  'job.reopen.v1': onJobs('Reopen'),
  'job.unbind.v1': onJobs('Clear the mapping override on'),
  'job.post.v1': onJobs('Post'),
  'job.edit.v1': ({ id, field, value }, names) => ({
    words: `Set ${fieldLabels[field].toLowerCase()} of ${jobsOf([id], names)} to ${value ?? 'blank'}`,
    to: toJobs([id]),
  }),
  'job.unlock.v1': ({ id, field }, names) => ({
    words: `Unlock ${fieldLabels[field].toLowerCase()} of ${jobsOf([id], names)}`,
    to: toJobs([id]),
  }),
  'job.map.v1': ({ id, kind, mappedId }, names) => ({
    words:
      mappedId === null ? `Clear the ${kind} override on ${jobsOf([id], names)}` : `Map the ${kind} of ${jobsOf([id], names)}`,
    to: toJobs([id]),
  }),
  'value.map.v1': ({ ids, mappedId }, names) => ({
    words: `${mappedId === null ? 'Unmap' : 'Map'} ${valuesOf(ids, names)}`,
    to: '/mapfacility',
  }),
  'value.accept.v1': ({ ids }, names) => ({ words: `Accept suggestions for ${valuesOf(ids, names)}`, to: '/mapfacility' }),
  'value.ignore.v1': ({ ids, ignored }, names) => ({
    words: `${ignored ? 'Ignore' : 'Stop ignoring'} ${valuesOf(ids, names)}`,
    to: '/mapfacility',
  }),
  'value.unique.v1': ({ ids, unique }, names) => ({
    words: `${unique ? 'Mark unique:' : 'Clear unique:'} ${valuesOf(ids, names)}`,
    to: '/mapfacility',
  }),
  'source.alias.v1': ({ aliases }) => ({ words: `Update source aliases (${aliases.length})`, to: '/sources' }),
  'source.group.v1': ({ members }) => ({ words: `Group ${counted(members.length, 'source')} under a source`, to: '/sources' }),
  'rule.save.v1': ({ rule }) => ({ words: `Save rule “${rule.name}”`, to: '/custrules' }),
  'rule.activate.v1': ({ active }) => ({ words: `${active ? 'Activate' : 'Deactivate'} a rule`, to: '/custrules' }),
  'rule.delete.v1': () => ({ words: 'Delete a rule', to: '/custrules/showdeleted' }),
  'rule.restore.v1': () => ({ words: 'Restore a rule', to: '/custrules' }),
  'rule.purge.v1': () => ({ words: 'Permanently delete a rule', to: '/custrules/showdeleted' }),
  'substitutionTarget.save.v1': ({ name }) => ({ words: `Save substitution name “${name}”`, to: '/degreemap' }),
  'substitutionTarget.remove.v1': () => ({ words: 'Remove a substitution name', to: '/degreemap' }),
  'substitutionRule.save.v1': ({ rule }) => ({ words: `Save substitution of “${rule}”`, to: '/degreemap' }),
  'substitutionRule.remove.v1': () => ({ words: 'Remove a substitution rule', to: '/degreemap' }),
  'golden.pin.v1': ({ jobId }, names) => ({ words: `Pin ${jobsOf([jobId], names)} with its result`, to: '/custrules' }),
  'golden.unpin.v1': () => ({ words: 'Unpin a job', to: '/custrules' }),
};

/** The sentence of an entry; one of a newer version of the app, unknown here, is named by its wire name. */
export function wordsOfChange({ name, args }: Pick<OutboxEntry, 'name' | 'args'>, names: RowNames): ChangeWords {
  if (!Object.hasOwn(speak, name)) return { words: `Change “${name}” from another version`, to: null };
  // The entry was checked by the command's own schema when it was queued.
  const say = speak[name as CommandName] as (args: unknown, names: RowNames) => ChangeWords;
  return say(args, names);
}

const actions: { [N in CommandName]?: string } = {
  'job.hold.v1': 'Hold',
  'job.release.v1': 'Release',
  'job.hide.v1': 'Hide',
  'job.show.v1': 'Show',
  'job.cancel.v1': 'Cancel',
  'job.reopen.v1': 'Reopen',
  'job.post.v1': 'Post',
  'job.edit.v1': 'Edit a value',
  'job.unlock.v1': 'Unlock a value',
  'job.map.v1': 'Override a job’s mapping',
  'job.unbind.v1': 'Clear mapping overrides',
  'value.map.v1': 'Map',
  'value.accept.v1': 'Accept suggestions',
  'value.ignore.v1': 'Ignore',
  'value.unique.v1': 'Mark unique',
};
const areas: Record<string, string> = { rule: 'Rules', source: 'Sources', golden: 'Rules' };

/** What a change does in a word or two: the heading of its kind in a list. */
export const actionWords = (name: string): string =>
  actions[name as CommandName] ??
  areas[name.split('.')[0] ?? ''] ??
  (name.startsWith('substitution') ? 'Substitutions' : 'Other changes');

/** Why a change waits for a person, and that their work is safe. */
export function wordsOfReason({ code, message }: ParkReason): string {
  if (message !== '') return message;
  const words: Record<ParkReason['code'], string> = {
    invalid: 'The service could not read this change.',
    forbidden: 'You don’t have permission for this.',
    not_found: 'This no longer exists.',
    gone: 'This was deleted by someone else.',
    conflict: 'Someone else changed the same field.',
    dependency: 'An earlier change that this one depends on failed.',
    not_offered: 'This isn’t possible for the job in its current state.',
    not_postable: 'This job can’t be posted in its current state.',
    expired: 'This was queued for more than 24 hours and needs your confirmation.',
    changed: 'The job has changed. Please confirm this change.',
    unknown_command: 'The service doesn’t recognize this change.',
    crashed: 'This change failed on this device. Nothing was sent.',
    too_large: 'This change is too large to send.',
    lost: 'It’s unclear whether this change arrived.',
    failed: 'The service could not make this change. Nothing was changed.',
    confirm: 'This needs your confirmation before it is sent.',
  };
  return words[code];
}

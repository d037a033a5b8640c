import { expect, test } from 'vitest';
import { type CommandName, commandNames } from '#contract/commands/commands.ts';
import { type RowNames, wordsOfChange, wordsOfReason } from './change-words.ts';

const names: RowNames = { job: (id) => (id === 7 ? '884-210' : null), value: (id) => (id === 3 ? 'MERCY GEN SAC' : null) };
const say = (name: string, args: unknown) => wordsOfChange({ name, args }, names).words;
const samples: Record<CommandName, unknown> = {
  'job.hold.v1': { ids: [7] },
  'job.release.v1': { ids: [7] },
  'job.hide.v1': { ids: [7] },
  'job.show.v1': { ids: [7] },
  'job.cancel.v1': { ids: [7, 8] },
  'job.reopen.v1': { ids: [7] },
  'job.unbind.v1': { ids: [7] },
  'job.post.v1': { ids: [7], targetId: 1 },
  'job.edit.v1': { id: 7, field: 'billRate', value: 74 },
  'job.unlock.v1': { id: 7, field: 'billRate' },
  'job.map.v1': { id: 7, kind: 'shift', mappedId: '5' },
  'value.map.v1': { ids: [3], mappedId: '9', certainty: 90 },
  'value.accept.v1': { ids: [3, 4] },
  'value.ignore.v1': { ids: [3], ignored: true },
  'value.unique.v1': { ids: [3], unique: true },
  'source.alias.v1': { id: 2, aliases: ['Medloop Inc'] },
  'source.group.v1': { id: 2, members: [3] },
  'rule.save.v1': { id: 5, ref: null, rule: { name: 'Float rate' }, words: '' },
  'rule.activate.v1': { id: 5, ref: null, active: true },
  'rule.delete.v1': { id: 5, ref: null },
  'rule.restore.v1': { id: 5, ref: null },
  'rule.purge.v1': { id: 5, ref: null },
  'substitutionTarget.save.v1': { id: 6, ref: null, objectType: 2, name: 'RN' },
  'substitutionTarget.remove.v1': { id: 6, ref: null },
  'substitutionRule.save.v1': { id: 7, ref: null, rule: 'nurse' },
  'substitutionRule.remove.v1': { id: 7, ref: null },
  'golden.pin.v1': { id: 8, ref: null, jobId: 7, name: 'Nights', expected: {} },
  'golden.unpin.v1': { id: 8, ref: null },
};

test('Every change a person can make is a plain sentence without its wire name', () => {
  for (const name of commandNames) {
    expect(say(name, samples[name])).not.toContain(`${name.split('.')[0]}.`);
    expect(say(name, samples[name])).toMatch(/^[A-Z].{8,}/);
  }
});

test('One row is named, several are counted', () => {
  expect(say('job.hold.v1', { ids: [7] })).toBe('Hold job 884-210');
  expect(say('job.cancel.v1', { ids: [7, 8] })).toBe('Cancel 2 jobs');
  expect(say('value.map.v1', samples['value.map.v1'])).toBe('Map “MERCY GEN SAC”');
});

test('A row that is not on this device is named by its id', () => {
  expect(say('job.hold.v1', { ids: [99] })).toBe('Hold job 99');
});

test('A blank is called blank, zero is zero', () => {
  expect(say('job.edit.v1', { id: 7, field: 'otRate', value: null })).toContain('to blank');
  expect(say('job.edit.v1', { id: 7, field: 'otRate', value: 0 })).toContain('to 0');
});

test('A change from another version is kept and shown', () => {
  expect(say('rule.edit.v9', {})).toBe('Change “rule.edit.v9” from another version');
});

test('The service’s own words for a refusal come first', () => {
  expect(wordsOfReason({ code: 'not_postable', message: 'Address is too long (84/80)', conflicts: [] })).toBe(
    'Address is too long (84/80)',
  );
  expect(wordsOfReason({ code: 'conflict', message: '', conflicts: [] })).toContain('Someone else changed');
});

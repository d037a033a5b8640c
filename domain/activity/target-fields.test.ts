import { expect, test } from 'vitest';
import { TargetSettings } from '#contract/posting/target-settings.ts';
import { fieldChanges } from './field-changes.ts';
import { sentenceOf } from './sentence.ts';
import { targetFieldLabels } from './target-fields.ts';

const names = { role: () => null, customer: () => null };
const bullhorn = { kind: 'target', id: '1', name: 'Bullhorn' };
const said = (command: string, changed: object, facts: Record<string, unknown> = {}, object = bullhorn) =>
  sentenceOf({ command, who: 'Marcus Bell', as: null, object, changes: fieldChanges(changed, names), facts, order: null });

test('every setting of a target has a name of its own in the activity', () => {
  expect(Object.keys(TargetSettings.shape).filter((name) => !(name in targetFieldLabels))).toEqual([]);
});

test.each([
  [
    'the posting mode',
    said('target.posting', { posting: ['dryRun', 'live'] }),
    'Marcus Bell changed the posting mode of the target “Bullhorn” from dry run to live',
  ],
  ['the same posting mode again', said('target.posting', {}), 'Marcus Bell kept the posting mode of the target “Bullhorn”'],
  [
    'a setting',
    said('target.save', { maintenanceDegree: [true, false] }),
    'Marcus Bell changed the degrees kept in Jobdock of the target “Bullhorn” from yes to no',
  ],
  [
    'an address, without its value',
    said('target.save', { applyUrl: ['hidden', 'hidden'] }),
    'Marcus Bell changed the URL for applications of the target “Bullhorn”',
  ],
  [
    'an address that was blank',
    said('target.save', { applyUrl: [null, 'hidden'] }),
    'Marcus Bell changed the URL for applications of the target “Bullhorn”',
  ],
  [
    'automatic posting',
    said('source.autopost', {}, { targetId: 1, target: 'Bullhorn', turned: 'on' }, { kind: 'source', id: '3', name: 'Medloop' }),
    'Marcus Bell turned automatic posting of the source “Medloop” to the target “Bullhorn” on',
  ],
  [
    'a shorter list',
    said('target.decide_list', {}, { list: 'facility', choice: 'apply' }),
    'Marcus Bell took over a shorter list of the clients of the target “Bullhorn”',
  ],
  [
    'a list from a file',
    said('list.upload', {}, { list: 'degree' }),
    'Marcus Bell uploaded the degrees of the target “Bullhorn” as a file',
  ],
  [
    'a secret that was shown',
    said('target.reveal', {}, { secret: 'clientSecret' }),
    'Marcus Bell revealed the client secret of the target “Bullhorn”',
  ],
])('a line names %s', (_what, sentence, expected) => {
  expect(sentence).toBe(expected);
});

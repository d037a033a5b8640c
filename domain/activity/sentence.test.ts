import { expect, test } from 'vitest';
import { changeMessages } from '#contract/commands/change-messages.ts';
import { aConfigurationBody } from '#tests/support/factories/report-factory.ts';
import type { ActivityLine } from './activity-line.ts';
import { factTexts, fieldChanges } from './field-changes.ts';
import { orderOf } from './order-of.ts';
import { pastOf } from './order-sentence.ts';
import { auditNames, sentenceOf } from './sentence.ts';

const names = { role: (id: number) => ({ 3: 'Recruiter', 4: 'Viewer' })[id] ?? null, customer: () => 'Harborview' };
const base: ActivityLine = { command: '', who: 'Marcus Bell', as: null, object: null, changes: [], facts: {}, order: null };
const ann = { kind: 'user', id: '7', name: 'Ann Reyes' };
const medloop = { kind: 'task', id: '3', name: 'Medloop' };

test.each<[string, Partial<ActivityLine>, string]>([
  [
    'one changed field',
    {
      command: 'source.save',
      object: { kind: 'source', id: '2', name: 'Closed' },
      changes: fieldChanges({ name: ['Open', 'Closed'] }, names),
    },
    'Marcus Bell changed the name of the source “Closed” from Open to Closed',
  ],
  [
    'a new row',
    {
      command: 'task.save',
      object: medloop,
      changes: fieldChanges({ id: [null, 3], name: [null, 'Medloop'], everyMinutes: [null, 60] }, names),
    },
    'Marcus Bell added the task “Medloop”',
  ],
  [
    'two fields of a row',
    {
      command: 'task.save',
      object: medloop,
      changes: fieldChanges({ everyMinutes: [10, 60], isDisabled: [false, true] }, names),
    },
    'Marcus Bell changed collection interval and disabled of the task “Medloop”',
  ],
  [
    'a removed row, named by what the line kept',
    { command: 'task.remove', object: { ...medloop, name: null }, facts: { name: 'Medloop' } },
    'Marcus Bell removed the task “Medloop”',
  ],
  [
    'work as somebody',
    { command: 'task.run', as: 'Ann Reyes', object: medloop },
    'Marcus Bell, as Ann Reyes, started a run of the task “Medloop”',
  ],
  [
    'no one signed in',
    { command: 'session.failed', who: null, as: 'Ann Reyes', object: ann },
    'Someone failed to sign in as Ann Reyes',
  ],
  [
    'the service itself',
    { command: 'rule.switchOff', who: null, object: { kind: 'rule', id: '5', name: 'Nights' } },
    'Jobdock switched off the rule “Nights”',
  ],
  [
    'their own password',
    { command: 'user.password.change', who: 'Ann Reyes', as: 'Ann Reyes', object: ann },
    'Ann Reyes changed their own password',
  ],
  ['a queued change', { command: 'job.hold.v1', order: 'Hold job 884-210' }, 'Marcus Bell held job 884-210'],
  [
    'a refused one',
    { command: 'job.hold.v1', order: 'Hold 3 jobs', facts: { forbidden: true } },
    'Marcus Bell was not allowed to: Hold 3 jobs',
  ],
  [
    'a name of another version',
    { command: 'lamp.lit', object: { kind: 'lamp', id: '4', name: null } },
    'Marcus Bell did “lamp.lit” to lamp 4',
  ],
  [
    'a role by its name, also of a call of another version',
    { command: 'user.lift', object: ann, changes: fieldChanges({ roleId: [3, 4] }, names) },
    'Marcus Bell changed the role of Ann Reyes from Recruiter to Viewer',
  ],
])('%s reads as a sentence', (_what, line, sentence) => {
  expect(sentenceOf({ ...base, ...line })).toBe(sentence);
});

test('fields with secrets show no value, rights show what they allow, long texts are cut', () => {
  expect(fieldChanges({ apiKey: ['a', 'b'], rights: [[1], [1, 2]], note: ['', 'x'.repeat(400)] }, names)).toEqual([
    { label: 'api key', before: 'hidden', after: 'hidden' },
    { label: 'rights', before: 'See users', after: 'See users, Add, change and remove users' },
    { label: 'note', before: 'blank', after: `${'x'.repeat(300)}…` },
  ]);
  expect(factTexts({ args: { ids: [1] }, token: 'x', reason: 'Help', changed: {} })).toEqual([{ label: 'reason', text: 'Help' }]);
});

test('every order of a change has a past', () => {
  // The sentences only put their places in, so any text will do.
  const places = new Proxy({}, { get: () => 'it' }) as never;
  const orders = Object.values(changeMessages).map((say) => say(places));
  expect(orders.filter((order) => pastOf(order) === null)).toEqual([]);
});

test('filters by kind of object and of change name lines of calls and of queued changes', () => {
  expect(auditNames('task', 'removed')).toEqual(['task.remove']);
  expect(auditNames('rule', 'removed')).toEqual(['rule.delete.v1', 'rule.purge.v1']);
  expect(auditNames('job', null)).toContain('job.edit.v1');
  expect(auditNames(null, null)).toBeNull();
});

test('a private view is not called by its name', () => {
  const args = { id: 4, ref: null, reportId: 1, ownerId: 5, name: 'Secret', body: aConfigurationBody() };
  const order = (isPrivate: boolean) => orderOf('reportConfiguration.save.v1', { ...args, isPrivate }, () => null);
  expect([order(true), order(false)]).toEqual(['Save the view “private”', 'Save the view “Secret”']);
});

import { expect, test } from 'vitest';
import type { CommandArgs, CommandName } from '#contract/commands/commands.ts';
import type { RightName } from '#contract/kit/rights.ts';
import type { PreValues } from '#contract/sync/sync.ts';
import { anAssignmentRule } from '#tests/support/factories/assignment-factory.ts';
import { aFieldMapping } from '#tests/support/factories/field-mapping-factory.ts';
import { aJob, aNote, aTarget } from '#tests/support/factories/job-factory.ts';
import { aConfiguration, aConfigurationBody } from '#tests/support/factories/report-factory.ts';
import { aDraft, aStoredRule } from '#tests/support/factories/rule-factory.ts';
import { substitutionProblem } from '../rules/substitute.ts';
import { commands } from './commands.ts';
import { preValuesOf } from './kit/base-values.ts';
import type { VersionedName } from './kit/command.ts';
import { localIdOf } from './local-id.ts';
import { rowSet } from './row-set.ts';
import { type Ran, runPure } from './run-pure.ts';

type Tested = Exclude<
  CommandName,
  | `${'job' | 'value' | 'source' | 'task' | 'rateFloor' | 'flexMapping' | 'ticket' | 'notice' | 'submission' | 'submissionPackage' | 'submissionPair' | 'submissionDocumentStep' | 'submissionDictionaryStep' | 'dataset'}.${string}`
  | `label.${string}`
>;
const ann = { by: 'Ann', at: '2026-11-21T12:00:00.000Z', patternProblem: substitutionProblem };
const ref = '0b7f3d4e-93c1-4d6a-9a55-5d2f7c8e1a01';
const none = { ref: null, purged: false, version: 1, by: 'Ben', at: '2026-11-01T00:00:00.000Z' };

const fresh = () =>
  rowSet([
    { collection: 'job', row: aJob() },
    { collection: 'rule', row: aStoredRule() },
    { collection: 'rule', row: aStoredRule({ id: 22, deleted: true }) },
    { collection: 'substitutionTarget', row: { ...none, id: 31, objectType: 2, name: 'RN' } },
    {
      collection: 'substitutionRule',
      row: { ...none, id: 41, objectType: 2, rule: 'r\\.n\\.', targetId: 31, ruleType: 6, caseSensitive: false },
    },
    { collection: 'fieldAlias', row: { ...none, id: 71, fieldId: 15, alias: 'Ward' } },
    { collection: 'reportConfiguration', row: aConfiguration({ ...none, id: 81 }) },
    { collection: 'customerStatus', row: { ...none, id: 81, name: 'Filled', standard: 'Filled', defaultAt: null } },
    { collection: 'assignmentRule', row: anAssignmentRule({ ...none, id: 101 }) },
    { collection: 'target', row: aTarget() },
    { collection: 'fieldMapping', row: aFieldMapping({ ...none, id: 111 }) },
    { collection: 'jobNote', row: aNote({ ...none, id: 91 }) },
    { collection: 'goldenJob', row: { ...none, id: 51, name: 'Days', jobId: 7, job: aJob(), expected: {} } },
  ]);
type Book = ReturnType<typeof fresh>;

function run<N extends CommandName>(book: Book, name: N, args: CommandArgs<N>, pre: PreValues = {}): Ran {
  const ran = runPure(commands[name], args, pre, book, ann);
  if (ran.outcome === 'applied') for (const write of ran.writes) book.put(write);
  return ran;
}
const code = (ran: Ran) => (ran.outcome === 'rejected' ? ran.code : 'applied');

const view = { reportId: 1, ownerId: 5, body: aConfigurationBody(), isPrivate: false };

const assignment = {
  position: 1,
  userId: 5,
  person: 'Ann',
  sourceId: null,
  facilityId: null,
  facilityName: null,
  facilityText: 'Mercy Hospital',
  enabled: true,
};
const mappedLine = {
  targetId: 1,
  atsField: 'title',
  jobField: 'title',
  option: 0,
  condition: '',
  value: '',
  valueType: 1,
  fieldType: 'text',
  workType: 0,
  maxLength: 80,
  onUpdate: true,
  onCancel: false,
  position: 3,
} as const;
const noteContent = { jobId: 7, authorId: 5, text: 'Call @Ann', mentions: [{ userId: 6, name: 'Ann' }] };

const everyArgs: { readonly [N in Tested]: CommandArgs<N> } = {
  'rule.save.v1': { id: 21, ref: null, rule: aDraft({ operand: '110' }), words: 'Higher' },
  'rule.activate.v1': { id: 21, ref: null, active: false },
  'rule.delete.v1': { id: 21, ref: null },
  'rule.restore.v1': { id: 22, ref: null },
  'rule.purge.v1': { id: 22, ref: null },
  'substitutionTarget.save.v1': { id: 31, ref: null, objectType: 2, name: 'Registered Nurse' },
  'substitutionTarget.remove.v1': { id: 31, ref: null },
  'substitutionRule.save.v1': {
    id: 41,
    ref: null,
    objectType: 2,
    rule: 'nurse',
    targetId: 31,
    targetRef: null,
    caseSensitive: false,
  },
  'substitutionRule.remove.v1': { id: 41, ref: null },
  'fieldAlias.save.v1': { id: 71, ref: null, fieldId: 15, alias: 'Floor' },
  'fieldAlias.remove.v1': { id: 71, ref: null },
  'fieldAlias.restore.v1': { id: 71, ref: null, version: 1, fieldId: 15, alias: 'Floor' },
  'reportConfiguration.save.v1': { id: 81, ref: null, ...view, name: 'Nights' },
  'reportConfiguration.remove.v1': { id: 81, ref: null },
  'reportConfiguration.restore.v1': {
    id: 81,
    ref: null,
    version: 1,
    ...view,
    name: 'Nights',
    owner: 'Ben',
    isDefault: false,
    roleIds: [],
  },
  'reportConfiguration.setDefault.v1': { id: 81, ref: null, roleId: null, isDefault: true, otherId: null, otherRef: null },
  'customerStatus.save.v1': { id: 81, ref: null, name: 'Placed', isDefault: true },
  'customerStatus.remove.v1': { id: 81, ref: null },
  'customerStatus.restore.v1': { id: 81, ref: null, version: 1, name: 'Placed', standard: null, defaultAt: null },
  'assignmentRule.save.v1': { id: 101, ref: null, ...assignment, enabled: false },
  'assignmentRule.move.v1': { id: 101, ref: null, position: 7 },
  'assignmentRule.remove.v1': { id: 101, ref: null },
  'assignmentRule.restore.v1': { id: 101, ref: null, version: 1, ...assignment, position: 9 },
  'fieldMapping.save.v1': { id: 111, ref: null, ...mappedLine },
  'fieldMapping.move.v1': { id: 111, ref: null, targetId: 1, position: 7 },
  'fieldMapping.remove.v1': { id: 111, ref: null, targetId: 1 },
  'fieldMapping.restore.v1': { id: 111, ref: null, version: 1, ...mappedLine, atsField: 'customText3' },
  'jobNote.save.v1': { id: 91, ref: null, jobId: 7, authorId: 5, text: 'Rate agreed', mentions: [] },
  'jobNote.remove.v1': { id: 91, ref: null, jobId: 7 },
  'jobNote.restore.v1': { id: 91, ref: null, version: 1, ...noteContent, author: 'Ben', writtenAt: none.at, editedAt: null },
  'ruleTestCase.save.v1': { id: 51, ref: null, jobId: 7, name: 'Nights', expected: { billRate: 100 } },
  'ruleTestCase.remove.v1': { id: 51, ref: null },
  'ruleTestCase.restore.v1': { id: 51, ref: null, version: 1, jobId: 7, name: 'Nights', job: aJob(), expected: {} },
  'substitutionTarget.restore.v1': { id: 31, ref: null, version: 1, objectType: 2, name: 'Nurse' },
  'substitutionRule.restore.v1': {
    id: 41,
    ref: null,
    version: 1,
    objectType: 2,
    rule: 'nurse',
    targetId: 31,
    targetRef: null,
    caseSensitive: true,
  },
};
const names = Object.keys(everyArgs) as Tested[];
const homes: Readonly<Record<string, VersionedName>> = {
  rule: 'rule',
  substitutionTarget: 'substitutionTarget',
  substitutionRule: 'substitutionRule',
  ruleTestCase: 'goldenJob',
  fieldAlias: 'fieldAlias',
  reportConfiguration: 'reportConfiguration',
  customerStatus: 'customerStatus',
  jobNote: 'jobNote',
  assignmentRule: 'assignmentRule',
  fieldMapping: 'fieldMapping',
};
const rowOf = (book: Book, name: Tested) => book.get(homes[name.split('.')[0] ?? ''] ?? 'rule', everyArgs[name].id);

test.each(names)('%s writes one new version, and changes nothing when repeated', (name) => {
  const book = fresh();
  expect(code(run(book, name, everyArgs[name]))).toBe('applied');
  const once = rowOf(book, name);
  expect(once).toMatchObject({ version: 2, by: 'Ann', at: ann.at });
  run(book, name, everyArgs[name]);
  expect(rowOf(book, name)).toEqual(once);
});

test.each(names)('[S5] %s of a row that another person saved meanwhile is a conflict and never merged', (name) => {
  const book = fresh();
  const pre = preValuesOf(commands[name], everyArgs[name], book);
  const row = rowOf(book, name);
  book.put({ collection: homes[name.split('.')[0] ?? ''], row: { ...row, version: 2 } } as never);
  expect(run(book, name, everyArgs[name], pre)).toMatchObject({ outcome: 'rejected', code: 'conflict' });
});

const restores = (name: Tested) => commands[name].refs.some(({ does }) => does === 'restores');

test.each(names.filter((name) => !restores(name)))('%s of missing rows is refused with a message', (name) => {
  const ran = runPure(commands[name], everyArgs[name], {}, rowSet(), ann);
  expect(ran).toMatchObject({ outcome: 'rejected', message: expect.stringMatching(/\.$/) as string });
});

test.each(names.filter(restores))('%s restores a deleted row, as the version after the deletion', (name) => {
  const book = fresh();
  const collection = homes[name.split('.')[0] ?? ''] ?? 'rule';
  book.put({ collection, row: { ...rowOf(book, name), purged: true, version: 2 } } as never);
  const args = { ...everyArgs[name], version: 2 } as never;
  const overTombstone = runPure(commands[name], args, {}, book, ann);
  // A job counts its notes.
  const counts = name === 'jobNote.restore.v1' ? [{ collection: 'job' }] : [];
  expect(overTombstone).toMatchObject({ outcome: 'applied', writes: [{ row: { purged: false, version: 3 } }, ...counts] });
  // After a pull, the service and the device no longer have the row. A restored substitution rule needs its target name.
  const target = fresh().get('substitutionTarget', 31);
  const pulled = rowSet([
    { collection: 'job', row: aJob() },
    { collection: 'target', row: aTarget() },
  ]);
  if (target && name === 'substitutionRule.restore.v1') pulled.put({ collection: 'substitutionTarget', row: target });
  expect(runPure(commands[name], args, {}, pulled, ann)).toEqual(overTombstone);
});

test('[edge case 29] a rule that a device creates has a temporary id until the service assigns one', () => {
  const book = fresh();
  const id = localIdOf(ref);
  expect(id).toBeLessThan(0);
  run(book, 'rule.save.v1', { id, ref, rule: aDraft({ name: 'New' }), words: '' });
  expect(book.get('rule', id)).toMatchObject({ id, ref, name: 'New', version: 1, deleted: false });
  run(book, 'rule.activate.v1', { id, ref, active: false });
  expect(book.get('rule', id)).toMatchObject({ active: false, version: 2 });
});

test('an edit of a deleted rule is refused as gone; a restored rule is inactive', () => {
  const book = fresh();
  expect(code(run(book, 'rule.save.v1', { ...everyArgs['rule.save.v1'], id: 22 }))).toBe('gone');
  expect(code(run(book, 'rule.activate.v1', { id: 22, ref: null, active: true }))).toBe('gone');
  run(book, 'rule.restore.v1', { id: 22, ref: null });
  expect(book.get('rule', 22)).toMatchObject({ deleted: false, active: false });
});

test('only a deleted rule can be deleted for good, and then it cannot be restored', () => {
  const book = fresh();
  expect(code(run(book, 'rule.purge.v1', { id: 21, ref: null }))).toBe('not_offered');
  run(book, 'rule.purge.v1', { id: 22, ref: null });
  expect(code(run(book, 'rule.restore.v1', { id: 22, ref: null }))).toBe('gone');
});

test('every command on admin-only and global rules needs an administrator’s right', () => {
  const needs = (over: object, rule = aDraft()) =>
    commands['rule.save.v1'].needs(
      { id: 21, ref: null, rule, words: '' },
      rowSet([{ collection: 'rule', row: aStoredRule(over) }]),
    );
  expect(needs({})).toEqual(['rules.write']);
  expect(needs({ adminsOnly: true })).toEqual(['rules.write', 'admin.system']);
  expect(needs({}, aDraft({ adminsOnly: true }))).toEqual(['rules.write', 'admin.system']);
  expect(needs({ global: true })).toEqual(['rules.write', 'admin.system']);
  const { forbidden } = commands['rule.save.v1'];
  const sentence = (right: RightName) => (forbidden === 'standard' ? forbidden : forbidden(right));
  expect(sentence('admin.system')).toBe('Admin Only Rules are not editable by non-admin users.');
  expect(sentence('rules.write')).toBe('You do not have sufficient rights');
});

test('a rule cannot become global or stop being global', () => {
  expect(code(run(fresh(), 'rule.save.v1', { id: 21, ref: null, rule: aDraft({ global: true }), words: '' }))).toBe('invalid');
});

test('a substitution needs a valid pattern and a target name of its kind', () => {
  const save = (over: object) => run(fresh(), 'substitutionRule.save.v1', { ...everyArgs['substitutionRule.save.v1'], ...over });
  expect(save({ rule: ' ' })).toMatchObject({ code: 'invalid', message: 'The rule label must not be empty.' });
  expect(save({ rule: '(' })).toMatchObject({ code: 'invalid' });
  expect(save({ rule: '.*' })).toMatchObject({ code: 'invalid' });
  expect(save({ objectType: 3 })).toMatchObject({ code: 'invalid' });
  expect(save({ targetId: 99 })).toMatchObject({ code: 'invalid' });
});

test('a device without the regex engine leaves the pattern check to the service, but refuses an empty label', () => {
  const { by, at } = ann;
  const save = (rule: string) =>
    runPure(commands['substitutionRule.save.v1'], { ...everyArgs['substitutionRule.save.v1'], rule }, {}, fresh(), { by, at });
  expect(save('(').outcome).toBe('applied');
  expect(save(' ')).toMatchObject({ outcome: 'rejected', code: 'invalid' });
});

test('a pinned job keeps the values from collection, not those from rules', () => {
  const book = fresh();
  book.put({
    collection: 'job',
    row: aJob({ billRate: 120, ruled: { billRate: { ruleId: 21, version: 1, was: 92.5 } }, extra: {}, skipRuleId: null }),
  });
  run(book, 'ruleTestCase.save.v1', { id: localIdOf(ref), ref, jobId: 7, name: 'Nights', expected: { billRate: 120 } });
  expect(book.get('goldenJob', localIdOf(ref))).toMatchObject({
    job: { billRate: 92.5, ruled: {} },
    expected: { billRate: 120 },
  });
});

test('a status keeps its standard status under another name; only a restored moment that is past makes it the default', () => {
  const book = fresh();
  run(book, 'customerStatus.save.v1', { id: 81, ref: null, name: 'Placed', isDefault: false });
  expect(book.get('customerStatus', 81)).toMatchObject({ name: 'Placed', standard: 'Filled', defaultAt: null });
  const id = localIdOf(ref);
  run(book, 'customerStatus.save.v1', { id, ref, name: 'on hold', isDefault: true });
  expect(book.get('customerStatus', id)).toMatchObject({ standard: 'On Hold', defaultAt: ann.at });
  const later = { ...everyArgs['customerStatus.restore.v1'], defaultAt: '2099-01-01T00:00:00.000Z' };
  run(book, 'customerStatus.restore.v1', later);
  expect(book.get('customerStatus', 81)).toMatchObject({ defaultAt: ann.at });
});

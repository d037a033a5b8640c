import { expect, test } from 'vitest';
import { type CommandName, commandNames } from '#contract/commands/commands.ts';
import { defaultNames } from '#domain/job-list/field-names.ts';
import { areaOf, describeChange, headingOf, namedIn, reasonMessage } from './describe-change.ts';
import { rowNames } from './use-row-names.ts';

const known = new Map([
  ['job/7', '884-210'],
  ['mapValue/3', 'MERCY GEN SAC'],
  ['rule/5', 'Float rate'],
]);
const names = rowNames((collection, id) => known.get(`${collection}/${id}`) ?? null, defaultNames);
const say = (name: string, args: unknown) => describeChange({ name, args }, names).message;
const samples: Record<CommandName, unknown> = {
  'job.hold.v1': { ids: [7] },
  'job.release.v1': { ids: [7] },
  'job.hide.v1': { ids: [7] },
  'job.show.v1': { ids: [7] },
  'job.cancel.v1': { ids: [7, 8] },
  'job.reopen.v1': { ids: [7] },
  'job.clearOverrides.v1': { ids: [7] },
  'job.post.v1': { ids: [7], targetId: 1 },
  'job.edit.v1': { id: 7, field: 'billRate', value: 74 },
  'job.fill.v1': { ids: [7, 8], edits: { 7: { set: { billRate: 74 } }, 8: { set: { billRate: 75 } } } },
  'job.assign.v1': { ids: [7], userId: 5, name: 'Ann' },
  'jobNote.save.v1': { id: 9, ref: null, jobId: 7, text: 'Call' },
  'jobNote.remove.v1': { id: 9, ref: null, jobId: 7 },
  'jobNote.restore.v1': { id: 9, ref: null, jobId: 7, text: 'Call' },
  'job.sameOrder.v1': { pairs: [{ id: 7, otherId: 8, decision: 'post' }] },
  'job.acceptRate.v1': { ids: [7] },
  'job.requireFloor.v1': { ids: [7] },
  'rateFloor.save.v1': { billRate: 62.5, marginPerHour: null, marginPercent: 18, preventsPosting: true },
  'job.unlock.v1': { id: 7, field: 'billRate' },
  'job.map.v1': { id: 7, kind: 'shift', mappedId: '5' },
  'value.map.v1': { ids: [3], mappedId: '9', certainty: 90 },
  'value.accept.v1': { ids: [3, 4] },
  'value.ignore.v1': { ids: [3], ignored: true },
  'value.unique.v1': { ids: [3], unique: true },
  'value.restore.v1': { ids: [3], mapping: { mappedId: null } },
  'value.feedback.v1': { id: 3, jobId: null, success: true, mask: 0, message: '', optOut: false },
  'source.alias.v1': { id: 2, aliases: ['Medloop Inc'] },
  'source.group.v1': { id: 2, members: [3] },
  'task.enable.v1': { ids: [4], enabled: true },
  'ticket.create.v1': { id: -5, ref: null, subject: 'A job is missing' },
  'ticket.comment.v1': { id: -6, ref: null, ticketId: 12, ticketRef: null, text: 'Yes' },
  'ticket.status.v1': { id: 12, ref: null, status: 'closed' },
  'submission.send.v1': { id: -7, ref: null, caregiverId: '70001', jobId: 7, providerJobId: '67890' },
  'submission.resend.v1': { id: 41, ref: null },
  'submissionPackage.save.v1': { id: 9, ref: null, targetId: 3, degreeId: 0, specialtyId: 0, documents: [4] },
  'submissionPackage.remove.v1': { id: 9, ref: null, targetId: 3 },
  'submissionDictionaryStep.save.v1': { id: 9, ref: null, targetId: 3, fromId: 4, toId: 5 },
  'submissionDictionaryStep.remove.v1': { id: 9, ref: null, targetId: 3, fromId: 4 },
  'submissionDictionaryStep.restore.v1': { id: 9, ref: null, targetId: 3, fromId: 4, toId: 5 },
  'submissionDocumentStep.save.v1': { id: 9, ref: null, targetId: 3, documentId: 4, jrDocumentId: 5 },
  'submissionDocumentStep.remove.v1': { id: 9, ref: null, targetId: 3, documentId: 4 },
  'submissionDocumentStep.restore.v1': { id: 9, ref: null, targetId: 3, documentId: 4, jrDocumentId: 5 },
  'submissionPair.save.v1': { id: 9, ref: null, targetId: 3, degreeId: 4, specialtyId: 5 },
  'submissionPair.remove.v1': { id: 9, ref: null, targetId: 3, degreeId: 4, specialtyId: 5 },
  'submissionPair.restore.v1': { id: 9, ref: null, targetId: 3, degreeId: 4, specialtyId: 5 },
  'submissionPackage.restore.v1': { id: 9, ref: null, targetId: 3, degreeId: 0, specialtyId: 0, documents: [4] },
  'task.schedule.v1': { ids: [4, 5], everyMinutes: 60, runAt: [] },
  'rule.save.v1': { id: 5, ref: null, rule: { name: 'Float rate' }, words: '' },
  'rule.activate.v1': { id: 5, ref: null, active: true },
  'rule.delete.v1': { id: 5, ref: null },
  'rule.restore.v1': { id: 5, ref: null },
  'rule.purge.v1': { id: 6, ref: null },
  'ruleTestCase.save.v1': { id: 8, ref: null, jobId: 7, name: 'Nights', expected: {} },
  'ruleTestCase.remove.v1': { id: 8, ref: null },
  'ruleTestCase.restore.v1': { id: 8, ref: null, jobId: 7, name: 'Nights', expected: {} },
  'substitutionTarget.save.v1': { id: 6, ref: null, objectType: 2, name: 'RN' },
  'substitutionTarget.remove.v1': { id: 6, ref: null },
  'substitutionTarget.restore.v1': { id: 6, ref: null, objectType: 2, name: 'RN' },
  'fieldAlias.save.v1': { id: 9, ref: null, fieldId: 15, alias: 'Ward' },
  'fieldAlias.remove.v1': { id: 9, ref: null },
  'customerStatus.save.v1': { id: 9, ref: null, name: 'Placed', isDefault: false },
  'customerStatus.remove.v1': { id: 9, ref: null },
  'customerStatus.restore.v1': { id: 9, ref: null, name: 'Placed', standard: null, defaultAt: null },
  'label.save.v1': { id: 14, ref: null, fieldKey: 'unit', value: 'Ward', plural: null },
  'label.remove.v1': { id: 14, ref: null, fieldKey: 'unit' },
  'dataset.label.v1': { id: 9, userId: 5, reading: null },
  'dataset.settle.v1': { id: 9, userId: 5, reading: { shift: null, rate: null } },
  'notice.dismiss.v1': { id: 9, userId: 5, dismissed: true },
  'fieldMapping.save.v1': { id: 9, ref: null, targetId: 1, atsField: 'title' },
  'fieldMapping.move.v1': { id: 9, ref: null, targetId: 1, position: 2 },
  'fieldMapping.remove.v1': { id: 9, ref: null, targetId: 1 },
  'flexMapping.save.v1': { id: 1, jobFields: [], atsFields: [], lines: [] },
  'fieldMapping.restore.v1': { id: 9, ref: null, targetId: 1, atsField: 'title' },
  'assignmentRule.save.v1': { id: 9, ref: null, person: 'Ann', sourceId: 2, facilityText: 'Mercy', enabled: true },
  'assignmentRule.move.v1': { id: 9, ref: null, position: 2 },
  'assignmentRule.remove.v1': { id: 9, ref: null },
  'assignmentRule.restore.v1': { id: 9, ref: null, person: 'Ann', sourceId: 2, facilityText: null, facilityId: null },
  'fieldAlias.restore.v1': { id: 9, ref: null, fieldId: 15, alias: 'Ward' },
  'reportConfiguration.save.v1': { id: 10, ref: null, name: 'Nights' },
  'reportConfiguration.remove.v1': { id: 10, ref: null },
  'reportConfiguration.restore.v1': { id: 10, ref: null, name: 'Nights' },
  'reportConfiguration.setDefault.v1': { id: 10, ref: null, roleId: null, isDefault: true, otherId: null, otherRef: null },
  'substitutionRule.save.v1': { id: 7, ref: null, rule: 'nurse' },
  'substitutionRule.remove.v1': { id: 7, ref: null },
  'substitutionRule.restore.v1': { id: 7, ref: null, rule: 'nurse' },
};

test('Every change is a plain sentence without its wire name', () => {
  for (const name of commandNames) {
    expect(say(name, samples[name])).not.toContain(`${name.split('.')[0]}.`);
    expect(say(name, samples[name])).toMatch(/^[A-Z].{8,}/);
  }
});

test('One row is named, several are counted', () => {
  expect(say('job.hold.v1', { ids: [7] })).toBe('Hold job 884-210');
  expect(say('job.cancel.v1', { ids: [7, 8] })).toBe('Cancel 2 jobs');
  expect(say('job.assign.v1', samples['job.assign.v1'])).toBe('Assign job 884-210 to Ann');
  expect(say('job.assign.v1', { ids: [7, 8], userId: null, name: null })).toBe('Unassign 2 jobs');
  expect(say('job.fill.v1', samples['job.fill.v1'])).toBe('Set bill rate of 2 jobs');
  expect(say('job.fill.v1', { ids: [7], edits: { 7: { set: { billRate: 74, otRate: 80 } } } })).toBe(
    'Set 2 fields of job 884-210',
  );
  expect(say('value.map.v1', samples['value.map.v1'])).toBe('Map “MERCY GEN SAC”');
  expect(say('rule.activate.v1', samples['rule.activate.v1'])).toBe('Activate the rule “Float rate”');
});

test('A sentence names each row that it is about, also those that the change does not touch', () => {
  const named = (name: CommandName) => namedIn({ name, args: samples[name] });
  expect(named('job.hold.v1')).toEqual(['job/7']);
  expect(named('job.cancel.v1')).toEqual([]);
  expect(named('submissionDictionaryStep.save.v1')).toEqual(['submissionTarget/3', 'submissionEntry/4', 'submissionEntry/5']);
  expect(namedIn({ name: 'rule.edit.v9', args: {} })).toEqual([]);
});

test('A row that is not on this device is named by its id, or by its kind', () => {
  expect(say('job.hold.v1', { ids: [99] })).toBe('Hold job 99');
  expect(say('rule.purge.v1', samples['rule.purge.v1'])).toBe('Permanently delete a rule');
});

test('A blank value is called blank, zero is zero, and a field keeps its abbreviation', () => {
  expect(say('job.edit.v1', { id: 7, field: 'billRate', value: null })).toBe('Set bill rate of job 884-210 to blank');
  expect(say('job.edit.v1', { id: 7, field: 'otRate', value: 0 })).toContain('to 0');
});

test('A link to one job opens it in staging; a link to a deleted rule opens the deleted rules', () => {
  const to = (name: CommandName) => describeChange({ name, args: samples[name] }, names).to;
  expect(to('job.edit.v1')).toBe('/staging?open=job:7');
  expect(to('job.cancel.v1')).toBe('/staging');
  expect(to('rule.delete.v1')).toBe('/custrules/showdeleted');
});

test('Changes are filtered by area', () => {
  const names = ['job.post.v1', 'value.map.v1', 'job.map.v1', 'job.hold.v1', 'rule.save.v1', 'rule.edit.v9'];
  expect(names.map(areaOf)).toEqual(['posts', 'mapping', 'mapping', 'jobs', 'rules', 'other']);
});

test('A change from another version is kept and shown', () => {
  expect(say('rule.edit.v9', {})).toBe('Change “rule.edit.v9” from another version');
  expect(headingOf('rule.edit.v9')).toBe('Other changes');
});

test('The service’s message for a refusal takes precedence', () => {
  expect(reasonMessage({ code: 'not_postable', message: 'Address is too long (84/80)', conflicts: [] })).toBe(
    'Address is too long (84/80)',
  );
  expect(reasonMessage({ code: 'conflict', message: '', conflicts: [] })).toContain('Someone else changed');
});

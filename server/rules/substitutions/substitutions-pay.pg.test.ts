import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  listDegreePayTargets,
  readPaySettings,
  saveBurden,
  saveDegreePay,
  saveFee,
  savePaySettings,
} from '#contract/rules/pay.ts';
import {
  addSubstitutionRule,
  listSubstitutionRules,
  listSubstitutionTargets,
  removeSubstitutionRule,
  removeSubstitutionTarget,
  saveSubstitutionTarget,
  updateSubstitutionRule,
  uploadSubstitutionRules,
} from '#contract/rules/substitutions.ts';
import { applyRules } from '#domain/rules/apply-rules.ts';
import { preparationOn } from '#domain/rules/grounds.ts';
import { prepareRules } from '#domain/rules/prepare-rules.ts';
import { writeRows } from '#server/feed/publish.ts';
import { aJob } from '#tests/support/factories/job-factory.ts';
import { aStoredRule } from '#tests/support/factories/rule-factory.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { stage } from '#tests/support/worlds/sync-world.ts';
import { prepareRuling } from '../ruling/prepared-ruling.ts';
import { rulingWith } from '../ruling/ruling.ts';

let service: TestService;
let chief: string;
let recruiter: string;
let viewer: string;
beforeAll(async () => {
  service = await startTestService();
  const { db } = service.services;
  const { north } = service.people;
  await stage(db, north, 1);
  await db.transaction().execute((tx) =>
    writeRows(tx, north, [
      {
        collection: 'source',
        row: { id: 3, name: 'Medloop', alias: null, autoPost: false, aliases: [], members: [] },
      },
    ]),
  );
  [chief, recruiter, viewer] = await Promise.all([
    service.signIn('chief'),
    service.signIn('recruiter'),
    service.signIn('viewer'),
  ]);
});
afterAll(() => service.close());

const me = { cust: 'me' } as const;

test('names and rules are added, listed with their page count, changed and removed in the documented order', async () => {
  const target = await service.call(saveSubstitutionTarget, { ...me, name: 'Registered Nurse', objectType: 2 }, chief);
  expect(await service.call(listSubstitutionTargets, { ...me, objectType: 2 }, chief)).toEqual([target]);
  const rule = { ...me, objectType: 2, rule: '\\br\\.?n\\b', targetId: target.id, isCaseSensitive: false };
  const made = await service.call(addSubstitutionRule, { ...rule, id: 0 }, chief);
  expect(made).toMatchObject({ ruleType: 6, target: { name: 'Registered Nurse' } });
  expect(await service.call(updateSubstitutionRule, { ...rule, id: made.id, isCaseSensitive: true }, chief)).toMatchObject({
    id: made.id,
    isCaseSensitive: true,
  });
  const page = { ...me, objectType: 2, page: 1, perPage: 0 } as const;
  expect(await service.call(listSubstitutionRules, page, chief)).toMatchObject([{ id: made.id, totalPages: 1 }]);
  const kept = await service.send(removeSubstitutionTarget, { ...me, id: target.id }, chief);
  expect(kept).toMatchObject({ status: 400 });
  expect(JSON.stringify(kept.body)).toContain('Substitution rule(s) associated with the target you selected exist');
  expect(await service.call(removeSubstitutionRule, { ...me, id: made.id }, chief)).toEqual({ removed: true });
  expect(await service.call(removeSubstitutionTarget, { ...me, id: target.id }, chief)).toEqual({ removed: true });
  expect((await service.send(addSubstitutionRule, { ...rule, id: 0, rule: '(' }, chief)).status).toBe(400);
  expect((await service.send(addSubstitutionRule, { ...rule, id: 0 }, recruiter)).status).toBe(403);
});

test('an uploaded file adds new rules and names the lines that it rejects', async () => {
  const upload = (fileName: string, content: string) =>
    service.send(uploadSubstitutionRules, { ...me, objectName: 'specialty', file: Buffer.from(content), fileName }, chief);
  const file = 'Rule,Name\n\\bmed.?surg\\b,Medical Surgical\nmedical surg,medical surgical\n(,ICU\nalone';
  expect((await upload('rules.csv', file)).body).toEqual({
    added: 2,
    same: 0,
    refused: [
      { line: 4, words: expect.stringContaining('pattern') as string },
      { line: 5, words: expect.stringContaining('name') as string },
    ],
  });
  expect((await upload('rules.txt', file)).body).toMatchObject({ added: 0, same: 2 });
  expect(await service.call(listSubstitutionTargets, { ...me, objectType: 3 }, chief)).toMatchObject([
    { name: 'Medical Surgical' },
  ]);
  // The content decides, not the name.
  expect((await upload('rules', file.replaceAll(',', '\t'))).body).toMatchObject({ added: 0, same: 2 });
  expect(await upload('rules.csv', '%PDF-1.7')).toMatchObject({
    status: 400,
    body: { fields: { file: 'This is a PDF. Choose a CSV, TXT or TSV file.' } },
  });
  expect((await upload('rules.csv', 'a\0b')).status).toBe(400);
});

test('pay setup is one response; each of its grids is saved by its own call', async () => {
  await service.call(
    savePaySettings,
    { ...me, id: service.people.north, calcType: 1, regularPayRate: 35, hoursPerWeek: 36 },
    chief,
  );
  await service.call(saveFee, { ...me, id: 3, vmsFee: 4.5, billOvertime: true }, chief);
  await service.call(saveBurden, { ...me, id: 0, state: 'NV', burden: 11.2 }, chief);
  const [target] = await service.call(listDegreePayTargets, me, chief);
  expect(target?.name).toBeUndefined();
  const setup = await service.call(readPaySettings, me, chief);
  expect(setup).toMatchObject({
    calcType: 1,
    regularPayRate: 35,
    fees: [{ id: 3, source: 'Medloop', vmsFee: 4.5, billOvertime: true }],
    burdens: [{ state: 'NV', burden: 11.2 }],
  });
  const degree = setup.degreePays[0]?.id ?? 0;
  await service.call(saveDegreePay, { ...me, id: degree, payRate: 38 }, chief);
  expect((await service.call(readPaySettings, me, chief)).degreePays[0]?.payRate).toBe(38);
  await service.call(saveDegreePay, { ...me, id: degree, payRate: null }, chief);
  expect((await service.call(readPaySettings, me, chief)).degreePays[0]?.payRate).toBeNull();
});

test('a rule that reads pay gives the same result on the service as on a device with the same setup', async () => {
  const pay = await service.call(readPaySettings, me, chief);
  const job = aJob({ source: 'Medloop', state: 'NV', billRate: 100, hoursPerWeek: 36 });
  const rules = [
    aStoredRule({ source: '[Inclusive Pay per Hour] greater than 35', actionType: 6, operand: 'hold' }),
    aStoredRule({ id: 22, source: '[Margin per Week] greater than 1', actionType: 6, operand: 'hide' }),
  ];
  const there = await rulingWith(service.services.db, service.people.north, rules, { moment: 'collection', now: new Date() });
  const { today } = there.grounds;
  const here = prepareRules(rules, preparationOn({ today, pay, flags: [] }, 'collection'));
  // The stipend uses up the margin: inclusive pay is high, and the margin is 0.
  expect(applyRules(job, prepareRuling(there).prepared).fired).toEqual([21]);
  expect(applyRules(job, here).fired).toEqual([21]);
});

test('the service reads what statuses mean to the customer if a rule asks for it, and then decides as a device does', async () => {
  const { db } = service.services;
  const { north } = service.people;
  const about = { version: 1, by: 'Ann', at: '2026-11-21T12:00:00.000Z', ref: null, purged: false };
  const status = { id: 9001, name: 'Client review', standard: 'On Hold' as const, defaultAt: null, ...about };
  await db.transaction().execute((tx) => writeRows(tx, north, [{ collection: 'customerStatus', row: status }]));
  const job = aJob({ status: 'On Hold' });
  const given = { moment: 'collection', now: new Date() } as const;
  const rule = aStoredRule({ source: '[Expanded Status] equal Client review', actionType: 6, operand: 'hold' });
  const there = await rulingWith(db, north, [rule], given);
  const here = prepareRules(
    [rule],
    preparationOn({ ...there.grounds, statuses: { statuses: [status], sources: [] } }, 'collection'),
  );
  expect(applyRules(job, prepareRuling(there).prepared).fired).toEqual([21]);
  expect(applyRules(job, here).fired).toEqual([21]);
  expect((await rulingWith(db, north, [aStoredRule()], given)).grounds.statuses).toBeUndefined();
});

test('missing, duplicate, out-of-range or forbidden values are rejected', async () => {
  const status = async (...sent: Parameters<TestService['send']>) => (await service.send(...sent)).status;
  expect(await status(saveFee, { ...me, id: 99, vmsFee: 1, billOvertime: false }, chief)).toBe(404);
  expect(await status(saveFee, { ...me, id: 3, vmsFee: 101, billOvertime: false }, chief)).toBe(400);
  expect(await status(saveBurden, { ...me, id: 0, state: 'NV', burden: 9 }, chief)).toBe(400);
  expect(await status(saveBurden, { ...me, id: 0, state: 'ZZ', burden: 9 }, chief)).toBe(400);
  expect(await status(saveDegreePay, { ...me, id: 999, payRate: 1 }, chief)).toBe(404);
  expect(await status(savePaySettings, { ...me, id: 0, calcType: 2 }, chief)).toBe(400);
  expect(await status(savePaySettings, { ...me, id: 0, calcType: 0 }, viewer)).toBe(403);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { uploadJobs } from '#contract/collecting/uploads.ts';
import { listFieldAliases, saveFieldAlias } from '#contract/rules/field-aliases.ts';
import { createRule } from '#contract/rules/rules.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { columnAliasesOf } from './read-field-aliases.ts';

let service: TestService;
let chief: string;
let recruiter: string;
const [unit, buyer] = [15, 47];
beforeAll(async () => {
  service = await startTestService();
  [chief, recruiter] = await Promise.all([service.signIn('chief'), service.signIn('recruiter')]);
});
afterAll(() => service.close());

const save = (args: { id?: number; fieldId: number; alias: string }) => service.call(saveFieldAlias, args, chief);
const aliases = async () => (await service.call(listFieldAliases, {}, chief)).map(({ field, alias }) => `${field}: ${alias}`);

test('an alias is added, changed and removed by the documented call', async () => {
  const { id, message } = await save({ fieldId: unit, alias: 'Ward' });
  expect(message).toBe('Alias saved');
  expect(await aliases()).toEqual(['Unit: Ward']);
  await save({ id, fieldId: unit, alias: 'Station 4' });
  expect(await aliases()).toEqual(['Unit: Station 4']);
  await save({ id, fieldId: unit, alias: '' });
  expect(await aliases()).toEqual([]);
  expect((await service.send(saveFieldAlias, { id, fieldId: unit, alias: 'Ward' }, chief)).status).toBe(404);
  expect((await service.send(saveFieldAlias, { fieldId: unit, alias: 'Ward' }, recruiter)).status).toBe(403);
});

test('a name of another field is refused with that field, also when two people give it at the same moment', async () => {
  const outcomes = await Promise.all(
    [unit, buyer].map((fieldId) => service.send(saveFieldAlias, { fieldId, alias: 'Wing' }, chief)),
  );
  expect(outcomes.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 400]);
  const refused = outcomes.find(({ status }) => status === 400);
  expect(refused?.body).toMatchObject({ kind: 'invalid', fields: { alias: expect.stringContaining('is already an alias of') } });
  const named = await service.send(saveFieldAlias, { fieldId: unit, alias: 'Facility' }, chief);
  expect(named.body).toMatchObject({ fields: { alias: expect.stringContaining('the field Facility') } });
});

test('files, uploads and rule texts are read with the aliases of their customer', async () => {
  await save({ fieldId: unit, alias: 'Pod' });
  // A name that Jobdock takes for the facility, and this customer's vendors use for the buyer.
  await save({ fieldId: buyer, alias: 'Client' });
  const text = ['Job ID,Facility,State,Client,Pod', 'A-1,Mercy,NV,Ann Lee,ICU 4'].join('\n');
  const read = await service.call(uploadJobs, { cust: 'me', file: Buffer.from(text), fileName: 'jobs.csv' }, chief);
  expect(read.columns.map(({ column, field, why }) => [column, field, why])).toEqual(
    expect.arrayContaining([
      ['Pod', 'unit', 'alias'],
      ['Client', 'buyer', 'alias'],
      ['Facility', 'facility', 'name'],
    ]),
  );
  expect(await columnAliasesOf(service.services.db, service.people.south)).toEqual([]);
  const rule = {
    name: 'Intensive care',
    source: '[Pod] contains ICU',
    actionType: 1,
    fieldId: 17,
    operand: '90',
    ord: 10,
  };
  const created = await service.send(createRule, { customerId: service.people.north, ...rule }, chief);
  expect(created.status).toBe(200);
  expect(JSON.stringify(created.body)).toContain('[Unit] contains ICU');
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { messages } from '#contract/kit/messages.ts';
import { getLabels } from '#contract/people/customers.ts';
import { nobody } from '#contract/rows/rows.ts';
import { listRuleAliases, listRuleFields } from '#contract/rules/rule-lists.ts';
import {
  copyLabels,
  type Label,
  listIndustries,
  listLabelCustomers,
  listLabels,
  removeLabel,
  saveLabel,
} from '#contract/system/labels.ts';
import { writeRows } from '#server/feed/publish.ts';
import { rowsOf } from '#server/kit/db/rows.ts';
import { aTarget } from '#tests/support/factories/job-factory.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';

let service: TestService;
let [admin, chief, recruiter] = ['', '', ''];
let north: number;
let south: number;
beforeAll(async () => {
  service = await startTestService();
  [admin, chief, recruiter] = [
    await service.signIn('administrator'),
    await service.signIn('chief'),
    await service.signIn('recruiter'),
  ];
  ({ north, south } = service.people);
});
afterAll(() => service.close());

type Set = { customerId?: number; targetId?: number; industryId?: number };
const whole = (set: Set) => ({ customerId: 0, targetId: 0, industryId: 0, ...set });
const save = (set: Set, key: string, value: string, who = admin, plural?: string) =>
  service.call(saveLabel, { ...whole(set), key, value, ...(plural !== undefined && { plural }) }, who);
const refused = async (set: Set, key: string, value: string, who = admin) => {
  const { status, body } = await service.send(saveLabel, { ...whole(set), key, value }, who);
  return { status, body };
};
const lineOf = async (set: Set, key: string, who = admin): Promise<Label | undefined> =>
  (await service.call(listLabels, whole(set), who)).find((line) => line.key === key);

test('industries and customers are listed with what labels go by', async () => {
  expect(await service.call(listIndustries, {}, recruiter)).toEqual([
    { id: 1, name: 'Other' },
    { id: 2, name: 'Healthcare' },
  ]);
  expect(await service.call(listLabelCustomers, {}, chief)).toEqual([
    { id: north, name: 'North Staffing', industryId: 2, targetId: 0 },
  ]);
  expect((await service.call(listLabelCustomers, {}, admin)).map(({ id }) => id)).toContain(south);
});

test('a label is saved, changed and removed; the customer’s wins over the target’s, that over the industry’s', async () => {
  const set = { customerId: north };
  expect(await lineOf(set, 'unit')).toMatchObject({
    value: 'Department',
    defaultValue: 'Department',
    isCustomized: 0,
    removableId: 0,
  });
  const industry = await save({ industryId: 2 }, 'unit', 'Service line');
  expect(industry).toMatchObject({
    message: messages.labelsSaved,
    label: { defaultValue: 'Department', plural: 'Service lines' },
  });
  expect((await lineOf(set, 'unit'))?.value).toBe('Service line');
  const target = await save({ targetId: 8 }, 'unit', 'Branch', admin, 'Branches');
  expect((await lineOf(set, 'unit'))?.value).toBe('Service line');
  await service.services.db
    .transaction()
    .execute((tx) =>
      writeRows(tx, north, [{ collection: 'target', row: aTarget({ id: 1, typeId: 8 }), extra: { settings: {} } }]),
    );
  expect(await lineOf(set, 'unit')).toMatchObject({ value: 'Branch', plural: 'Branches', isCustomized: 0 });
  const own = await save(set, 'unit', '  Ward ', chief);
  expect(own.label).toMatchObject({ value: 'Ward', plural: 'Wards', defaultValue: 'Branch', isCustomized: 1, fieldId: 15 });
  expect(own.label.removableId).toBe(own.label.id);
  const again = await save(set, 'unit', 'Wing', chief, 'Wings');
  expect(again.label.id).toBe(own.label.id);
  expect(await service.call(getLabels, { cust: 'me' }, recruiter)).toMatchObject({ unit: 'Wing', travelWork: 'Contract' });
  expect(await service.call(listRuleAliases, { cust: 'me' }, chief)).toContainEqual({
    fieldId: 15,
    alias: 'Wing',
    defaultName: 'Unit',
  });
  const fields = await service.call(listRuleFields, { cust: 'me' }, chief);
  expect(fields.find(({ id }) => id === 15)).toMatchObject({ name: 'Unit', title: 'Wing' });
  for (const { label } of [own, target, industry])
    expect(await service.call(removeLabel, { id: label.removableId }, admin)).toEqual({ message: messages.labelDeleted });
  expect((await lineOf(set, 'unit'))?.value).toBe('Department');
});

test('labels are rows of feeds: a customer’s of its own, those of industries and targets of the global one', async () => {
  const { db } = service.services;
  const own = await save({ customerId: north }, 'title', 'Role');
  const general = await save({ industryId: 1 }, 'title', 'Job name');
  expect([own.label.id % 2, general.label.id % 2]).toEqual([0, 1]);
  expect(await rowsOf(db, north, 'label')).toMatchObject([{ fieldKey: 'title', value: 'Role', plural: 'Roles' }]);
  expect(await rowsOf(db, nobody, 'generalLabel')).toMatchObject([{ fieldKey: 'title', industryId: 1, targetId: null }]);
  await service.call(removeLabel, { id: own.label.id }, chief);
  await service.call(removeLabel, { id: general.label.id }, admin);
  expect([await rowsOf(db, north, 'label'), await rowsOf(db, nobody, 'generalLabel')]).toEqual([[], []]);
});

test('one label for two fields of a set is refused by name, also one that only looks the same', async () => {
  const set = { customerId: north };
  const { label } = await save(set, 'zip', 'Post code');
  for (const value of ['post CODE', 'Post\u200B code', 'Post  code'])
    expect(await refused(set, 'city', value)).toMatchObject({
      status: 400,
      body: { fields: { value: expect.stringContaining('is the label of Zip already') as string } },
    });
  expect(await refused(set, 'city', 'State')).toMatchObject({
    body: { fields: { value: expect.stringContaining('(state)') as string } },
  });
  const both = await Promise.all(
    ['city', 'county'].map((key) => service.send(saveLabel, { ...whole(set), key, value: 'Town' }, chief)),
  );
  expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 400]);
  for (const { id } of await rowsOf(service.services.db, north, 'label')) await service.call(removeLabel, { id }, chief);
  expect(label.isCustomized).toBe(1);
});

test('what cannot be a label is refused with the remedy; marks, HTML and __proto__ are text', async () => {
  const set = { customerId: north };
  const bad = async (key: string, value: string) => ((await refused(set, key, value)).body as { fields: unknown }).fields;
  expect(await bad('unit', ' ')).toEqual({ value: 'Write a label.' });
  expect(await bad('unit', 'x'.repeat(61))).toEqual({ value: 'Shorten the label to 60 characters.' });
  expect(await bad('unit', 'a\nb')).toEqual({ value: 'Write the label on one line, without control characters.' });
  for (const key of ['nothing', '__proto__', 'variable']) expect(await bad(key, 'A')).toHaveProperty('key');
  expect(((await refused({}, 'unit', 'A')).body as { fields: unknown }).fields).toEqual({
    customerId: 'Choose a customer, a target or an industry.',
  });
  expect((await refused({ targetId: 99 }, 'unit', 'A')).status).toBe(400);
  expect((await refused({ industryId: 99 }, 'unit', 'A')).status).toBe(400);
  for (const value of ['__proto__', '<b onclick=x>Ward</b>', '\u202Edraw', 'constructor']) {
    expect((await save(set, 'unit', value)).label.value).toBe(value);
    expect(await service.call(getLabels, { cust: north }, admin)).toMatchObject({ unit: value });
  }
  for (const { id } of await rowsOf(service.services.db, north, 'label')) await service.call(removeLabel, { id }, chief);
});

test('people change the labels of their own customer alone; those of others do not exist for them', async () => {
  expect((await service.send(listLabels, whole({ customerId: south }), chief)).status).toBe(404);
  expect((await refused({ customerId: south }, 'unit', 'A', chief)).status).toBe(404);
  expect((await refused({ customerId: 9999 }, 'unit', 'A')).status).toBe(404);
  expect((await refused({ industryId: 2 }, 'unit', 'A', chief)).status).toBe(403);
  expect((await refused({ targetId: 8 }, 'unit', 'A', chief)).status).toBe(403);
  expect((await refused({ customerId: north }, 'unit', 'A', recruiter)).status).toBe(403);
  const theirs = await save({ customerId: south }, 'unit', 'Theirs');
  const general = await save({ industryId: 1 }, 'unit', 'Everyone’s');
  for (const { label } of [theirs, general]) {
    const { status, body } = await service.send(removeLabel, { id: label.id }, chief);
    expect({ status, body }).toMatchObject({ status: 404, body: { what: messages.labelNotDeleted } });
    await service.call(removeLabel, { id: label.id }, admin);
    expect((await service.send(removeLabel, { id: label.id }, admin)).status).toBe(404);
  }
});

test('the labels of one set are used for another: all of them, or none where one would name two fields', async () => {
  await save({ customerId: south }, 'unit', 'Ward');
  await save({ customerId: south }, 'title', 'Role', admin, 'Roles held');
  const copy = (from: Set, to: Set, who = admin) => service.send(copyLabels, { from: whole(from), to: whole(to) }, who);
  expect((await copy({ customerId: south }, { customerId: north }, chief)).status).toBe(404);
  expect((await copy({ customerId: north }, { targetId: 8 }, chief)).status).toBe(403);
  const { label } = await save({ customerId: north }, 'city', 'Role');
  expect(await copy({ customerId: south }, { customerId: north })).toMatchObject({ status: 400 });
  expect(await rowsOf(service.services.db, north, 'label')).toHaveLength(1);
  await service.call(removeLabel, { id: label.id }, admin);
  expect(await copy({ customerId: south }, { customerId: north })).toMatchObject({ status: 200, body: { changed: 2 } });
  expect(await copy({ customerId: south }, { customerId: north })).toMatchObject({ status: 200, body: { changed: 0 } });
  expect(await copy({ customerId: south }, { industryId: 1 })).toMatchObject({ status: 200, body: { changed: 2 } });
  expect(await lineOf({ customerId: north }, 'title')).toMatchObject({ value: 'Role', plural: 'Roles held' });
  expect(await lineOf({ industryId: 1 }, 'unit')).toMatchObject({ value: 'Ward', isCustomized: 1 });
});

test('each change has a line in the audit of whose labels they are', async () => {
  const lines = await service.services.db
    .selectFrom('audit')
    .select(['customer_id', 'command'])
    .where('command', 'like', 'label.%')
    .execute();
  for (const action of ['label.save.v1', 'label.remove.v1', 'label.copy'])
    expect(lines.filter((line) => line.command === action).map((line) => line.customer_id)).toContain(north);
  // Those of industries and targets belong to the provider.
  for (const action of ['label.save', 'label.remove'])
    expect(lines.filter((line) => line.command === action).map((line) => line.customer_id)).not.toContain(north);
});

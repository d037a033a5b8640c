import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  listActionTypes,
  listJobFields,
  listProductFields,
  listRuleAliases,
  listRuleFields,
  listRuleTypes,
  updateProductField,
} from '#contract/rules/rule-lists.ts';
import type { DocumentedRule } from '#contract/rules/rule-schemas.ts';
import {
  copyAllRules,
  copyRule,
  copyRulesTo,
  createRule,
  deleteRule,
  importTableRule,
  listRules,
  readTableRule,
  reportRules,
  restoreRule,
  testRule,
  updateRule,
} from '#contract/rules/rules.ts';
import { writeRows } from '#server/feed/publish.ts';
import { aJob } from '#tests/support/factories/job-factory.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { stage } from '#tests/support/worlds/sync-world.ts';
import { rulingOf } from '../ruling/ruling.ts';

let service: TestService;
let chief: string;
let viewer: string;
let administrator: string;
let stranger: string;
beforeAll(async () => {
  service = await startTestService();
  const { db } = service.services;
  await stage(db, service.people.north, 3);
  [chief, viewer, administrator, stranger] = await Promise.all([
    service.signIn('chief'),
    service.signIn('viewer'),
    service.signIn('administrator'),
    service.signIn('stranger'),
  ]);
});
afterAll(() => service.close());

const sent = (over: object = {}) => ({
  name: 'ICU rate',
  source: '[Specialty] equal ICU',
  actionType: 1 as const,
  fieldId: 17,
  operand: '100',
  ord: 10,
  ...over,
});
const add = async (over: object = {}, token = chief) => (await service.call(createRule, sent(over), token)) as DocumentedRule;
const filterOf = (filter: Record<string, unknown>) =>
  Buffer.from(
    Object.entries(filter)
      .map(([key, value]) => `${key}=${String(value)}`)
      .join(';'),
  ).toString('base64');
const list = (filter: Record<string, unknown> = {}, token = chief) =>
  service.call(listRules, { cust: 'me', filter: filterOf(filter) }, token);

describe('saving', () => {
  test('a rule is created, read back, changed, and rejected if another user saved first', async () => {
    const made = await add({ hasDisableAfterDate: true, disableAfterDate: '12/31/2099', workType: 0 });
    expect(made).toMatchObject({
      name: 'ICU rate',
      disableAfterDate: '12/31/2099',
      workType: null,
      version: 1,
      active: true,
    });
    expect(made.translatedText).toContain('ICU');
    const changed = await service.call(updateRule, { ...sent({ operand: '110' }), id: made.id, version: 1 }, chief);
    expect(changed).toMatchObject({ id: made.id, operand: '110', version: 2 });
    const late = await service.send(updateRule, { ...sent({ operand: '90' }), id: made.id, version: 1 }, chief);
    expect(late).toMatchObject({ status: 409, body: { kind: 'conflict', current: { operand: '110' } } });
  });
  test.each([
    [{ actionType: undefined }, 'Action is a required field'],
    [{ fieldId: 1 }, 'cannot be written'],
    [{ source: '[Specialty] equal' }, 'Expected'],
    [{ hasDisableAfterDate: true, disableAfterDate: '01/01/2020' }, 'in the past or is invalid'],
    [{ hasDisableAfterDate: true, disableAfterDate: 'soon' }, 'in the past or is invalid'],
    [{ actionType: 4, isTableRule: true, fieldId: null }, 'Problem with Table in Rule'],
    [{ operand: 'much' }, '"operand":"“much” is not an amount'],
    [{ actionType: 7, operand: '[Bill Rate] *' }, '"operand":'],
    [{ actionType: 3, fieldId: 3, operand: '/(/~x' }, 'cannot be read'],
    [{ source: '[Degree] equal ""' }, 'Some conditions are missing values'],
    [{ source: '[Source] equal "Gone VMS"' }, '"source":"Some selected values no longer exist'],
    [{ source: '[Mapped Facility] equal Gone', runOnExport: true }, 'Mapped Facility: Gone'],
    [{ source: '[Mapped Facility] equal Gone' }, 'only available for Export rules'],
  ])('%j is rejected with the documented message', async (over, words) => {
    const { status, body } = await service.send(createRule, sent(over), chief);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(words);
  });
  test('a read-only user is forbidden; rules for administrators are hidden from others', async () => {
    expect((await service.send(createRule, sent(), viewer)).status).toBe(403);
    expect((await service.send(createRule, sent({ adminsOnly: true }), chief)).status).toBe(403);
    const own = await add({ adminsOnly: true, customerId: service.people.north, name: 'Secret' }, administrator);
    expect((await list({ nm: 'Secret' })).length).toBe(0);
    expect((await service.send(updateRule, { ...sent(), id: own.id }, chief)).status).toBe(404);
    expect((await service.send(deleteRule, { id: own.id }, chief)).status).toBe(404);
  });
  test('another customer’s rule is never found', async () => {
    const made = await add({ name: 'Of the north' });
    await service.services.db.updateTable('app_user').set({ role_id: 1 }).where('id', '=', service.people.stranger).execute();
    for (const [call, args] of [
      [deleteRule, { id: made.id }],
      [copyRule, { id: made.id }],
      [restoreRule, { id: made.id }],
      [updateRule, { ...sent(), id: made.id }],
    ] as const)
      expect([403, 404]).toContain((await service.send(call, args, stranger)).status);
  });
});

describe('pinned jobs', () => {
  const pinned = async () => {
    const own = await add({ name: 'Pinned rate', source: '[Unit] equal "Pin unit"' });
    const job = aJob({ id: 1, unit: 'Pin unit', specialty: 'None', billRate: 92.5 });
    const pinned = { name: 'Pinned nights', jobId: 1, job, expected: { billRate: 100 }, ...created, id: 51 };
    await service.services.db
      .transaction()
      .execute((tx) => writeRows(tx, service.people.north, [{ collection: 'goldenJob', row: pinned }]));
    return own;
  };
  const created = { ref: null, purged: false, version: 1, by: 'Ann', at: '2026-11-01T00:00:00.000Z' };
  test('a save or delete that changes a pinned job is rejected with the change, and succeeds once it is accepted', async () => {
    const own = await pinned();
    const args = { ...sent({ name: 'Pinned rate', source: '[Unit] equal "Pin unit"', operand: '110' }), id: own.id };
    const { status, body } = await service.send(updateRule, args, chief);
    expect(status).toBe(409);
    expect(body).toMatchObject({
      kind: 'conflict',
      current: [{ collection: 'goldenJob', id: 51, name: 'Pinned nights', field: 'billRate', seen: 100, now: 100, wanted: 110 }],
    });
    expect((await service.send(deleteRule, { id: own.id }, chief)).status).toBe(409);
    expect(await service.call(updateRule, { ...args, acceptPinned: [51] }, chief)).toMatchObject({ operand: '110', version: 2 });
    expect(await service.call(deleteRule, { id: (await add({ name: 'Of no pinned job', operand: '92.5' })).id }, chief)).toEqual({
      removed: false,
    });
    await service.services.db.deleteFrom('golden_job').execute();
  });

  test('a global rule is checked against the pinned jobs of every customer, and the rejection names the customer', async () => {
    const { db, now } = service.services;
    const { south } = service.people;
    const job = aJob({ id: 9, unit: 'South unit', billRate: 80 });
    const pinned = { name: 'Southern nights', jobId: 9, job, expected: {}, ...created, id: 61 };
    await db.transaction().execute((tx) => writeRows(tx, south, [{ collection: 'goldenJob', row: pinned }]));
    const args = sent({ isGlobal: true, source: '[Unit] equal "South unit"' });
    const { status, body } = await service.send(createRule, args, administrator);
    expect(status).toBe(409);
    expect(body).toMatchObject({
      current: [
        { collection: 'goldenJob', id: 61, name: expect.stringMatching(/^Southern nights of \w+/), now: 80, wanted: 100 },
      ],
    });
    const made = (await service.call(createRule, { ...args, acceptPinned: [61] }, administrator)) as DocumentedRule;
    const theirs = async () => (await rulingOf(db, south, 'collection', now())).rules.map(({ id }) => id);
    expect(await theirs()).toContain(made.id);
    // A change that moves no pinned job there, or restores the pinned result, needs no acceptance.
    expect((await service.send(updateRule, { ...args, id: made.id, name: 'Renamed' }, administrator)).status).toBe(200);
    expect((await service.send(deleteRule, { id: made.id }, administrator)).status).toBe(200);
    expect(await theirs()).not.toContain(made.id);
    await db.deleteFrom('golden_job').execute();
  });
});

describe('the life of a rule', () => {
  test('deleted, restored inactive, deleted twice and removed', async () => {
    const made = await add({ name: 'Short life' });
    expect(await service.call(deleteRule, { id: made.id }, chief)).toEqual({ removed: false });
    expect((await list({ nm: 'Short life' })).length).toBe(0);
    expect(await list({ nm: 'Short life', isShowDeletedRule: 1 })).toMatchObject([{ id: made.id, isDeleted: true }]);
    expect(await service.call(restoreRule, { id: made.id }, chief)).toMatchObject({ active: false, isDeleted: false });
    await service.call(deleteRule, { id: made.id }, chief);
    expect(await service.call(deleteRule, { id: made.id }, chief)).toEqual({ removed: true });
    expect((await service.send(restoreRule, { id: made.id }, chief)).status).toBe(404);
  });
  test('a copy is inactive; the documented GET returns 405', async () => {
    const made = await add({ name: 'Original' });
    expect(await service.call(copyRule, { id: made.id }, chief)).toMatchObject({ name: 'Original (copy)', active: false });
    const long = await add({ name: 'N'.repeat(200) });
    expect(await service.call(copyRule, { id: long.id }, chief)).toMatchObject({ name: `${'N'.repeat(193)} (copy)` });
    const everywhere = (await service.call(
      createRule,
      sent({ name: 'Everywhere', isGlobal: true }),
      administrator,
    )) as DocumentedRule;
    expect(await service.call(copyRule, { id: everywhere.id }, administrator)).toMatchObject({ isGlobal: false });
    const { statusCode } = await service.app.inject({ method: 'GET', url: `/api/CustomerProcessing/copy/${made.id}` });
    expect(statusCode).toBe(405);
  });
  test('rules are copied to another customer all or none', async () => {
    const [one, two] = [await add({ name: 'To copy 1', sourceId: null }), await add({ name: 'To copy 2' })];
    const south = service.people.south;
    const ids = [one.id, two.id];
    expect((await service.send(copyRulesTo, { customer: south, ids: [...ids, 999_999] }, administrator)).status).toBe(404);
    expect((await service.send(copyRulesTo, { customer: 0, ids }, administrator)).body).toMatchObject({
      fields: { customer: 'The customer has not been selected.' },
    });
    const made = await service.call(copyRulesTo, { customer: south, ids }, administrator);
    expect(made).toHaveLength(2);
    const there = await service.call(listRules, { cust: south, filter: filterOf({ nm: 'To copy' }) }, administrator);
    expect(there).toMatchObject([
      { name: 'To copy 1', active: false, version: 1 },
      { name: 'To copy 2', active: false },
    ]);
    const all = { customer: 1, parent: service.people.north, child: south };
    const { copied, skipped } = await service.call(copyAllRules, all, administrator);
    expect(copied).toBeGreaterThan(0);
    expect(skipped).toBe(2);
    expect(await service.call(copyAllRules, all, administrator)).toEqual({ copied: 0, skipped: copied + skipped });
    expect((await service.send(copyAllRules, all, chief)).status).toBe(403);
  });
});

describe('listing', () => {
  test('is filtered, paged, and rejects an unreadable filter', async () => {
    const table = await add({
      name: 'Rates by degree',
      actionType: 4,
      fieldId: null,
      isTableRule: true,
      tableSources: [{ fieldId: 8 }],
      tableTargets: [{ fieldId: 17, width: 40 }],
      tableLines: [{ sources: [{ fieldId: 8, value: 'RN' }], targets: [{ fieldId: 17, value: '95' }] }],
    });
    expect((await list({ isTableRule: 'true' })).map(({ id }) => id)).toEqual([table.id]);
    expect((await list({ f: 8 })).map(({ id }) => id)).toContain(table.id);
    expect((await list({ dt: 4 })).map(({ id }) => id)).toEqual([table.id]);
    expect((await list({ searchText: 'rates by' })).length).toBe(1);
    const page = await list({ page: 2, pageSize: 1 });
    expect(page).toHaveLength(1);
    expect(page[0]?.totalPages).toBe(page[0]?.total);
    expect((await service.send(listRules, { cust: 'me', filter: filterOf({ page: 'x' }) }, chief)).status).toBe(400);
    expect(await service.call(readTableRule, { cust: 'me', ruleId: table.id }, chief)).toEqual({
      sources: [{ fieldId: 8 }],
      targets: [{ fieldId: 17, width: 175 }],
      lines: [{ sources: [{ fieldId: 8, value: 'RN' }], targets: [{ fieldId: 17, value: '95' }] }],
    });
  });
  test('the report describes each rule in words', async () => {
    const rows = await service.call(reportRules, { cust: 'me' }, chief);
    expect(rows.find(({ name }) => name === 'Rates by degree')).toMatchObject({
      action: 'Table rule or note',
      isTableRule: true,
    });
  });
});

describe('testing', () => {
  test('returns the changes to a job and their reasons, and saves nothing', async () => {
    const made = await add({ name: 'Tested', operand: '123' });
    const answer = await service.call(
      testRule,
      { cust: 'me', ruleId: made.id, jobId: 'HV-1', flag: 0, excludeDisabled: 1 },
      chief,
    );
    expect(answer.diff).toEqual([{ field: 'billRate', label: 'Bill Rate', before: 92.5, after: 123, ruleId: made.id }]);
    expect(answer.trace).toMatchObject([
      { ruleId: made.id, isTriggered: true, changes: [{ field: 'billRate', before: 92.5, after: 123 }] },
    ]);
    expect(answer.trace[0]?.ruleTranslationTrace).toContain('ICU');
    const missing = { cust: 'me', ruleId: -1, jobId: 'nothing', flag: 0, excludeDisabled: 1 } as const;
    expect((await service.send(testRule, missing, chief)).status).toBe(404);
  });
  test('an unsaved rule can be traced on a job', async () => {
    const before = (await list({ pageSize: 1000 })).length;
    const answer = await service.call(createRule, sent({ name: 'Draft', operand: '77', traceJob: 1 }), chief);
    expect(answer).toMatchObject({ diff: [{ field: 'billRate', after: 77 }] });
    expect((await list({ pageSize: 1000 })).length).toBe(before);
  });
});

test('a table is read from a CSV file, line by line', async () => {
  const boundary = 'x123';
  const file = (name: string, content: string) =>
    service.app.inject({
      method: 'POST',
      url: '/api/customerprocessing/import/tablerule/me',
      headers: { authorization: `Bearer ${chief}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: [
        ...['fields', 'targets', 'labelVariable'].map(
          (field, i) => `--${boundary}\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${['8', '17', ''][i]}\r\n`,
        ),
        `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/csv\r\n\r\n${content}\r\n--${boundary}--\r\n`,
      ].join(''),
    });
  const good = await file('rates.csv', 'Degree,Bill Rate\nRN,95\nLPN\nrn,90\nCNA,40');
  expect(good.json()).toMatchObject({
    Lines: [{ Field: [{ ID: 8, Value: 'RN' }], TargetNew: [{ ID: 17, Value: '95' }] }, { Field: [{ Value: 'CNA' }] }],
    refused: [
      { line: 3, words: 'The row has 1 cells, not 2.' },
      { line: 4, words: expect.stringContaining('Duplicate value') as string },
    ],
  });
  // The content decides, not the name.
  expect((await file('rates.xlsx', 'RN\t95')).json()).toMatchObject({ Lines: [{ Field: [{ Value: 'RN' }] }] });
  for (const content of ['%PDF-1.7', 'PK\x03\x04workbook', '[{"Degree":"RN"}]', '<table><tr><td>RN</td></tr></table>']) {
    const refused = await file('rates.csv', content);
    expect(refused.statusCode).toBe(400);
    expect(refused.body).toContain('Choose a CSV, TXT or TSV file.');
  }
  expect(importTableRule.needs).toBe('rules.write');
});

describe('lists', () => {
  test('action types, rule types and fields are the documented ones', async () => {
    expect(
      (await service.call(listActionTypes, {}, chief)).filter(({ forcesExport }) => forcesExport).map(({ id }) => id),
    ).toEqual([9, 11]);
    expect(await service.call(listRuleTypes, {}, chief)).toEqual([{ id: 6, name: 'Pattern' }]);
    const fields = await service.call(listProductFields, {}, chief);
    expect(await service.call(listJobFields, {}, chief)).toEqual(fields);
    expect(fields.find(({ id }) => id === 8)).toMatchObject({ name: 'Degree', isLookup: true });
    expect((await service.call(listRuleFields, { cust: 'me' }, chief)).find(({ id }) => id === 15)?.title).toBe('Department');
    expect(await service.call(listRuleAliases, { cust: 'me' }, chief)).toEqual([
      { fieldId: 15, alias: 'Department', defaultName: 'Unit' },
      { fieldId: 113, alias: 'Vendor Department', defaultName: 'Department' },
    ]);
  });
  test('only an administrator changes a field’s definition, and fields hidden from customers are not listed to them', async () => {
    const definition = { id: 100, title: 'Urgency', isRequired: false, isVisibleToCustomers: false, isAdvanced: true };
    expect((await service.send(updateProductField, definition, chief)).status).toBe(403);
    expect(await service.call(updateProductField, definition, administrator)).toMatchObject({
      title: 'Urgency',
      key: 'priority',
    });
    expect((await service.call(listRuleFields, { cust: 'me' }, chief)).some(({ id }) => id === 100)).toBe(false);
    expect((await service.send(updateProductField, { ...definition, id: 9999 }, administrator)).status).toBe(404);
  });
});

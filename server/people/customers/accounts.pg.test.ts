import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SentArgsOf } from '#contract/kit/endpoint.ts';
import { messages } from '#contract/kit/messages.ts';
import { addCustomer, getCustomer, removeCustomer, restoreCustomer, saveCustomer } from '#contract/people/account.ts';
import { countCustomers, listAllCustomers, listCustomerNames, listPlans } from '#contract/people/customer-list.ts';
import { listCustomers, listModules, readCustomerBasics, saveModules } from '#contract/people/customers.ts';
import { writeRows } from '#server/feed/publish.ts';
import { aJob, aTarget } from '#tests/support/factories/job-factory.ts';
import { aStoredRule } from '#tests/support/factories/rule-factory.ts';
import { newTask } from '#tests/support/factories/task-factory.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';

let service: TestService;
let admin: string;
let chief: string;
let recruiter: string;
let north = 0;
let south = 0;
beforeAll(async () => {
  service = await startTestService();
  [admin, chief, recruiter] = await Promise.all([
    service.signIn('administrator'),
    service.signIn('chief'),
    service.signIn('recruiter'),
  ]);
  ({ north, south } = service.people);
});
afterAll(() => service.close());
beforeEach(async () => {
  const { db } = service.services;
  await db.updateTable('customer').set({ parent_id: null, deleted_at: null, status: 'active' }).execute();
  // The audit keeps customers of earlier tests from being deleted for good.
  await db.updateTable('customer').set({ name: 'Earlier', deleted_at: '2026-01-01' }).where('id', '>', south).execute();
});

const added = {
  name: 'West Staffing',
  email: 'office@west.test',
  status: 'active',
  since: '2026-01-05',
  connections: 3,
  plan: 1,
};
const add = async (over: Partial<SentArgsOf<typeof addCustomer>> = {}) =>
  (await service.call(addCustomer, { ...(added as SentArgsOf<typeof addCustomer>), ...over }, admin)).id;
const save = (args: SentArgsOf<typeof saveCustomer>, token = admin) => service.send(saveCustomer, args, token);
const fieldsOf = async (answer: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await answer;
  expect(status).toBe(400);
  return (body as { fields: Record<string, string> }).fields;
};

describe('a new customer', () => {
  test('is saved with its plan’s user limit and the documented message, and the list, the switcher and its account show it', async () => {
    const reply = await service.call(
      addCustomer,
      { ...(added as SentArgsOf<typeof addCustomer>), parent: north, keepActiveTill: '12/31/2026' },
      admin,
    );
    expect(reply.message).toBe('Client is saved.');
    expect(reply.message).toBe(messages.clientSaved);
    expect(await service.call(getCustomer, { cust: reply.id }, admin)).toMatchObject({
      ...added,
      parent: north,
      keepActiveTill: '12/31/2026',
      userLimit: 5,
      isPastDue: false,
    });
    expect((await service.call(listCustomers, {}, admin)).map(({ name }) => name)).toContain('West Staffing');
    expect(await service.call(listCustomerNames, {}, admin)).toContainEqual({
      id: reply.id,
      name: 'West Staffing',
      parent: north,
    });
    const { rows } = await service.call(listAllCustomers, { all: '1', customer: 'west*' }, admin);
    expect(rows).toMatchObject([{ id: reply.id, plan: 'Starter', parentName: 'North Staffing', connections: 3 }]);
  });

  test.each([
    ['a name', { name: ' ' }, 'name'],
    ['an email address', { email: '' }, 'email'],
    ['a status', { status: '' }, 'status'],
    ['connections above 0', { connections: 0 }, 'connections'],
    ['a plan that exists', { plan: 99 }, 'plan'],
    ['a day that exists', { since: '2026-02-30' }, 'since'],
    ['a time zone that exists', { timeZone: 'Mars/Olympus' }, 'timeZone'],
  ])('needs %s', async (_what, wrong, field) => {
    expect(await fieldsOf(service.send(addCustomer, { ...added, ...wrong }, admin))).toHaveProperty(field);
  });

  test('needs its start date and its plan', async () => {
    const { since, plan, ...rest } = added;
    expect(since + plan).not.toBe('');
    expect(await fieldsOf(service.send(addCustomer, rest, admin))).toMatchObject({
      since: expect.any(String),
      plan: expect.any(String),
    });
  });

  test('gets the global rules that the others have', async () => {
    const { db } = service.services;
    const rule = aStoredRule({ id: 900, global: true });
    await db.transaction().execute((tx) => writeRows(tx, service.people.provider, [{ collection: 'rule', row: rule }]));
    const id = await add();
    expect(await db.selectFrom('rule').select('id').where('customer_id', '=', id).execute()).toEqual([{ id: 900 }]);
    await db.deleteFrom('rule').execute();
  });
});

describe('a save', () => {
  test('changes what is sent; a cleaning degree above 2 becomes 0', async () => {
    const id = await add();
    const { body } = await save({ id, cleanupDegree: 7, notify: 'a@west.test, b@west.test', disableDate: '2027-05-01' });
    expect(body).toEqual({ message: messages.clientSaved, id });
    const fields = { cleanupDegree: 0, notify: 'a@west.test, b@west.test', disableDate: '2027-05-01', name: 'West Staffing' };
    expect(await service.call(getCustomer, { cust: id }, admin)).toMatchObject(fields);
    await save({ id, cleanupDegree: 2 });
    expect(await service.call(getCustomer, { cust: id }, admin)).toMatchObject({ cleanupDegree: 2 });
  });

  test('travels under the documented names, and takes the whole row that the documented screen sends', async () => {
    const id = await add();
    const payload = {
      ID: id,
      objID: id,
      CustomerName: 'Far West',
      KeepActiveTill: '06/30/2027',
      GSAMethod: 1,
      Inactive_Fl: false,
      LinkedCustomers: [],
    };
    const answer = await service.app.inject({
      method: 'PUT',
      url: '/api/customer',
      headers: { authorization: `Bearer ${admin}` },
      payload,
    });
    expect(answer.json()).toEqual({ message: 'Client is saved.', data: id });
    const read = await service.app.inject({ url: `/api/customer/${id}`, headers: { authorization: `Bearer ${admin}` } });
    expect(read.json()).toMatchObject({
      CustomerName: 'Far West',
      KeepActiveTill: '06/30/2027',
      GSAMethod: 1,
      PastDue_Fl: false,
      PastNotif: '',
    });
  });

  test('of one’s own account works with its right, without it is forbidden, and another customer’s is not found', async () => {
    expect((await save({ notify: 'night@north.test' }, chief)).status).toBe(200);
    expect(await service.call(getCustomer, { cust: 'me' }, chief)).toMatchObject({ notify: 'night@north.test', plan: null });
    expect((await save({ notify: '' }, recruiter)).status).toBe(403);
    const foreign = await save({ id: south, notify: 'x@north.test' }, chief);
    const absent = await save({ id: 9999, notify: 'x@north.test' }, chief);
    expect(foreign.status).toBe(404);
    expect(foreign.body).toEqual(absent.body);
  });

  test.each([
    ['plan', 2],
    ['parent', 1],
    ['status', 'active'],
    ['connections', 500],
    ['userLimit', 500],
    ['disableDate', null],
    ['keepActiveTill', '12/31/2030'],
    ['extId', 'x'],
  ])('without administrator rights refuses %s by name, whatever its value', async (field, value) => {
    expect(await fieldsOf(save({ [field]: value }, chief))).toEqual({ [field]: 'Only the provider changes this: leave it out.' });
  });

  test('refuses a field that somebody else has changed meanwhile, names both values, and stores nothing', async () => {
    const id = await add();
    await save({ id, accountManager: 'Kim', notify: 'k@west.test' });
    const base = { accountManager: '', notify: '', name: 'West Staffing' };
    const late = await save({ id, base, accountManager: 'Lee', notify: '', name: 'Wild West' });
    expect(late).toMatchObject({
      status: 409,
      body: { current: { fields: [{ field: 'accountManager', yours: 'Lee', theirs: 'Kim' }] } },
    });
    expect(await service.call(getCustomer, { cust: id }, admin)).toMatchObject({ name: 'West Staffing', accountManager: 'Kim' });
    // A field that only this form changed is saved; the one that only the other changed keeps their value.
    expect((await save({ id, base, notify: '', name: 'Wild West' })).status).toBe(200);
    expect(await service.call(getCustomer, { cust: id }, admin)).toMatchObject({ name: 'Wild West', notify: 'k@west.test' });
  });

  test('that changes nothing leaves no audit line', async () => {
    const lines = async () => (await service.services.db.selectFrom('audit').select('id').execute()).length;
    const before = await lines();
    expect((await save({ id: north, name: 'North Staffing' })).status).toBe(200);
    expect(await lines()).toBe(before);
  });

  test('keeps the provider open', async () => {
    const { provider } = service.people;
    expect(await fieldsOf(save({ id: provider, status: 'inactive' }))).toHaveProperty('status');
    expect(await fieldsOf(save({ id: provider, disableDate: '2030-01-01' }))).toHaveProperty('disableDate');
    expect(await fieldsOf(service.send(removeCustomer, { cust: provider, name: 'Provider' }, admin))).toHaveProperty('cust');
  });

  test('does not open a customer whose disable date has passed', async () => {
    const id = await add();
    await save({ id, status: 'inactive', disableDate: '2026-01-01' });
    expect(await fieldsOf(save({ id, status: 'active' }))).toHaveProperty('disableDate');
    expect((await save({ id, status: 'active', disableDate: null })).status).toBe(200);
  });

  test('HTML and __proto__ in a name stay text', async () => {
    const id = await add({ name: '<b>__proto__</b>' });
    expect(await service.call(readCustomerBasics, { cust: id }, admin)).toMatchObject({ name: '<b>__proto__</b>' });
  });
});

describe('parents', () => {
  test('a customer is not its own parent, below its own child, or below a child, and the refusal says what to do', async () => {
    const child = await add({ name: 'Child', parent: north });
    expect(await fieldsOf(save({ id: north, parent: north }))).toEqual({ parent: expect.stringContaining('its own parent') });
    expect(await fieldsOf(save({ id: north, parent: child }))).toEqual({
      parent: expect.stringContaining('remove its parent first'),
    });
    expect(await fieldsOf(save({ id: south, parent: child }))).toEqual({
      parent: expect.stringContaining('choose North Staffing'),
    });
    expect(await fieldsOf(save({ id: south, parent: 9999 }))).toHaveProperty('parent');
    expect(await fieldsOf(save({ id: south, parent: service.people.provider }))).toHaveProperty('parent');
  });

  test('a customer with children gets no parent', async () => {
    await add({ name: 'Child', parent: north });
    expect(await fieldsOf(save({ id: north, parent: south }))).toEqual({ parent: expect.stringContaining('(Child)') });
  });

  test('two saves at once do not make each the parent of the other', async () => {
    for (let round = 0; round < 5; round++) {
      await Promise.all([save({ id: north, parent: null }), save({ id: south, parent: null })]);
      const [a, b] = await Promise.all([save({ id: north, parent: south }), save({ id: south, parent: north })]);
      expect([a.status, b.status].toSorted((one, other) => one - other)).toEqual([200, 400]);
    }
  });
});

describe('deleting', () => {
  test('needs the name as it is written, and no active children', async () => {
    const id = await add();
    expect(await fieldsOf(service.send(removeCustomer, { cust: id, name: 'west staffing' }, admin))).toEqual({
      name: 'Type the name exactly as it is written: West Staffing',
    });
    const child = await add({ name: 'Child', parent: id });
    expect(await fieldsOf(service.send(removeCustomer, { cust: id, name: 'West Staffing' }, admin))).toEqual({
      cust: expect.stringContaining('(Child)'),
    });
    await save({ id: child, status: 'inactive' });
    expect((await service.send(removeCustomer, { cust: id, name: ' West Staffing ' }, admin)).status).toBe(200);
    expect((await service.send(removeCustomer, { cust: id, name: 'West Staffing' }, admin)).status).toBe(404);
    expect((await service.send(getCustomer, { cust: id }, admin)).status).toBe(404);
  });

  test('can be undone for 30 days; the restored customer has the global rules as they are by then', async () => {
    const { db } = service.services;
    const rules = [
      aStoredRule({ id: 901, global: true, name: 'Old' }),
      aStoredRule({ id: 902, global: true, name: 'Removed since' }),
    ];
    const provider = service.people.provider;
    const publish = (rows: Parameters<typeof writeRows>[2]) => db.transaction().execute((tx) => writeRows(tx, provider, rows));
    await publish(rules.map((row) => ({ collection: 'rule', row }) as const));
    const id = await add();
    await service.call(removeCustomer, { cust: id, name: 'West Staffing' }, admin);
    await publish([
      { collection: 'rule', row: aStoredRule({ id: 901, global: true, name: 'New' }) },
      { collection: 'rule', id: 902, removed: true },
    ]);
    const { rows } = await service.call(listAllCustomers, { all: '1', state: 'deleted', customer: 'west*' }, admin);
    expect(rows).toMatchObject([{ id, name: 'West Staffing', restorableUntil: expect.stringMatching(/Z$/) }]);
    expect((await service.send(restoreCustomer, { id: north }, admin)).status).toBe(404);
    await service.call(restoreCustomer, { id }, admin);
    expect(await service.call(getCustomer, { cust: id }, admin)).toMatchObject({ name: 'West Staffing', status: 'active' });
    const own = await db.selectFrom('rule').select('row').where('customer_id', '=', id).where('deleted', '=', false).execute();
    expect(own.map(({ row }) => (row as { name: string }).name)).toEqual(['New']);
    await db.deleteFrom('rule').execute();
    await service.call(removeCustomer, { cust: id, name: 'West Staffing' }, admin);
    await sql`update customer set deleted_at = now() - interval '31 days' where id = ${id}`.execute(db);
    expect(await fieldsOf(service.send(restoreCustomer, { id }, admin))).toHaveProperty('id');
  });
});

describe('the provider’s list', () => {
  test('counts connections, users, targets, open jobs and children of each customer, and all jobs', async () => {
    const { db } = service.services;
    const hidden = aJob({ id: 2, providerJobId: 'HV-8', chgMap: 2 });
    await db.transaction().execute((tx) =>
      writeRows(tx, north, [
        { collection: 'task', row: { ...newTask, id: 1, name: 'On', disabled: false } },
        { collection: 'task', row: { ...newTask, id: 2, name: 'Off', disabled: true } },
        { collection: 'target', row: aTarget({ id: 1, name: 'Bullhorn' }), extra: { settings: {} } },
        { collection: 'job', row: aJob({ id: 1 }) },
        { collection: 'job', row: hidden },
      ]),
    );
    await add({ parent: north });
    const { rows, total } = await service.call(listAllCustomers, { all: '1' }, admin);
    expect(total).toBe(3);
    expect(rows.find(({ id }) => id === north)).toMatchObject({
      connectionsUsed: 1,
      usersUsed: 3,
      targets: 'Bullhorn',
      openJobs: 1,
      children: 1,
      lastActiveAt: expect.stringMatching(/^20/),
    });
    await save({ id: south, status: 'inactive' });
    expect(await service.call(countCustomers, {}, admin)).toMatchObject({ jobs: 2, openJobs: 1, customers: 3, inactive: 1 });
  });

  test('filters by name, target and account manager with * at either end, by state and by parent', async () => {
    const child = await add({ name: 'North Child', parent: north, accountManager: 'Kim Lee' });
    await save({ id: south, status: 'inactive' });
    const names = async (args: Partial<SentArgsOf<typeof listAllCustomers>>) =>
      (await service.call(listAllCustomers, { all: '1', ...args }, admin)).rows.map(({ name }) => name);
    expect(await names({ customer: 'north*' })).toEqual(['North Child', 'North Staffing']);
    expect(await names({ customer: '*child' })).toEqual(['North Child']);
    expect(await names({ customer: 'child*' })).toEqual([]);
    expect(await names({ target: '*horn' })).toEqual(['North Staffing']);
    expect(await names({ manager: 'kim*' })).toEqual(['North Child']);
    expect(await names({ state: 'inactive' })).toEqual(['South Staffing']);
    expect(await names({ parent: north })).toEqual(['North Child']);
    expect(await names({ tree: 1, state: 'all' })).toEqual(['North Staffing', 'North Child', 'South Staffing']);
    expect(await names({ tree: 1, state: 'all', sort: '-name' })).toEqual(['South Staffing', 'North Staffing', 'North Child']);
    expect(await names({ page: 2, pageSize: 1 })).toEqual(['North Staffing']);
    await save({ id: child, parent: null });
  });

  test('offers the plans', async () => {
    expect(await service.call(listPlans, {}, admin)).toContainEqual({ id: 2, name: 'Team', connections: 15, userLimit: 25 });
  });
});

test('a person without the right sees debt, but not the account; what a device may store has neither', async () => {
  await service.services.db
    .updateTable('customer')
    .set({ past_due: true, past_due_notice: 'Invoice 12 is due.' })
    .where('id', '=', north)
    .execute();
  const read = await service.call(getCustomer, { cust: 'me' }, recruiter);
  expect(read).toMatchObject({ isPastDue: true, pastDueNotice: 'Invoice 12 is due.' });
  expect(read).not.toHaveProperty('email');
  expect(read).not.toHaveProperty('plan');
  expect(Object.keys(await service.call(readCustomerBasics, { cust: 'me' }, chief)).sort()).toEqual([
    'customerDomain',
    'id',
    'industry',
    'name',
    'parent',
    'timeZone',
  ]);
  expect([getCustomer.offline, listAllCustomers.offline, readCustomerBasics.offline]).toEqual(['online', 'online', 'cached']);
});

test('modules are saved in their order, beside the other settings', async () => {
  const { db } = service.services;
  await db
    .updateTable('customer')
    .set({ settings: JSON.stringify({ alias: 'NS' }) })
    .where('id', '=', north)
    .execute();
  expect(await service.call(saveModules, { cust: north, modules: ['staging', 'mapping'] }, admin)).toEqual({
    message: messages.saved,
    modules: ['mapping', 'staging'],
  });
  expect(await service.call(listModules, { cust: north }, chief)).toEqual({ modules: ['mapping', 'staging'] });
  const row = await db.selectFrom('customer').select('settings').where('id', '=', north).executeTakeFirstOrThrow();
  expect(row.settings).toMatchObject({ alias: 'NS' });
  expect((await service.send(saveModules, { cust: north, modules: [] }, chief)).status).toBe(403);
});

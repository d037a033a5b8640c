import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import { listCustomerRisk } from '#contract/reports/customer-risk.ts';
import { reportContacts, reportLogins, reportSubscriptions, reportTaskUsers } from '#contract/reports/people-reports.ts';
import type { TaskRow } from '#contract/rows/rows.ts';
import { writeRows } from '#server/feed/publish.ts';
import { writeAudit } from '#server/kit/db/audit.ts';
import type { Publication } from '#server/kit/db/publication.ts';
import { aJob, aTarget } from '#tests/support/factories/job-factory.ts';
import { newTask } from '#tests/support/factories/task-factory.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';

const at = new Date('2026-11-21T15:00:00.000Z');
let service: TestService;
let administrator: string;
let north: number;
let south: number;

const task = (id: number, more: Partial<TaskRow>): Publication => ({
  collection: 'task',
  row: { ...newTask, id, ...more },
  extra: { settings: {}, next_run_at: null },
});

type Line = {
  name: string;
  at: string;
  customer?: number;
  user?: number | null;
  facts?: object;
  changed?: object;
  object?: [string, string];
  ip?: string;
};
const line = ({ name, at: moment, customer = north, user = null, facts, changed, object, ip }: Line) =>
  writeAudit(service.services.db, {
    customerId: customer,
    at: new Date(moment),
    actorId: user,
    userId: user,
    name,
    ip,
    object,
    facts: { ...facts },
    ...(changed && { changed: changed as never }),
  });

beforeAll(async () => {
  service = await startTestService({ at });
  ({ north, south } = service.people);
  administrator = await service.signIn('administrator');
  const { db } = service.services;
  const { recruiter, viewer, chief } = service.people;
  await db.transaction().execute(async (tx) => {
    await writeRows(tx, north, [
      { collection: 'target', row: aTarget({ id: 1, name: 'Bullhorn', maps: [] }), extra: { settings: {} } },
      {
        collection: 'target',
        row: aTarget({ id: 2, name: 'XML feed', typeId: 4, posting: 'off', maps: [] }),
        extra: { settings: {} },
      },
      task(1, { name: 'Medloop', alarm: 'No jobs since Monday', lastSuccessAt: '2026-11-17T12:00:00.000Z' }),
      task(2, { name: 'Vizient', disabled: true }),
      { collection: 'job', row: aJob({ id: 1, providerJobId: 'B-1', postState: 'failed' }), extra: { collected: {} } },
    ]);
    await writeRows(tx, south, [task(1, { name: 'Of south', lastSuccessAt: '2026-11-21T14:00:00.000Z' })]);
  });
  const post = {
    customer_id: north,
    target_id: 1,
    job_id: 1,
    next_at: at,
    created_at: at,
    updated_at: at,
    asked_by: null,
    external_id: null,
    words: null,
    sent: null,
    follow: null,
    shown_rev: null,
  };
  await db
    .insertInto('post')
    .values([
      { ...post, generation: 1, reference: 'R1', state: 'done' },
      { ...post, generation: 2, reference: 'R2', state: 'failed' },
    ])
    .execute();
  await db.updateTable('customer').set({ agents_included: 1, past_due: true }).where('id', '=', north).execute();
  const place = { company: '', address: '', city: '', state: '', zip: '', phone: '' };
  const contact = { first_name: 'Ann', last_name: 'Reyes', email: 'ann@north.test', is_primary: true };
  await db
    .insertInto('billing_contact')
    .values({ customer_id: north, ...place, ...contact })
    .execute();
  await db.updateTable('customer').set({ agents_included: 0 }).where('id', '=', south).execute();
  await db
    .updateTable('app_user')
    .set({ phone: '(555) 010-0199', alerts: JSON.stringify({ collection: true, billing: true }) })
    .where('id', '=', chief)
    .execute();
  await db.updateTable('app_user').set({ disabled_at: at }).where('id', '=', viewer).execute();
  const edge = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0';
  // 2026-11-20 in New York is from 05:00 to 05:00 UTC.
  await line({ name: 'session.login', at: '2026-11-20T05:00:00Z', user: recruiter, ip: '203.0.113.7', facts: { device: edge } });
  await line({ name: 'session.login.factor', at: '2026-11-21T12:00:00Z', user: chief, facts: { ip: '203.0.113.8' } });
  await line({ name: 'session.failed', at: '2026-11-21T13:00:00Z', user: chief, facts: { ip: '198.51.100.4', failures: 1 } });
  await line({ name: 'session.locked', at: '2026-11-21T13:05:00Z', user: chief, facts: { ip: '198.51.100.4', failures: 5 } });
  await line({ name: 'session.login_as', at: '2026-11-21T13:10:00Z', user: chief });
  await line({ name: 'session.login', at: '2026-11-20T04:59:00Z', user: recruiter });
  await line({ name: 'session.login.sign_on', at: '2026-11-21T14:00:00Z', customer: south, user: service.people.stranger });
  const on = { object: ['task', '7'] as [string, string] };
  await line({ name: 'task.remove', at: '2026-11-20T12:00:00Z', ...on });
  await line({ name: 'task.save', at: '2026-11-20T12:00:00Z', changed: { disabled: [false, true] }, object: ['task', '2'] });
  await line({ name: 'task.save', at: '2026-11-20T12:00:00Z', changed: { name: ['a', 'b'] }, object: ['task', '1'] });
  await line({ name: 'task.save', at: '2026-11-20T12:00:00Z', changed: { disabled: [null, true] }, object: ['task', '5'] });
  await line({ name: 'task.add', at: '2026-11-20T12:00:00Z', changed: { disabled: [null, false] }, object: ['task', '6'] });
  await line({ name: 'task.enable.v1', at: '2026-11-20T12:00:00Z', facts: { args: { ids: [2, 3], enabled: true } } });
  await line({ name: 'task.enable.v1', at: '2026-11-10T12:00:00Z', facts: { args: { ids: [8], enabled: true } } });
});
afterAll(() => service.close());

test('the task users are the people of each task’s customer, with their alerts', async () => {
  const { total, rows } = await service.call(reportTaskUsers, { cust: north, sort: 'task' }, administrator);
  // Two people are not disabled, and there are two tasks.
  expect(rows.map(({ task: name, contact }) => [name, contact])).toEqual([
    ['Medloop', 'The chief'],
    ['Medloop', 'The recruiter'],
    ['Vizient', 'The chief'],
    ['Vizient', 'The recruiter'],
  ]);
  expect(total).toBe(4);
  expect(rows[0]).toEqual({
    customerId: north,
    customer: 'North Staffing',
    isPastDue: true,
    target: 'Bullhorn, XML feed',
    taskId: 1,
    task: 'Medloop',
    contactId: service.people.chief,
    contact: 'The chief',
    email: 'chief@north.test',
    phone: '(555) 010-0199',
    getsTaskAlerts: true,
    getsBillingAlerts: true,
    getsSystemAlerts: false,
  });
  const all = await service.call(reportTaskUsers, { cust: -1 }, administrator);
  expect(new Set(all.rows.map(({ customer }) => customer))).toEqual(new Set(['North Staffing', 'South Staffing']));
});

describe('the sign-in history', () => {
  test('is of yesterday and today, the newest first, with failures marked', async () => {
    const { rows } = await service.call(reportLogins, { cust: north }, administrator);
    expect(
      rows.map(({ at: moment, fullName, email, ipAddress, device, outcome }) => [
        moment,
        fullName,
        email,
        ipAddress,
        device,
        outcome,
      ]),
    ).toEqual([
      ['2026-11-21T13:05:00.000Z', 'The chief', 'chief@north.test', '198.51.100.4', '', 'locked'],
      ['2026-11-21T13:00:00.000Z', 'The chief', 'chief@north.test', '198.51.100.4', '', 'failed'],
      ['2026-11-21T12:00:00.000Z', 'The chief', 'chief@north.test', '203.0.113.8', '', 'factor'],
      ['2026-11-20T05:00:00.000Z', 'The recruiter', 'recruiter@north.test', '203.0.113.7', 'Edge on Windows', 'password'],
    ]);
    expect(rows[0]).toMatchObject({ customerId: north, company: 'North Staffing' });
  });

  test('is of other days and customers when asked', async () => {
    const days = { from: '2026-11-19', to: '2026-11-19' };
    expect((await service.call(reportLogins, { cust: north, ...days }, administrator)).rows).toMatchObject([
      { at: '2026-11-20T04:59:00.000Z' },
    ]);
    const { rows } = await service.call(reportLogins, { cust: -1, query: 'south' }, administrator);
    expect(rows).toMatchObject([{ company: 'South Staffing', fullName: 'The stranger', outcome: 'sign_on' }]);
  });

  test.each([
    [{ from: '2026-11-21', to: '2026-11-20' }, { to: 'This day is before 2026-11-21, on which the range begins.' }],
    [{ from: '2026-02-31', to: '2026-03-01' }, { from: 'The calendar has no such day' }],
    [{ to: 'yesterday' }, { to: 'Write the date as yyyy-MM-dd' }],
  ])('refuses %j with the field', async (range, fields) => {
    const { status, body } = await service.send(reportLogins, { cust: north, ...range }, administrator);
    expect([status, body]).toMatchObject([400, { fields }]);
  });
});

test('the contacts are all people of the customer, disabled ones too', async () => {
  const { rows } = await service.call(reportContacts, { cust: north, sort: 'contact' }, administrator);
  expect(rows.map(({ contact, role, state }) => [contact, role, state])).toEqual([
    ['The chief', expect.any(String), 'active'],
    ['The recruiter', 'Recruiter', 'active'],
    ['The viewer', expect.any(String), 'disabled'],
  ]);
  expect(rows[0]).toMatchObject({
    email: 'chief@north.test',
    phone: '(555) 010-0199',
    getsBillingAlerts: true,
    getsTickets: false,
  });
});

test('the subscriptions count connections: bought, active, beyond those, and changed in the last 7 days', async () => {
  const { rows } = await service.call(reportSubscriptions, { cust: -1 }, administrator);
  expect(
    rows.map(({ customer, bought, active, unpaid, changed, isPastDue, billingContact }) => [
      customer,
      bought,
      active,
      unpaid,
      changed,
      isPastDue,
      billingContact,
    ]),
  ).toEqual([
    // Tasks 2, 3, 6 and 7 took or gave back a connection.
    ['North Staffing', 1, 1, 0, 4, true, 'Ann Reyes <ann@north.test>'],
    ['South Staffing', 0, 1, 1, 0, false, ''],
  ]);
});

test('customers at risk come first, each signal with its weight and evidence, and the state of its targets', async () => {
  const risks = await service.call(listCustomerRisk, {}, administrator);
  expect(risks.map(({ customer }) => customer)).toEqual(['North Staffing', 'South Staffing']);
  expect(risks[0]).toMatchObject({
    customerId: north,
    risk: 60,
    signals: [
      { signal: 'noCollection', weight: 20, evidence: '1 task is switched on, and none has collected for 4 days.' },
      { signal: 'pastDue', weight: 20, evidence: 'The account is past due.' },
      { signal: 'nobodySignedIn', weight: 10, evidence: 'No one at the customer has ever signed in.' },
      { signal: 'alarms', weight: 5, evidence: '1 task has an alarm.' },
      { signal: 'refusedPosts', weight: 5, evidence: '1 job was refused by the target or waits for a decision.' },
    ],
    targets: [
      { id: 1, name: 'Bullhorn', isLive: true, refused: 1 },
      { id: 2, name: 'XML feed', kind: 'XML feed', isLive: false, refused: 0 },
    ],
  });
});

describe.each<[string, Endpoint, Record<string, unknown>]>([
  ['task users', reportTaskUsers, { cust: 'me' }],
  ['sign-ins', reportLogins, { cust: 'me' }],
  ['contacts', reportContacts, { cust: 'me' }],
  ['subscriptions', reportSubscriptions, { cust: 'me' }],
  ['risk', listCustomerRisk, {}],
])('the report of %s', (_, report, args) => {
  test('is for the provider’s administrators, and never stored on a device', async () => {
    for (const who of ['chief', 'stranger'] as const)
      expect((await service.send(report, args, await service.signIn(who))).status).toBe(403);
    expect(report.offline).toBe('online');
  });

  test('has only rows of the customer that it names', async () => {
    if (!('cust' in args)) return;
    const { body } = await service.send(report, { ...args, cust: south, from: '2026-11-01' }, administrator);
    expect((body as { rows: unknown[] }).rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(body)).not.toMatch(/north|chief/i);
  });
});

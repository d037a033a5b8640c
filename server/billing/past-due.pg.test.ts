import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listInvoices, payOnPage, readBillingNotice } from '#contract/billing/invoices.ts';
import { addLedgerEntry, listPastDue, readCustomerBilling, suspendCustomer } from '#contract/billing/ledger.ts';
import { messages } from '#contract/kit/messages.ts';
import { getCustomer, saveCustomer } from '#contract/people/account.ts';
import { listAllCustomers } from '#contract/people/customer-list.ts';
import { getRole } from '#contract/people/users.ts';
import { listCustomerRisk } from '#contract/reports/customer-risk.ts';
import { reportSubscriptions, reportTaskUsers } from '#contract/reports/people-reports.ts';
import { collectJobs } from '#server/collecting/runs/due-tasks.ts';
import { writeRows } from '#server/feed/publish.ts';
import { createWorker } from '#server/kit/queue/worker.ts';
import { duePosts } from '#server/posting/post-rows.ts';
import { anEntry, daysPass, sendFirst, startBilled } from '#tests/support/billing/billed-world.ts';
import { aJob, aTarget } from '#tests/support/factories/job-factory.ts';
import { newTask } from '#tests/support/factories/task-factory.ts';
import { emails, type TestService } from '#tests/support/test-service.ts';
import { keepBilling } from './billing-jobs.ts';

let service: TestService;
let admin: string;
let chief: string;
let recruiter: string;
let north = 0;
let invoiceId = 0;
const notice = () => `$600.00 is past due: invoice ${north}-0001.`;
const signIn = async () => {
  [admin, chief, recruiter] = await Promise.all([
    service.signIn('administrator'),
    service.signIn('chief'),
    service.signIn('recruiter'),
  ]);
};
beforeAll(async () => {
  ({ service, north } = await startBilled());
  ({ invoiceId } = await sendFirst(service, north));
  const row = { ...newTask, id: 1, name: 'Vendor', disabled: false, ready: true, everyMinutes: 60 };
  const alerts = JSON.stringify({ billing: true });
  await service.services.db.updateTable('app_user').set({ alerts }).where('id', '=', service.people.chief).execute();
  await service.services.db.transaction().execute((tx) =>
    writeRows(tx, north, [
      { collection: 'target', row: aTarget({ id: 1 }), extra: { settings: {} } },
      { collection: 'job', row: aJob({ id: 7 }) },
      { collection: 'task', row, extra: { settings: {}, next_run_at: '2099-01-01T00:00:00.000Z' } },
    ]),
  );
  await signIn();
});
afterAll(() => service.close());

const payAll = async () => {
  await service.call(addLedgerEntry, anEntry(north, invoiceId, { amount: 600 }), admin);
  const { invoices } = await service.call(readCustomerBilling, { cust: north }, admin);
  return { entryId: invoices.flatMap(({ entries }) => entries)[0]?.id ?? 0 };
};
const runJob = () => keepBilling(service.services, new AbortController().signal);
const signals = async () =>
  (await service.call(listCustomerRisk, {}, admin)).find(({ customerId }) => customerId === north)?.signals ?? [];

/** Every place that says whether a customer is past due, and what it says. */
const places: Readonly<Record<string, () => Promise<unknown>>> = {
  'board of customers': async () =>
    (await service.call(listPastDue, {}, admin)).map(({ customerId, words }) => [customerId, words]),
  'list of customers': async () => {
    const { rows } = await service.call(listAllCustomers, { all: '1' }, admin);
    return rows.filter(({ isPastDue }) => isPastDue).map(({ id }) => id);
  },
  'GET customer: PastDue_Fl': async () => (await service.call(getCustomer, { cust: 'me' }, chief)).isPastDue,
  'GET customer: PastNotif': async () => (await service.call(getCustomer, { cust: 'me' }, chief)).pastDueNotice,
  'user/role: billn': async () => (await service.call(getRole, {}, chief)).hasBillingProblem,
  'warning at sign-in': async () => service.call(readBillingNotice, {}, chief),
  'report agentuserlist': async () => {
    const { rows } = await service.call(reportTaskUsers, { cust: -1 }, admin);
    return [...new Set(rows.filter(({ isPastDue }) => isPastDue).map(({ customerId }) => customerId))];
  },
  'report customersubscription: past due': async () => {
    const { rows } = await service.call(reportSubscriptions, { cust: -1 }, admin);
    return rows.filter(({ isPastDue }) => isPastDue).map(({ customerId }) => customerId);
  },
  'report customersubscription: billing contact': async () => {
    const { rows } = await service.call(reportSubscriptions, { cust: -1 }, admin);
    return rows.find(({ customerId }) => customerId === north)?.billingContact;
  },
  'report customer-risk': async () => (await signals()).find(({ signal }) => signal === 'pastDue')?.evidence ?? null,
};
const sayAll = async () =>
  Object.fromEntries(await Promise.all(Object.entries(places).map(async ([place, read]) => [place, await read()] as const)));

const contact = 'Ann Reyes <ann+bills@agency.health>';
const calm = {
  'board of customers': [],
  'list of customers': [],
  'GET customer: PastDue_Fl': false,
  'GET customer: PastNotif': '',
  'user/role: billn': false,
  'warning at sign-in': null,
  'report agentuserlist': [],
  'report customersubscription: past due': [],
  'report customersubscription: billing contact': contact,
  'report customer-risk': null,
};

describe('a customer that is past due', () => {
  test('all 10 places are calm while the invoice is not due, on its due day, too', async () => {
    await runJob();
    expect(await sayAll()).toEqual(calm);
    daysPass(service, 28);
    await signIn();
    await runJob();
    expect(await sayAll()).toEqual(calm);
  });

  test('all 10 places say so from the day after', async () => {
    daysPass(service, 1);
    await signIn();
    await runJob();
    expect(await sayAll()).toEqual({
      'board of customers': [[north, notice()]],
      'list of customers': [north],
      'GET customer: PastDue_Fl': true,
      'GET customer: PastNotif': notice(),
      'user/role: billn': true,
      'warning at sign-in': { state: 'pastDue', words: notice() },
      'report agentuserlist': [north],
      'report customersubscription: past due': [north],
      'report customersubscription: billing contact': contact,
      'report customer-risk': notice(),
    });
    expect(await service.call(listInvoices, { cust: 'me', all: 0 }, chief)).toMatchObject({
      state: 'pastDue',
      pastDueAmount: '600.00',
      pastDueInvoices: [`${north}-0001`],
      aging: { to30: '600.00' },
    });
  });

  test('its people with billing alerts have a notice in the bell and an email, once', async () => {
    const { db } = service.services;
    const informed = async () => ({
      bell: await db.selectFrom('notification').select(['user_id', 'text', 'link']).where('kind', '=', 'past_due').execute(),
      mails: await db.selectFrom('mail').select(['to_address', 'subject', 'text']).where('cause', 'like', 'past due %').execute(),
    });
    const expected = {
      bell: [{ user_id: service.people.chief, text: `North Staffing: ${notice()}`, link: '/billing' }],
      mails: [
        {
          to_address: emails.chief,
          subject: 'Invoices of North Staffing are past due',
          text: expect.stringContaining(notice()),
        },
      ],
    };
    expect(await informed()).toEqual(expected);
    await runJob();
    const { entryId } = await payAll();
    await service.call(addLedgerEntry, anEntry(north, invoiceId, { kind: 'void', amount: undefined, voids: entryId }), admin);
    // Past due again on the same day.
    expect(await service.call(getCustomer, { cust: 'me' }, chief)).toMatchObject({ isPastDue: true });
    expect(await informed()).toEqual(expected);
    await db.deleteFrom('ledger_entry').execute();
  });

  test('only those who see billing or get its alerts are warned', async () => {
    const warned = async () => [
      (await service.call(getRole, {}, recruiter)).hasBillingProblem,
      await service.call(readBillingNotice, {}, recruiter),
    ];
    expect(await warned()).toEqual([false, null]);
    const alerts = (billing: boolean) =>
      service.services.db
        .updateTable('app_user')
        .set({ alerts: JSON.stringify({ billing }) })
        .where('id', '=', service.people.recruiter)
        .execute();
    await alerts(true);
    expect(await warned()).toEqual([true, { state: 'pastDue', words: notice() }]);
    await alerts(false);
  });
});

describe('a customer that billing suspended', () => {
  const suspend = (isSuspended: boolean, cust = north) => service.send(suspendCustomer, { cust, isSuspended }, admin);
  const invalid = (isSuspended: string) => ({ status: 400, body: { kind: 'invalid', fields: { isSuspended } } });
  const now = () => service.services.now();
  const runs = async () =>
    (await sql<{ state: string }>`select state from run order by id`.execute(service.services.db)).rows.map(({ state }) => state);
  const collect = async () => {
    const { db, log } = service.services;
    await sql`update task set next_run_at = ${now()} where customer_id = ${north}`.execute(db);
    await sql`update pgboss.job set start_after = now()`.execute(db);
    const worker = createWorker(db, log, collectJobs(service.services));
    await worker.runOnce();
    await worker.stop();
  };

  test('must be past due, and active', async () => {
    const { south } = service.people;
    expect(await suspend(true, south)).toMatchObject(
      invalid('Nothing is past due. To stop its work for another reason, change its status.'),
    );
    await service.call(saveCustomer, { id: south, status: 'suspended' }, admin);
    expect(await suspend(true, south)).toMatchObject(
      invalid('Only an active customer is suspended. Its status is in its profile.'),
    );
    // Its status did that, so billing does not undo it.
    expect((await suspend(false, south)).status).toBe(200);
    expect(await service.call(getCustomer, { cust: south }, admin)).toMatchObject({ status: 'suspended' });
  });

  test('collects and posts nothing; its people go on, and see why', async () => {
    const post = { customer_id: north, target_id: 1, job_id: 7, reference: 'REF7', state: 'wanted', next_at: now() } as const;
    await service.services.db.insertInto('post').values(post).execute();
    expect(await duePosts(service.services.db, now(), 10)).toHaveLength(1);
    expect((await suspend(true)).status).toBe(200);
    expect((await suspend(true)).status).toBe(200);
    service.advance(5000);
    expect(await duePosts(service.services.db, now(), 10)).toEqual([]);
    await collect();
    expect(await runs()).toEqual([]);
    expect(await service.call(getRole, {}, chief)).toMatchObject({ hasBillingProblem: true });
    expect(await service.call(readBillingNotice, {}, chief)).toEqual({ state: 'suspended', words: messages.accountSuspended });
    expect(await service.call(listInvoices, { cust: 'me', all: 0 }, chief)).toMatchObject({ state: 'suspended' });
    expect(await service.call(readCustomerBilling, { cust: north }, admin)).toMatchObject({
      isSuspended: true,
      canSuspend: true,
    });
    expect(await service.call(listPastDue, {}, admin)).toMatchObject([{ customerId: north, isSuspended: true }]);
  });

  test('waits on while a part is open, and works again once nothing is past due', async () => {
    await service.call(addLedgerEntry, anEntry(north, invoiceId, { amount: 100 }), admin);
    expect(await duePosts(service.services.db, now(), 10)).toEqual([]);
    await service.services.db.updateTable('customer').set({ settings: '{"demo":true}' }).where('id', '=', north).execute();
    const { payLink } = await service.call(listInvoices, { cust: 'me', all: 0 }, chief);
    const token = new URL(payLink).pathname.split('/').at(-1) ?? '';
    expect((await service.send(payOnPage, { token, amount: '500.00' })).status).toBe(200);
    expect(await duePosts(service.services.db, now(), 10)).toHaveLength(1);
    await collect();
    expect(await runs()).toHaveLength(1);
    expect(await service.call(getCustomer, { cust: north }, admin)).toMatchObject({ status: 'active', isPastDue: false });
    expect(await sayAll()).toEqual(calm);
    const lines = await service.services.db
      .selectFrom('audit')
      .select(['command', 'detail'])
      .where('command', 'in', ['billing.suspend', 'billing.resumed'])
      .execute();
    expect(lines).toEqual([
      { command: 'billing.suspend', detail: { changed: { status: ['active', 'suspended'] } } },
      { command: 'billing.resumed', detail: { changed: { status: ['suspended', 'active'] } } },
    ]);
  });

  test('is resumed by hand, too; a status that was changed meanwhile stays', async () => {
    const { db } = service.services;
    await db.deleteFrom('ledger_entry').execute();
    await runJob();
    await suspend(true);
    await suspend(false);
    expect(await service.call(getCustomer, { cust: north }, admin)).toMatchObject({ status: 'active', isPastDue: true });
    await suspend(true);
    await service.call(saveCustomer, { id: north, status: 'trial' }, admin);
    await service.call(addLedgerEntry, anEntry(north, invoiceId, { amount: 600 }), admin);
    expect(await service.call(getCustomer, { cust: north }, admin)).toMatchObject({ status: 'trial', isPastDue: false });
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDrafts, readCustomerBilling } from '#contract/billing/ledger.ts';
import { addLicenses, readSubscription } from '#contract/billing/subscription.ts';
import { messages } from '#contract/kit/messages.ts';
import { daysPass, startBilled } from '#tests/support/billing/billed-world.ts';
import type { TestService } from '#tests/support/test-service.ts';

let service: TestService;
let chief: string;
let north = 0;
beforeAll(async () => {
  ({ service, north } = await startBilled());
  chief = await service.signIn('chief');
});
afterAll(() => service.close());

const add = (n: unknown, over: object = {}) => service.send(addLicenses, { cust: 'me', n, ...over }, chief);
const invalid = (fields: Record<string, unknown>) => ({ status: 400, body: { kind: 'invalid', fields } });

test('the subscription says what it has, uses and costs', async () => {
  expect(await service.call(readSubscription, { cust: 'me' }, chief)).toEqual({
    planName: 'Team',
    planSubscribed: 2,
    currentlyUsing: 0,
    connections: 15,
    connectionsLeft: 15,
    users: 25,
    usersLeft: 22,
    includedLeft: 0,
    connectionPrice: '45.00',
    upgradePrice: '1500.00',
    upgradeName: 'Agency',
    monthPrice: '600.00',
    fromOn: '2026-01-31',
    untilOn: '2026-02-28',
    restPrice: '45.00',
    off: false,
    added: 0,
    invoices: [],
  });
});

test.each([0, 6, -1, 1.5, 'x'])('%s licenses are refused in the documented words', async (n) => {
  expect(await add(n)).toMatchObject(invalid({ n: messages.licenseNumber }));
});

test('two clicks buy once, also when both arrive at once', async () => {
  const key = randomUUID();
  daysPass(service, 14);
  chief = await service.signIn('chief');
  const { restPrice } = await service.call(readSubscription, { cust: 'me' }, chief);
  expect(restPrice).toBe('22.50');
  const answers = await Promise.all([1, 2].map(() => add(2, { key, monthPrice: '90.00' })));
  expect(answers.map(({ status, body }) => [status, body])).toEqual(
    [1, 2].map(() => [200, { message: messages.licensesAdded, connections: 17, added: 2 }]),
  );
  expect(await service.call(readSubscription, { cust: 'me' }, chief)).toMatchObject({
    connections: 17,
    added: 2,
    monthPrice: '690.00',
  });
});

test('another price than the person saw is refused, and nothing is added', async () => {
  expect(await add(1, { monthPrice: '40.00' })).toMatchObject(
    invalid({ monthPrice: 'The price is $45.00 a month now: check it and add them again.' }),
  );
  expect(await service.call(readSubscription, { cust: 'me' }, chief)).toMatchObject({ connections: 17 });
});

test('10 are added in all', async () => {
  expect((await add(5)).status).toBe(200);
  expect(await add(4)).toMatchObject(invalid({ n: 'Only 3 more can be added here. Ask Jobdock for more.' }));
  expect((await add(3)).status).toBe(200);
  expect(await add(1)).toMatchObject(invalid({ n: 'All 10 licenses that you can add here are added. Ask Jobdock for more.' }));
});

test('the next invoice bills them from the day on which they were added', async () => {
  daysPass(service, 14);
  const admin = await service.signIn('administrator');
  await service.call(makeDrafts, { cust: north }, admin);
  const [draft] = (await service.call(readCustomerBilling, { cust: north }, admin)).invoices;
  expect(draft?.lines.map(({ text, fromOn, quantity, amount }) => [text, fromOn, quantity, amount])).toEqual([
    ['Plan Team', '2026-01-31', 1, '600.00'],
    ['Added VMS connections', '2026-02-14', 10, '225.00'],
  ]);
});

test('connections that the plan includes cost nothing', async () => {
  const admin = await service.signIn('administrator');
  const { south } = service.people;
  await service.services.db.updateTable('customer').set({ agents_included: 13 }).where('id', '=', south).execute();
  expect(await service.call(readSubscription, { cust: south }, admin)).toMatchObject({ includedLeft: 2, monthPrice: '600.00' });
  expect(await service.call(addLicenses, { cust: south, n: 3, monthPrice: '45.00' }, admin)).toMatchObject({ connections: 16 });
  expect(await service.call(readSubscription, { cust: south }, admin)).toMatchObject({ includedLeft: 0, monthPrice: '645.00' });
});

test('needs the right, a plan and a customer of one’s own', async () => {
  const recruiter = await service.signIn('recruiter');
  const admin = await service.signIn('administrator');
  const { south, provider } = service.people;
  expect((await service.send(addLicenses, { cust: 'me', n: 1 }, recruiter)).status).toBe(403);
  expect((await service.send(readSubscription, { cust: 'me' }, recruiter)).status).toBe(403);
  expect((await service.send(addLicenses, { cust: south, n: 1 }, await service.signIn('chief'))).status).toBe(404);
  expect(await service.send(addLicenses, { cust: provider, n: 1 }, admin)).toMatchObject(
    invalid({ n: 'The provider has no subscription.' }),
  );
  await service.services.db.updateTable('customer').set({ plan_id: null }).where('id', '=', south).execute();
  await service.services.db.deleteFrom('subscription_terms').where('customer_id', '=', south).execute();
  await service.services.db.deleteFrom('billing_account').where('customer_id', '=', south).execute();
  expect(await service.send(addLicenses, { cust: south, n: 1 }, admin)).toMatchObject(
    invalid({ n: 'The customer has no plan: ask Jobdock for one.' }),
  );
});

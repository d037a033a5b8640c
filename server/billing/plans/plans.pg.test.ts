import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDrafts, readCustomerBilling } from '#contract/billing/ledger.ts';
import { listPlanPrices, savePlanPrices } from '#contract/billing/plans.ts';
import { saveCustomer } from '#contract/people/account.ts';
import { daysPass, startBilled } from '#tests/support/billing/billed-world.ts';
import type { TestService } from '#tests/support/test-service.ts';

let service: TestService;
let admin: string;
let north = 0;
beforeAll(async () => {
  ({ service, north, admin } = await startBilled());
});
afterAll(() => service.close());

const terms = async () => (await service.call(readCustomerBilling, { cust: north }, admin)).terms;
const team = { id: 2, monthPrice: 700, connectionPrice: 50, userPrice: 12 };

test('plans are listed with what they include, their prices and how many customers have them', async () => {
  const plans = await service.call(listPlanPrices, {}, admin);
  const { customers, ...plan } = plans.find(({ id }) => id === 2) ?? { customers: 0 };
  expect(plan).toEqual({
    id: 2,
    name: 'Team',
    connections: 15,
    users: 25,
    monthPrice: '600.00',
    connectionPrice: '45.00',
    userPrice: '12.00',
  });
  expect(customers).toBeGreaterThan(1);
});

test('a new list price reaches no customer that has the plan, and no invoice', async () => {
  expect((await service.call(savePlanPrices, team, admin)).message).toBe('Saved');
  expect(await service.call(listPlanPrices, {}, admin)).toContainEqual(
    expect.objectContaining({ id: 2, monthPrice: '700.00', connectionPrice: '50.00' }),
  );
  expect(await terms()).toMatchObject({ plan: 'Team', monthPrice: '600.00', connectionPrice: '45.00' });
  daysPass(service, 28);
  admin = await service.signIn('administrator');
  await service.call(makeDrafts, { cust: north }, admin);
  const [draft] = (await service.call(readCustomerBilling, { cust: north }, admin)).invoices;
  expect(draft?.total).toBe('600.00');
  // Who gets the plan from now on pays the new price.
  await service.call(saveCustomer, { id: north, plan: 3 }, admin);
  await service.call(saveCustomer, { id: north, plan: 2 }, admin);
  expect(await terms()).toMatchObject({ plan: 'Team', monthPrice: '700.00' });
});

test('prices that are none, plans that are none, and people without the right are refused', async () => {
  const refused = async (over: object) => {
    const { status, body } = await service.send(savePlanPrices, { ...team, ...over }, admin);
    return [status, (body as { fields?: unknown }).fields];
  };
  expect(await refused({ monthPrice: 0.005 })).toEqual([400, { monthPrice: 'Write a price with at most two decimals' }]);
  expect(await refused({ userPrice: -1 })).toEqual([400, { userPrice: 'Write 0 or more' }]);
  expect(await refused({ connectionPrice: null })).toEqual([400, { connectionPrice: 'Write a price in dollars, such as 45.00' }]);
  expect((await refused({ id: 99 }))[0]).toBe(404);
  const chief = await service.signIn('chief');
  expect((await service.send(savePlanPrices, team, chief)).status).toBe(403);
  expect((await service.send(listPlanPrices, {}, chief)).status).toBe(403);
});

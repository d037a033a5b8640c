import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/all.ts';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { sampleArgs } from './sample-args.ts';

// [D1.1] generated from the contract, so that it includes every new call.
let service: TestService;
/** A user of another customer, with every right that a customer's user can have. */
let stranger: string;
let administrator: string;
/** A user of the customer without any rights. */
let powerless: string;

beforeAll(async () => {
  service = await startTestService();
  const { db } = service.services;
  await db.updateTable('app_user').set({ role_id: 5 }).where('id', '=', service.people.stranger).execute();
  await db.updateTable('app_user').set({ rights: [] }).where('id', '=', service.people.viewer).execute();
  stranger = await service.signIn('stranger');
  administrator = await service.signIn('administrator');
  powerless = await service.signIn('viewer');
});
afterAll(() => service.close());

const customerKey = (endpoint: Endpoint) => ['cust', 'customerId', 'me'].find((key) => key in endpoint.args.shape);
const protectedCalls = endpoints.filter((endpoint) => endpoint.needs !== 'public');
const tenantCalls = protectedCalls.filter((endpoint) => customerKey(endpoint) !== undefined);
const ofCustomer = (endpoint: Endpoint, customer: unknown) => ({
  ...sampleArgs(endpoint),
  [customerKey(endpoint) ?? '']: customer,
});

test('the contract has protected calls and calls for a customer', () => {
  expect(protectedCalls.length).toBeGreaterThan(20);
  expect(tenantCalls.length).toBeGreaterThan(10);
});

test.each(protectedCalls)('$route returns signed_out without a token', async (endpoint) => {
  const { status, body } = await service.send(endpoint, sampleArgs(endpoint));
  expect(status).toBe(401);
  expect(body).toEqual({ kind: 'signed_out' });
});

test.each(protectedCalls.filter((endpoint) => endpoint.needs !== 'session'))(
  '$route is forbidden without its right, and names that right',
  async (endpoint) => {
    const { status, body } = await service.send(endpoint, sampleArgs(endpoint), powerless);
    expect(status).toBe(403);
    expect(body).toMatchObject({ kind: 'forbidden', needs: endpoint.needs });
  },
);

describe.each(tenantCalls)('$route for another customer', (endpoint) => {
  test('gives a stranger the same response whether that customer exists or not', async () => {
    const foreign = await service.send(endpoint, ofCustomer(endpoint, service.people.north), stranger);
    const absent = await service.send(endpoint, ofCustomer(endpoint, 999_999), stranger);
    expect(foreign).toMatchObject({ status: endpoint.needs === 'admin' ? 403 : 404 });
    expect(absent.status).toBe(foreign.status);
    expect(absent.body).toEqual(foreign.body);
    const headersOf = (answer: typeof foreign) => Object.keys(answer.response.headers).sort();
    expect(headersOf(absent)).toEqual(headersOf(foreign));
  });

  test('returns 404 to an administrator if the customer does not exist', async () => {
    const { status } = await service.send(endpoint, ofCustomer(endpoint, 999_999), administrator);
    expect(status).toBe(404);
  });
});

test.each(tenantCalls.filter((endpoint) => 'cust' in endpoint.args.shape || 'me' in endpoint.args.shape))(
  '$route refuses "all customers" to users who are not administrators',
  async (endpoint) => {
    const { status } = await service.send(endpoint, ofCustomer(endpoint, -1), stranger);
    expect(status).toBe(403);
  },
);

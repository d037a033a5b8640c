import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoints } from '#contract/all.ts';
import { type Endpoint, routeOf } from '#contract/kit/endpoint.ts';
import { login, logout, refreshTokens } from '#contract/people/auth.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { sampleArgs } from './sample-args.ts';

const halfCharacter = 'half \ud800';

// Generated from the contract: arguments of every call get these values. A reply is an answer or a typed refusal.
const hostile: readonly unknown[] = [
  1.5,
  1e20,
  2_147_483_648,
  -2_147_483_649,
  'a\0b',
  halfCharacter,
  '------------------------------------',
  '9999-12-31',
  '9999-12-31T23:59:59.999Z',
  '2026-02-31',
  '',
  'x'.repeat(10_000),
  null,
  ['\0'],
  { '\0': '\0' },
];

let service: TestService;
let administrator: string;
beforeAll(async () => {
  service = await startTestService();
  administrator = await service.signIn('administrator');
});
afterAll(() => service.close());

/** Signing out would end the session of all other calls, and a stream would not end. */
const calls = endpoints.filter(({ raw, route }) => raw !== 'sse' && !/logout|login_as|loginas|return/i.test(route));

/** The long form sends every value to every argument. */
const all = process.env['HOSTILE_VALUES'] === 'all';
const shareOfShortForm = 6;
/** How often the short form sends each value. */
const sent = hostile.map(() => 0);
let places = 0;

/** The hostile values for one argument. In the short form each argument gets a sixth; together they get each value many times. */
function valuesForNext(): readonly unknown[] {
  const first = places++;
  const chosen = hostile.flatMap((_, n) => (all || (first + n) % shareOfShortForm === 0 ? [n] : []));
  return chosen.map((n) => {
    sent[n] = (sent[n] ?? 0) + 1;
    return hostile[n];
  });
}

function valuesFor(endpoint: Endpoint): Record<string, unknown>[] {
  const sample = sampleArgs(endpoint);
  const customer = Object.hasOwn(endpoint.args.shape, 'customerId') ? { customerId: service.people.north } : {};
  const usual = { ...sample, ...('cust' in endpoint.args.shape ? { cust: service.people.north } : {}), ...customer };
  const { method, path } = routeOf(endpoint);
  const inAddress = (field: string) => method === 'GET' || method === 'DELETE' || path.includes(`:${field}`);
  return Object.keys(endpoint.args.shape).flatMap((field) =>
    // No address can carry half of a character.
    valuesForNext()
      .filter((value) => value !== halfCharacter || !inAddress(field))
      .map((value) => ({ ...usual, [field]: value })),
  );
}

test('a refresh cookie that only looks like a session is an ended session', async () => {
  const refreshToken = `2.${'-'.repeat(36)}.${'A'.repeat(43)}`;
  for (const endpoint of [refreshTokens, logout])
    expect((await service.send(endpoint, { refreshToken })).status).toBeLessThan(500);
});

test('a refused text is named with its place and the remedy', async () => {
  const { status, body } = await service.send(login, { username: 'a\0b', password: 'x' });
  expect(status).toBe(400);
  expect(body).toMatchObject({ kind: 'invalid', fields: { username: expect.stringContaining('U+0000') as string } });
});

test('there are calls to try', () => {
  expect(calls.length).toBeGreaterThan(150);
});

test.each(calls)('$route never fails on a hostile value', async (endpoint) => {
  for (const args of valuesFor(endpoint)) {
    const { status, body } = await service.send(endpoint, args, administrator);
    expect(status, `${JSON.stringify(args).slice(0, 300)}: ${JSON.stringify(body)}`).toBeLessThan(500);
  }
});

test('each value was sent to many arguments', () => {
  expect(Math.min(...sent)).toBeGreaterThan(100);
});

import { beforeEach, expect, test, vi } from 'vitest';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import { no, ok } from '#contract/kit/result.ts';
import { login, logout, refreshTokens } from '#contract/people/auth.ts';
import { type CustomerListItem, listCustomers } from '#contract/people/customers.ts';
import { changeOwnPassword } from '#contract/people/password-reset.ts';
import { getPrefs, getRole } from '#contract/people/users.ts';
import type { Call } from '#src/sync/call.ts';
import { VirtualClock } from '#tests/doubles/sync/virtual-clock.ts';
import { lastPerson, leftUntold } from './last-person.ts';
import { SessionKeeper } from './session-keeper.ts';
import { createTokens } from './tokens.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const customer = { id: getRole.example.customerId, name: getRole.example.customerName };
const remembered = (confirmedAt: string) => ({
  role: getRole.reply.parse(getRole.example),
  prefs: getPrefs.reply.parse(getPrefs.example),
  customer,
  customers: [],
  confirmedAt,
});

/** A service that replies with the examples, or is offline. */
function page(service: {
  online: boolean;
  cookie: boolean;
  locking?: Promise<void>;
  expired?: boolean;
  customers?: readonly CustomerListItem[];
}) {
  const asked: string[] = [];
  const locked: number[] = [];
  const kept: (readonly number[])[] = [];
  const call = vi.fn(async (endpoint: Endpoint) => {
    asked.push(endpoint.route);
    if (!service.online) return no({ kind: 'offline' });
    if (endpoint === refreshTokens && !service.cookie) return no({ kind: 'signed_out' });
    if (endpoint === logout) service.cookie = false;
    if (endpoint === login) service.cookie = true;
    if (endpoint === changeOwnPassword) service.expired = false;
    if (endpoint === getRole && service.expired) return ok({ ...getRole.example, status: 1 });
    if (endpoint === listCustomers && service.expired) return no({ kind: 'password_expired' });
    if (endpoint === listCustomers && service.customers) return ok(service.customers);
    return ok(endpoint.example);
  }) as unknown as Call;
  let keeper: SessionKeeper | null = null;
  const tokens = createTokens({
    call,
    locks: { hold: (_name, _waitMs, work) => work() },
    clock: new VirtualClock(),
    tell: () => undefined,
    onEnded: () => keeper?.end('ended'),
  });
  keeper = new SessionKeeper({
    call,
    tokens,
    now: () => now,
    lockDevice: async (userId) => {
      locked.push(userId);
      await service.locking;
    },
    keepOnly: async (_userId, customers) => void kept.push(customers),
  });
  return { keeper, asked, locked, kept };
}
const examples = [login, refreshTokens, getRole, getPrefs, listCustomers];

beforeEach(() => {
  vi.stubGlobal('localStorage', undefined);
  lastPerson.write(null);
  leftUntold.write(false);
});

/** A localStorage that holds one setting, as an earlier version of the app wrote it. */
const storageOf = (key: string, value: unknown) => ({
  getItem: (asked: string) => (asked === `jobdock:${key}` ? JSON.stringify(value) : null),
  setItem: () => undefined,
});

test('On a first visit, the page asks for nothing: the service could only refuse', async () => {
  const { keeper, asked } = page({ online: true, cookie: false });
  await keeper.start();
  expect([keeper.get(), asked]).toEqual([{ kind: 'out', why: 'never' }, []]);
});

test('With a cookie of the service, the app opens for its user, even if this version cannot read what the last one stored', async () => {
  vi.stubGlobal('localStorage', storageOf('last-person', { userId: 7 }));
  const { keeper } = page({ online: true, cookie: true });
  await keeper.start();
  expect(keeper.get()).toMatchObject({ kind: 'in', confirmed: true, person: { customer } });
  expect(examples.every((endpoint) => endpoint.reply.safeParse(endpoint.example).success)).toBe(true);
});

test('[edge case 20] Offline, the app opens for the last user within the lease', async () => {
  lastPerson.write(remembered('2026-11-18T12:00:00Z'));
  const { keeper } = page({ online: false, cookie: true });
  await keeper.start();
  expect(keeper.get()).toMatchObject({ kind: 'in', confirmed: false });
});

test('[edge case 20] After the lease nothing opens without the service', async () => {
  lastPerson.write(remembered('2026-11-17T11:00:00Z'));
  const { keeper, locked } = page({ online: false, cookie: true });
  await keeper.start();
  expect(keeper.get()).toEqual({ kind: 'out', why: 'lease' });
  expect(locked).toEqual([getRole.example.userId]);
});

test('[D8.2] A session that the service ended is over and its data is locked, even if the device remembers it', async () => {
  lastPerson.write(remembered('2026-11-20T11:00:00Z'));
  const { keeper, locked } = page({ online: true, cookie: false });
  await keeper.start();
  expect([keeper.get(), lastPerson.read()]).toEqual([{ kind: 'out', why: 'ended' }, null]);
  expect(locked).toContain(getRole.example.userId);
});

test('A user who signs in while the previous session is being locked stays signed in', async () => {
  lastPerson.write(remembered('2026-11-20T11:00:00Z'));
  let locked = () => {};
  const service = { online: true, cookie: false, locking: new Promise<void>((resolve) => (locked = resolve)) };
  const { keeper } = page(service);
  const started = keeper.start();
  await vi.waitFor(() => expect(keeper.get().kind).toBe('out'));
  expect(await keeper.signIn('ann@example.org', 'secret', undefined)).toEqual({ kind: 'in' });
  locked();
  await started;
  expect(keeper.get()).toMatchObject({ kind: 'in', confirmed: true });
});

test('Signing out offline is final: the cookie does not sign in again, and ends once the service is reachable', async () => {
  lastPerson.write(remembered('2026-11-20T11:00:00Z'));
  const service = { online: false, cookie: true };
  await page(service).keeper.leave('left');
  service.online = true;
  const later = page(service);
  await later.keeper.start();
  expect(later.keeper.get().kind).toBe('out');
  expect([later.asked[0], service.cookie, leftUntold.read()]).toEqual([logout.route, false, false]);
});

test('While the service is unreachable, the app stays signed out', async () => {
  leftUntold.write(true);
  const { keeper, asked } = page({ online: false, cookie: true });
  await keeper.start();
  expect([keeper.get(), asked]).toEqual([{ kind: 'out', why: 'left' }, [logout.route]]);
});

test('Signing in again cancels the pending sign-out', async () => {
  leftUntold.write(true);
  const { keeper } = page({ online: true, cookie: false });
  expect(await keeper.signIn('ann@example.org', 'secret', undefined)).toEqual({ kind: 'in' });
  expect(leftUntold.read()).toBe(false);
});

test('[edge case 19] Once sign-out starts, a reloaded page opens for no one', async () => {
  const service = { online: true, cookie: true };
  const { keeper } = page(service);
  await keeper.start();
  keeper.startLeaving();
  const other = page(service);
  await other.keeper.start();
  expect([other.keeper.get().kind, lastPerson.read(), service.cookie]).toEqual(['out', null, false]);
});

test('With an expired password a new one opens everything that the service refused before', async () => {
  lastPerson.write(remembered('2026-11-20T11:00:00Z'));
  const { keeper } = page({ online: true, cookie: true, expired: true });
  await keeper.start();
  expect(keeper.get()).toMatchObject({ kind: 'in', person: { role: { status: 1 }, customers: [] } });
  expect(await keeper.changePassword('old', 'new')).toBeNull();
  expect(keeper.get()).toMatchObject({ kind: 'in', person: { role: { status: 0 }, customer, customers: listCustomers.example } });
});

test('A call that is refused for an expired password asks the user for a new one', async () => {
  lastPerson.write(remembered('2026-11-20T11:00:00Z'));
  const { keeper } = page({ online: true, cookie: true });
  await keeper.start();
  keeper.noteExpired();
  expect(keeper.get()).toMatchObject({ kind: 'in', person: { role: { status: 1 } } });
});

const sister = { id: 9, name: 'Bayside', linked: true, parent: null, rights: [6], demo: false };
const home = { ...customer, linked: false, parent: null, rights: null, demo: false };

test('Who lost a customer that is on the screen is back at their own, and the device keeps only what is left', async () => {
  const service = { online: true, cookie: true, customers: [home, sister] };
  const { keeper, kept } = page(service);
  await keeper.signIn('ann@example.org', 'x', undefined);
  keeper.showCustomer(sister.id, sister.name);
  await keeper.reload();
  expect(keeper.get()).toMatchObject({ person: { customer: { id: 9 } } });
  service.customers = [home];
  await keeper.reload();
  expect(keeper.get()).toMatchObject({ person: { customer, customers: [home] } });
  expect(kept).toEqual([
    [customer.id, customer.id, 9],
    [customer.id, customer.id, 9],
    [customer.id, customer.id],
  ]);
});

test('Offline, a linked user has the rights of the link, not their own', async () => {
  const { keeper } = page({ online: true, cookie: true, customers: [home, sister] });
  await keeper.signIn('ann@example.org', 'x', undefined);
  keeper.showCustomer(sister.id, sister.name);
  const later = page({ online: false, cookie: true }).keeper;
  await later.start();
  expect(later.get()).toMatchObject({ confirmed: false, person: { customer: { id: 9 }, customers: [home, sister] } });
});

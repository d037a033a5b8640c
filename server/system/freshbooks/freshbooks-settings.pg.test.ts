import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  authorizeFreshBooks,
  checkFreshBooks,
  chooseFreshBooksBusiness,
  readFreshBooks,
  readSettingsTemplate,
  reauthorizeFreshBooks,
  recheckFreshBooks,
  saveFreshBooks,
} from '#contract/system/freshbooks-settings.ts';
import { doubleBusiness, freshBooksDoubleAccess, newCode } from '#server/demo/freshbooks/freshbooks-state.ts';
import { authorizeAgain, saveApp, startFreshBooks } from '#tests/support/billing/freshbooks-world.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { readAccess } from './freshbooks-access.ts';
import { usableSignIn } from './freshbooks-tokens.ts';

let service: TestService;
let freshBooks: Awaited<ReturnType<typeof startFreshBooks>>;
let admin: string;
beforeAll(async () => {
  service = await startTestService({ at: new Date('2026-03-01T12:00:00Z'), publicUrl: 'https://jobdock.example' });
  freshBooks = await startFreshBooks(service);
});
beforeEach(async () => {
  admin = await service.signIn('administrator');
});
afterAll(async () => {
  await freshBooks.close();
  await service.close();
});

const { clientId, clientSecret } = freshBooksDoubleAccess;
const fieldsOf = async (call: Parameters<TestService['send']>[0], args: object) => {
  const { status, body } = await service.send(call, { ...args }, admin);
  return [status, (body as { fields?: unknown }).fields];
};
const hours = (n: number) => service.advance(n * 3_600_000);
const begin = async () => {
  const { authorizeUrl } = await service.call(reauthorizeFreshBooks, {}, admin);
  return new URL(authorizeUrl);
};

describe('settings and authorization', () => {
  test('the template says what to enter at FreshBooks', async () => {
    expect(await service.call(readSettingsTemplate, {}, admin)).toMatchObject({
      redirectUri: 'https://jobdock.example/systemsettings',
      scopes: expect.arrayContaining(['user:payments:read', 'user:invoices:write']),
    });
  });

  test('before an app is saved, nothing can be authorized or asked', async () => {
    expect(await service.call(readFreshBooks, {}, admin)).toMatchObject({ clientId: null, state: 'none' });
    expect(await fieldsOf(reauthorizeFreshBooks, {})).toEqual([
      400,
      { clientId: 'Save the client ID and secret of the app first.' },
    ]);
    expect(await fieldsOf(authorizeFreshBooks, { code: 'x', state: 'y' })).toEqual([
      400,
      { code: 'Save the client ID and secret of the app first.' },
    ]);
    expect(await fieldsOf(recheckFreshBooks, {})).toEqual([400, { clientId: expect.stringContaining('Choose Authorize first') }]);
    expect(await service.call(checkFreshBooks, {}, admin)).toEqual({
      isConnected: false,
      business: '',
      problem: '',
      checkedAt: null,
    });
    expect(await fieldsOf(saveFreshBooks, { freshBooks: { clientId } })).toEqual([
      400,
      { 'freshBooks.clientSecret': 'Enter the client secret of this app' },
    ]);
  });

  test('the secret is encrypted and never shown', async () => {
    await saveApp(service, freshBooks.url);
    const { db } = service.services;
    const kept = [
      await db.selectFrom('freshbooks_access').selectAll().execute(),
      await db.selectFrom('secret').selectAll().execute(),
    ];
    expect(JSON.stringify(kept)).not.toContain(clientSecret);
    expect(JSON.stringify(await service.call(readFreshBooks, {}, admin))).not.toContain(clientSecret);
    // The saved secret stays with its app.
    expect(await service.call(saveFreshBooks, { freshBooks: { clientId } }, admin)).toMatchObject({ clientId });
  });

  test('a code of anyone else, of another state, or after ten minutes is refused', async () => {
    const asked = await begin();
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      client_id: clientId,
      redirect_uri: 'https://jobdock.example/systemsettings',
      response_type: 'code',
    });
    const state = asked.searchParams.get('state') ?? '';
    const refused = [400, { state: expect.stringContaining('was not begun here') }];
    const code = newCode(freshBooks.double.state);
    expect(await fieldsOf(authorizeFreshBooks, { code })).toEqual(refused);
    expect(await fieldsOf(authorizeFreshBooks, { code, state: `${state}x` })).toEqual(refused);
    expect(await fieldsOf(authorizeFreshBooks, { code: '', state })).toEqual([400, { code: 'Enter the code' }]);
    service.advance(601_000);
    admin = await service.signIn('administrator');
    expect(await fieldsOf(authorizeFreshBooks, { code, state })).toEqual(refused);
    const wrong = { code: 'unknown', state: (await begin()).searchParams.get('state') ?? '' };
    expect(await fieldsOf(authorizeFreshBooks, wrong)).toEqual([400, { code: expect.stringContaining('did not take the code') }]);
    expect(await service.call(readFreshBooks, {}, admin)).toMatchObject({ state: 'none' });
  });

  test('a right code connects, and the only business is used', async () => {
    await authorizeAgain(service, freshBooks.double, admin);
    const { account } = doubleBusiness;
    expect(await service.call(readFreshBooks, {}, admin)).toEqual({
      clientId,
      state: 'ready',
      account,
      businesses: [doubleBusiness],
      problem: '',
    });
    expect(await service.call(recheckFreshBooks, {}, admin)).toMatchObject({ isConnected: true, business: 'Jobdock' });
    expect(await fieldsOf(chooseFreshBooksBusiness, { account: 'zzz' })).toEqual([
      400,
      { account: expect.stringContaining('does not reach') },
    ]);
    expect(await service.call(chooseFreshBooksBusiness, { account }, admin)).toMatchObject({ account });
    const secrets = await service.services.db.selectFrom('secret').selectAll().where('owner', '=', 'freshbooks').execute();
    expect(secrets.map(({ field }) => field).sort()).toEqual(['access', 'clientSecret', 'refresh']);
    for (const token of [...freshBooks.double.state.refreshTokens, ...freshBooks.double.state.accessTokens.keys()])
      expect(JSON.stringify(secrets)).not.toContain(token);
  });

  test('GET reauthorize answers 405 with the remedy', async () => {
    const answer = await service.app.inject({
      method: 'GET',
      url: '/api/systemsettings/reauthorize',
      headers: { authorization: `Bearer ${admin}` },
    });
    expect([answer.statusCode, answer.headers['allow']]).toEqual([405, 'POST']);
  });

  test('only administrators of the provider read or change it', async () => {
    const chief = await service.signIn('chief');
    const calls = [readFreshBooks, checkFreshBooks, recheckFreshBooks, readSettingsTemplate, reauthorizeFreshBooks] as const;
    for (const call of calls) expect((await service.send(call, {}, chief)).status).toBe(403);
    expect((await service.send(saveFreshBooks, { freshBooks: null }, chief)).status).toBe(403);
    expect((await service.send(authorizeFreshBooks, { code: 'x', state: 'y' }, chief)).status).toBe(403);
    expect((await service.send(chooseFreshBooksBusiness, { account: 'x' }, chief)).status).toBe(403);
  });
});

describe('tokens that can be used once', () => {
  const signIn = (refused?: string) => usableSignIn(service.services, refused);
  const tokenOf = async () => {
    const answer = await signIn();
    return answer.ok ? answer.value.token : `${answer.error.kind}: ${answer.error.words}`;
  };

  test('they are renewed at half of their life, by one of two processes', async () => {
    const first = await tokenOf();
    expect(await tokenOf()).toBe(first);
    hours(6.1);
    const both = await Promise.all([signIn(), signIn()]);
    expect(both.map(({ ok }) => ok)).toEqual([true, true]);
    const second = await tokenOf();
    expect(second).not.toBe(first);
    expect(freshBooks.double.state.refreshTokens.size).toBe(1);
  });

  test('a token that FreshBooks does not take is renewed before its time', async () => {
    const before = await tokenOf();
    const after = await signIn(before);
    expect(after.ok && after.value.token).not.toBe(before);
  });

  test('a renewal that did not arrive is tried again', async () => {
    const before = await tokenOf();
    hours(6.1);
    freshBooks.double.tokenFaults.push('lost');
    expect(await tokenOf()).toBe(before);
    service.advance(61_000);
    expect(await tokenOf()).not.toBe(before);
    expect((await readAccess(service.services.db))?.in_doubt).toBe(0);
  });

  test('a lost answer ends the tokens: work goes on while the old one holds, staff read why, and authorize again', async () => {
    const before = await tokenOf();
    hours(6.1);
    freshBooks.double.tokenFaults.push('torn');
    expect(await tokenOf()).toBe(before);
    expect(await readAccess(service.services.db)).toMatchObject({ state: 'ready', in_doubt: 1 });
    service.advance(61_000);
    expect(await tokenOf()).toBe(before);
    admin = await service.signIn('administrator');
    expect(await service.call(readFreshBooks, {}, admin)).toMatchObject({
      state: 'ended',
      problem: expect.stringContaining('Authorize it again'),
    });
    const events = await service.services.db.selectFrom('error_event').select('words').where('code', '=', 27).execute();
    expect(events).toHaveLength(1);
    hours(6);
    expect(await tokenOf()).toMatch(/^account: .*Authorize it again/);
    admin = await service.signIn('administrator');
    expect(await service.call(checkFreshBooks, {}, admin)).toMatchObject({ isConnected: false });
    await authorizeAgain(service, freshBooks.double, admin);
    expect(await service.call(checkFreshBooks, {}, admin)).toMatchObject({ isConnected: true, problem: '' });
  });

  test('a process that dies while it renews leaves it to the next', async () => {
    hours(6.1);
    const { db } = service.services;
    const until = new Date(service.services.now().getTime() + 60_000);
    await db.updateTable('freshbooks_access').set({ renewing_until: until }).execute();
    const before = await tokenOf();
    service.advance(61_000);
    expect(await tokenOf()).not.toBe(before);
  });

  test('disconnecting removes the tokens and the secret', async () => {
    admin = await service.signIn('administrator');
    expect(await service.call(saveFreshBooks, { freshBooks: null }, admin)).toMatchObject({
      clientId: null,
      state: 'none',
      account: null,
    });
    const secrets = await service.services.db.selectFrom('secret').selectAll().where('owner', '=', 'freshbooks').execute();
    expect(secrets).toEqual([]);
  });
});

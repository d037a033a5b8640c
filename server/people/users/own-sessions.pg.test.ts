import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { login, refreshTokens } from '#contract/people/auth.ts';
import { endOtherSessions, endSession, listSessions } from '#contract/people/sessions.ts';
import { getRole, loginAs } from '#contract/people/users.ts';
import { emails, startTestService, type TestService, testPassword } from '#tests/support/test-service.ts';
import { endingSessions, endSessionsOf } from '../auth/sessions.ts';

let service: TestService;
beforeEach(async () => {
  service = await startTestService();
});
afterEach(() => service.close());

const firefox = 'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';

async function open(who: keyof typeof emails, userAgent = firefox): Promise<{ access: string; refresh: string }> {
  const args = { username: emails[who], password: testPassword, refreshIn: 'body' };
  const { body } = await service.send(login, args, undefined, { headers: { 'user-agent': userAgent } });
  const { accessToken: access, refreshToken: refresh = '' } = login.reply.parse(body);
  return { access, refresh };
}
const alive = async (token: string) => (await service.send(getRole, {}, token)).status === 200;
const sessionsOf = (token: string) => service.call(listSessions, {}, token);

test('a person sees their own open sessions with device and times, this one marked', async () => {
  const mine = await open('recruiter');
  await open('recruiter', 'curl/8.5.0');
  await open('viewer');
  const listed = await sessionsOf(mine.access);
  expect(listed.map(({ device, isCurrent }) => `${device} ${isCurrent}`).sort()).toEqual([
    'API client false',
    'Firefox on Linux true',
  ]);
  const [{ openedAt, seenAt } = { openedAt: '', seenAt: '' }] = listed;
  expect(seenAt >= openedAt && openedAt > '2020').toBe(true);
});

test('the list has neither ended sessions nor those that were idle too long', async () => {
  const idle = await open('recruiter');
  service.advance(7 * 3_600_000);
  const mine = await open('recruiter');
  expect(await sessionsOf(mine.access)).toHaveLength(2);
  service.advance(2 * 3_600_000);
  const again = (await service.call(refreshTokens, { refreshToken: mine.refresh, refreshIn: 'body' })).accessToken;
  expect(await sessionsOf(again)).toMatchObject([{ isCurrent: true }]);
  expect((await service.send(refreshTokens, { refreshToken: idle.refresh, refreshIn: 'body' })).status).toBe(401);
});

test('an ended session loses access and refresh at once; ending it again, or one of another person, is not found', async () => {
  const [mine, other, viewer] = [await open('recruiter'), await open('recruiter'), await open('viewer')];
  // Believed for a few seconds, had it not been forgotten.
  expect(await alive(other.access)).toBe(true);
  const id = (await sessionsOf(mine.access)).find(({ isCurrent }) => !isCurrent)?.id ?? '';
  await service.call(endSession, { id }, mine.access);
  expect(await alive(other.access)).toBe(false);
  expect((await service.send(refreshTokens, { refreshToken: other.refresh, refreshIn: 'body' })).status).toBe(401);
  expect((await service.send(endSession, { id }, mine.access)).status).toBe(404);
  const [foreign] = await sessionsOf(viewer.access);
  expect((await service.send(endSession, { id: foreign?.id }, mine.access)).status).toBe(404);
  expect(await alive(viewer.access)).toBe(true);
  expect((await service.send(endSession, { id: 'x' }, mine.access)).status).toBe(400);
});

test('all other sessions end at once, of this person only', async () => {
  const [mine, second, third, viewer] = [
    await open('recruiter'),
    await open('recruiter'),
    await open('recruiter'),
    await open('viewer'),
  ];
  expect(await service.call(endOtherSessions, {}, mine.access)).toEqual({ ended: 2 });
  expect(await Promise.all([mine, second, third, viewer].map(({ access }) => alive(access)))).toEqual([true, false, false, true]);
  expect(await service.call(endOtherSessions, {}, mine.access)).toEqual({ ended: 0 });
  const lines = await service.services.db
    .selectFrom('audit')
    .select('detail')
    .where('command', '=', 'session.end_others')
    .execute();
  expect(lines).toEqual([{ detail: { ended: 2 } }]);
});

test('who works as another user neither sees nor ends that user’s sessions', async () => {
  await open('recruiter');
  const { north, recruiter } = service.people;
  const { accessToken } = await service.call(loginAs, { cust: north, user: recruiter }, await service.signIn('administrator'));
  for (const call of [listSessions, endOtherSessions]) expect((await service.send(call, {}, accessToken)).status).toBe(403);
  const { id } = await service.services.db
    .selectFrom('session')
    .select('id')
    .where('user_id', '=', recruiter)
    .executeTakeFirstOrThrow();
  expect((await service.send(endSession, { id }, accessToken)).status).toBe(403);
});

test('a call that reads the session while it is being ended does not keep it alive', async () => {
  const { access } = await open('recruiter');
  const user = { customerId: service.people.north, userId: service.people.recruiter };
  await endingSessions(service.services, async (tx, ended) => {
    await endSessionsOf(service.services, tx, ended, user);
    // Not committed yet, so this reads the old state and caches it.
    expect(await alive(access)).toBe(true);
  });
  expect(await alive(access)).toBe(false);
});

test('an open event stream ends with its session, without waiting for the regular check', async () => {
  const [mine, other] = [await open('recruiter'), await open('recruiter')];
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = service.app.server.address() as AddressInfo;
  const path = `/api/sync/live?customerId=${service.people.north}`;
  // The regular check never comes.
  const repeated = vi.spyOn(globalThis, 'setInterval').mockImplementation(() => setTimeout(() => undefined, 0));
  try {
    await new Promise<void>((closed, failed) => {
      const headers = { authorization: `Bearer ${other.access}` };
      const sent = request({ port, path, headers }, (response) => {
        response.once('close', closed);
        response.once('data', () => void service.call(endOtherSessions, {}, mine.access).catch(failed));
        response.resume();
      });
      sent.once('error', failed);
      sent.end();
    });
    expect(repeated).toHaveBeenCalled();
  } finally {
    repeated.mockRestore();
  }
});

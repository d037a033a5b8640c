import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { endpoint } from '#contract/kit/endpoint.ts';
import { CustomerRef } from '#contract/kit/ids.ts';
import { no, ok } from '#contract/kit/result.ts';
import { getCustomer } from '#contract/people/account.ts';
import { listUsers } from '#contract/people/user-names.ts';
import { acceptDisclaimer, getRole, savePrefs } from '#contract/people/users.ts';
import { routes } from '#server/routes.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { onlyReads } from './audited.ts';
import { type Handler, handle } from './handle.ts';

const base = { fails: ['conflict'], needs: 'session', offline: 'online', about: 'For tests.' } as const;
const leak = endpoint('GET /api/test/leak', {
  ...base,
  args: z.object({}),
  reply: z.object({ a: z.number() }),
  example: { a: 1 },
});
const lie = endpoint('GET /api/test/lie', { ...base, args: z.object({}), reply: z.object({ a: z.number() }), example: { a: 1 } });
const slow = endpoint('GET /api/test/busy', { ...base, args: z.object({}), reply: z.object({}), example: {} });
const crash = endpoint('GET /api/test/crash', { ...base, args: z.object({}), reply: z.object({}), example: {} });
const lost = endpoint('GET /api/test/lost', { ...base, args: z.object({}), reply: z.object({}), example: {} });
const who = endpoint('GET /api/Test/Who/:cust', {
  ...base,
  args: z.object({ cust: CustomerRef, targetId: z.coerce.number().default(0) }),
  reply: z.object({ cust: z.number(), targetId: z.number(), key: z.string().nullable() }),
  example: { cust: 1, targetId: 0, key: null },
});
const list = endpoint('POST /api/test/list', {
  ...base,
  args: z.object({ ids: z.array(z.number()) }),
  wholeBody: 'ids',
  reply: z.object({ sum: z.number() }),
  example: { sum: 1 },
});
const upload = endpoint('POST /api/test/upload', {
  ...base,
  args: z.object({ file: z.instanceof(Uint8Array), fileName: z.string(), note: z.string() }),
  upload: 'file',
  reply: z.object({ bytes: z.number(), fileName: z.string(), note: z.string() }),
  example: { bytes: 1, fileName: 'a.csv', note: '' },
});
const stream = endpoint('GET /api/sync/test', { ...base, args: z.object({}), reply: z.object({}), example: {}, raw: 'ndjson' });

const extra: Handler[] = [
  handle(leak, async () => ok({ a: 1, password: 'geheim' })),
  handle(lie, async () => ok({ a: 'text' } as unknown as { a: number })),
  handle(slow, async () => no({ kind: 'busy', retryAfterSeconds: 7 })),
  handle(crash, async () => {
    throw new Error('a secret detail');
  }),
  handle(lost, async () => {
    throw new Error('Connection terminated unexpectedly');
  }),
  handle(who, { allCustomers: true }, async ({ cust, targetId }, call) => ok({ cust, targetId, key: call.idempotencyKey })),
  handle(list, { audit: onlyReads }, async ({ ids }) => ok({ sum: ids.reduce((a, b) => a + b, 0) })),
  handle(upload, { audit: onlyReads }, async ({ file, fileName, note }) => ok({ bytes: file.byteLength, fileName, note })),
  handle(stream, async () => ok({ body: lines() })),
];
async function* lines() {
  yield '{"a":1}\n';
  yield '{"a":2}\n';
}

let service: TestService;
let recruiter: string;
let administrator: string;
const get = (url: string, headers: Record<string, string> = {}) =>
  service.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${recruiter}`, ...headers } });
const post = (url: string, payload: string | object, headers: Record<string, string> = {}) =>
  service.app.inject({ method: 'POST', url, payload, headers: { authorization: `Bearer ${recruiter}`, ...headers } });

beforeAll(async () => {
  service = await startTestService({ handlers: [...routes, ...extra] });
  recruiter = await service.signIn('recruiter');
  administrator = await service.signIn('administrator');
});
afterAll(() => service.close());

describe('paths and methods', () => {
  test('match in any letter case and with a trailing slash, and keep the case of values', async () => {
    expect((await get('/API/USER/ROLE/')).statusCode).toBe(200);
    expect((await get('/api/test/WHO/me?targetId=5')).json()).toEqual({ cust: service.people.north, targetId: 5, key: null });
  });

  test.each(['/api//user/role', '/api/customer/1%2f2', '/api/customer/%00'])('%s is not found', async (url) => {
    expect((await get(url)).statusCode).toBe(404);
  });

  test('a call with the wrong method answers 405 and names the right one', async () => {
    const response = await get('/api/user/disclaimer');
    expect(response.statusCode).toBe(405);
    expect(response.headers.allow).toBe('POST');
    expect(response.json()).toEqual({ kind: 'invalid', fields: { method: 'Send this as POST' } });
  });

  test('the service worker’s status says that it is wanted, and is not cached', async () => {
    const response = await get('/sw-status');
    expect(response.json()).toEqual({ gone: false });
    expect(response.headers['cache-control']).toBe('no-store');
  });

  test('an unknown call is a 404, not a page', async () => {
    const response = await get('/api/nothing');
    expect(response.statusCode).toBe(404);
    expect(response.json()).toEqual({ kind: 'not_found' });
  });
});

describe('bodies', () => {
  test.each(['application/json\ta', ' application/json;x', 'Application/JSON ;', 'text/plain', 'application/jsonp'])(
    'of type %j are refused before they are read',
    async (type) => {
      const response = await post('/api/user/disclaimer', '{"ack":"Ann"}', { 'content-type': type });
      expect(response.statusCode).toBe(415);
    },
  );

  test('are validated by the contract: each bad field has its sentence', async () => {
    const { status, body } = await service.send(acceptDisclaimer, { ack: '  ' }, recruiter);
    expect(status).toBe(400);
    expect(body).toEqual({ kind: 'invalid', fields: { ack: 'Enter your name' } });
  });

  test('that are not JSON, not an object, or pollute a prototype are refused', async () => {
    const json = { 'content-type': 'application/json' };
    expect((await post('/api/user/prefs', '{"a":', json)).statusCode).toBe(400);
    expect((await post('/api/user/prefs', '[1]', json)).json()).toEqual({
      kind: 'invalid',
      fields: { body: 'Send a JSON object' },
    });
    expect((await post('/api/user/prefs', '{"__proto__":{"a":1}}', json)).statusCode).toBe(400);
  });

  test('that are too large are refused', async () => {
    const response = await post('/api/user/prefs', { userDateFormat: 'x'.repeat(1_100_000) });
    expect(response.statusCode).toBe(413);
    expect(response.json()).toMatchObject({ kind: 'too_large' });
  });

  test('may be an array if the call declares it', async () => {
    expect((await post('/api/test/list', [1, 2, 3])).json()).toEqual({ sum: 6 });
  });

  test('of an upload arrive as bytes with the file name', async () => {
    const boundary = 'xyz';
    const body = [
      `--${boundary}\r\ncontent-disposition: form-data; name="note"\r\n\r\nhello\r\n`,
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="jobs.csv"\r\n\r\na,b\n1,2\r\n`,
      `--${boundary}--\r\n`,
    ].join('');
    const response = await post('/api/test/upload', body, { 'content-type': `multipart/form-data; boundary=${boundary}` });
    expect(response.json()).toEqual({ bytes: 7, fileName: 'jobs.csv', note: 'hello' });
  });
});

describe('answers', () => {
  test('have only the fields that the contract declares', async () => {
    expect((await get('/api/test/leak')).json()).toEqual({ a: 1 });
  });

  test('that break the contract become a 500 with a reference and nothing else', async () => {
    const response = await get('/api/test/lie');
    expect(response.statusCode).toBe(500);
    expect(response.json()).toEqual({ kind: 'server', ref: response.headers['x-request-id'] });
  });

  test('after a crash give no details', async () => {
    const response = await get('/api/test/crash');
    expect(response.statusCode).toBe(500);
    expect(response.body).not.toContain('secret');
  });

  test('after a lost database ask to come again', async () => {
    const response = await get('/api/test/lost');
    expect(response.statusCode).toBe(503);
    expect(response.json()).toEqual({ kind: 'busy', retryAfterSeconds: 2 });
  });

  test('that ask to wait have Retry-After', async () => {
    const response = await get('/api/test/busy');
    expect(response.statusCode).toBe(429);
    expect(response.headers['retry-after']).toBe('7');
  });

  test('that stream are sent completely, with the header that proves the service sent them', async () => {
    const response = await get('/api/sync/test');
    expect(response.body).toBe('{"a":1}\n{"a":2}\n');
    expect(response.headers['content-type']).toContain('application/x-ndjson');
    expect(response.headers['x-sync-protocol']).toBe('1');
  });

  test('are never stored, never sniffed, never framed', async () => {
    const { headers } = await get('/api/user/role');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers['x-frame-options']).toBe('DENY');
    expect(headers['permissions-policy']).toContain('camera=()');
    expect(policy).toMatch(/script-src 'self'(;|$)/);
    expect(policy).not.toContain('unsafe-eval');
  });

  test('to a signed-out caller at /api/sync have the protocol header too', async () => {
    const response = await service.app.inject({ method: 'GET', url: '/api/sync/test' });
    expect(response.statusCode).toBe(401);
    expect(response.headers['x-sync-protocol']).toBe('1');
  });
});

describe('access', () => {
  test('without a token, or with an invalid one, a call is signed out', async () => {
    expect((await service.send(getRole, {})).body).toEqual({ kind: 'signed_out' });
    expect((await service.send(getRole, {}, `${recruiter}x`)).status).toBe(401);
  });

  test('without the right a call is forbidden, and the reply names the right', async () => {
    const { status, body } = await service.send(listUsers, {}, recruiter);
    expect(status).toBe(403);
    expect(body).toEqual({ kind: 'forbidden', needs: 'users.read' });
  });

  test('a right that is taken away is gone within five seconds', async () => {
    const chief = await service.signIn('chief');
    expect((await service.send(listUsers, {}, chief)).status).toBe(200);
    await service.services.db.updateTable('app_user').set({ rights: [] }).where('id', '=', service.people.chief).execute();
    service.advance(5001);
    expect((await service.send(listUsers, {}, chief)).status).toBe(403);
  });

  test('`me` in any case equals the own id; -1 is for administrators; foreign and missing customers get the same reply', async () => {
    const { north, south } = service.people;
    const at = async (cust: string | number, token: string) =>
      (
        await service.app.inject({ method: 'GET', url: `/api/test/who/${cust}`, headers: { authorization: `Bearer ${token}` } })
      ).json<Record<string, unknown>>();
    for (const mine of ['me', 'ME', north]) expect(await at(mine, recruiter)).toMatchObject({ cust: north });
    expect(await at(-1, recruiter)).toEqual({ kind: 'forbidden' });
    expect(await at(-1, administrator)).toMatchObject({ cust: -1 });
    expect(await at(south, administrator)).toMatchObject({ cust: south });
    for (const foreign of [south, 999_999, 0, -2, '99999999999999']) {
      expect(await at(foreign, recruiter)).toEqual({ kind: 'not_found' });
    }
    expect(await at(999_999, administrator)).toEqual({ kind: 'not_found' });
  });

  test('a linked customer opens when both sides agreed, and closes with the link', async () => {
    const { north, south, viewer } = service.people;
    const token = await service.signIn('viewer');
    const link = { customer_id: north, user_id: viewer, linked_customer_id: south };
    await service.services.db.insertInto('user_link').values(link).execute();
    expect((await service.send(getCustomer, { cust: south }, token)).status).toBe(404);
    await service.services.db.updateTable('user_link').set({ agreed_at: new Date() }).where('user_id', '=', viewer).execute();
    expect((await service.send(getCustomer, { cust: south }, token)).status).toBe(200);
    await service.services.db.deleteFrom('user_link').where('user_id', '=', viewer).execute();
    expect((await service.send(getCustomer, { cust: south }, token)).status).toBe(404);
  });

  test('a request from a page of another site is refused, whatever it contains', async () => {
    const foreign = await service.send(savePrefs, {}, recruiter, { headers: { origin: 'https://evil.test' } });
    expect(foreign.status).toBe(403);
    const crossed = await service.app.inject({
      method: 'POST',
      url: '/auth/tokenrefresh',
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(crossed.statusCode).toBe(403);
  });
});

test('an idempotency key reaches the handler; a malformed one is refused', async () => {
  expect((await get('/api/test/who/me', { 'idempotency-key': 'abc:1' })).json()).toMatchObject({ key: 'abc:1' });
  expect((await get('/api/test/who/me', { 'idempotency-key': 'a b' })).statusCode).toBe(400);
});

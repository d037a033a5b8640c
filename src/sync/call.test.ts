import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { endpoint } from '#contract/kit/endpoint.ts';
import { wire as named } from '#contract/kit/wire-names.ts';
import { answerOf } from '#tests/doubles/sync/wire.ts';
import { createCaller } from './call.ts';
import type { NetAnswer, NetRequest, Tokens } from './transport/ports.ts';

const common = { needs: 'session', offline: 'online', about: 'A call for tests.' } as const;
const Shift = z.object({ id: z.number() });
const readShift = endpoint('GET /api/shifts/:id', {
  ...common,
  args: z.object({ id: z.coerce.number(), tags: z.array(z.string()).default([]), on: z.string().optional() }),
  reply: Shift,
  fails: ['not_found', 'invalid'],
  example: { id: 1 },
});
const checkShift = endpoint('POST /api/shifts/:id/check', {
  ...common,
  args: z.object({ id: z.coerce.number() }),
  reply: z.string(),
  fails: [],
  example: '',
});
const saveShifts = endpoint('POST /api/shifts/:id/save', {
  ...common,
  args: z.object({ id: z.coerce.number(), rows: z.array(Shift) }),
  wholeBody: 'rows',
  reply: z.null(),
  fails: ['conflict'],
  example: null,
});
const upload = endpoint('POST /api/shifts/upload', {
  ...common,
  args: z.object({ sourceId: z.coerce.number() }),
  upload: 'file',
  reply: Shift,
  fails: ['too_large'],
  example: { id: 1 },
});
const openDoor = endpoint('POST /api/door', {
  ...common,
  needs: 'public',
  args: z.object({}),
  reply: Shift,
  fails: [],
  example: { id: 1 },
});

const Facility = z.object({ id: named('ID', z.number()), name: named('ObjectName', z.string()) });
const saveFacility = endpoint('POST /api/facilities/:target', {
  ...common,
  args: Facility.extend({ target: named('objID', z.number()) }),
  reply: Facility,
  fails: ['invalid', 'conflict'],
  conflict: z.object({ clients: z.array(Facility) }),
  example: { id: 1, name: 'Mercy' },
});

function wire(...answers: (NetAnswer | ((request: NetRequest) => NetAnswer))[]) {
  const sent: NetRequest[] = [];
  const state = { token: 'old' as string | null, refreshed: 'fresh' as Awaited<ReturnType<Tokens['refresh']>>, refreshes: 0 };
  const net = {
    async send(request: NetRequest): Promise<NetAnswer> {
      sent.push(request);
      const next = answers.length > 1 ? answers.shift() : answers[0];
      if (!next) throw new Error('no answer was given');
      return typeof next === 'function' ? next(request) : next;
    },
  };
  const tokens: Tokens = {
    current: () => state.token,
    async refresh() {
      state.refreshes += 1;
      if (state.refreshed === 'fresh') state.token = 'new';
      return state.refreshed;
    },
  };
  return { sent, state, ...createCaller(net, tokens) };
}

describe('what is sent', () => {
  test('path keys fill the path, other arguments become the query, and undefined values are not sent', async () => {
    const { call, sent } = wire(answerOf(200, { id: 5 }));
    await call(readShift, { id: 5, tags: ['a b', 'c'] });
    expect(sent[0]).toMatchObject({ method: 'GET', path: '/api/shifts/5?tags=a+b&tags=c', token: 'old' });
    expect(sent[0]?.body).toBeUndefined();
  });

  test('a body that is a single argument is sent as that argument', async () => {
    const { call, sent } = wire(answerOf(200, 'null'));
    expect(await call(saveShifts, { id: 5, rows: [{ id: 1 }] }, { idempotencyKey: 'k1' })).toEqual({ ok: true, value: null });
    expect(sent[0]).toMatchObject({ path: '/api/shifts/5/save', body: '[{"id":1}]', headers: { 'idempotency-key': 'k1' } });
  });

  test('a file is sent as a form, after its fields', async () => {
    const { call, sent } = wire(answerOf(200, { id: 1 }));
    await call(upload, { sourceId: 3 }, { file: new File(['a,b'], 'jobs.csv') });
    const form = sent[0]?.body as FormData;
    expect([...form.keys()]).toEqual(['sourceId', 'file']);
    expect((form.get('file') as File).name).toBe('jobs.csv');
  });

  test('a public call is sent without a token', async () => {
    const { call, sent } = wire(answerOf(200, { id: 1 }));
    await call(openDoor, {});
    expect(sent[0]?.token).toBeNull();
  });
});

describe('documented names', () => {
  const args = { target: 3, id: 1, name: 'Mercy' };

  test('travel in the place of plain ones, and a reply arrives under plain ones', async () => {
    const { call, sent } = wire(answerOf(200, { ID: 2, ObjectName: 'Mercy West' }));
    expect(await call(saveFacility, args)).toEqual({ ok: true, value: { id: 2, name: 'Mercy West' } });
    expect(sent[0]).toMatchObject({ path: '/api/facilities/3', body: '{"ID":1,"ObjectName":"Mercy"}' });
  });

  test('of refused fields and of conflicting rows arrive as plain ones', async () => {
    const invalid = wire(answerOf(400, { kind: 'invalid', fields: { ObjectName: 'Write the name' } }));
    expect(await invalid.call(saveFacility, args)).toEqual({
      ok: false,
      error: { kind: 'invalid', fields: { name: 'Write the name' } },
    });
    const conflict = wire(answerOf(409, { kind: 'conflict', current: { clients: [{ ID: 9, ObjectName: 'Mercy' }] } }));
    expect(await conflict.call(saveFacility, args)).toEqual({
      ok: false,
      error: { kind: 'conflict', current: { clients: [{ id: 9, name: 'Mercy' }] } },
    });
  });
});

describe('what comes back', () => {
  test.each<[string, NetAnswer, object]>([
    ['a declared refusal', answerOf(404, { kind: 'not_found' }), { kind: 'not_found' }],
    ['the invalid fields', answerOf(400, { kind: 'invalid', fields: { on: 'No.' } }), { kind: 'invalid', fields: { on: 'No.' } }],
    ['an undeclared refusal', answerOf(403, { kind: 'forbidden' }, { 'x-request-id': 'r1' }), { kind: 'server', ref: 'r1' }],
    ['a busy service', answerOf(503, '', { 'retry-after': '7' }), { kind: 'busy', retryAfterSeconds: 7 }],
    ['too many calls', answerOf(429, ''), { kind: 'busy', retryAfterSeconds: 5 }],
    ['an old app', answerOf(426, { kind: 'client_too_old' }), { kind: 'client_too_old' }],
    ['an expired password', answerOf(428, { kind: 'password_expired' }), { kind: 'password_expired' }],
    ['a service error', answerOf(500, '<html>', { 'x-request-id': 'r2' }), { kind: 'server', ref: 'r2' }],
    ['a page of a captive portal', answerOf(200, '<html>', {}), { kind: 'server', ref: '200' }],
    ['a reply of the wrong shape', answerOf(200, { id: 'x' }), { kind: 'server', ref: '200' }],
    ['no network', { kind: 'none', why: 'network' }, { kind: 'offline' }],
    ['no answer in time', { kind: 'none', why: 'timeout' }, { kind: 'timeout' }],
  ])('%s is returned as a value', async (_, answer, error) => {
    expect(await wire(answer).call(readShift, { id: 5 })).toEqual({ ok: false, error });
  });

  test('an expired token is refreshed once and the call is sent again', async () => {
    const { call, sent, state } = wire(({ token }) => (token === 'old' ? answerOf(401, {}) : answerOf(200, { id: 5 })));
    expect(await call(readShift, { id: 5 })).toEqual({ ok: true, value: { id: 5 } });
    expect([sent.length, state.refreshes]).toEqual([2, 1]);
  });

  test.each([
    ['signed_out', 'signed_out', 1],
    ['unreachable', 'offline', 1],
    ['fresh', 'signed_out', 2],
  ] as const)('a failed token refresh (%s) is reported', async (refreshed, kind, refreshes) => {
    const { call, state } = wire(answerOf(401, {}));
    state.refreshed = refreshed;
    expect(await call(readShift, { id: 5 })).toEqual({ ok: false, error: { kind } });
    expect(state.refreshes).toBe(refreshes);
  });

  test('a worker asks its page for a token again when the page’s token has expired too', async () => {
    const state = { page: 'old page', own: 'old worker' };
    const tokens: Tokens = {
      current: () => state.own,
      async refresh(stale) {
        if (state.page === stale) state.page = 'new';
        state.own = state.page;
        return 'fresh';
      },
    };
    const send = async ({ token }: NetRequest) => (token === 'new' ? answerOf(200, { id: 5 }) : answerOf(401, {}));
    expect(await createCaller({ send }, tokens).call(readShift, { id: 5 })).toEqual({ ok: true, value: { id: 5 } });
  });

  test.each(['', 'The vendor refused the sign-in.'])('a reply of plain text is read as it is: “%s”', async (text) => {
    const plain = answerOf(200, text, { 'content-type': 'text/plain; charset=utf-8' });
    expect(await wire(plain).call(checkShift, { id: 5 })).toEqual({ ok: true, value: text });
    // A page of somebody else's is no such reply.
    const page = answerOf(200, '<p>Sign in to the network</p>', { 'content-type': 'text/html' });
    expect(await wire(page).call(checkShift, { id: 5 })).toMatchObject({ ok: false, error: { kind: 'server' } });
  });

  test('a download has its content type and file name', async () => {
    const headers = {
      'content-type': 'text/csv',
      'content-disposition': `attachment; filename="j.csv"; filename*=UTF-8''jobs%20%C3%BC.csv`,
    };
    const answer = await wire(answerOf(200, 'a,b', headers)).download(readShift, { id: 5 });
    expect(answer).toMatchObject({ ok: true, value: { contentType: 'text/csv', fileName: 'jobs ü.csv' } });
  });
});

import { createServer, type Server } from 'node:http';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  listReceivedMails,
  parseReceivedMail,
  readReceivedMail,
  refuseReceivedMail,
  reprocessReceivedMail,
} from '#contract/collecting/mails.ts';
import { checkTask } from '#contract/collecting/runs.ts';
import { checkCredentials, readTask, removeTask, saveTask } from '#contract/collecting/tasks.ts';
import type { SentArgsOf } from '#contract/kit/endpoint.ts';
import { no, ok } from '#contract/kit/result.ts';
import { closeNow, listenOnLoopback } from '#server/demo/loopback/loopback.ts';
import { storedRow } from '#server/kit/db/rows.ts';
import { collectMail } from '#server/parsing/collect-mail.ts';
import { hwlMail } from '#tests/parsers/vendor-mails.ts';
import { runJobs } from '#tests/support/run-jobs.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { noCredentials } from '#tests/support/worlds/collect-now.ts';
import { type MailWorld, mailDomain, startMailWorld } from '#tests/support/worlds/mail-world.ts';
import type { CollectProblem, MailboxAccess } from '../collectors/collector.ts';
import type { MailboxCursor } from '../collectors/mailbox.ts';
import { openMail } from '../mails/received-mails.ts';
import { type CollectPorts, collectPorts } from '../runs/collect-ports.ts';
import { collectJobs } from '../runs/due-tasks.ts';
import { readWaiting } from './receive-mail.ts';

let service: TestService;
let world: MailWorld;
let provider: Server;
let tokenUrl = '';
let [admin, chief, north] = ['', '', 0];
const taskId = 41;

/** What the token address was asked, and what it answers: refresh tokens can be used once. */
let asked: URLSearchParams[] = [];
let granted = 0;
let answer: () => { readonly status: number; readonly body: object } = () => ({ status: 400, body: {} });

beforeAll(async () => {
  provider = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      asked.push(new URLSearchParams(Buffer.concat(chunks).toString()));
      const { status, body } = answer();
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  const site = await listenOnLoopback(provider);
  tokenUrl = `${site}/token`;
  const none = async () => Promise.reject(Object.assign(new Error('none'), { code: 'ENOTFOUND' }));
  service = await startTestService({
    at: new Date('2026-01-05T14:00:00Z'),
    vendorSiteUrl: site,
    mailIn: { domain: mailDomain, resolver: none },
  });
  north = service.people.north;
  world = await startMailWorld(service.services, north, taskId);
  [admin, chief] = [await service.signIn('administrator'), await service.signIn('chief')];
});
afterAll(async () => {
  await world.stop();
  await service.close();
  await closeNow(provider);
});
beforeEach(async () => {
  for (const table of ['job', 'received_mail', 'run', 'collection_run', 'mailbox_cursor'])
    await sql`delete from ${sql.table(table)}`.execute(service.services.db);
  await service.services.db.deleteFrom('task').where('id', '<>', taskId).execute();
  [asked, granted] = [[], 0];
  answer = () => {
    granted += 1;
    const of = asked.at(-1)?.get('refresh_token');
    const expected = granted === 1 ? 'refresh-0' : `refresh-${granted - 1}`;
    if (of !== expected) return { status: 400, body: { error: 'invalid_grant' } };
    return { status: 200, body: { access_token: `access-${granted}`, refresh_token: `refresh-${granted}`, expires_in: 600 } };
  };
});

const first = <T>(items: readonly T[]): T => items[0] as T;
const hwl = hwlMail(first);
const page = `<html><body>${hwl.page(hwl.rows)}</body></html>`;
const collect = (over: Partial<CollectPorts> = {}) =>
  runJobs(
    service.services.db,
    collectJobs(service.services, { ...collectPorts(service.services), readMail: collectMail, ...over }),
  );
const mails = async (filters = {}) => (await service.call(listReceivedMails, { cust: north, ...filters }, chief)).rows;
const jobs = () => service.services.db.selectFrom('job').select('id').where('deleted', '=', false).execute();
const taskRow = async (id = taskId) => (await storedRow(service.services.db, north, 'task', id))?.row;

test('a mailbox is read with its cursor, and the same email counts once on either way', async () => {
  const { db, secrets } = service.services;
  await world.send({ subject: 'Order', html: page, messageId: '<7@vendor.example>', date: new Date(0) });
  const { bytes } = (await openMail(db, secrets, { customerId: north, id: (await mails())[0]?.id ?? 0 })) ?? {
    bytes: Buffer.of(),
  };
  const cursors: (MailboxCursor | null)[] = [];
  const ports: CollectPorts = {
    ...collectPorts(service.services),
    readMail: collectMail,
    credentials: async () => ({ ...noCredentials, url: 'imaps://imap.agency.example/INBOX' }),
    readMailbox: async (_access, { cursor }, take) => {
      cursors.push(cursor);
      const other = Buffer.from(bytes.toString().replaceAll('Order', 'Order 2'));
      await take({ cursor: { uidValidity: 7, lastUid: 1 }, bytes, size: bytes.length, headersOnly: false });
      await take({ cursor: { uidValidity: 7, lastUid: 2 }, bytes: other, size: other.length, headersOnly: false });
      return ok(2);
    },
  };
  await runJobs(db, collectJobs(service.services, ports));
  expect((await mails()).map(({ subject, state, sender }) => [subject, state, sender?.isTrusted])).toEqual([
    ['Order 2', 'read', true],
    ['Order', 'read', true],
  ]);
  expect(await jobs()).toHaveLength(1);
  await db.transaction().execute((tx) => readWaiting(tx, { customerId: north, taskId }, service.services.now()));
  await runJobs(db, collectJobs(service.services, ports));
  expect(cursors).toEqual([null, { uidValidity: 7, lastUid: 2 }]);
  expect(await mails()).toHaveLength(2);
});

test('an email of a mailbox that is too large is in the pile with its sender and subject, until a person puts it aside', async () => {
  const { db } = service.services;
  const size = 25 * 1024 * 1024;
  const bytes = Buffer.from('From: Vendor <orders@vendor.example>\r\nSubject: All orders\r\nMessage-ID: <9@v.example>\r\n\r\n');
  const read = async (lastUid: number) => {
    const ports: CollectPorts = {
      ...collectPorts(service.services),
      readMail: collectMail,
      credentials: async () => ({ ...noCredentials, url: 'imaps://imap.agency.example/INBOX' }),
      readMailbox: async (_access, _how, take) => {
        await take({ cursor: { uidValidity: 7, lastUid }, bytes, size, headersOnly: true });
        return ok(1);
      },
    };
    await db.transaction().execute((tx) => readWaiting(tx, { customerId: north, taskId }, service.services.now()));
    await runJobs(db, collectJobs(service.services, ports));
  };
  await read(11);
  // It counts once, as other emails do.
  await read(12);
  const words = expect.stringMatching(/^The email has 25 MB, and only emails up to 20 MB are read\. Ask the vendor/);
  const [mail, ...more] = await mails({ pile: 'unread' });
  expect(more).toEqual([]);
  expect(mail).toMatchObject({
    subject: 'All orders',
    from: 'orders@vendor.example',
    size,
    status: 2,
    error: 'unreadable',
    words,
  });
  expect(await taskRow()).toMatchObject({ error: 'unreadable', alarm: expect.stringMatching(/^1 email waits .* too large/) });
  const id = mail?.id ?? 0;
  expect(await service.call(readReceivedMail, { cust: north, id }, chief)).toMatchObject({ html: '', problem: words });
  expect(await service.call(parseReceivedMail, { id }, chief)).toMatchObject({ parser: null, problem: words });
  const again = await service.send(reprocessReceivedMail, { id }, admin);
  expect(again).toMatchObject({ status: 400, body: { fields: { id: words } } });
  await service.call(refuseReceivedMail, { cust: north, id }, chief);
  await collect();
  expect(await taskRow()).toMatchObject({ error: null, alarm: null });
});

describe('a mailbox whose access token is renewed', () => {
  const renewal = { clientId: 'client-a', clientSecret: 'client-secret-a', refreshToken: 'refresh-0' };
  type Draft = SentArgsOf<typeof saveTask>;
  const draft = (over: Partial<Draft> = {}): Draft => ({
    cust: north,
    id: 0,
    name: 'Mailbox',
    site: 'Lakeside',
    url: 'imaps://imap.agency.example/INBOX',
    username: 'jobs@agency.example',
    everyMinutes: 60,
    isDisabled: true,
    crawlerId: 66,
    tokenUrl,
    ...renewal,
    ...over,
  });
  const save = (over: Partial<Draft> = {}) => service.call(saveTask, draft(over), chief);
  const fieldsOf = async (over: Partial<Draft>) => {
    const { status, body } = await service.send(saveTask, draft(over), chief);
    expect(status).toBe(400);
    return (body as { fields: Record<string, string> }).fields;
  };
  const secrets = async (owner: string) =>
    (await service.services.db.selectFrom('secret').select(['field', 'sealed']).where('owner', '=', owner).execute()).map(
      ({ field }) => field,
    );

  /** Reads the mailbox of a task once, with the access token that it is given. `take` says what the mailbox answers. */
  async function read(id: number, answers: (access: MailboxAccess) => CollectProblem | null = () => null): Promise<string[]> {
    const used: string[] = [];
    const { db } = service.services;
    await db.updateTable('task').set({ next_run_at: null }).execute();
    await db.updateTable('task').set({ row: sql`row || '{"disabled": false}'` }).where('id', '=', id).execute();
    await db.transaction().execute((tx) => readWaiting(tx, { customerId: north, taskId: id }, service.services.now()));
    await collect({
      readMailbox: async (access) => {
        used.push(access.secretKey);
        const problem = answers(access);
        return problem ? no(problem) : ok(0);
      },
    });
    return used;
  }

  test('is asked for before the sign-in, kept encrypted until shortly before its end, with the refresh token that came with it', async () => {
    const { id } = await save();
    expect(await taskRow(id)).toMatchObject({ ready: true, has: ['url', 'username', 'secretKey'] });
    expect(await read(id)).toEqual(['access-1']);
    expect(Object.fromEntries(asked[0] ?? [])).toEqual({
      grant_type: 'refresh_token',
      refresh_token: 'refresh-0',
      client_id: 'client-a',
      client_secret: 'client-secret-a',
    });
    expect(await read(id)).toEqual(['access-1']);
    service.advance(8 * 60_000);
    expect(await read(id)).toEqual(['access-1']);
    service.advance(90_000);
    expect(await read(id)).toEqual(['access-2']);
    expect(asked.map((form) => form.get('refresh_token'))).toEqual(['refresh-0', 'refresh-1']);
    const { rows } = await sql<{ texts: string }>`
      select concat((select json_agg(t) from task t), (select json_agg(s) from secret s), (select json_agg(a) from audit a),
        (select json_agg(c) from collection_run c)) as texts`.execute(service.services.db);
    expect(rows[0]?.texts).not.toMatch(/refresh-\d|access-\d|client-secret-a/);
    const shown = await service.send(readTask, { cust: north, id }, chief);
    expect(shown.body).toMatchObject({ tokenUrl, clientId: 'client-a' });
    expect(JSON.stringify(shown.body)).not.toMatch(/refresh-\d|access-\d|client-secret-a/);
    expect((await service.call(readTask, { cust: north, id }, await service.signIn('viewer'))).clientId).toBe('');
    await service.call(removeTask, { cust: north, id, keepJobs: 1 }, chief);
    expect(await secrets(`task:${id}`)).toEqual([]);
  });

  test('is asked for once where several want it, and again where the mailbox refuses it before its end', async () => {
    const { id } = await save();
    const { signInToMailbox, credentials } = collectPorts(service.services);
    const signIn = signInToMailbox({ customerId: north, holderId: id, signal: AbortSignal.timeout(20_000) });
    const access = await credentials(north, id);
    const all = await Promise.all([1, 2, 3].map(() => signIn(access, async ({ secretKey }) => ok(secretKey))));
    expect(all).toEqual([1, 2, 3].map(() => ok('access-1')));
    const words = 'The mailbox refused the sign-in.';
    expect(await read(id, ({ secretKey }) => (secretKey === 'access-1' ? { kind: 'sign_in', words } : null))).toEqual([
      'access-1',
      'access-2',
    ]);
    // A new one that is refused is a problem of the sign-in.
    expect(await read(id, () => ({ kind: 'sign_in', words }))).toEqual(['access-2', 'access-3']);
    expect(await taskRow(id)).toMatchObject({ error: 'sign_in' });
    expect(asked).toHaveLength(3);
  });

  test.each([
    [400, { error: 'invalid_grant' }, 'sign_in', /^The refresh token is no longer good\. Sign in at the provider/],
    [401, { error: 'invalid_client' }, 'sign_in', /client ID or the client secret/],
    [400, {}, 'sign_in', /refused to renew/],
    [503, {}, 'vendor_error', /^The token address: /],
    [200, { token_type: 'none' }, 'unreadable', /no access token/],
  ] as const)('ends with one problem and its remedy: %i %j', async (status, body, kind, words) => {
    answer = () => ({ status, body });
    const { id } = await save();
    expect(await read(id)).toEqual([]);
    expect(await taskRow(id)).toMatchObject({ error: kind, lastResult: expect.stringMatching(words) });
    expect(await service.call(checkTask, { cust: north, id }, chief)).toMatch(words);
  });

  test('is tried before it is saved, and what the try got is kept for the task', async () => {
    // The mailbox is inside a private network, which the try says after it got its access token.
    const local = draft({ url: 'imaps://127.0.0.1/INBOX' });
    const private_ = /private network/;
    expect(await service.call(checkCredentials, local, chief)).toMatch(private_);
    expect(await service.call(checkCredentials, local, chief)).toMatch(private_);
    expect(asked).toHaveLength(1);
    const { id } = await save();
    expect(await read(id)).toEqual(['access-1']);
    expect([await secrets('task:0'), await secrets(`task:${id}`)]).toEqual([[], expect.arrayContaining(['tokens'])]);
    // A task that shares the sign-in uses the same tokens, and so does a check of what is stored.
    const child = await save({
      credentialParentId: id,
      username: null,
      tokenUrl: '',
      clientId: '',
      clientSecret: '',
      refreshToken: '',
    });
    expect(await read(child.id)).toEqual(['access-1']);
    expect(await service.call(checkTask, { cust: north, id: child.id }, chief)).not.toBe('');
    expect(asked).toHaveLength(1);
  });

  test('is named by its fields, and goes only to the host that it was entered for', async () => {
    const blank = { tokenUrl: '', clientId: '', clientSecret: '', refreshToken: '' };
    expect(await fieldsOf({ ...blank, clientId: 'c' })).toMatchObject({
      tokenUrl: expect.stringMatching(/^Fill this in/),
      refreshToken: expect.stringMatching(/^Fill this in/),
    });
    expect(await fieldsOf({ tokenUrl: 'http://login.example/token' })).toEqual({ tokenUrl: expect.stringMatching(/https/) });
    expect(await fieldsOf({ tokenUrl: 'token' })).toHaveProperty('tokenUrl');
    expect(await fieldsOf({ secretKey: 'access' })).toEqual({ secretKey: expect.stringMatching(/not both/) });
    expect(await fieldsOf({ crawlerId: 1, url: '', username: null })).toMatchObject({
      refreshToken: expect.stringMatching(/no such field/),
    });
    const { id } = await save({ tokenUrl: 'https://login.example/a/token' });
    const stays = { ...blank, id };
    expect(await save({ ...stays, tokenUrl: 'https://login.example/b/token' })).toMatchObject({
      tokenUrl: 'https://login.example/b/token',
    });
    const again = expect.stringMatching(/^Enter it again/);
    const other = await fieldsOf({ ...stays, tokenUrl: 'https://evil.example/token' });
    expect(other).toEqual({ clientSecret: again, refreshToken: again });
    expect(await fieldsOf({ ...stays, url: 'imaps://evil.example/INBOX', clientId: 'other' })).toMatchObject({
      refreshToken: again,
    });
    expect(await save({ ...stays, clientId: 'client-b' })).toMatchObject({ clientId: 'client-b' });
    // An access token that a person enters takes its place.
    expect(await save({ ...stays, secretKey: 'typed-token' })).toMatchObject({ tokenUrl: '', clientId: '' });
    expect(await read(id)).toEqual(['typed-token']);
    expect(asked).toEqual([]);
  });
});

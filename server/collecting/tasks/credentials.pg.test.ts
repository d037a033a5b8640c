import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { saveCrawler } from '#contract/collecting/crawlers.ts';
import { checkIsAdmin, revealPassword } from '#contract/collecting/task-credentials.ts';
import { listTasks, readTask, removeTask, saveTask } from '#contract/collecting/tasks.ts';
import type { SentArgsOf } from '#contract/kit/endpoint.ts';
import { messages } from '#contract/kit/messages.ts';
import type { CrawlerSettings } from '#contract/rows/crawler-settings.ts';
import type { TaskRow } from '#contract/rows/rows.ts';
import { settingsWith } from '#domain/crawlers/crawler-settings.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { credentialsOf } from '../task-rows/task-credentials.ts';

let service: TestService;
let admin: string;
let chief: string;
let north: number;
beforeAll(async () => {
  service = await startTestService();
  [admin, chief] = [await service.signIn('administrator'), await service.signIn('chief')];
  ({ north } = service.people);
  await addCrawler('Open', settingsWith('url', 'username', 'password', 'orgKey', 'secretKey', 'description'));
  const closed = { active: true, customizable: false, adminOnly: true, text: '' };
  await addCrawler('Closed', { ...settingsWith('url', 'username', 'password'), password: closed, username: closed });
});
afterAll(() => service.close());

const crawlers = new Map<string, number>();
async function addCrawler(name: string, settings: CrawlerSettings, orgKey?: string): Promise<number> {
  const crawler = {
    id: 0,
    name,
    site: name,
    about: '',
    kind: 'feed',
    tags: [],
    settings,
    isDeleted: false,
    recipe: null,
  } as const;
  await service.call(saveCrawler, { ...crawler, tags: [], ...(orgKey !== undefined && { orgKey }) }, admin);
  const { id } = await service.services.db
    .selectFrom('crawler_setup')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  crawlers.set(name, id);
  return id;
}
const crawlerId = (name: string) => crawlers.get(name) ?? 0;

type Draft = SentArgsOf<typeof saveTask>;
let tasks = 0;
const blank = (over: Partial<Draft> = {}): Draft => {
  tasks += 1;
  return { cust: north, id: 0, name: `Task ${tasks}`, site: 'Vendor', url: '', everyMinutes: 60, isDisabled: true, ...over };
};
const full = { url: 'https://a.example/jobs?key=1', username: 'ann', password: 'pass-a', orgKey: 'org-a', secretKey: 'secret-a' };
const save = (over: Partial<Draft>, token = chief) => service.call(saveTask, blank(over), token);
const refused = async (over: Partial<Draft>, token = chief) => {
  const { status, body } = await service.send(saveTask, blank(over), token);
  expect(status).toBe(400);
  return (body as { fields: Record<string, string> }).fields;
};
const stored = (id: number) => credentialsOf(service.services.db, service.services.secrets, { customerId: north, taskId: id });
const rowOf = async (id: number) =>
  (await service.services.db.selectFrom('task').select('row').where('id', '=', id).executeTakeFirstOrThrow()).row as TaskRow;
const open = () => ({ crawlerId: crawlerId('Open') });

describe('what a task signs in with', () => {
  test('is sealed; the row says only what is there, and replies show neither password nor secret key', async () => {
    const { id } = await save({ ...open(), ...full });
    expect(await stored(id)).toEqual(full);
    expect(await rowOf(id)).toMatchObject({ ready: true, has: ['url', 'username', 'password', 'orgKey', 'secretKey'] });
    const read = await service.send(readTask, { cust: north, id }, chief);
    expect(read.body).toMatchObject({ username: 'ann', orgKey: 'org-a', url: full.url, checkState: 1 });
    expect(JSON.stringify(read.body)).not.toMatch(/pass-a|secret-a/);
    const { rows } = await sql<{ texts: string }>`
      select concat((select json_agg(t) from task t), (select json_agg(s) from secret s), (select json_agg(a) from audit a)) as texts`.execute(
      service.services.db,
    );
    expect(rows[0]?.texts).not.toMatch(/pass-a|secret-a|org-a|key=1/);
  });

  test('is not shown to those who may not change tasks', async () => {
    const { id } = await save({ ...open(), ...full });
    const viewer = await service.signIn('viewer');
    expect(await service.call(readTask, { cust: north, id }, viewer)).toMatchObject({
      username: '',
      orgKey: '',
      url: 'https://a.example/…',
    });
    expect(await service.send(saveTask, blank({ id }), viewer)).toMatchObject({ status: 403 });
    expect(await service.send(revealPassword, { cust: north, id }, viewer)).toMatchObject({ status: 403 });
  });

  test('stays where a save leaves it blank or out, and goes with null', async () => {
    const { id } = await save({ ...open(), ...full });
    await save({ ...open(), id, url: full.url, username: '', password: '' });
    expect(await stored(id)).toEqual(full);
    await save({ ...open(), id, url: full.url, secretKey: null });
    expect(await stored(id)).toEqual({ ...full, secretKey: '' });
    expect(await rowOf(id)).toMatchObject({ ready: false, has: ['url', 'username', 'password', 'orgKey'] });
  });

  test('awaits its setup until all fields of its crawler are there', async () => {
    const { id } = await save({ ...open(), ...full, password: '' });
    expect((await rowOf(id)).ready).toBe(false);
    await save({ ...open(), id, url: full.url, password: 'pass-b' });
    expect(await rowOf(id)).toMatchObject({ ready: true, passwordChangedBy: 'The chief', checkState: 'unchecked' });
  });

  test('is not sent to another host than the one it was entered for', async () => {
    const { id } = await save({ ...open(), ...full });
    const moved = { ...open(), id, url: 'https://evil.example/' };
    expect(Object.keys(await refused(moved)).sort()).toEqual(['orgKey', 'password', 'secretKey']);
    await save({ ...moved, password: 'new', orgKey: 'new', secretKey: 'new' });
    expect((await stored(id)).password).toBe('new');
  });

  test('has no field that its crawler does not have', async () => {
    expect(await refused({ crawlerId: 1, url: full.url, username: 'ann' })).toEqual({
      username: 'Tasks of Feed have no such field. Leave it blank.',
    });
    expect(await refused({ crawlerId: 999 })).toHaveProperty('crawlerId');
  });
});

describe('what administrators keep to themselves', () => {
  test('people of the customer neither see nor change it, nor take it to another crawler or host', async () => {
    const closed = { crawlerId: crawlerId('Closed') };
    const { id } = await save({ ...closed, url: full.url }, chief);
    expect(await refused({ ...closed, id, url: full.url, password: 'mine' })).toEqual({
      password: 'Only an administrator changes this.',
    });
    await save({ ...closed, id, url: full.url, username: 'root', password: 'theirs' }, admin);
    expect((await service.call(readTask, { cust: north, id }, chief)).username).toBe('');
    expect((await service.call(readTask, { cust: north, id }, admin)).username).toBe('root');
    expect(await service.send(revealPassword, { cust: north, id }, chief)).toMatchObject({ status: 403 });
    expect(await refused({ ...open(), id, url: full.url })).toHaveProperty('crawlerId');
    expect(await refused({ ...closed, id, url: 'https://evil.example/' })).toHaveProperty('url');
    await save({ ...closed, id, url: full.url, username: '', password: '' }, chief);
    expect((await stored(id)).password).toBe('theirs');
  });

  test.each([57, 60])('crawler %i: keys of 32 characters, entered by administrators', async (type) => {
    const { id } = await save({ crawlerId: type }, chief);
    const key = 'k'.repeat(32);
    const theirs = await refused({ crawlerId: type, id, url: full.url, password: key });
    expect(Object.keys(theirs).sort()).toEqual(['password', 'url']);
    const short = { crawlerId: type, id, url: full.url, password: 'k'.repeat(31), isDisabled: false };
    expect(await refused(short, admin)).toEqual({ password: messages.keyTooShort });
    await save({ ...short, isDisabled: true }, admin);
    expect(await refused({ ...short, password: '' }, chief)).toEqual({ password: messages.keyTooShort });
    await save({ ...short, password: key }, admin);
    expect(await rowOf(id)).toMatchObject({ ready: true, disabled: false });
  });

  test('a preset org key is used by tasks and shown to no one', async () => {
    const preset = { ...settingsWith('url', 'orgKey'), presetOrgKey: true };
    const type = await addCrawler('Preset', preset, 'preset-org-key');
    expect(await refused({ crawlerId: type, orgKey: 'mine' })).toHaveProperty('orgKey');
    const { id } = await save({ crawlerId: type, url: full.url }, admin);
    expect((await rowOf(id)).ready).toBe(true);
    expect((await stored(id)).orgKey).toBe('preset-org-key');
    const read = await service.call(readTask, { cust: north, id }, admin);
    expect(read.orgKey).toBe('');
    expect(await refused({ crawlerId: type, id, url: 'https://evil.example/' })).toHaveProperty('url');
  });
});

describe('a shared sign-in', () => {
  test('is the parent’s; a change of the parent changes both; without the parent the task awaits its setup', async () => {
    const parent = await save({ ...open(), ...full });
    const child = await save({ ...open(), credentialParentId: parent.id });
    expect(await stored(child.id)).toEqual(full);
    expect(child).toMatchObject({ credentialParent: parent.name, credentialParentId: parent.id });
    expect(await rowOf(child.id)).toMatchObject({ ready: true });
    await save({ ...open(), id: child.id, url: 'https://a.example/other' });
    expect(await stored(child.id)).toEqual({ ...full, url: 'https://a.example/other' });

    await save({ ...open(), id: parent.id, url: full.url, secretKey: null });
    expect(await rowOf(child.id)).toMatchObject({ ready: false, has: ['url', 'username', 'password', 'orgKey'] });
    await service.call(removeTask, { cust: north, id: parent.id, keepJobs: 1 }, chief);
    expect(await rowOf(child.id)).toMatchObject({ ready: false, has: ['url'], credentialParentId: null });
  });

  test('is refused with itself, in a chain, of another crawler, customer or host', async () => {
    const parent = await save({ ...open(), ...full });
    const child = await save({ ...open(), credentialParentId: parent.id });
    const other = await save({ crawlerId: 1, url: full.url });
    const foreign = await service.call(saveTask, blank({ ...open(), ...full, cust: service.people.south }), admin);
    const words = async (over: Partial<Draft>) => (await refused({ ...open(), ...over }))['credentialParentId'];
    expect(await words({ id: parent.id, url: full.url, credentialParentId: parent.id })).toMatch(/uses the sign-in of this task/);
    expect(await words({ credentialParentId: child.id })).toMatch(/Choose that one/);
    expect(await words({ credentialParentId: other.id })).toMatch(/same crawler/);
    expect(await words({ credentialParentId: foreign.id })).toMatch(/this customer/);
    expect(await refused({ ...open(), credentialParentId: parent.id, url: 'https://evil.example/' })).toHaveProperty('url');
    expect(await refused({ ...open(), id: child.id, password: 'own' })).toHaveProperty('password');
    expect(await refused({ crawlerId: 1, id: parent.id, url: full.url })).toHaveProperty('crawlerId');
  });

  test('takes the place of the task’s own, which cannot come back at another host', async () => {
    const parent = await save({ ...open(), ...full });
    const { id } = await save({ ...open(), ...full, url: 'https://b.example/', password: 'pass-b' });
    await save({ ...open(), id, url: '', credentialParentId: parent.id });
    await save({ ...open(), id, url: full.url, credentialParentId: 0 });
    expect(await stored(id)).toEqual({ url: full.url, username: '', password: '', orgKey: '', secretKey: '' });
  });
});

describe('a password', () => {
  test('is revealed after a fresh confirmation, with a line in the audit and never kept by a browser; GET says how', async () => {
    const { db } = service.services;
    const { id } = await save({ ...open(), ...full });
    const answer = await service.send(revealPassword, { cust: north, id }, chief);
    expect(answer).toMatchObject({ status: 200, body: { password: 'pass-a' } });
    expect(answer.response.headers['cache-control']).toBe('no-store');
    const lines = await db.selectFrom('audit').selectAll().where('command', '=', 'task.reveal').execute();
    expect(lines.at(-1)).toMatchObject({ actor_id: service.people.chief, object_id: String(id) });
    const wrong = await service.app.inject({ url: `/api/agent/showpsw/${id}/me`, headers: { authorization: `Bearer ${chief}` } });
    expect([wrong.statusCode, wrong.json()]).toMatchObject([405, { fields: { method: 'Send this as POST' } }]);

    const sessions = db.updateTable('session').where('user_id', '=', service.people.chief);
    await sessions.set({ confirmed_at: '2000-01-01' }).execute();
    expect(await service.send(revealPassword, { cust: north, id }, chief)).toMatchObject({
      status: 403,
      body: { kind: 'confirm_identity' },
    });
    await sessions.set({ confirmed_at: '2999-01-01' }).execute();
    const { id: without } = await save({ ...open() });
    expect(await service.send(revealPassword, { cust: north, id: without }, chief)).toMatchObject({
      status: 400,
      body: { fields: { password: expect.stringContaining('Enter one') } },
    });
  });

  test('is revealed ten times an hour at most, also at once', async () => {
    const anHourAgo = () =>
      service.services.db
        .updateTable('sign_in_attempt')
        .set({ window_started_at: '2000-01-01' })
        .where('key', 'like', 'reveal %')
        .execute();
    await anHourAgo();
    const { id } = await save({ ...open(), ...full });
    const answers = await Promise.all(Array.from({ length: 14 }, () => service.send(revealPassword, { cust: north, id }, chief)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(4);
    await anHourAgo();
    expect((await service.send(revealPassword, { cust: north, id }, chief)).status).toBe(200);
  });

  test('has an end, which a new password takes away', async () => {
    const { id } = await save({ ...open(), ...full, passwordExpiresOn: '2026-12-01' });
    expect((await rowOf(id)).passwordExpiresOn).toBe('2026-12-01');
    await save({ ...open(), id, url: full.url });
    expect((await rowOf(id)).passwordExpiresOn).toBe('2026-12-01');
    await save({ ...open(), id, url: full.url, password: 'pass-c' });
    expect((await rowOf(id)).passwordExpiresOn).toBeNull();
    expect(await service.send(saveTask, blank({ ...open(), id, passwordExpiresOn: '2026-02-30' }), chief)).toMatchObject({
      status: 400,
    });
  });
});

describe('the list of tasks', () => {
  test('is filtered by org key and user name for those who may change tasks, over all customers for administrators', async () => {
    const found = { ...full, username: 'unique-user', orgKey: 'unique-org' };
    const { name } = await save({ ...open(), ...found });
    await service.call(saveTask, blank({ ...open(), ...found, cust: service.people.south }), admin);
    const list = async (filter: object, token = chief, cust = north) =>
      service.call(listTasks, { cust, pageSize: 100, page: 1, ...filter }, token);
    expect((await list({ k: 'UNIQUE-o' })).map((task) => task.name)).toEqual([name]);
    expect((await list({ u: 'unique-user', k: 'unique' }))[0]).toMatchObject({ username: 'unique-user', orgKey: 'unique-org' });
    expect(await list({ u: 'no one' })).toEqual([]);
    expect(await list({ u: 'unique-user' }, admin, -1)).toHaveLength(2);
    const page = await service.call(listTasks, { cust: -1, pageSize: 1, page: 2, u: 'unique-user' }, admin);
    expect(page.map(({ customerId }) => customerId)).toEqual([service.people.south]);
    const viewer = await service.signIn('viewer');
    expect(await service.send(listTasks, { cust: north, pageSize: 10, page: 1, k: 'unique' }, viewer)).toMatchObject({
      status: 400,
      body: { fields: { k: expect.any(String) } },
    });
  });

  test('checkIsAdmin says who edits the rest', async () => {
    expect([await service.call(checkIsAdmin, {}, admin), await service.call(checkIsAdmin, {}, chief)]).toEqual([true, false]);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  listBasicCrawlers,
  listCrawlerCustomers,
  listCrawlers,
  listCrawlerTags,
  listOfferedCrawlers,
  readCrawler,
  readCrawlerProperties,
  saveCrawler,
  syncCrawlers,
} from '#contract/collecting/crawlers.ts';
import { saveTask } from '#contract/collecting/tasks.ts';
import type { ReplyOf, SentArgsOf } from '#contract/kit/endpoint.ts';
import { nobody, type TaskRow } from '#contract/rows/rows.ts';
import { settingsWith } from '#domain/crawlers/crawler-settings.ts';
import { demoPortalRecipe } from '#server/demo/vendors/portal-recipe.ts';
import { writeRows } from '#server/feed/publish.ts';
import { newTask } from '#tests/support/factories/task-factory.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { crawlerSetup, shipCrawlers } from './crawler-setups.ts';
import { publishCrawlers } from './crawlers.ts';
import { presetOrgKey } from './preset-org-key.ts';
import { shippedCrawlers } from './shipped-crawlers.ts';

let service: TestService;
let admin: string;
let chief: string;
let stranger: string;
beforeAll(async () => {
  service = await startTestService();
  [admin, chief, stranger] = (await Promise.all(
    (['administrator', 'chief', 'stranger'] as const).map((who) => service.signIn(who)),
  )) as [string, string, string];
  await publishCrawlers(service.services.db);
});
afterAll(() => service.close());

type Draft = SentArgsOf<typeof saveCrawler>;
const blank: Draft = {
  id: 0,
  name: 'Blue portal',
  site: 'blue.example',
  about: 'Blue',
  kind: 'portal',
  tags: ['blue', 'portal'],
  settings: settingsWith('url', 'username', 'password'),
  isDeleted: false,
  recipe: demoPortalRecipe,
};
const save = (over: Partial<Draft>) => service.call(saveCrawler, { ...blank, ...over }, admin);
const refused = async (over: Partial<Draft>) =>
  (await service.send(saveCrawler, { ...blank, ...over }, admin)).body as { kind: string; fields: Record<string, string> };
const idOf = async (name: string) => (await service.call(listCrawlers, { name }, admin))[0]?.id ?? -1;
const draftOf = ({
  tasks: _t,
  customers: _c,
  hasOrgKey: _h,
  changedAt: _a,
  changedBy: _b,
  ...draft
}: ReplyOf<typeof readCrawler>): Draft => draft;
const onDevices = async (id: number) =>
  service.services.db
    .selectFrom('crawler')
    .select(['row', 'deleted'])
    .where('customer_id', '=', nobody)
    .where('id', '=', id)
    .executeTakeFirst();

describe('the catalog', () => {
  test('begins with what the build ships, which devices get without recipes and tags', async () => {
    const listed = await service.call(listCrawlers, {}, admin);
    expect(listed.map(({ id }) => id).sort((a, b) => a - b)).toEqual([1, 2, 3, 57, 60, 61, 62, 63, 64, 65, 66]);
    expect(Object.keys((await onDevices(57))?.row ?? {}).sort()).toEqual(['about', 'id', 'kind', 'name', 'settings', 'site']);
    expect(await service.call(listCrawlerTags, {}, admin)).toContain('key');
  });

  test('a crawler is added, found, changed, deleted and restored', async () => {
    expect(await save({})).toEqual({
      Crawlers: [{ name: 'Blue portal', active: true, status: 'Saved', error: '' }],
      Tasks: [],
    });
    const id = await idOf('blue');
    expect(id).toBeGreaterThanOrEqual(1000);
    const added = await service.call(readCrawler, { id }, admin);
    expect(added).toMatchObject({ tags: ['blue', 'portal'], recipe: demoPortalRecipe, changedBy: 'The administrator' });
    expect((await onDevices(id))?.row).not.toHaveProperty('recipe');

    await save({ ...draftOf(added), name: 'Navy portal' });
    expect((await onDevices(id))?.row).toMatchObject({ name: 'Navy portal' });
    expect(await service.call(listCrawlers, { name: 'NAVY', site: 'Blue.ex' }, admin)).toHaveLength(1);
    expect(await service.call(listCrawlers, { name: 'navy', site: 'other' }, admin)).toEqual([]);

    const deleted = await save({ ...draftOf(added), name: 'Navy portal', isDeleted: true });
    expect(deleted['Crawlers']).toEqual([{ name: 'Navy portal', active: false, status: 'Deleted', error: '' }]);
    expect((await onDevices(id))?.deleted).toBe(true);
    expect(await service.send(readCrawlerProperties, { id }, chief)).toMatchObject({ status: 404 });
    await save({ ...draftOf(added), name: 'Navy portal' });
    expect((await onDevices(id))?.deleted).toBe(false);
  });

  test('an update of the build changes only what no administrator changed', async () => {
    const { db } = service.services;
    const mail = await service.call(readCrawler, { id: 3 }, admin);
    await save({ ...draftOf(mail), about: 'Our words' });
    await shipCrawlers(
      db,
      shippedCrawlers.map((one) => ({ ...one, about: `${one.about}, newer` })),
    );
    expect((await crawlerSetup(db, 3))?.about).toBe('Our words');
    expect((await crawlerSetup(db, 63))?.about).toMatch(/, newer$/);
    await shipCrawlers(db);
  });

  test('is for administrators only', async () => {
    const calls = [
      service.send(listCrawlers, {}, chief),
      service.send(readCrawler, { id: 1 }, chief),
      service.send(saveCrawler, blank, chief),
      service.send(syncCrawlers, {}, chief),
    ];
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  });
});

describe('refusals name the field and what to do', () => {
  test('a name that is taken, a recipe of another kind, a crawler that does not exist', async () => {
    expect((await refused({ name: 'feed' })).fields).toEqual({ name: expect.stringContaining('different') });
    expect((await refused({ name: 'New', kind: 'feed' })).fields).toEqual({ recipe: expect.stringContaining('portal') });
    expect(await service.send(saveCrawler, { ...blank, id: 500 }, admin)).toMatchObject({ status: 404 });
    expect((await refused({ name: 'New', recipe: 'steps' as never })).fields).toHaveProperty('recipe');
    const rows = { ...demoPortalRecipe.list.rows, at: 'table[' };
    const broken = { ...demoPortalRecipe, list: { ...demoPortalRecipe.list, rows } };
    expect((await refused({ name: 'New', recipe: broken })).fields).toEqual({
      recipe: 'list.rows.at: “table[” is not a CSS selector.',
    });
  });

  test('a note without text, and a type with keys without its password', async () => {
    expect((await refused({ name: 'New', settings: settingsWith('label') })).fields).toHaveProperty('settings');
    const trio = draftOf(await service.call(readCrawler, { id: 57 }, admin));
    expect((await refused({ ...trio, settings: settingsWith('url') })).fields).toEqual({
      settings: expect.stringContaining('password'),
    });
  });

  test('deletion while tasks use it', async () => {
    await service.call(saveTask, { cust: 'me', id: 0, name: 'T', site: 'T', url: '', everyMinutes: 60, isDisabled: true }, chief);
    const feed = draftOf(await service.call(readCrawler, { id: 1 }, admin));
    expect((await refused({ ...feed, isDeleted: true })).fields).toEqual({ isDeleted: expect.stringContaining('1 task uses') });
  });
});

describe('a preset org key', () => {
  const settings = { ...settingsWith('url', 'orgKey'), presetOrgKey: true };

  test('is asked for, stored sealed and never returned', async () => {
    expect((await refused({ name: 'Fixed', kind: 'laboredge', recipe: null, settings })).fields).toHaveProperty('orgKey');
    await save({ name: 'Fixed', kind: 'laboredge', recipe: null, settings, orgKey: 'fixed-org-key-9' });
    const id = await idOf('Fixed');
    const { db, secrets } = service.services;
    expect(await presetOrgKey(db, secrets, id)).toBe('fixed-org-key-9');
    const read = await service.send(readCrawler, { id }, admin);
    expect(read.body).toMatchObject({ hasOrgKey: true, settings: { orgKey: { customizable: false } } });
    expect(JSON.stringify([read.body, (await onDevices(id))?.row])).not.toContain('fixed-org-key-9');
    const audit = await db.selectFrom('audit').select('detail').where('command', '=', 'crawler.save').execute();
    expect(JSON.stringify(audit)).toContain('orgKey');
    expect(JSON.stringify(audit)).not.toContain('fixed-org-key-9');

    await save({ ...draftOf(read.body as ReplyOf<typeof readCrawler>), about: 'Kept' });
    expect(await presetOrgKey(db, secrets, id)).toBe('fixed-org-key-9');
    expect((await refused({ ...draftOf(read.body as ReplyOf<typeof readCrawler>), orgKey: null })).fields).toHaveProperty(
      'orgKey',
    );
  });

  test('must be entered by someone who just confirmed who they are', async () => {
    const { db } = service.services;
    const sessions = db.updateTable('session').where('user_id', '=', service.people.administrator);
    await sessions.set({ confirmed_at: '2000-01-01' }).execute();
    const id = await idOf('Fixed');
    const draft = draftOf(await service.call(readCrawler, { id }, admin));
    expect((await service.send(saveCrawler, draft, admin)).status).toBe(200);
    expect(await service.send(saveCrawler, { ...draft, orgKey: 'other' }, admin)).toMatchObject({
      status: 403,
      body: { kind: 'confirm_identity' },
    });
    await sessions.set({ confirmed_at: '2999-01-01' }).execute();
  });
});

describe('tasks follow their crawler', () => {
  test('a task awaits its setup once its crawler asks for more, and has the crawler’s name', async () => {
    const { db } = service.services;
    await save({ name: 'Green', kind: 'feed', recipe: null, settings: settingsWith('url') });
    const id = await idOf('Green');
    const row: TaskRow = { ...newTask, id: 801, name: 'G', crawlerId: id, crawler: 'Green', has: ['url'] };
    await db
      .transaction()
      .execute((tx) => writeRows(tx, service.people.south, [{ collection: 'task', row, extra: { settings: {} } }]));
    const draft = draftOf(await service.call(readCrawler, { id }, admin));
    const result = await save({ ...draft, name: 'Dark green', settings: settingsWith('url', 'secretKey') });
    expect(result['Tasks']).toEqual([{ name: 'South Staffing: G', active: true, status: 'Awaiting Setup', error: '' }]);
    const stored = await db.selectFrom('task').select('row').where('id', '=', 801).executeTakeFirstOrThrow();
    expect(stored.row).toMatchObject({ crawler: 'Dark green', ready: false });
  });

  test('a sync sends what was missed, and says what is incomplete', async () => {
    const { db } = service.services;
    await db.updateTable('crawler_setup').set({ about: 'Changed beside' }).where('id', '=', 61).execute();
    const result = await service.call(syncCrawlers, {}, admin);
    expect((await onDevices(61))?.row).toMatchObject({ about: 'Changed beside' });
    const portal = result['Crawlers']?.find(({ name }) => name === 'Web portal');
    expect(portal).toEqual({ name: 'Web portal', active: true, status: 'Incomplete', error: 'Its portal has no recipe yet.' });
    expect(result['Tasks']).toEqual([]);
  });

  test('people who work with tasks read what tasks can use; new tasks are offered less', async () => {
    const offered = await service.call(listOfferedCrawlers, {}, chief);
    const forNew = await service.call(listOfferedCrawlers, { isWizard: 'true' }, chief);
    expect([offered.some(({ id }) => id === 62), forNew.some(({ id }) => id === 62)]).toEqual([true, false]);
    expect((await service.call(listBasicCrawlers, {}, stranger)).find(({ id }) => id === 57)?.name).toBe('Trio VMS');
    expect(await service.call(readCrawlerProperties, { id: 57 }, chief)).toMatchObject({
      settings: { password: { active: true, text: 'API key' } },
    });
  });

  test('customers of a crawler: all for an administrator, the own one for others, and none of other customers', async () => {
    const crawler = 1;
    const south: TaskRow = { ...newTask, id: 802, name: 'S' };
    await service.services.db
      .transaction()
      .execute((tx) => writeRows(tx, service.people.south, [{ collection: 'task', row: south, extra: { settings: {} } }]));
    const names = async (cust: number | 'me', token: string) =>
      (await service.call(listCrawlerCustomers, { cust, crawler }, token)).map(({ name }) => name);
    expect(await names(-1, admin)).toEqual(['North Staffing', 'South Staffing']);
    expect(await names('me', chief)).toEqual(['North Staffing']);
    expect(await service.send(listCrawlerCustomers, { cust: service.people.south, crawler }, chief)).toMatchObject({
      status: 404,
    });
    expect((await service.call(listCrawlers, { name: 'Feed' }, admin)).find(({ id }) => id === 1)).toMatchObject({
      customers: 2,
      tasks: 2,
    });
  });
});

test('the address of one crawler is not taken for a task', async () => {
  const response = await service.app.inject({ url: '/api/agent/detail/1', headers: { authorization: `Bearer ${admin}` } });
  expect(response.json()).toMatchObject({ ID: 1, Name: 'Feed', CrawlerSettings: { OnlyLabel: false } });
  const wrong = await service.app.inject({ url: '/api/agent/detail/update', headers: { authorization: `Bearer ${admin}` } });
  expect([wrong.statusCode, wrong.headers['allow']]).toEqual([405, 'POST']);
});

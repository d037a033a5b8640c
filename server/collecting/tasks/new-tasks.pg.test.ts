import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addTasks } from '#contract/collecting/bulk-tasks.ts';
import { saveCrawler } from '#contract/collecting/crawlers.ts';
import {
  addTask,
  checkHwl,
  previewVendor,
  readConnections,
  readTaskScope,
  saveTaskScope,
  validateCredentials,
} from '#contract/collecting/new-tasks.ts';
import { revealPassword } from '#contract/collecting/task-credentials.ts';
import { checkCredentials, readTask, saveTask } from '#contract/collecting/tasks.ts';
import type { SentArgsOf } from '#contract/kit/endpoint.ts';
import { messages } from '#contract/kit/messages.ts';
import { pushMutations } from '#contract/sync/sync.ts';
import { settingsWith } from '#domain/crawlers/crawler-settings.ts';
import { everyJob } from '#domain/crawlers/job-scope.ts';
import { closeNow, listenOnLoopback } from '#server/demo/loopback/loopback.ts';
import { createVendorSite } from '#server/demo/vendor-site.ts';
import { demoPortalRecipe } from '#server/demo/vendors/portal-recipe.ts';
import { portalSignIn } from '#server/demo/vendors/vendor-portal.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { collectNow, feedPorts } from '#tests/support/worlds/collect-now.ts';
import { laneId, mutation } from '#tests/support/worlds/sync-world.ts';
import { credentialsOf } from '../task-rows/task-credentials.ts';

const at = new Date('2026-11-20T15:00:00.000Z');
const vendor = createVendorSite(() => at);
let service: TestService;
let site: string;
let admin: string;
let chief: string;
let north: number;
let portal: number;

beforeAll(async () => {
  site = await listenOnLoopback(vendor);
  service = await startTestService({ vendorSiteUrl: site, at });
  [admin, chief] = await Promise.all([service.signIn('administrator'), service.signIn('chief')]);
  ({ north } = service.people);
  portal = await addCrawler('Lakeside', { kind: 'portal', tags: ['hwl', 'portal'], recipe: demoPortalRecipe });
});
afterAll(async () => {
  await service.close();
  await closeNow(vendor);
});
beforeEach(async () => {
  await service.services.db.deleteFrom('task').execute();
  await service.services.db.updateTable('customer').set({ agents_included: 5 }).where('id', '=', north).execute();
});

async function addCrawler(name: string, over: Partial<SentArgsOf<typeof saveCrawler>> = {}): Promise<number> {
  const settings = settingsWith('url', 'username', 'password', 'orgKey');
  const blank = { id: 0, name, site: name, about: '', kind: 'feed', tags: [], settings, isDeleted: false, recipe: null } as const;
  await service.call(saveCrawler, { ...blank, tags: [], ...over }, admin);
  const found = service.services.db.selectFrom('crawler_setup').select('id').where('name', '=', name);
  return (await found.executeTakeFirstOrThrow()).id;
}

const right = () => ({ url: `${site}/portal`, username: 'agency', ...portalSignIn });
const added = (over: Partial<SentArgsOf<typeof addTask>> = {}) => ({
  cust: 'me' as const,
  crawlerId: portal,
  ...right(),
  ...over,
});
const fieldsOf = async (sent: ReturnType<typeof added>, token = chief) => {
  const { status, body } = await service.send(addTask, sent, token);
  expect(status).toBe(400);
  return (body as { fields: Record<string, string> }).fields;
};
const tasks = () => service.services.db.selectFrom('task').select(['id', 'row', 'settings']).execute();

describe('the sign-in of a task that is not there yet', () => {
  test('is tried at the vendor: 3 with what to do, then 2, and nothing is saved', async () => {
    const sent = { crawlerId: portal, ...right() };
    const wrong = await service.call(validateCredentials, { ...sent, password: 'wrong-pass-7' }, chief);
    expect(wrong).toMatchObject({ result: 3, message: expect.stringMatching(/sign-in|password/i) });
    expect(wrong.message).not.toContain('wrong-pass-7');
    expect(await service.call(validateCredentials, sent, chief)).toEqual({ result: 2, message: '' });
    expect(await tasks()).toEqual([]);
    const { count } = await service.services.db
      .selectFrom('secret')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('owner', 'like', 'task:%')
      .executeTakeFirstOrThrow();
    expect(count).toBe(0);
  });

  test('answers “Not implemented” where nothing signs in, and names what is wrong', async () => {
    const refusal = async (args: Partial<SentArgsOf<typeof validateCredentials>>) =>
      (await service.send(validateCredentials, { ...right(), ...args }, chief)).body;
    const upload = { url: '', username: null, password: null, orgKey: null };
    expect(await refusal({ ...upload, crawlerId: 2 })).toMatchObject({ fields: { crawlerId: messages.notImplemented } });
    expect(await refusal({ crawlerId: 4711 })).toMatchObject({
      fields: { crawlerId: expect.stringMatching(/Choose a crawler/) },
    });
    expect(await refusal({ crawlerId: portal, url: 'portal' })).toMatchObject({ fields: { url: expect.any(String) } });
    // A portal without a recipe, which only administrators choose.
    expect(await refusal({ crawlerId: 62 })).toMatchObject({ fields: { crawlerId: expect.stringMatching(/administrator/) } });
  });

  test('of HWL is checked for crawlers with that tag only', async () => {
    const draft = { cust: north, id: 0, name: 'HWL', site: 'HWL', everyMinutes: 60, isDisabled: true, ...right() };
    expect(await service.call(checkHwl, { ...draft, crawlerId: portal }, chief)).toBe('');
    expect(await service.call(checkHwl, { ...draft, crawlerId: portal, orgKey: 'HV-1' }, chief)).toMatch(/sign-in|password/i);
    const other = await service.send(checkHwl, { ...draft, username: null, password: null, orgKey: null }, chief);
    expect(other).toMatchObject({ status: 400, body: { fields: { crawlerId: expect.stringMatching(/tag HWL/) } } });
  });
});

describe('a look at a vendor', () => {
  test('shows the first 20 jobs that the task would stage, of its work types and days, and writes nothing', async () => {
    const seen = await service.call(previewVendor, added(), chief);
    expect(seen).toMatchObject({ isPart: true, notShown: null, outOfScope: 0, refusedCount: 0 });
    expect(seen.jobs).toBe(seen.sample.length);
    expect(seen.sample.length).toBeGreaterThan(5);
    expect(seen.sample.length).toBeLessThanOrEqual(20);
    expect(seen.sample[0]).toMatchObject({ providerJobId: expect.any(String), billRate: expect.any(Number) });
    const none = await service.call(previewVendor, added({ travel: false }), chief);
    expect(none).toMatchObject({ jobs: 0, sample: [], outOfScope: seen.jobs });
    const { db } = service.services;
    for (const table of ['task', 'job', 'source', 'kept_file', 'collection_run'] as const)
      expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([]);
  });

  test('says why there is nothing to see', async () => {
    const look = (args: Partial<SentArgsOf<typeof previewVendor>>) => service.send(previewVendor, { ...added(), ...args }, chief);
    expect(await look({ password: 'wrong' })).toMatchObject({ status: 400, body: { fields: { '': expect.any(String) } } });
    expect(await look({ travel: false, perDiem: false, permanent: false })).toMatchObject({
      status: 400,
      body: { fields: { travel: expect.any(String) } },
    });
    const bare = { username: null, password: null, orgKey: null };
    expect((await look({ ...bare, url: '', crawlerId: 2 })).body).toMatchObject({ notShown: expect.stringMatching(/bring/) });
    // A download of these orders would be missing in the first run.
    const orders = await look({ crawlerId: 64, url: `${site}/orders.xml`, orgKey: null });
    expect(orders.body).toMatchObject({ notShown: expect.stringMatching(/only once/), sample: [] });
  });
});

describe('a new task', () => {
  test('has its name, source, schedule and scope, its secrets encrypted, and starts as it was asked to', async () => {
    const scope = { ...everyJob, perDiem: false, daysFrom: 0, daysTo: 90 };
    const task = await service.call(addTask, added({ ...scope, alias: 'Lakeside East', isEnabled: true }), chief);
    expect(task).toMatchObject({ name: 'Lakeside East', site: 'Lakeside', isDisabled: false, isReady: true, everyMinutes: 60 });
    expect(task).toMatchObject({ has: ['url', 'username', 'password', 'orgKey'], isAccountCredentialManaged: false });
    expect(await service.call(readTaskScope, { cust: 'me', id: task.id }, chief)).toMatchObject(scope);
    const place = { customerId: north, taskId: task.id };
    expect(await credentialsOf(service.services.db, service.services.secrets, place)).toMatchObject(right());
    const kept = JSON.stringify([task, await tasks(), await service.services.db.selectFrom('audit').select('detail').execute()]);
    expect(kept).not.toContain(portalSignIn.password);
    expect(
      await service.call(addTask, added({ crawlerId: 2, url: '', username: null, password: null, orgKey: null }), chief),
    ).toMatchObject({
      name: 'File upload',
      isDisabled: true,
      everyMinutes: null,
    });
  });

  test('is refused while all connections are in use; disabled tasks use none', async () => {
    const { db } = service.services;
    await db.updateTable('customer').set({ agents_included: 1 }).where('id', '=', north).execute();
    await service.call(addTask, added(), chief);
    expect(await service.call(readConnections, { cust: 'me' }, chief)).toEqual({ used: 0, included: 1 });
    // Two at the same time: one of them is the last.
    const both = await Promise.all([1, 2].map(() => service.send(addTask, added({ isEnabled: true }), chief)));
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    expect(await service.call(readConnections, { cust: 'me' }, chief)).toEqual({ used: 1, included: 1 });
    expect(await fieldsOf(added())).toEqual({ crawlerId: expect.stringMatching(/VMS connection of your plan is in use/) });
  });

  test('is refused in each other way while all connections are in use, before anything is written', async () => {
    const { db } = service.services;
    const draft = { cust: north, id: 0, name: 'L', site: 'L', everyMinutes: 60, isDisabled: true, ...right() };
    const save = (over: object) => service.send(saveTask, { ...draft, crawlerId: portal, ...over }, chief);
    const idIn = ({ body }: { readonly body: unknown }) => (body as { id: number }).id;
    const [one, two] = [idIn(await save({})), idIn(await save({}))];
    await db.updateTable('customer').set({ agents_included: 2 }).where('id', '=', north).execute();
    const bulk = (count: number) =>
      service.send(
        addTasks,
        {
          cust: north,
          toadd: [
            { crawlerId: portal, count },
            { crawlerId: 1, count: 1 },
          ],
        },
        admin,
      );
    const few = { toadd: expect.stringMatching(/^These are 3 tasks, but of the 2 VMS connections .* only 2 are left/) };
    expect(await bulk(2)).toMatchObject({ status: 400, body: { fields: few } });
    expect(await save({ id: one, isDisabled: false })).toMatchObject({ status: 200, body: { isDisabled: false } });
    const enable = async (seq: number) => {
      const args = { ids: [one, two], enabled: true };
      const change = mutation(seq, 'task.enable.v1', args, { createdAt: new Date(at.getTime() + seq).toISOString() });
      const sent = { protocol: 1, clientId: laneId('tasks'), customerId: north, mutations: [change] };
      const reply = await service.call(pushMutations, sent, chief);
      return reply.kind === 'done' ? reply.outcomes[0] : reply;
    };
    expect(await enable(1)).toMatchObject({ outcome: 'applied' });
    const full = expect.stringMatching(/^All 2 VMS connections of your plan are in use\./);
    expect(await save({})).toMatchObject({ status: 400, body: { fields: { crawlerId: full } } });
    expect(await bulk(1)).toMatchObject({ status: 400, body: { fields: { toadd: full } } });
    // A task that is enabled already is saved, and enabled again.
    expect(await save({ id: two, isDisabled: false })).toMatchObject({ status: 200 });
    await db.updateTable('customer').set({ agents_included: 1 }).where('id', '=', north).execute();
    expect(await save({ id: two, isDisabled: true })).toMatchObject({ status: 200 });
    const over = expect.stringMatching(/^The 1 VMS connection of your plan is in use\./);
    expect(await save({ id: two, isDisabled: false })).toMatchObject({ status: 400, body: { fields: { isDisabled: over } } });
    expect(await enable(2)).toMatchObject({ outcome: 'rejected', code: 'invalid', message: over });
    expect((await tasks()).map(({ id, row }) => [id, row])).toMatchObject([
      [one, { disabled: false }],
      [two, { disabled: true }],
    ]);
  });

  test('needs a long key to start where the vendor takes keys, and a work type and days in order', async () => {
    const key = { crawlerId: 60, url: `${site}/paged`, username: null, orgKey: null };
    const short = await service.send(addTask, added({ ...key, password: 'short', isEnabled: true }), admin);
    expect(short.body).toMatchObject({ fields: { password: messages.keyTooShort } });
    expect(await fieldsOf(added({ daysFrom: 9, daysTo: 3 }))).toHaveProperty('daysTo');
    // People of the customer do not enter keys, and do not choose a crawler that is hidden from the wizard.
    expect(await fieldsOf(added({ ...key, password: 'k'.repeat(32) }))).toHaveProperty('password');
    expect(await fieldsOf(added({ crawlerId: 62 }))).toHaveProperty('crawlerId');
    expect(await tasks()).toEqual([]);
  });

  test('whose sign-in administrators manage takes none from others, and hides the one that they enter', async () => {
    const managed = { isAccountCredentialManaged: true };
    expect(await fieldsOf(added(managed))).toMatchObject({ password: expect.stringMatching(/Jobdock team/) });
    const blank = { url: '', username: null, password: null, orgKey: null };
    const { id } = await service.call(addTask, added({ ...managed, ...blank }), chief);
    const save = (token: string) =>
      service.send(saveTask, { cust: north, id, name: 'L', site: 'L', everyMinutes: 60, isDisabled: true, ...right() }, token);
    expect(await save(chief)).toMatchObject({
      status: 400,
      body: { fields: { password: expect.stringMatching(/administrator/) } },
    });
    expect(await save(admin)).toMatchObject({ status: 200, body: { isAccountCredentialManaged: true, isReady: true } });
    expect((await service.send(revealPassword, { cust: north, id }, chief)).status).toBe(403);
    // Neither through a task that shares the sign-in.
    const child = await service.call(addTask, added({ ...blank, credentialParentId: id }), chief);
    expect((await service.send(revealPassword, { cust: north, id: child.id }, chief)).status).toBe(403);
    const free = { cust: north, id, ...everyJob, isAccountCredentialManaged: false };
    expect(await service.send(saveTaskScope, free, chief)).toMatchObject({ status: 400 });
    const shown = { ...everyJob, isAccountCredentialManaged: false, trustedForwarders: [] };
    expect(await service.call(saveTaskScope, free, admin)).toEqual(shown);
  });
});

test('an administrator lists the trusted forwarders of a task for emails; others keep them', async () => {
  const bare = { username: null, password: null, orgKey: null };
  const { id } = await service.call(addTask, added({ crawlerId: 3, url: '', ...bare, site: 'Emails' }), chief);
  const save = (over: object, token: string) => service.send(saveTaskScope, { cust: north, id, ...everyJob, ...over }, token);
  const listed = ['mail.agency.example', 'agency.example'];
  const sent = { trustedForwarders: [' Mail.Agency.example', 'agency.example', 'agency.EXAMPLE'] };
  expect(await save(sent, admin)).toMatchObject({ status: 200, body: { trustedForwarders: listed } });
  expect(await save({ travel: false }, chief)).toMatchObject({ status: 200, body: { travel: false, trustedForwarders: listed } });
  expect(await save({ trustedForwarders: listed }, chief)).toMatchObject({ status: 200 });
  const fields = { trustedForwarders: expect.stringMatching(/administrator/) };
  expect(await save({ trustedForwarders: [] }, chief)).toMatchObject({ status: 400, body: { fields } });
  for (const wrong of ['https://agency.example', 'jobs@agency.example', 'agency', '192.0.2.1', '*.agency.example'])
    expect(await save({ trustedForwarders: [wrong] }, admin), wrong).toMatchObject({
      status: 400,
      body: { fields: { 'trustedForwarders.0': expect.stringMatching(/^Write domains such as/) } },
    });
  const other = await service.call(addTask, added(), chief);
  const ofPortal = await service.send(saveTaskScope, { cust: north, id: other.id, ...everyJob, ...sent }, admin);
  expect(ofPortal).toMatchObject({ status: 400, body: { fields: { trustedForwarders: expect.stringMatching(/no emails/) } } });
});

test('a task stages what is in its scope, keeps its own jobs up to date, and cancels none that is listed', async () => {
  const url = 'https://vendor.example/jobs.csv?key=1';
  const bare = { username: null, password: null, orgKey: null };
  const { id } = await service.call(addTask, added({ crawlerId: 1, url, ...bare, site: 'Scoped' }), chief);
  const { db } = service.services;
  let rate = 70;
  const run = async () => {
    const feed = () =>
      `Job ID,State,Work Type,Bill Rate,Start Date\nA,TX,Travel,${rate},11/25/2026\nB,TX,Per Diem,50,11/25/2026\nC,NV,Travel,60,3/1/2027\n`;
    const ended = await collectNow(feedPorts(db, feed), { customerId: north, taskId: id });
    const jobs = await db.selectFrom('job').select('row').where('task_id', '=', id).orderBy('provider_job_id').execute();
    return { ended, jobs: jobs.map(({ row }) => row as { providerJobId: string; billRate: number; status: string }) };
  };
  const scope = (over: object) => service.call(saveTaskScope, { cust: 'me', id, ...everyJob, ...over }, chief);
  await scope({ perDiem: false, daysTo: 30 });
  expect((await run()).jobs).toMatchObject([{ providerJobId: 'A', billRate: 70 }]);
  const { lastResult } = await service.call(readTask, { cust: 'me', id }, chief);
  expect(lastResult).toContain('2 of other work types or days');
  // The same file again, for other jobs.
  await scope({ travel: false });
  rate = 75;
  const { ended, jobs } = await run();
  expect(ended).toMatchObject({ ok: true, value: { counts: { added: 1, changed: 1, cancelled: 0 } } });
  expect(jobs).toMatchObject([
    { providerJobId: 'A', billRate: 75, status: 'Open' },
    { providerJobId: 'B', status: 'Open' },
  ]);
});

test('people without the right, and people of other customers, add and try nothing', async () => {
  const [viewer, stranger] = await Promise.all([service.signIn('viewer'), service.signIn('stranger')]);
  const { id } = await service.call(addTask, added(), chief);
  const draft = { id: 0, name: 'H', site: 'H', everyMinutes: 60, isDisabled: true };
  const calls = [
    [addTask, added({ cust: north })],
    [previewVendor, added({ cust: north })],
    [validateCredentials, { cust: north, crawlerId: portal, ...right() }],
    [checkHwl, { cust: north, crawlerId: portal, ...draft, ...right() }],
    [readConnections, { cust: north }],
    [saveTaskScope, { cust: north, id, ...everyJob }],
  ] as const;
  await service.services.db.updateTable('app_user').set({ role_id: 5 }).where('id', '=', service.people.stranger).execute();
  for (const [call, args] of calls) {
    expect((await service.send(call, args, viewer)).status, call.route).toBe(403);
    expect((await service.send(call, args, stranger)).status, call.route).toBe(404);
  }
  expect((await service.send(readTaskScope, { cust: north, id }, viewer)).status).toBe(200);
  expect((await service.send(readTaskScope, { cust: north, id }, stranger)).status).toBe(404);
  expect((await tasks()).length).toBe(1);
});

test('a sign-in is tried with the org key that an administrator preset, also where another one is stored, and none is typed', async () => {
  const preset = { ...settingsWith('url', 'username', 'password', 'orgKey'), presetOrgKey: true };
  const over = { kind: 'portal', recipe: demoPortalRecipe, settings: preset } as const;
  const works = await addCrawler('Fixed key', { ...over, orgKey: right().orgKey });
  const fails = await addCrawler('Other key', { ...over, orgKey: 'HV-1' });
  // Only administrators change the address of such a crawler, to which its key is sent.
  const tried = (crawlerId: number, orgKey: string | null) =>
    service.send(validateCredentials, { cust: north, crawlerId, ...right(), orgKey }, admin);
  expect((await tried(works, null)).body).toEqual({ result: 2, message: '' });
  const draft = { cust: north, id: 0, name: 'F', site: 'F', everyMinutes: 60, isDisabled: true, ...right() };
  const checked = (crawlerId: number, more: object = {}) =>
    service.send(checkCredentials, { ...draft, crawlerId, orgKey: null, ...more }, admin);
  expect((await checked(fails)).body).toMatch(/sign-in|password/i);
  // The key that the task had of its own before is not sent in place of it.
  const { id } = await service.call(saveTask, { ...draft, crawlerId: portal }, admin);
  expect((await checked(fails, { id, orgKey: '' })).body).toMatch(/sign-in|password/i);
  // One that a person types is not used either: the field is locked.
  const locked = { status: 400, body: { fields: { orgKey: expect.stringMatching(/preset/) } } };
  expect(await tried(fails, right().orgKey)).toMatchObject(locked);
  expect(await checked(fails, { orgKey: right().orgKey })).toMatchObject(locked);
});

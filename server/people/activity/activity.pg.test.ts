import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeTask, saveTask } from '#contract/collecting/tasks.ts';
import type { SentArgsOf } from '#contract/kit/endpoint.ts';
import { exportActivity, listActivity, listActivityPeople } from '#contract/people/activity.ts';
import { login } from '#contract/people/auth.ts';
import { loginAs } from '#contract/people/users.ts';
import { addStatus, removeStatus } from '#contract/posting/statuses.ts';
import { saveBurden } from '#contract/rules/pay.ts';
import { holdJobs } from '#contract/staging/staging.ts';
import { writeRows } from '#server/feed/publish.ts';
import { writeAudit } from '#server/kit/db/audit.ts';
import { checkAuditChains } from '#server/kit/db/audit-chain.ts';
import { aJob, aTarget } from '#tests/support/factories/job-factory.ts';
import { emails, startTestService, type TestService, testPassword } from '#tests/support/test-service.ts';

let service: TestService;
let chief: string;
let admin: string;
let north: number;
beforeAll(async () => {
  service = await startTestService();
  [chief, admin] = [await service.signIn('chief'), await service.signIn('administrator')];
  north = service.people.north;
  await service.services.db.transaction().execute((tx) =>
    writeRows(tx, north, [
      { collection: 'target', row: aTarget({ id: 1 }), extra: { settings: {} } },
      { collection: 'job', row: aJob({ id: 7, providerJobId: 'J-7' }) },
      { collection: 'job', row: aJob({ id: 8, providerJobId: 'J-8' }) },
    ]),
  );
});
afterAll(() => service.close());

type Asked = Omit<SentArgsOf<typeof listActivity>, 'cust'>;
const read = (asked: Asked = {}, token = chief, cust = north) => service.call(listActivity, { cust, ...asked }, token);
const sentences = async (asked: Asked = {}, token = chief, cust = north) =>
  (await read(asked, token, cust)).lines.map(({ sentence }) => sentence);

test('what a person changed reads as sentences, the newest first, with the values before and after', async () => {
  await service.call(addStatus, { cust: north, name: 'Open', isDefault: true }, chief);
  const other = await service.call(addStatus, { cust: north, name: 'Sent', isDefault: false }, chief);
  await service.call(removeStatus, { cust: north, id: other.id }, chief);
  expect(await sentences({ kind: 'customerStatus' })).toEqual([
    'The chief removed a status',
    'The chief saved the status “Sent”',
    'The chief saved the status “Open”',
  ]);
  expect(await sentences({ kind: 'customerStatus', object: String(other.id) })).toHaveLength(2);
  expect(await sentences({ kind: 'customerStatus', did: 'removed' })).toEqual(['The chief removed a status']);

  await service.call(saveBurden, { cust: north, id: 0, state: 'NV', burden: 11 }, chief);
  const [added] = (await read({ kind: 'payBurden' })).lines;
  await service.call(saveBurden, { cust: north, id: Number(added?.object?.id), state: 'NV', burden: 12.5 }, chief);
  const { lines } = await read({ kind: 'payBurden' });
  expect(lines.map(({ sentence }) => sentence)).toEqual([
    'The chief changed the burden percent of the burden “NV” from 11 to 12.5',
    'The chief changed state and burden percent of the burden “NV”',
  ]);
  expect(lines[0]).toMatchObject({
    who: 'The chief',
    as: null,
    object: { kind: 'payBurden', id: added?.object?.id, name: 'NV' },
    changes: [{ label: 'burden percent', before: '11', after: '12.5' }],
    ip: '127.0.0.1',
    customer: 'North Staffing',
  });
});

test('a queued change is said by what it did, with the present names of its rows, and is found by its job', async () => {
  await service.call(holdJobs, { cust: north, targetId: 1, ids: [7] }, chief);
  await service.call(holdJobs, { cust: north, targetId: 1, ids: [7, 8] }, chief);
  expect(await sentences({ kind: 'job' })).toEqual(['The chief held 2 jobs', 'The chief held job J-7']);
  const [line] = (await read({ kind: 'job', object: '7' })).lines.slice(-1);
  expect(line).toMatchObject({ object: { kind: 'job', id: '7', name: 'J-7' } });
  expect(await sentences({ kind: 'job', object: '8' })).toEqual(['The chief held 2 jobs']);
});

test('a task that is gone is called by the name that its line kept', async () => {
  const task = {
    cust: north,
    name: 'Medloop',
    site: 'Medloop',
    url: 'https://127.0.0.1:9/f?token=abc',
    everyMinutes: 60,
    isDisabled: false,
  };
  const { id } = await service.call(saveTask, { ...task, id: 0 }, chief);
  await service.send(removeTask, { cust: north, id }, chief);
  const lines = await sentences({ kind: 'task' });
  expect(lines.at(-1)).toBe('The chief added the task “Medloop”');
  expect(JSON.stringify((await read({ kind: 'task' })).lines)).not.toContain('token=abc');
});

test('work as another user names both, and both find it by person', async () => {
  const acting = (
    await service.call(
      loginAs,
      { cust: north, user: service.people.recruiter, reason: 'Help' },
      await service.signIn('administrator'),
    )
  ).accessToken;
  await service.send(holdJobs, { cust: north, targetId: 1, ids: [8] }, acting);
  const sentence = 'The administrator, as The recruiter, held job J-8';
  expect(await sentences({ person: service.people.recruiter })).toEqual([
    sentence,
    'The administrator began to work as The recruiter',
  ]);
  expect(await sentences({ person: service.people.administrator })).toContain(sentence);
  expect(await sentences({ person: service.people.chief })).not.toContain(sentence);
  const people = await service.call(listActivityPeople, { cust: north }, chief);
  expect(people.map(({ name }) => name)).toEqual(['The administrator', 'The chief', 'The recruiter', 'The viewer']);
});

test('sign-ins say their address and browser; a failed one was by no one known', async () => {
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0' };
  await service.send(login, { username: emails.viewer, password: testPassword }, undefined, { headers });
  await service.send(login, { username: emails.viewer, password: 'wrong' });
  await expect.poll(() => sentences({ kind: 'session' })).toContain('Someone failed to sign in as The viewer');
  const { lines } = await read({ person: service.people.viewer, kind: 'session' });
  expect(lines.find(({ command }) => command === 'session.login')).toMatchObject({ device: 'Firefox on Linux', ip: '127.0.0.1' });
});

test('pages follow each other without a gap or a repetition, also where lines have one time', async () => {
  const at = new Date('2025-01-01T08:00:00Z');
  for (let i = 0; i < 7; i += 1)
    await writeAudit(service.services.db, {
      customerId: north,
      at,
      actorId: service.people.viewer,
      userId: null,
      name: 'task.run',
      object: ['task', i + 1],
    });
  const asked = { since: '2025-01-01T00:00:00Z', until: '2025-01-02T00:00:00Z', pageSize: 3 };
  const seen: (string | undefined)[] = [];
  let before: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof read>> = await read({ ...asked, ...(before !== null && { before }) });
    seen.push(...page.lines.map(({ object }) => object?.id));
    before = page.next;
  } while (before !== null);
  expect(seen).toEqual(['7', '6', '5', '4', '3', '2', '1']);
});

test('only an administrator reads the lines of all customers, and a customer by its own', async () => {
  await writeAudit(service.services.db, {
    customerId: service.people.south,
    actorId: service.people.stranger,
    userId: null,
    name: 'task.run',
    object: ['task', 99],
  });
  expect((await service.send(listActivity, { cust: -1 }, chief)).status).toBe(403);
  const south = 'The stranger started a run of task 99';
  expect(await sentences({}, admin, -1)).toContain(south);
  expect(await sentences({ kind: 'customer', object: String(service.people.south) }, admin, -1)).toEqual([south]);
  expect(await sentences({ kind: 'customer', object: String(service.people.south) })).toEqual([]);
  expect(await sentences({ person: service.people.stranger })).toEqual([]);
});

test('wrong filters are refused by name', async () => {
  const refused = async (asked: Asked) => (await service.send(listActivity, { cust: north, ...asked }, chief)).body;
  expect(await refused({ kind: 'lamp' })).toMatchObject({ fields: { kind: expect.stringContaining('user, role, customer') } });
  expect(await refused({ object: '7' })).toMatchObject({ fields: { kind: 'Name the kind of the object, too' } });
  expect(await refused({ before: 'yesterday' })).toMatchObject({ fields: { before: 'Send the `next` of a page' } });
  expect(await refused({ since: '2025-01-02T00:00:00Z', until: '2025-01-01T00:00:00Z' })).toMatchObject({
    fields: { until: 'Choose a later end than the start' },
  });
});

test('the file has every line of the filter, says how many, runs no formula, and is noted itself', async () => {
  await service.call(addStatus, { cust: north, name: '=1+1', isDefault: false }, chief);
  const { lines } = await read({ kind: 'customerStatus' });
  const { body, response } = await service.send(exportActivity, { cust: north, kind: 'customerStatus' }, chief);
  expect(String(response.headers['content-disposition'])).toContain(`activity-${lines.length}-lines.csv`);
  const text = String(body).split('\r\n');
  expect(text).toHaveLength(lines.length + 2);
  expect(text[0]).toBe('\uFEFFWhen,Who,As,What,Changes,More,Customer,From,Device,Kind,ID');
  expect(text[1]).toContain('The chief saved the status “=1+1”');
  expect(String(body)).not.toMatch(/(^|,)"?=/m);
  expect((await sentences())[0]).toBe(`The chief saved ${lines.length} lines of the activity as a file`);
});

test('a line with an address is in the chain: another address breaks it', async () => {
  expect((await checkAuditChains(service.services.db)).map(({ broken }) => broken)).toEqual([null, null, null]);
});

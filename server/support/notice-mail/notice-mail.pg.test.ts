import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { countRecipients, sendNoticeMail } from '#contract/support/notice-mail.ts';
import { listLongWork, stopLongWork } from '#contract/system/long-work.ts';
import { writeRows } from '#server/feed/publish.ts';
import { urlOf } from '#server/kit/db/connection.ts';
import { carryOutRun } from '#server/runs/carry-out.ts';
import { endRunLeases } from '#server/runs/run-rows.ts';
import { addUser } from '#server/seed/seed.ts';
import { createLineReader } from '#tests/contract/audit/audit-lines.ts';
import { newTask } from '#tests/support/factories/task-factory.ts';
import { runJobs } from '#tests/support/run-jobs.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { noticeMailJobs, noticeMailRuns, sendNoticeMails } from './notice-mail-run.ts';

let service: TestService;
let admin: string;
let chief: string;
const processes: ChildProcess[] = [];

beforeAll(async () => {
  service = await startTestService();
  [admin, chief] = await Promise.all([service.signIn('administrator'), service.signIn('chief')]);
  const { north } = service.people;
  const task = { ...newTask, id: 1, crawlerId: 57 };
  await service.services.db.transaction().execute((tx) => writeRows(tx, north, [{ collection: 'task', row: task }]));
});
afterEach(() => {
  for (const one of processes.splice(0)) one.kill('SIGKILL');
});
afterAll(() => service.close());
beforeEach(async () => {
  const { db } = service.services;
  for (const table of ['notice_mail', 'run', 'mail'] as const) await db.deleteFrom(table).execute();
  await sql`update app_user set alerts = '{}', disabled_at = null`.execute(db);
  const { recruiter, chief: head, stranger } = service.people;
  await alerts(recruiter, { system: true });
  await alerts(head, { system: true, billing: true });
  await alerts(stranger, { system: true });
});

const alerts = (userId: number, on: Record<string, boolean>) =>
  service.services.db
    .updateTable('app_user')
    .set({ alerts: JSON.stringify(on) })
    .where('id', '=', userId)
    .execute();
const nobody = { customers: [], crawlers: [], targetKinds: [], everyone: false };
const email = {
  ...nobody,
  everyone: true,
  type: 3 as const,
  subject: 'News for #CUSTOMER_NAME#',
  message: '<p>Hello <b>#NAME#</b></p>',
};
const count = (over: object = {}) => service.call(countRecipients, { ...email, ...over }, admin);
const problem = async (over: object) => (await service.send(countRecipients, { ...email, ...over }, admin)).body;
async function send(over: object = {}, token = admin) {
  const { people, token: counted } = await count(over);
  return service.send(sendNoticeMail, { ...email, people, token: counted, ...over }, token);
}
const run = () => runJobs(service.services.db, noticeMailJobs(service.services));
const mails = async () =>
  await service.services.db
    .selectFrom('mail')
    .select(['to_address as to', 'subject', 'text', 'html'])
    .orderBy('to_address')
    .execute();
const works = async () =>
  (await service.call(listLongWork, { cust: 'me', since: '2020-01-01T00:00:00Z' }, admin)).works.filter(
    ({ kind }) => kind === 'notice-mail',
  );

test('each person with the alert gets one email with their names in it, and no one else gets any', async () => {
  await alerts(service.people.stranger, { billing: true });
  expect(await count()).toMatchObject({ people: 2, customers: 1 });
  expect(await send()).toMatchObject({
    status: 200,
    body: { message: 'The email is being sent to 2 people.', work: { kind: 'notice-mail' } },
  });
  await run();
  expect(await mails()).toEqual([
    {
      to: 'chief@north.test',
      subject: 'News for North Staffing',
      text: 'Hello The chief',
      html: '<p>Hello <b>The chief</b></p>',
    },
    {
      to: 'recruiter@north.test',
      subject: 'News for North Staffing',
      text: 'Hello The recruiter',
      html: '<p>Hello <b>The recruiter</b></p>',
    },
  ]);
  expect(await works()).toMatchObject([
    { state: 'done', message: 'The email was sent to 2 people.', seen: 2, changed: 2, total: 2 },
  ]);
});

test('the lists narrow the people, disabled people get none, and the type chooses the alert', async () => {
  expect(await count({ everyone: false, crawlers: [57] })).toMatchObject({ people: 2, customers: 1 });
  expect(await count({ everyone: false, crawlers: [57], customers: [service.people.south] })).toMatchObject({ people: 0 });
  expect(await count({ type: 2 })).toMatchObject({ people: 1 });
  expect(await count({ type: 1 })).toMatchObject({ people: 0, customers: 0 });
  await service.services.db
    .updateTable('app_user')
    .set({ disabled_at: new Date() })
    .where('id', '=', service.people.chief)
    .execute();
  expect(await count()).toMatchObject({ people: 2, customers: 2 });
});

test('what is wrong is named by field, and nothing is sent', async () => {
  expect(await problem({ everyone: false })).toMatchObject({
    fields: { audience: 'Choose customers, crawlers or targets, or choose everyone.' },
  });
  expect(await problem({ type: 4 })).toMatchObject({ fields: { type: expect.stringContaining('Choose the type') as string } });
  expect(await problem({ subject: '' })).toMatchObject({ fields: { subject: 'Enter a subject' } });
  for (const subject of ['News\r\nBcc: all@evil.example', 'News\nX-Header: 1', 'News\u2028more', 'News\u0007'])
    expect(await problem({ subject })).toMatchObject({
      fields: { subject: 'Remove the line breaks and control characters from the subject' },
    });
  expect(await problem({ message: '<p></p>' })).toMatchObject({ fields: { message: 'Write the message' } });
  expect(await problem({ message: '<script>alert(1)</script>' })).toMatchObject({ fields: { message: 'Write the message' } });
  expect(await problem({ message: '<p>#FIRSTNAME#</p>' })).toMatchObject({
    fields: { message: 'Remove #FIRSTNAME#: only #NAME# and #CUSTOMER_NAME# are replaced.' },
  });
  expect(await problem({ subject: '#WHO#' })).toMatchObject({ fields: { subject: expect.stringContaining('#WHO#') as string } });
  const { people, token } = await count();
  expect((await service.send(sendNoticeMail, { ...email, people: people + 1, token }, admin)).body).toMatchObject({
    fields: { people: 'Enter 3 to confirm: so many people get the email.' },
  });
  expect((await service.send(sendNoticeMail, { ...email, people }, admin)).body).toMatchObject({
    fields: { token: 'Count the recipients first' },
  });
  expect([await mails(), await works()]).toEqual([[], []]);
});

test('script in a message is removed, and names are escaped', async () => {
  const { db } = service.services;
  const { recruiter } = service.people;
  await db.updateTable('app_user').set({ name: '<img src=x onerror=alert(1)>' }).where('id', '=', recruiter).execute();
  await alerts(service.people.chief, {});
  await alerts(service.people.stranger, {});
  await send({
    message: '<p>#NAME#</p><script>alert(1)</script><img src=x onerror=alert(2)><a href="javascript:alert(3)">x</a>',
  });
  await run();
  const [mail] = await mails();
  expect(mail?.html).toBe('<p>&#60;img src=x onerror=alert(1)&#62;</p><a target="_blank" rel="noopener noreferrer">x</a>');
  expect(mail?.text).toBe('<img src=x onerror=alert(1)>\n\nx');
  await db.updateTable('app_user').set({ name: 'The recruiter' }).where('id', '=', recruiter).execute();
});

test('an audience that changed since the count asks again, also where the number is the same', async () => {
  const { people, token } = await count();
  await alerts(service.people.viewer, { system: true });
  const more = await service.send(sendNoticeMail, { ...email, people, token }, admin);
  expect(more).toMatchObject({ status: 409, body: { kind: 'conflict', current: { people: 4 } } });
  await alerts(service.people.chief, {});
  const others = await service.send(sendNoticeMail, { ...email, people, token }, admin);
  expect(others).toMatchObject({
    status: 409,
    body: {
      current: {
        people: 3,
        message:
          'The audience has changed since it was counted: the email would now go to 3 people. Check it, then confirm the new number.',
      },
    },
  });
  const { current } = others.body as { current: { people: number; token: string } };
  expect((await service.send(sendNoticeMail, { ...email, people: current.people, token: current.token }, admin)).status).toBe(
    200,
  );
});

test('who leaves or switches the alert off before their turn gets none, and the end says so', async () => {
  await send();
  await alerts(service.people.chief, {});
  await run();
  expect((await mails()).map(({ to }) => to)).toEqual(['recruiter@north.test', 'recruiter@south.test']);
  expect(await works()).toMatchObject([
    { message: 'The email was sent to 2 people. 1 person left or switched the alert off in the meantime, and got none.' },
  ]);
});

test('only administrators of the provider count and send, with a fresh confirmation of who they are', async () => {
  const { people, token } = await count();
  expect((await service.send(countRecipients, email, chief)).status).toBe(403);
  expect((await service.send(sendNoticeMail, { ...email, people, token }, chief)).status).toBe(403);
  const { db } = service.services;
  await db.updateTable('session').set({ confirmed_at: null }).where('user_id', '=', service.people.administrator).execute();
  expect(await service.send(sendNoticeMail, { ...email, people, token }, admin)).toMatchObject({
    status: 403,
    body: { kind: 'confirm_identity' },
  });
  await db
    .updateTable('session')
    .set({ confirmed_at: '2999-01-01' })
    .where('user_id', '=', service.people.administrator)
    .execute();
  expect(await mails()).toEqual([]);
});

test('an administrator who lost access sends nothing more', async () => {
  await send();
  await service.services.db
    .updateTable('app_user')
    .set({ disabled_at: new Date() })
    .where('id', '=', service.people.administrator)
    .execute();
  await run();
  expect(await mails()).toEqual([]);
  const { rows } = await sql`select state, message from run`.execute(service.services.db);
  expect(rows).toEqual([{ state: 'failed', message: expect.stringMatching(/\w/) as string }]);
});

test('work that is stopped before it begins sends nothing', async () => {
  await send();
  const [work] = await works();
  await service.call(stopLongWork, { cust: 'me', id: work?.id ?? 0 }, admin);
  await run();
  expect([await mails(), (await works())[0]?.state]).toEqual([[], 'cancelled']);
});

test('the activity says who sent which email to how many', async () => {
  const { people, token } = await count();
  const line = await createLineReader(service).lineOf(sendNoticeMail, { ...email, people, token }, admin);
  expect(line).toMatchObject({
    customer_id: service.people.provider,
    object_kind: 'noticeMail',
    detail: { subject: email.subject, people: 3, everyone: true },
  });
});

/** Adds people of two customers with the alert. */
async function crowd(each: number): Promise<void> {
  await service.services.db.transaction().execute(async (tx) => {
    for (const customerId of [service.people.north, service.people.south])
      for (let n = 0; n < each; n++) {
        const userId = await addUser(tx, {
          customerId,
          email: `person${n}@${customerId}.test`,
          name: `Person ${n}`,
          roleId: 4,
          passwordHash: '-',
        });
        await tx.updateTable('app_user').set({ alerts: '{"system": true}' }).where('id', '=', userId).execute();
      }
  });
}

const stored = async () =>
  (await sql<{ n: number }>`select count(*)::int as n from mail`.execute(service.services.db)).rows[0]?.n ?? 0;

test('processes that are killed, and two at once, send each person one email', { timeout: 120_000 }, async () => {
  await crowd(200);
  const { people } = await count();
  expect(people).toBe(403);
  await send();
  const root = resolve(import.meta.dirname, '../../..');
  const args = [resolve(root, 'scripts/run.mjs'), resolve(root, 'tests/support/processes/job-process.ts')];
  const begin = async () => {
    const started = spawn(process.execPath, [...args, urlOf(service.services.db), 'notice-mail'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    processes.push(started);
    await once(started.stdout, 'data');
    return started;
  };
  const first = await begin();
  await expect.poll(stored, { timeout: 30_000, interval: 1 }).toBeGreaterThan(0);
  const gone = once(first, 'exit');
  first.kill('SIGKILL');
  await gone;
  const left = await stored();
  expect(left).toBeLessThan(people);
  // The lease of the dead process runs out, and two processes go on at once: one with an old claim.
  await endRunLeases(service.services.db);
  const { db, now } = service.services;
  const { rows } = await sql<{
    customerId: number;
    runId: number;
  }>`select customer_id as "customerId", id as "runId" from run`.execute(db);
  const [ref] = rows;
  if (!ref) throw new Error('no work waits');
  const attempt = () =>
    carryOutRun({ db, now, log: pino({ level: 'silent' }) }, noticeMailRuns, sendNoticeMails(service.services), ref);
  const one = attempt();
  await expect.poll(stored, { interval: 1 }).toBeGreaterThan(left);
  await endRunLeases(db);
  await Promise.all([one, attempt()]);
  await endRunLeases(db);
  await run();
  expect(await works()).toMatchObject([{ state: 'done', seen: people, changed: people }]);
  const all = await mails();
  expect([all.length, new Set(all.map(({ to }) => to)).size]).toEqual([people, people]);
});

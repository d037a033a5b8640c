import hoodiecrow from 'hoodiecrow-imap';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { TaskRow } from '#contract/rows/rows.ts';
import { writeRows } from '#server/feed/publish.ts';
import { createSecrets } from '#server/kit/lib/secrets.ts';
import { newTask } from '#tests/support/factories/task-factory.ts';
import { runJobs } from '#tests/support/run-jobs.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { rootKey } from '#tests/support/test-people.ts';
import { feedPorts, noCredentials } from '#tests/support/worlds/collect-now.ts';
import { readMailbox } from '../collectors/mailbox.ts';
import { shipCrawlers } from '../crawlers/crawler-setups.ts';
import type { CollectPorts } from '../runs/collect-ports.ts';
import { collectJobs } from '../runs/due-tasks.ts';
import { watchMailboxes } from './watch-mailboxes.ts';

const raw = (n: number) => `From: a@b.example\r\nSubject: Order ${n}\r\nMessage-ID: <${n}@b.example>\r\n\r\nJob ID: ${n}\r\n`;
const minute = 60_000;
const row: TaskRow = { ...newTask, id: 1, crawlerId: 3, crawler: 'Email', everyMinutes: 60 };

let database: TestDatabase;
let imap: ReturnType<typeof hoodiecrow>;
let ports: CollectPorts;
let customerId = 0;
let at = 0;
let password = '';
/** How often the clock was read (by each look at the task, and once when a failure is noted), and how often the mailbox was opened. */
let [reads, tries] = [0, 0];
let stopWatching: (() => Promise<void>) | null = null;

beforeAll(async () => {
  database = await createTestDatabase();
  await shipCrawlers(database.db);
});
afterAll(() => database.close());

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  [at, password, reads, tries] = [Date.parse('2026-01-05T14:00:00Z'), 'testpass', 0, 0];
  imap = hoodiecrow({
    plugins: ['ID', 'IDLE', 'SASL-IR', 'AUTH-PLAIN', 'UNSELECT'],
    storage: { INBOX: { messages: [] }, '': {} },
  });
  await new Promise<void>((listening) => imap.listen(0, '127.0.0.1', listening));
  const { port } = imap.server.address();
  const { db } = database;
  customerId = (await db.insertInto('customer').values({ name: 'Agency' }).returning('id').executeTakeFirstOrThrow()).id;
  const source = { id: 1, name: 'Vendor', alias: null, autoPost: false, aliases: [], members: [] };
  await db.transaction().execute((tx) => writeRows(tx, customerId, [{ collection: 'source', row: source }]));
  await saveTask({});
  const allow = [`127.0.0.1:${port}`];
  ports = feedPorts(db, () => '', {
    allow,
    secrets: createSecrets(rootKey),
    log: pino({ level: 'silent' }),
    now: () => {
      reads += 1;
      return new Date(at);
    },
    credentials: async () => {
      tries += 1;
      return { ...noCredentials, url: `imap://127.0.0.1:${port}/INBOX`, username: 'testuser', password };
    },
    readMailbox: (access, how, take) => readMailbox(access, { ...how, allow }, take),
  });
});
afterEach(async () => {
  await stopWatching?.();
  stopWatching = null;
  await database.db.updateTable('task').set({ deleted: true }).execute();
  await new Promise<void>((done) => imap.close(done));
  vi.useRealTimers();
});

const saveTask = (over: Partial<TaskRow>, nextRunAt: string | null = null) =>
  database.db
    .transaction()
    .execute((tx) =>
      writeRows(tx, customerId, [
        { collection: 'task', row: { ...row, ...over }, extra: { settings: {}, next_run_at: nextRunAt } },
      ]),
    );
const watch = () => {
  stopWatching = watchMailboxes(ports);
};
const runs = async () =>
  (await database.db.selectFrom('run').select('state').where('customer_id', '=', customerId).execute()).map(({ state }) => state);
const emails = async () =>
  (
    await database.db.selectFrom('received_mail').select('subject').where('customer_id', '=', customerId).orderBy('id').execute()
  ).map(({ subject }) => subject);
const connections = () => new Promise<number>((count) => imap.server.getConnections((_error, open) => count(open)));

/** Asks again and again until the answer is yes. The time limit of the test ends it. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((later) => setTimeout(later, 10));
}

/** Lets `minutes` pass until the next look at the tasks, and waits for that look. */
async function nextLook(minutes: number): Promise<void> {
  at += minutes * minute;
  const before = reads;
  vi.advanceTimersByTime(minute);
  await until(() => reads > before);
}

test('an email that comes queues the run that reads it, and the schedule reads what the connection missed', async () => {
  const { db, now, log } = ports;
  watch();
  await until(async () => (await connections()) === 1);
  let sent = 0;
  // The server tells only of what comes once the connection waits.
  await until(async () => {
    imap.appendMessage('INBOX', [], false, raw((sent += 1)));
    await new Promise((later) => setTimeout(later, 50));
    return (await runs()).length > 0;
  });
  expect(await runs()).toEqual(['queued']);
  await stopWatching?.();
  await runJobs(database.db, collectJobs({ db, now, log } as Parameters<typeof collectJobs>[0], ports));
  expect(await runs()).toEqual(['done']);
  expect(await emails()).toEqual(Array.from({ length: sent }, (_, n) => `Order ${n + 1}`));

  imap.appendMessage('INBOX', [], false, raw(1000));
  at += 60 * minute;
  await saveTask({}, new Date(at).toISOString());
  await runJobs(database.db, collectJobs({ db, now, log } as Parameters<typeof collectJobs>[0], ports));
  expect(await runs()).toEqual(['done', 'done']);
  expect((await emails()).at(-1)).toBe('Order 1000');
});

test('a mailbox that fails is tried again, after a pause that grows until it works', async () => {
  password = 'wrong';
  watch();
  // The pause counts from the moment the failure is noted: the test moves the time on only after that.
  await until(() => tries === 1 && reads === 2);
  await nextLook(1);
  expect(tries).toBe(1);
  await nextLook(1);
  await until(() => tries === 2 && reads === 5);
  await nextLook(2);
  expect(tries).toBe(2);
  password = 'testpass';
  await nextLook(2);
  await until(() => tries === 3);
  await until(async () => (await connections()) === 1);
  // A mailbox that is watched is not opened twice.
  await nextLook(60);
  expect([tries, await connections()]).toEqual([3, 1]);
});

test('a task that is disabled, and the stop of the service, close the connection', async () => {
  watch();
  await until(async () => (await connections()) === 1);
  await saveTask({ disabled: true });
  vi.advanceTimersByTime(minute);
  await until(async () => (await connections()) === 0);
  await saveTask({});
  at += 10 * minute;
  vi.advanceTimersByTime(minute);
  await until(async () => (await connections()) === 1);
  await stopWatching?.();
  await until(async () => (await connections()) === 0);
  const before = reads;
  vi.advanceTimersByTime(10 * minute);
  expect([tries, reads]).toEqual([2, before]);
  expect(await runs()).toEqual([]);
});

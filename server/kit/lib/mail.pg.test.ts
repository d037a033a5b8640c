import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { PermanentFault } from '../queue/job-handler.ts';
import { createWorker, type Worker } from '../queue/worker.ts';
import { mailJobs, storingMailer } from './mail.ts';
import type { SendMail } from './smtp-sender.ts';

const mail = { customerId: 1, cause: 'greeting 1', to: 'ann@example.org', subject: 'Hello', text: 'Text' };

let database: TestDatabase;
const workers: Worker[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
  await database.db.insertInto('customer').values({ name: 'North' }).execute();
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  await database.close();
});

/** A process that delivers mail. */
function delivering(send: SendMail): Worker {
  const worker = createWorker(database.db, pino({ level: 'silent' }), mailJobs(database.db, send));
  workers.push(worker);
  return worker;
}
const untilNow = () =>
  sql`update pgboss.job set start_after = now() - interval '1 second' where state = 'retry'`.execute(database.db);

test('an email is sent once, also when two processes check at the same time', async () => {
  await storingMailer.send(database.db, mail);
  const sent: string[] = [];
  const send = async ({ to }: { to: string }) => void sent.push(to);
  const first = delivering(send);
  await Promise.all([first.runOnce(), delivering(send).runOnce()]);
  await first.runOnce();
  expect(sent).toEqual([mail.to]);
});

test('a repeated call sends one email; another cause, or another customer, sends another email', async () => {
  await database.db.insertInto('customer').values({ name: 'South' }).execute();
  const both = [storingMailer.send(database.db, mail), storingMailer.send(database.db, { ...mail, subject: 'Hello again' })];
  await Promise.all(both);
  await storingMailer.send(database.db, { ...mail, cause: 'greeting 2', subject: 'Second' });
  await storingMailer.send(database.db, { ...mail, customerId: 2, subject: 'South' });
  const sent: string[] = [];
  await delivering(async ({ subject }) => void sent.push(subject)).runOnce();
  await storingMailer.send(database.db, mail);
  expect(await delivering(async ({ subject }) => void sent.push(subject)).runOnce()).toBe(0);
  expect(sent).toHaveLength(3);
  expect(sent).toEqual(expect.arrayContaining(['Second', 'South']));
});

test('an email whose transaction was rolled back is never sent', async () => {
  const rolledBack = database.db.transaction().execute(async (tx) => {
    await storingMailer.send(tx, mail);
    throw new Error('no');
  });
  await expect(rolledBack).rejects.toThrow('no');
  expect(await delivering(async () => undefined).runOnce()).toBe(0);
});

test('a refused mail is retried later, five tries in total', async () => {
  await storingMailer.send(database.db, mail);
  let tries = 0;
  const worker = delivering(async () => {
    tries += 1;
    throw new Error('mailbox full');
  });
  for (let i = 0; i < 8; i += 1) {
    await worker.runOnce();
    expect(await worker.runOnce()).toBe(0);
    await untilNow();
  }
  expect(tries).toBe(5);
  const { rows } = await sql`select name, data, output, state from pgboss.job`.execute(database.db);
  expect(rows).toEqual([
    { name: 'mail', data: { customerId: 1, mailId: 1 }, output: { message: 'mailbox full' }, state: 'failed' },
  ]);
});

test('an email that the server refuses permanently is tried once', async () => {
  await storingMailer.send(database.db, mail);
  let tries = 0;
  const worker = delivering(async () => {
    tries += 1;
    throw new PermanentFault('550 no such user');
  });
  for (let i = 0; i < 3; i += 1) {
    await worker.runOnce();
    await untilNow();
  }
  expect(tries).toBe(1);
});

test('a header with a line break is a bug and never becomes a second header', async () => {
  await expect(storingMailer.send(database.db, { ...mail, subject: 'Hello\r\nBcc: all@example.org' })).rejects.toThrow(
    'line break',
  );
});

test('a sent mail is kept without its links, which only its recipient may use', async () => {
  await storingMailer.send(database.db, { ...mail, text: 'Open http://127.0.0.1:4180/reset/1.secret within 30 minutes.' });
  const sent: string[] = [];
  await delivering(async ({ text }) => void sent.push(text)).runOnce();
  expect(sent).toEqual([expect.stringContaining('1.secret')]);
  const kept = await database.db.selectFrom('mail').select('text').execute();
  expect(kept).toEqual([{ text: 'Open (link removed) within 30 minutes.' }]);
});

import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { deliverDueMail, storingMailer } from './mail.ts';

const log = pino({ level: 'silent' });
const mail = { customerId: 1, to: 'ann@example.org', subject: 'Hello', text: 'Text' };

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
  await database.db.insertInto('customer').values({ name: 'North' }).execute();
});
afterEach(() => database.close());

test('a mail leaves once, also when two processes look at the same time', async () => {
  await storingMailer.send(database.db, mail);
  const sent: string[] = [];
  const send = async ({ to }: { to: string }) => void sent.push(to);
  await Promise.all([deliverDueMail(database.db, send, log), deliverDueMail(database.db, send, log)]);
  await deliverDueMail(database.db, send, log);
  expect(sent).toEqual([mail.to]);
});

test('a mail whose transaction was rolled back never leaves', async () => {
  const rolledBack = database.db.transaction().execute(async (tx) => {
    await storingMailer.send(tx, mail);
    throw new Error('no');
  });
  await expect(rolledBack).rejects.toThrow('no');
  expect(await deliverDueMail(database.db, async () => undefined, log)).toBe(0);
});

test('a refused mail is tried again later, five times in all', async () => {
  await storingMailer.send(database.db, mail);
  let tries = 0;
  const refuse = async () => {
    tries += 1;
    throw new Error('mailbox full');
  };
  for (let i = 0; i < 8; i += 1) {
    await deliverDueMail(database.db, refuse, log);
    expect(await deliverDueMail(database.db, refuse, log)).toBe(0);
    await database.db
      .updateTable('mail')
      .set({ next_at: new Date(0) })
      .execute();
  }
  expect(tries).toBe(5);
});

test('a header with a line break is a bug, never a second header', async () => {
  await expect(storingMailer.send(database.db, { ...mail, subject: 'Hello\r\nBcc: all@example.org' })).rejects.toThrow(
    'line break',
  );
});

import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSystemLog, readSystemLogOfDay } from '#contract/system/system-log.ts';
import { forgetOldSync } from '#server/feed/retention.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { collectLogLines } from './log-lines.ts';

let service: TestService;
let admin: string;
beforeAll(async () => {
  service = await startTestService();
  admin = await service.signIn('administrator');
});
afterAll(() => service.close());

const canary = 'canary-secret-4711';
const today = () => {
  const [year, month, day] = new Date().toISOString().slice(0, 10).split('-');
  return `${month}-${day}-${year}`;
};
const logInto = (lines: ReturnType<typeof collectLogLines>) => pino({ level: 'debug' }, { write: lines.write });

test('an administrator reads the lines of a day with area, customer and error id, and no secret is in them', async () => {
  const { db } = service.services;
  const lines = collectLogLines();
  const log = logInto(lines);
  log.debug({ url: canary }, 'a detail');
  log.info({ customer: service.people.north }, 'a disable date acted');
  log.error(
    { err: new Error(`wrong ${canary}`), url: '/api/x/:id', reqId: 'req-7', password: canary, body: { token: canary } },
    'a call failed',
  );
  log.error(new Error(`alone ${canary}`));
  log.warn({ ms: 2100, statement: 'select $1', jobId: 'job-3', values: [canary] }, 'a statement took 2,100 ms');
  await lines.flush(db);
  const read = await service.call(readSystemLog, { date: today() }, admin);
  expect(read).toMatchObject({
    total: 4,
    rows: [
      { level: 'warning', area: '', words: 'a statement took 2,100 ms: select $1', errorId: 'job-3' },
      { level: 'error', area: '', words: 'an error (Error)', errorId: null },
      { level: 'error', area: '/api/x/:id', customer: null, words: 'a call failed (Error)', errorId: 'req-7' },
      { level: 'info', customer: 'North Staffing', words: 'a disable date acted', errorId: null },
    ],
  });
  const [month = '', day = '', year = ''] = today().split('-');
  expect(await service.call(readSystemLogOfDay, { month, day, year }, admin)).toEqual(read);
  expect(await service.send(readSystemLogOfDay, { month: '2', day: '30', year: '2026' }, admin)).toMatchObject({
    status: 400,
    body: { fields: { day: 'There is no day 2/30/2026 in the calendar.' } },
  });
  expect(JSON.stringify(await db.selectFrom('system_log').selectAll().execute())).not.toContain(canary);
  expect((await service.send(readSystemLog, { date: today() }, await service.signIn('chief'))).status).toBe(403);
  expect(await service.send(readSystemLog, { date: '02-30-2026' }, admin)).toMatchObject({
    status: 400,
    body: { fields: { date: expect.stringContaining('no day') } },
  });
  expect(await service.send(readSystemLog, { date: 'yesterday' }, admin)).toMatchObject({
    status: 400,
    body: { fields: { date: 'Write the day as MM-DD-YYYY' } },
  });
});

test('a full queue and a database that fails drop lines without a fault, and say how many', async () => {
  const { db } = service.services;
  await sql`delete from system_log`.execute(db);
  const lines = collectLogLines();
  const log = logInto(lines);
  for (let n = 0; n < 2005; n++) log.warn('many');
  lines.write('no JSON');
  const failing = {
    getExecutor: () => {
      throw new Error('gone');
    },
  };
  await lines.flush(failing as unknown as Db);
  log.warn('one');
  await lines.flush(db);
  const { rows } = await service.call(readSystemLog, { date: today() }, admin);
  expect(rows.map(({ words }) => words).sort()).toEqual([expect.stringContaining('2,005 lines of the log were dropped'), 'one']);
});

test('lines older than 30 days are removed', async () => {
  const { db, now } = service.services;
  await sql`delete from system_log`.execute(db);
  for (const days of [29, 31])
    await sql`insert into system_log (at, level, process, area, words) values (${new Date(now().getTime() - days * 86_400_000)}, 30, '', '', ${`${days}`})`.execute(
      db,
    );
  await forgetOldSync(db, now());
  expect((await db.selectFrom('system_log').select('words').execute()).map(({ words }) => words)).toEqual(['29']);
});

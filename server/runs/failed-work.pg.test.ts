import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listFailedWork, retryFailedWork } from '#contract/system/system-settings.ts';
import { runJobs } from '#tests/support/run-jobs.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { mailJobs, storingMailer } from '../kit/lib/mail.ts';
import { PermanentFault } from '../kit/queue/job-handler.ts';

let service: TestService;
beforeAll(async () => void (service = await startTestService()));
afterAll(() => service.close());

test('an administrator sees the failed work of every customer with its reason; no one else does', async () => {
  const { db, now } = service.services;
  const { north, south } = service.people;
  const administrator = await service.signIn('administrator');
  expect(await service.call(listFailedWork, {}, administrator)).toEqual({ total: 0, rows: [] });
  await storingMailer.send(db, { customerId: north, cause: 'test', to: 'ann@example.org', subject: 'Hello', text: '' });
  const refusing = mailJobs(db, async () => Promise.reject(new PermanentFault('550 no such user')));
  await runJobs(db, refusing);
  const run = { name: 'Map', key: null, work: '{}', by_name: 'Ann', asked_by: 1, queued_at: now(), ended_at: now() };
  await db
    .insertInto('run')
    .values([
      { ...run, customer_id: south, kind: 'mapping', state: 'failed', host: null, fault: 'a bug' },
      // Refused by name, not failed with an error.
      { ...run, customer_id: south, kind: 'mapping', state: 'failed', host: null, fault: null },
    ])
    .execute();
  const { total, rows } = await service.call(listFailedWork, { limit: 10 }, administrator);
  expect(total).toBe(2);
  expect(rows.find(({ what }) => what === 'job')).toMatchObject({
    name: 'mail',
    customer: 'North Staffing',
    ids: '{"mailId": 1}',
    error: '550 no such user',
    tries: 1,
  });
  expect(rows.find(({ what }) => what === 'run')).toMatchObject({ name: 'mapping', customer: 'South Staffing', error: 'a bug' });
  const [job, failed] = ['job', 'run'].map((what) => rows.find((row) => row.what === what));
  if (!job || !failed) throw new Error('nothing failed');
  const again = ({ what, id }: typeof job) => service.send(retryFailedWork, { what, id }, administrator);
  expect(await again(job)).toMatchObject({ status: 200, body: { name: 'mail' } });
  expect(await again(failed)).toMatchObject({ status: 200, body: { name: 'mapping' } });
  expect(await service.call(listFailedWork, {}, administrator)).toEqual({ total: 0, rows: [] });
  // Both are on their way again, so that there is nothing to try any more.
  expect([(await again(job)).status, (await again(failed)).status]).toEqual([404, 404]);
  const { rows: waiting } = await sql<{
    state: string;
  }>`select state from run where customer_id || '/' || id = ${failed.id}`.execute(db);
  expect(waiting).toEqual([{ state: 'queued' }]);
  const delivered: string[] = [];
  await runJobs(
    db,
    mailJobs(db, async ({ to }) => void delivered.push(to)),
  );
  expect(delivered).toEqual(['ann@example.org']);
  expect((await service.send(retryFailedWork, { what: 'job', id: job.id }, await service.signIn('chief'))).status).toBe(403);
  expect((await service.send(listFailedWork, {}, await service.signIn('chief'))).status).toBe(403);
  expect((await service.send(listFailedWork, {})).status).toBe(401);
  await sql`delete from run`.execute(db);
});

test('an email whose process was killed in every try has failed in doubt, and its person gets a notice', async () => {
  const { db } = service.services;
  const { north, recruiter: owner } = service.people;
  const sent: string[] = [];
  const jobs = mailJobs(db, async ({ to }) => void sent.push(to));
  await storingMailer.send(db, { customerId: north, cause: 'killed', to: 'bob@example.org', subject: 'Rates', text: '', owner });
  const mail = db.selectFrom('mail').select(['trying', 'failed_at', 'in_doubt', 'sent_at']).where('cause', '=', 'killed');
  await db.updateTable('mail').set({ trying: true, tries: 5, in_doubt: 4 }).where('cause', '=', 'killed').execute();
  const settle = (state: string) => sql`update pgboss.job set state = ${state}::pgboss.job_state where name = 'mail'`.execute(db);
  await settle('active');
  await runJobs(db, jobs);
  expect(await mail.execute()).toMatchObject([{ trying: true, failed_at: null }]);
  await settle('failed');
  for (const _ of [1, 2]) await runJobs(db, jobs);
  expect(await mail.execute()).toMatchObject([{ trying: false, failed_at: expect.any(String), in_doubt: 5, sent_at: null }]);
  expect(sent).toEqual([]);
  const notices = await db.selectFrom('notification').select('text').where('user_id', '=', owner).execute();
  expect(notices).toMatchObject([{ text: expect.stringContaining('may have arrived') }]);
});

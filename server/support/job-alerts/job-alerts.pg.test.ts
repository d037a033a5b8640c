import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { messages } from '#contract/kit/messages.ts';
import { removeConfiguration, saveConfiguration } from '#contract/reports/configurations.ts';
import {
  addJobAlert,
  listJobAlertRuns,
  listJobAlerts,
  previewJobAlert,
  readJobAlert,
  readStopPage,
  removeJobAlert,
  saveJobAlert,
  stopJobAlerts,
  testJobAlert,
} from '#contract/support/job-alerts.ts';
import type { BullhornDouble } from '#server/demo/bullhorn/bullhorn-double.ts';
import { writeRows } from '#server/feed/publish.ts';
import { mailJobs } from '#server/kit/lib/mail.ts';
import { MailInDoubt, type SendMail } from '#server/kit/lib/smtp-sender.ts';
import { PermanentFault } from '#server/kit/queue/job-handler.ts';
import { createLineReader } from '#tests/contract/audit/audit-lines.ts';
import { aJob } from '#tests/support/factories/job-factory.ts';
import { aConfigurationBody } from '#tests/support/factories/report-factory.ts';
import { runJobs } from '#tests/support/run-jobs.ts';
import { emails, type TestService } from '#tests/support/test-service.ts';
import {
  addAlertJobs,
  alertContent,
  bullhornCandidate,
  resetAlerts,
  startAlertWorld,
} from '#tests/support/worlds/alert-world.ts';
import { alertJobs } from './alert-jobs.ts';

let service: TestService;
let double: BullhornDouble;
let chief: string;
let world: Awaited<ReturnType<typeof startAlertWorld>>;
let north: number;
const hour = 3_600_000;

const candidate = bullhornCandidate;

beforeAll(async () => {
  world = await startAlertWorld();
  ({ service, double, north } = world);
  chief = await service.signIn('chief');
});
afterAll(() => world.close());

beforeEach(async () => {
  ahead = 0;
  await resetAlerts(service, double, [candidate(1, 'One@Candidates.example'), candidate(2, 'two@candidates.example')]);
  await addJobs(21);
});

const addJobs = (...ids: number[]) => addAlertJobs(service, ...ids);

let names = 0;
const aView = async (over: object = {}) =>
  service.call(
    saveConfiguration,
    { cust: 'me', reportId: 1, name: `Jobs ${++names}`, body: aConfigurationBody(), ...over },
    chief,
  );
const content = alertContent;
const add = async (over: object = {}) => service.call(addJobAlert, content((await aView()).id, over), chief);

/** Milliseconds by which the clock of the jobs is ahead: sessions of the callers last hours only. */
let ahead = 0;
const later = () => ({ ...service.services, now: () => new Date(service.services.now().getTime() + ahead) });
const run = () => runJobs(service.services.db, alertJobs(later()));
const nextDay = () => {
  ahead += 24 * hour;
  return run();
};
const deliver = (send: SendMail) => runJobs(service.services.db, mailJobs(service.services.db, send));
const mails = () => service.services.db.selectFrom('mail').selectAll().orderBy('id').execute();
const runs = async (id: number) => (await service.call(listJobAlertRuns, { cust: 'me', id }, chief)).rows;

test('a job without a title is headed by its degree and specialty', async () => {
  const row = aJob({ id: 22, title: null, degree: 'RN', city: 'Reno', state: 'NV' });
  await service.services.db.transaction().execute((tx) => writeRows(tx, north, [{ collection: 'job' as const, row, extra: {} }]));
  await add();
  await nextDay();
  expect((await mails())[0]?.text).toContain('RN, ICU\nReno, NV · 3x12 Nights');
});

test('new jobs go to each matching candidate once, then only newer ones do', async () => {
  const alert = await add();
  expect(alert).toMatchObject({ zone: 'America/New_York', nextAt: '2026-11-25T13:00:00.000Z', targetProblem: '', lastRun: null });
  await run();
  expect(await mails()).toEqual([]);
  await nextDay();
  await run();
  const sent = await mails();
  expect(sent.map(({ to_address, subject }) => [to_address, subject])).toEqual([
    ['one@candidates.example', '1 new job – North Staffing'],
    ['two@candidates.example', '1 new job – North Staffing'],
  ]);
  expect(sent[0]?.text).toContain(
    'Hello Nurse1,\n\nRN ICU 21\nReno, NV · ICU · 3x12 Nights · Starts 12/01/2026\nhttps://north.example/apply?job=21',
  );
  expect(await runs(alert.id)).toMatchObject([
    {
      state: 'sent',
      newJobs: 1,
      found: 2,
      matched: 2,
      unsubscribed: 0,
      waiting: 2,
      message: expect.stringContaining('1 new job went to 2 candidates.'),
    },
  ]);
  await nextDay();
  expect(await mails()).toHaveLength(2);
  expect((await runs(alert.id))[0]).toMatchObject({ state: 'nothing', message: 'There was no new job.' });
  await addJobs(22, 23, 24);
  await nextDay();
  const texts = (await mails()).slice(2).map(({ text }) => text);
  expect(texts).toHaveLength(2);
  expect(texts[0]).toContain('These are the first 2 of 3 new jobs that suit you.');
  expect(texts[0]).not.toContain('RN ICU 21');
});

test('candidates match by degree, specialty and place; who has no address, is there twice or wants no mail gets none', async () => {
  double.records.candidates.push(
    candidate(3, 'degree@candidates.example', { categories: [2] }),
    candidate(4, 'specialty@candidates.example', { specialties: [102] }),
    candidate(5, 'place@candidates.example', { address: { state: 'TX' } }),
    candidate(6, 'out@candidates.example', { massMailOptOut: true }),
    candidate(7, 'not an address'),
    candidate(8, 'TWO@candidates.example'),
    candidate(9, 'archived@candidates.example', { status: 'Archive' }),
    candidate(10, 'many@candidates.example', { categories: [2, 3, 4, 5, 6, 7, 1] }),
    candidate(11, 'city@candidates.example', { address: { city: 'Las Vegas', state: 'NV' } }),
    candidate(12, 'reno@candidates.example', { address: { city: 'RENO', state: 'NV' } }),
  );
  const alert = await add({ byPlace: true });
  await nextDay();
  const to = (await mails()).map(({ to_address }) => to_address);
  expect(to).toEqual(['one@candidates.example', 'two@candidates.example', 'many@candidates.example', 'reno@candidates.example']);
  expect(await runs(alert.id)).toMatchObject([{ found: 11, matched: 5, unsubscribed: 1, waiting: 4 }]);
});

test('an email leaves with one-click headers, and its address is removed: sent, refused or in doubt are counted', async () => {
  double.records.candidates.push(candidate(3, 'gone@candidates.example'));
  const alert = await add();
  await nextDay();
  const sent: Parameters<SendMail>[0][] = [];
  const send: SendMail = async (mail) => {
    sent.push(mail);
    if (mail.to.startsWith('gone')) throw new PermanentFault(`550 <${mail.to}> unknown`);
    if (mail.to.startsWith('two') && sent.filter(({ to }) => to === mail.to).length === 1) throw new MailInDoubt('no answer');
  };
  await deliver(send);
  expect(sent[0]?.unsubscribe).toMatch(/^http:\/\/127\.0\.0\.1:4180\/auth\/jobalerts\/\d+\.[\w-]{65}$/);
  await service.services.db.updateTable('mail').set({ tries: 0 }).where('in_doubt', '>', 0).execute();
  expect(await runs(alert.id)).toMatchObject([{ sent: 1, refused: 1, inDoubt: 1, waiting: 1 }]);
  const stored = await mails();
  const without = stored.filter(({ in_doubt: doubt }) => doubt === 0);
  expect(without.map(({ to_address, unsubscribe }) => [to_address, unsubscribe])).toEqual([
    ['A candidate', null],
    ['A candidate', null],
  ]);
  expect(JSON.stringify(without)).not.toContain('candidates.example');
  const errors = await service.services.db.selectFrom('error_event').selectAll().execute();
  expect(JSON.stringify(errors)).not.toContain('candidates.example');
});

test('one click stops alerts for the address alone, reading the page stops nothing, and the candidate may start them again', async () => {
  const alert = await add();
  await nextDay();
  const [first] = await mails();
  const token = first?.unsubscribe?.split('/').at(-1) ?? '';
  const page = await service.send(readStopPage, { token });
  expect(page.response.body).toContain('You get emails with new jobs of <bdi>North Staffing</bdi>.');
  expect(await service.services.db.selectFrom('job_alert_stop').selectAll().execute()).toEqual([]);
  const click = await service.app.inject({
    method: 'POST',
    url: `/auth/jobalerts/${token}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  });
  expect(click.statusCode).toBe(200);
  expect(click.body).toContain('You get no job alerts');
  const [stop, ...others] = await service.services.db.selectFrom('job_alert_stop').selectAll().execute();
  expect(others).toEqual([]);
  expect(stop?.address_key).toMatch(/^[\w-]{43}$/);
  await addJobs(22);
  await nextDay();
  expect((await mails()).slice(2).map(({ to_address }) => to_address)).toEqual(['two@candidates.example']);
  expect((await runs(alert.id))[0]).toMatchObject({ matched: 2, unsubscribed: 1 });
  expect((await service.send(stopJobAlerts, { token, answer: 'again' })).status).toBe(200);
  expect(await service.services.db.selectFrom('job_alert_stop').selectAll().execute()).toEqual([]);
  const lines = await service.services.db
    .selectFrom('audit')
    .select(['command', 'detail'])
    .where('command', '=', 'alert.answer')
    .execute();
  expect(lines.map(({ detail }) => detail)).toEqual([{ answer: 'stop' }, { answer: 'again' }]);
  for (const bad of [`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`, '1.short', `9${token.slice(1)}`]) {
    expect((await service.send(readStopPage, { token: bad })).status).toBe(404);
    expect((await service.send(stopJobAlerts, { token: bad, answer: 'stop' })).status).toBe(400);
  }
});

test('a target that is not reached keeps the jobs new: the run is tried again, fails with the reason, and the next one sends them', async () => {
  const alert = await add();
  ahead += 24 * hour;
  for (let tries = 0; tries < 5; tries++) {
    double.faults.push('drop-before', 'drop-before', 'drop-before');
    await run();
    await retryNow();
  }
  double.faults.length = 0;
  expect(await runs(alert.id)).toMatchObject([
    { state: 'failed', message: expect.stringContaining('The jobs are sent at the next time.') },
  ]);
  expect(await mails()).toEqual([]);
  await nextDay();
  expect(await mails()).toHaveLength(2);
});

const retryNow = async () => {
  await sql`update pgboss.job set start_after = now() - interval '1 second' where name = 'job-alert' and state = 'retry'`.execute(
    service.services.db,
  );
};

test('zero candidates send nothing; a removed configuration pauses the alert and says why; saving starts it again', async () => {
  double.records.candidates.length = 0;
  const alert = await add();
  await nextDay();
  expect(await runs(alert.id)).toMatchObject([
    { state: 'nothing', newJobs: 1, found: 0, message: expect.stringContaining('the target has no candidates') },
  ]);
  await service.call(removeConfiguration, { cust: 'me', id: alert.configurationId }, chief);
  await nextDay();
  const words = 'This configuration was removed, or is no longer shared. Choose another one.';
  expect((await runs(alert.id))[0]).toMatchObject({ state: 'paused', message: words });
  const paused = await service.call(readJobAlert, { cust: 'me', id: alert.id }, chief);
  expect(paused).toMatchObject({ nextAt: null, pausedBecause: words, configuration: 'Removed configuration' });
  const bell = await service.services.db.selectFrom('notification').select('text').where('kind', '=', 'alert').execute();
  expect(bell).toEqual([{ text: `Your job alert “New ICU jobs” was paused. ${words}` }]);
  const again = await service.call(saveJobAlert, { ...content((await aView()).id), id: alert.id }, chief);
  expect(again).toMatchObject({ pausedBecause: '', nextAt: expect.any(String) });
});

test('alerts of a suspended customer wait, and come once it is at work again', async () => {
  const alert = await add();
  const { db } = service.services;
  await db.updateTable('customer').set({ status: 'suspended' }).where('id', '=', north).execute();
  await nextDay();
  await nextDay();
  await db.updateTable('customer').set({ status: 'active' }).where('id', '=', north).execute();
  expect(await runs(alert.id)).toEqual([]);
  await run();
  expect(await mails()).toHaveLength(2);
  expect(await runs(alert.id)).toMatchObject([{ state: 'sent', message: expect.stringContaining('It is late') }]);
});

test('a preview has the new jobs and sends nothing; a test goes to the caller alone', async () => {
  const view = await aView();
  const { cust: _, ...draft } = content(view.id, { frequency: 2, days: [1, 4] });
  const shown = await service.call(previewJobAlert, { ...draft, id: 0 }, chief);
  expect(shown).toMatchObject({ newJobs: 1, zone: 'America/New_York', subject: '1 new job – North Staffing' });
  expect(shown.next[0]).toBe('2026-11-26T13:00:00.000Z');
  expect(shown.html).toContain('Hello Ann,');
  const alert = await add();
  expect(await mails()).toEqual([]);
  const { message } = await service.call(testJobAlert, { cust: 'me', id: alert.id }, chief);
  expect(message).toBe(`A test email is on its way to ${emails.chief}`);
  expect((await mails()).map(({ to_address, subject }) => [to_address, subject])).toEqual([
    [emails.chief, 'Test: 1 new job – North Staffing'],
  ]);
  await service.services.db.deleteFrom('job').execute();
  expect(await service.send(testJobAlert, { cust: 'me', id: alert.id }, chief)).toMatchObject({
    status: 400,
    body: { fields: { configurationId: expect.stringContaining('no new job now') } },
  });
});

test('what is wrong is named by its field, with the words of the documents', async () => {
  const view = await aView();
  const refused = async (over: object) => {
    const { status, body } = await service.send(addJobAlert, { ...content(view.id), ...over }, chief);
    return { status, fields: (body as { fields?: object }).fields };
  };
  const cases: [object, object][] = [
    [{ configurationId: 0 }, { configurationId: messages.alertConfigurationRequired }],
    [{ time: '' }, { time: messages.alertTimeRequired }],
    [{ frequency: 2, days: [] }, { days: messages.alertDayRequired }],
    [{ frequency: 3, days: [] }, { days: messages.alertDayRequired }],
    [{ frequency: 3, days: [1, 2] }, { days: 'Choose one day of the month' }],
    [{ frequency: 2, days: [8] }, { days: 'Choose days from 1 (Monday) to 7 (Sunday)' }],
    [{ jobsInEmail: null }, { jobsInEmail: messages.alertJobsRequired }],
    [{ name: ' ' }, { name: 'Name is required' }],
    [{ applyLink: 'javascript:alert(1)' }, { applyLink: 'Write a whole web address that begins with https:// or http://' }],
    [{ emailText: 'Hi #RATE#' }, { emailText: expect.stringContaining('Remove #RATE#') }],
    [{ targetId: 2 }, { targetId: 'Crelate cannot be asked for candidates. Choose a Bullhorn target.' }],
    [{ targetId: 999 }, { targetId: 'This target was removed. Choose another one.' }],
    [{ configurationId: 999_999 }, { configurationId: expect.stringContaining('was removed') }],
    [{ sendVia: 'fax' }, { sendVia: 'Choose email, sms or both' }],
    [{ sendVia: 'sms', smsText: 'Hi' }, { sendVia: expect.stringContaining('Text messages are not set up yet') }],
    [
      { sendVia: 'both', smsText: ' ', emailText: '' },
      { emailText: 'Write the text of the email', smsText: 'Write the text of the text message' },
    ],
    [{ smsText: 'x'.repeat(501) }, { smsText: 'Use at most 500 characters' }],
    [{ smsText: 'Hi #RATE#' }, { smsText: expect.stringContaining('Remove #RATE#') }],
  ];
  for (const [over, fields] of cases) expect(await refused(over), JSON.stringify(over)).toEqual({ status: 400, fields });
  expect((await service.send(saveJobAlert, { ...content(view.id), id: 999_999 }, chief)).status).toBe(404);
});

test('each change has its line, an alert of another customer is none, and only who connects targets sees alerts', async () => {
  const { lineOf } = createLineReader(service);
  const view = await aView();
  const added = await lineOf(addJobAlert, content(view.id), chief);
  expect(added).toMatchObject({ customer_id: north, object_kind: 'jobAlert', detail: { name: 'New ICU jobs' } });
  const id = Number(added.object_id);
  expect(await lineOf(saveJobAlert, { ...content(view.id, { enabled: false }), id }, chief)).toMatchObject({
    object_id: String(id),
  });
  expect(await service.call(listJobAlerts, { cust: 'me' }, chief)).toMatchObject([{ id, enabled: false, nextAt: null }]);
  await nextDay();
  expect(await runs(id)).toEqual([]);
  expect(await lineOf(testJobAlert, { cust: 'me', id }, chief)).toMatchObject({ object_id: String(id) });
  const admin = await service.signIn('administrator');
  for (const call of [readJobAlert, listJobAlertRuns, removeJobAlert, testJobAlert])
    expect((await service.send(call, { cust: service.people.south, id }, admin)).status, call.route).toBe(404);
  const viewer = await service.signIn('viewer');
  expect((await service.send(listJobAlerts, { cust: 'me' }, viewer)).status).toBe(403);
  expect(await lineOf(removeJobAlert, { cust: 'me', id }, chief)).toMatchObject({ object_id: String(id) });
  expect(await service.call(listJobAlerts, { cust: 'me' }, chief)).toEqual([]);
});

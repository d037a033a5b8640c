import { createHash } from 'node:crypto';
import { unzipSync } from 'fflate';
import readExcel from 'read-excel-file/universal';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { removeConfiguration, saveConfiguration } from '#contract/reports/configurations.ts';
import {
  answerAddressPage,
  listScheduleRuns,
  listSchedules,
  previewSchedule,
  readAddressPage,
  removeSchedule,
  saveSchedule,
  sendScheduled,
  testSchedule,
} from '#contract/reports/schedules.ts';
import { createRule } from '#contract/rules/rules.ts';
import { routes } from '#server/routes.ts';
import { createLineReader } from '#tests/contract/audit/audit-lines.ts';
import { buildSheetWorker } from '#tests/corpus/build-feed-parser.ts';
import { aConfigurationBody } from '#tests/support/factories/report-factory.ts';
import { runJobs } from '#tests/support/run-jobs.ts';
import { emails, startTestService, type TestService } from '#tests/support/test-service.ts';
import { scheduleJobs } from './schedule-jobs.ts';

let service: TestService;
let chief: string;
let recruiter: string;
let undo: () => void;
const hour = 3_600_000;

beforeAll(async () => {
  undo = await buildSheetWorker();
  service = await startTestService({ at: new Date('2026-11-25T12:00:00Z') });
  [chief, recruiter] = await Promise.all([service.signIn('chief'), service.signIn('recruiter')]);
  await service.services.db.updateTable('customer').set({ time_zone: 'America/New_York' }).execute();
  const rule = { source: '[Unit] contains ICU', actionType: 1, fieldId: 17, operand: '90', active: true };
  for (const [at, name] of ['Alpha', '=1+1', 'Gamma'].entries())
    await service.send(createRule, { ...rule, name, ord: at + 1 }, chief);
});
afterAll(async () => {
  await service.close();
  undo();
});
beforeEach(async () => {
  ahead = 0;
  const { db } = service.services;
  for (const table of ['report_schedule', 'report_run', 'report_recipient', 'mail'] as const)
    await db.deleteFrom(table).execute();
});

let names = 0;
/** A saved view of the rule report. */
const aView = async (token = recruiter, over: object = {}) =>
  service.call(
    saveConfiguration,
    {
      cust: 'me',
      reportId: 7,
      name: `Rules ${++names}`,
      body: aConfigurationBody({ base: 'report', columns: ['name', 'ord'], start: [], widths: {} }),
      ...over,
    },
    token,
  );
const content = (configurationId: number, over: object = {}) => ({
  cust: 'me' as const,
  configurationId,
  frequency: 'daily' as const,
  time: '08:00',
  file: 'csv' as const,
  ...over,
});
const save = async (over: object = {}, token = recruiter) => {
  const view = await aView(token);
  return service.call(saveSchedule, content(view.id, over), token);
};
/** Milliseconds by which the clock of the jobs is ahead: sessions of the callers last hours only. */
let ahead = 0;
const run = () => {
  const now = () => new Date(service.services.now().getTime() + ahead);
  return runJobs(service.services.db, scheduleJobs({ ...service.services, now }, routes));
};
const mails = () => service.services.db.selectFrom('mail').selectAll().orderBy('id').execute();
const runs = async (id: number) => (await service.call(listScheduleRuns, { cust: 'me', id }, recruiter)).rows;
const files = () => service.services.db.selectFrom('mail_attachment').selectAll().orderBy('mail_id').execute();
const csv = (bytes: Uint8Array | null | undefined) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes ?? new Uint8Array());

test('a schedule is sent once at its time, with the rows of its view as file and in the mail, and not again', async () => {
  const saved = await save();
  expect(saved).toMatchObject({
    zone: 'America/New_York',
    nextAt: '2026-11-25T13:00:00.000Z',
    isPaused: false,
    report: 'Rule report',
  });
  await run();
  expect(await mails()).toEqual([]);
  ahead += 2 * hour;
  await run();
  await run();
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ to_address: emails.recruiter, subject: `${saved.configuration}: 3 rows – North Staffing` });
  expect(mail?.text).toContain(`http://127.0.0.1:4180/report_myreports?schedule=${saved.id}`);
  expect(mail?.html).toContain('<td dir="auto"');
  const [file] = await files();
  expect(file?.name).toMatch(/^rules-\d+-2026-11-25\.csv$/);
  expect(csv(file?.content).split('\r\n')).toEqual(['\uFEFFRule,Order', 'Alpha,1', "'=1+1,2", 'Gamma,3', '']);
  expect(await runs(saved.id)).toMatchObject([
    { state: 'sent', rows: 3, mails: 1, dueAt: '2026-11-25T13:00:00.000Z', byHand: false },
  ]);
  const [listed] = await service.call(listSchedules, { cust: 'me' }, recruiter);
  expect(listed).toMatchObject({ id: saved.id, nextAt: '2026-11-26T13:00:00.000Z', lastRun: { state: 'sent' } });
});

test('an Excel file has the same rows, a sheet about them, and no formula', async () => {
  const view = await aView();
  await service.call(testSchedule, content(view.id, { file: 'xlsx' }), recruiter);
  const [file] = await files();
  const sheets = (await readExcel(new Blob([file?.content as never]))) as unknown as { sheet: string; data: unknown[][] }[];
  expect(sheets.map(({ sheet }) => sheet)).toEqual(['Rows', 'About']);
  expect(sheets[0]?.data).toEqual([
    ['Rule', 'Order'],
    ['Alpha', 1],
    ['=1+1', 2],
    ['Gamma', 3],
  ]);
  expect(sheets[1]?.data).toContainEqual(['Made by', 'The recruiter']);
  const page = new TextDecoder().decode(unzipSync(file?.content ?? new Uint8Array())['xl/worksheets/sheet1.xml']);
  expect(page).not.toMatch(/<f[ >]/);
});

test('below its threshold nothing is sent, and the run says so; sent by hand it is', async () => {
  const saved = await save({ threshold: 5 });
  ahead += 24 * hour;
  await run();
  expect(await mails()).toEqual([]);
  expect(await runs(saved.id)).toMatchObject([
    { state: 'below', rows: 3, message: '3 rows are fewer than 5, so nothing was sent.' },
  ]);
  const sent = await service.call(sendScheduled, { cust: 'me', scheduleId: saved.id }, recruiter);
  expect(sent).toMatchObject({ state: 'waiting', byHand: true });
  await run();
  expect(await mails()).toHaveLength(1);
  expect((await runs(saved.id))[0]).toMatchObject({ state: 'sent', byHand: true, message: 'Sent to 1 address with 3 rows.' });
});

test('after a stop of days there is one mail, which says that it is late', async () => {
  const saved = await save();
  ahead += 5 * 24 * hour;
  await run();
  await run();
  expect(await mails()).toHaveLength(1);
  const [only, ...others] = await runs(saved.id);
  expect(others).toEqual([]);
  expect(only?.message).toContain('It is late: it was due on 11/25/2026 08:00 AM.');
});

test('an address of the own domain gets it at once, another one only after it agreed on its page, and it can stop', async () => {
  const saved = await save({ addresses: ['desk@north.test', 'Client@Hospital.example', emails.chief] });
  expect(saved).toMatchObject({ unconfirmed: ['client@hospital.example'] });
  const [question, ...more] = await mails();
  expect(more).toEqual([]);
  expect(question).toMatchObject({ to_address: 'client@hospital.example', subject: 'Do you want reports of North Staffing?' });
  // Saving again on the same day asks no second time.
  await service.call(
    saveSchedule,
    { ...content(saved.configurationId, { addresses: saved.addresses }), id: saved.id },
    recruiter,
  );
  expect(await mails()).toHaveLength(1);
  const token = /reportaddress\/([\w.-]+)/.exec(question?.text ?? '')?.[1] ?? '';
  const send = async () => {
    await service.services.db.deleteFrom('mail').execute();
    await service.call(sendScheduled, { cust: 'me', scheduleId: saved.id }, recruiter);
    await run();
    return (await mails()).map(({ to_address }) => to_address).sort();
  };
  const own = [emails.chief, 'desk@north.test', emails.recruiter].sort();
  expect(await send()).toEqual(own);
  expect((await runs(saved.id))[0]?.message).toContain('1 address has not agreed.');
  const page = await service.send(readAddressPage, { token });
  expect(page.response.body).toContain('Reports are sent only if you agree');
  expect(page.response.headers['content-security-policy']).toContain("form-action 'self'");
  const agree = (answer: string) =>
    service.app.inject({
      method: 'POST',
      url: `/auth/reportaddress/${token}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://127.0.0.1:4180' },
      payload: `answer=${answer}`,
    });
  expect((await agree('yes')).body).toContain('gets reports of');
  service.advance(60_000);
  expect(await send()).toEqual([...own, 'client@hospital.example'].sort());
  const outside = (await mails()).find(({ to_address }) => to_address === 'client@hospital.example');
  expect(outside?.text).toContain(`/auth/reportaddress/${token}`);
  expect(outside?.text).not.toContain('?schedule=');
  expect((await agree('no')).body).toContain('gets no reports of');
  service.advance(60_000);
  expect(await send()).toEqual(own);
  // Nothing that is stored opens the page, and a key opens no other one.
  const rows = await service.services.db.selectFrom('report_recipient').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(token.split('-').slice(1).join('-'));
  const changed = [
    token.replace(/\.\d+-/, '.999-'),
    token.replace(/^\d+/, '999'),
    `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
  ];
  for (const other of changed) expect((await service.send(readAddressPage, { token: other })).status, other).toBe(404);
  expect((await service.send(readAddressPage, { token: '1.AAAAAAAAAAAAAAAAAAAAAAAA' })).status).toBe(404);
  expect((await service.send(answerAddressPage, { token: '1.AAAAAAAAAAAAAAAAAAAAAAAA', answer: 'yes' })).status).toBe(400);
});

test('a link of an earlier version goes on working by the hash of its key', async () => {
  const key = 'k'.repeat(32);
  const old_key_hash = createHash('sha256').update(key).digest('hex');
  const row = {
    customer_id: service.people.north,
    address: 'old@hospital.example',
    old_key_hash,
    agreed: true,
    asked_at: new Date(0),
  };
  await service.services.db.insertInto('report_recipient').values(row).execute();
  const page = await service.send(readAddressPage, { token: `${service.people.north}.${key}` });
  expect(page.response.body).toContain('gets reports of');
  expect((await service.send(readAddressPage, { token: `${service.people.north}.${old_key_hash}` })).status).toBe(404);
});

test('further addresses get 50 mails a day, and the run names how many got nothing', async () => {
  const addresses = Array.from({ length: 10 }, (_, i) => `desk${i}@north.test`);
  const saved = await save({ addresses, dontSendMe: true });
  for (let i = 0; i < 6; i++) {
    service.advance(1000);
    await service.call(sendScheduled, { cust: 'me', scheduleId: saved.id }, recruiter);
    await run();
  }
  expect(await mails()).toHaveLength(50);
  const [last, before] = await runs(saved.id);
  expect(before).toMatchObject({ state: 'sent', mails: 10 });
  expect(last).toMatchObject({ state: 'failed', mails: 0, rows: 3 });
  expect(last?.message).toBe('No one gets it. 10 addresses got nothing: further addresses get 50 emails a day.');
});

test('an owner who lost the right gets no report: the schedule is paused, and a notice and an email say why; saving starts it again', async () => {
  const { db } = service.services;
  const saved = await save();
  const rightsBefore = await db
    .selectFrom('app_user')
    .select('rights')
    .where('id', '=', service.people.recruiter)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('app_user')
    .set({ rights: rightsBefore.rights.filter((id) => id !== 12) })
    .where('id', '=', service.people.recruiter)
    .execute();
  ahead += 24 * hour;
  await run();
  ahead += 48 * hour;
  await run();
  const [listed] = await service
    .call(listSchedules, { cust: 'me' }, chief)
    .then((all) => all.filter(({ id }) => id === saved.id));
  const own = await service.call(listSchedules, { cust: 'me' }, recruiter);
  expect(listed).toBeUndefined();
  expect(own).toMatchObject([{ isPaused: true, nextAt: null, pausedBecause: 'The recruiter may no longer read this report.' }]);
  expect((await mails()).map(({ subject }) => subject)).toEqual([`Your schedule of “${saved.configuration}” was paused`]);
  expect(await db.selectFrom('notification').select('text').where('kind', '=', 'report').execute()).toHaveLength(1);
  expect((await service.send(sendScheduled, { cust: 'me', scheduleId: saved.id }, recruiter)).status).toBe(400);
  await db.updateTable('app_user').set({ rights: rightsBefore.rights }).where('id', '=', service.people.recruiter).execute();
  const again = await service.call(saveSchedule, { ...content(saved.configurationId), id: saved.id }, recruiter);
  expect(again).toMatchObject({ isPaused: false, pausedBecause: '' });
});

test('a removed view pauses its schedule', async () => {
  const saved = await save();
  await service.call(removeConfiguration, { cust: 'me', id: saved.configurationId }, recruiter);
  ahead += 24 * hour;
  await run();
  expect(await runs(saved.id)).toMatchObject([
    { state: 'paused', message: 'Its view was removed, or is no longer shared with you.' },
  ]);
});

test('a preview says what would be sent when to whom, and sends nothing; a test goes to the caller alone', async () => {
  const view = await aView();
  const wanted = content(view.id, {
    frequency: 'weekly',
    days: [4, 1],
    addresses: ['desk@north.test', 'a@b.example'],
    threshold: 9,
  });
  const preview = await service.call(previewSchedule, wanted, recruiter);
  expect(preview).toMatchObject({
    rows: 3,
    isSent: false,
    to: [emails.recruiter],
    unconfirmed: ['a@b.example'],
    zone: 'America/New_York',
    attached: expect.stringMatching(/\.csv$/),
  });
  expect(preview.next).toHaveLength(3);
  expect(preview.text).toContain('Rule: Alpha');
  expect(preview.text).toContain('weekly on Monday and Thursday at 8:00 AM');
  expect(await mails()).toEqual([]);
  const { message } = await service.call(testSchedule, wanted, recruiter);
  expect(message).toBe(`A test email is on its way to ${emails.recruiter}`);
  expect((await mails()).map(({ to_address }) => to_address)).toEqual([emails.recruiter]);
  expect(await service.call(listSchedules, { cust: 'me' }, recruiter)).toEqual([]);
});

test('an administrator of the provider schedules at a customer, too, and each change has its line in the audit', async () => {
  const admin = await service.signIn('administrator');
  const { north, administrator } = service.people;
  const { lineOf } = createLineReader(service);
  const view = await aView(admin, { cust: north });
  const wanted = { ...content(view.id), cust: north };
  const by = { customer_id: north, actor_id: administrator, detail: { name: view.name } };
  const saved = await lineOf(saveSchedule, wanted, admin);
  expect(saved).toMatchObject({ ...by, object_kind: 'schedule' });
  const id = Number(saved.object_id);
  expect(await service.call(listSchedules, { cust: north }, admin)).toMatchObject([{ id, owner: 'The administrator' }]);
  expect(await lineOf(testSchedule, wanted, admin)).toMatchObject({ ...by, object_kind: 'reportConfiguration' });
  expect(await lineOf(sendScheduled, { cust: north, scheduleId: id }, admin)).toMatchObject({ ...by, object_id: String(id) });
  await run();
  expect((await mails()).map(({ to_address }) => to_address)).toEqual([emails.administrator, emails.administrator]);
  expect(await lineOf(removeSchedule, { cust: north, id }, admin)).toMatchObject({ ...by, object_id: String(id) });
});

test('what a schedule says wrongly is refused by its field, and another person’s schedule is none', async () => {
  const view = await aView();
  const refused = async (over: object, token = recruiter) => {
    const { status, body } = await service.send(saveSchedule, content(view.id, over), token);
    return { status, fields: (body as { fields?: object }).fields };
  };
  expect(await refused({ time: '25:00' })).toEqual({ status: 400, fields: { time: 'Write the time as HH:mm, such as 08:00' } });
  expect(await refused({ frequency: 'weekly', days: [] })).toEqual({ status: 400, fields: { days: 'Choose at least one day' } });
  expect(await refused({ frequency: 'monthly', day: 32 })).toEqual({ status: 400, fields: { day: 'Choose a day from 1 to 31' } });
  expect((await refused({ addresses: ['a@b.example\r\nBcc: c@d.example'] })).status).toBe(400);
  expect(await refused({ dontSendMe: true })).toEqual({
    status: 400,
    fields: { addresses: 'Name who gets it, or send it to yourself' },
  });
  expect((await service.send(saveSchedule, content(999_999), recruiter)).status).toBe(404);
  const odd = await aView(recruiter, { body: aConfigurationBody({ base: 'triage' }) });
  expect(await service.send(previewSchedule, content(odd.id), recruiter)).toMatchObject({
    status: 400,
    body: { fields: { configurationId: expect.stringContaining('cannot be sent') } },
  });
  expect((await service.send(saveSchedule, content(odd.id), recruiter)).status).toBe(400);
  const saved = await save();
  const viewer = await service.signIn('viewer');
  for (const [call, args] of [
    [listScheduleRuns, { id: saved.id }],
    [removeSchedule, { id: saved.id }],
    [sendScheduled, { scheduleId: saved.id }],
    [saveSchedule, { ...content(saved.configurationId), id: saved.id }],
  ] as const)
    expect([call.route, (await service.send(call, { cust: 'me', ...args }, viewer)).status]).toEqual([call.route, 404]);
  expect((await service.send(sendScheduled, { cust: 'me', scheduleId: 0 }, recruiter)).status).toBe(400);
  const removed = await service.call(removeSchedule, { cust: 'me', id: saved.id }, recruiter);
  expect(removed.message).toBe(`The schedule of “${saved.configuration}” was removed`);
});

import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkTask, runTaskNow, stopTaskRun } from '#contract/collecting/runs.ts';
import { removeTask, resetTaskCounters, saveTask, saveTaskColumns } from '#contract/collecting/tasks.ts';
import {
  commitUpload,
  uploadAtsClients,
  uploadAtsDegrees,
  uploadAtsShifts,
  uploadAtsSpecialties,
  uploadJobs,
} from '#contract/collecting/uploads.ts';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import { saveExternalShift } from '#contract/mapping/external-shifts.ts';
import { addFacility } from '#contract/mapping/facility-add.ts';
import { cancelMapRun, refreshData, refreshJobData, startMapRun, undoMapRun } from '#contract/mapping/mapping-runs.ts';
import { saveSourceOrderType } from '#contract/mapping/order-types.ts';
import { commitPremap } from '#contract/mapping/premap.ts';
import { saveAtsObject, uploadAtsContacts, uploadAtsDegreeSpecialties } from '#contract/mapping/reference-lists.ts';
import { saveSharedFacility } from '#contract/mapping/shared-facilities.ts';
import { changeSource, saveSource } from '#contract/mapping/sources.ts';
import { saveSpecialtyDegree } from '#contract/mapping/specialty-degrees.ts';
import { exportActivity } from '#contract/people/activity.ts';
import { login, logout } from '#contract/people/auth.ts';
import { updateNotification } from '#contract/people/notices.ts';
import { changeOwnPassword, changePassword, changeSeparator, requestReset } from '#contract/people/password-reset.ts';
import {
  addPasskey,
  confirmAuthenticator,
  removePasskey,
  removeSecondFactor,
  renamePasskey,
  renewRecoveryCodes,
  setSecondFactorRule,
  startAuthenticator,
  startPasskey,
} from '#contract/people/second-factor.ts';
import { confirmIdentity, loginWithFactor } from '#contract/people/second-factor-proof.ts';
import { endOtherSessions, endSession, listSessions } from '#contract/people/sessions.ts';
import { acceptDisclaimer, loginAs, returnFromLoginAs, savePrefs } from '#contract/people/users.ts';
import { setAutoPost } from '#contract/posting/auto-post.ts';
import { repostJobs } from '#contract/posting/repost.ts';
import { saveBurden, saveDegreePay, saveFee, savePaySettings } from '#contract/rules/pay.ts';
import { draftRule } from '#contract/rules/rule-drafts.ts';
import { updateProductField } from '#contract/rules/rule-lists.ts';
import { cancelRuleRun, readOpenJobs, reprocessJobs, reprocessTask, undoRuleRun } from '#contract/rules/rule-runs.ts';
import {
  addErrorConfiguration,
  removeErrorConfiguration,
  saveErrorConfiguration,
} from '#contract/support/error-configurations.ts';
import { confirmWipe, killDevice, reportLostWork } from '#contract/sync/devices.ts';
import { sendHello } from '#contract/sync/sync.ts';
import { sendFeedback } from '#contract/system/feedback.ts';
import { saveJiraSettings } from '#contract/system/jira-settings.ts';
import { stopLongWork } from '#contract/system/long-work.ts';
import { removeServiceItem, saveServiceItem } from '#contract/system/service-items.ts';
import { saveSlackSettings } from '#contract/system/slack-settings.ts';
import { listFailedWork, retryFailedWork, saveSystemSettings } from '#contract/system/system-settings.ts';
import { writeRows } from '#server/feed/publish.ts';
import { rowsOf } from '#server/kit/db/rows.ts';
import { routes } from '#server/routes.ts';
import { PasskeyDouble } from '#tests/doubles/passkey-double.ts';
import { aJob, aTarget, aValue } from '#tests/support/factories/job-factory.ts';
import { emails, startTestService, type TestService, testPassword } from '#tests/support/test-service.ts';
import { atsValue, seedMapping } from '#tests/support/worlds/mapping-world.ts';
import { sendFile } from '../send-file.ts';
import { changed, createLineReader, type LineReader, object } from './audit-lines.ts';
import { auditedElsewhere } from './audited-elsewhere.ts';

// Makes each call that declares an audit line once, and checks its line: actor, subject, object and changes.
let service: TestService;
let admin: string;
let chief: string;
let north: number;
let reader: LineReader;
const secrets = ['geheim-key-1', testPassword, 'token=abc'];

beforeAll(async () => {
  service = await startTestService();
  [admin, chief] = await Promise.all([service.signIn('administrator'), service.signIn('chief')]);
  north = service.people.north;
  reader = createLineReader(service);
  const { db } = service.services;
  const lists = [atsValue(1, 'degree', 'Registered Nurse'), atsValue(2, 'specialty', 'ICU', { extId: 'icu' })];
  await seedMapping(db, north, lists, [aValue(12, 'degree', { text: 'RN' })]);
  await db.transaction().execute((tx) =>
    writeRows(tx, north, [
      { collection: 'target', row: aTarget({ id: 2, typeId: 4, name: 'Plain', maps: [] }), extra: { settings: {} } },
      { collection: 'job', row: aJob({ id: 7, degreeValueId: 12 }) },
    ]),
  );
});
afterAll(() => service.close());

/** Like `lineOf` of the reader, as the customer's administrator if no one else is named. */
const lineOf = (endpoint: Endpoint, args: Record<string, unknown>, token: string = chief, status = 200) =>
  reader.lineOf(endpoint, args, token, status);
const linesOf: LineReader['linesOf'] = (...call) => reader.linesOf(...call);

test('audit lines of tasks: save, run, reset, remove', async () => {
  const url = 'https://127.0.0.1:9/feed?token=abc';
  const task = { cust: north, name: 'Medloop', site: 'Medloop', url, everyMinutes: 60, isDisabled: false };
  const added = await lineOf(saveTask, { ...task, id: 0 });
  expect(added).toMatchObject({ customer_id: north, actor_id: service.people.chief, subject_id: service.people.chief });
  expect(changed(added)).toMatchObject({ name: [null, 'Medloop'], everyMinutes: [null, 60] });
  const id = Number(added.object_id);
  expect(changed(await lineOf(saveTask, { ...task, id, everyMinutes: 30 }))).toEqual({
    everyMinutes: [60, 30],
    disabled: [true, false],
  });
  expect(object(await lineOf(runTaskNow, { cust: north, id }, chief))).toEqual(['task', String(id)]);
  expect(object(await lineOf(stopTaskRun, { cust: north, id }))).toEqual(['task', String(id)]);
  expect(await lineOf(checkTask, { cust: north, id })).toMatchObject({ detail: { name: 'Medloop', works: false } });
  await lineOf(resetTaskCounters, { cust: north, id });
  const columns = { signature: 'a'.repeat(32), mapping: { Where: 'facility', Note: null } };
  expect(await lineOf(saveTaskColumns, { cust: north, id, ...columns })).toMatchObject({
    object_kind: 'task',
    detail: { source: 'Medloop', columns: 2 },
  });
  expect(await lineOf(removeTask, { cust: north, id, keepJobs: 1 })).toMatchObject({ detail: { name: 'Medloop' } });
});

test('audit lines of files: jobs uploaded and staged, reference lists uploaded', async () => {
  const jobs = 'Job ID,Title,Facility,City,State\nJ1,RN,Mercy,Reno,NV\n';
  let file = '';
  await linesOf(uploadJobs, async () => {
    const answer = await sendFile(service, uploadJobs, { cust: north }, jobs, admin);
    file = String(answer.body['file']);
    return answer;
  });
  const staged = await lineOf(commitUpload, { cust: north, file, source: 'Uploads' }, admin);
  expect(staged).toMatchObject({
    object_kind: 'upload',
    object_id: file,
    detail: { fileName: 'list.csv', source: 'Uploads', jobs: 1 },
  });
  const path = { cust: north, target: 2 };
  const list = 'externalId,name\n1,One\n';
  for (const [call, text] of [
    [uploadAtsClients, list],
    [uploadAtsDegrees, list],
    [uploadAtsSpecialties, list],
    [uploadAtsShifts, list],
    [uploadAtsContacts, list],
    [uploadAtsDegreeSpecialties, 'degree,specialty\nRN,ICU\n'],
  ] as const) {
    const [line] = await linesOf(call, () => sendFile(service, call, path, text, admin));
    expect(line).toMatchObject({ object_kind: 'target', object_id: '2' });
  }
});

test('audit lines of lists and sources: entries, shifts, degrees of specialties, order types, shared facilities, sources', async () => {
  const entry = { cust: north, target: 1, id: 0, externalId: 'X1', name: 'Charge Nurse' };
  const saved = await lineOf(saveAtsObject, { ...entry, type: '2' }, admin);
  expect(changed(saved)).toMatchObject({ name: [null, 'Charge Nurse'] });
  await lineOf(saveExternalShift, { ...entry, starts: '07:00', ends: '19:00' }, admin);
  await lineOf(saveSpecialtyDegree, { specExtId: 'icu', targetId: 1, degreeExternalId: 'E1' }, admin).then((line) =>
    expect(changed(line)).toEqual({ parentId: [null, 'E1'] }),
  );
  await lineOf(saveAtsObject, { ...entry, type: '5', externalId: 'T1', name: 'Travel' }, admin);
  const choice = await lineOf(saveSourceOrderType, { orderType: '5', targetId: 1, rowId: 3, externalId: 'T1' }, admin);
  expect(changed(choice)).toEqual({ ext_id: [null, 'T1'] });
  const shared = await lineOf(saveSharedFacility, { id: 0, name: 'Shared' }, admin);
  expect(shared).toMatchObject({ customer_id: service.people.provider, object_kind: 'sharedFacility' });
  const source = await lineOf(saveSource, { me: north, id: 0, name: 'Newloop' }, admin);
  const renamed = await lineOf(changeSource, { me: north, id: Number(source.object_id), name: 'Newerloop' }, admin);
  expect(changed(renamed)).toEqual({ name: ['Newloop', 'Newerloop'] });
  const posting = await lineOf(setAutoPost, { cust: north, id: Number(source.object_id), target: 1, on: true }, admin);
  expect(changed(posting)).toMatchObject({ autoPost: [false, true] });
  expect(posting.detail).toMatchObject({ target: 'Bullhorn', turned: 'on', posts: 0 });
  const again = { cust: north, targetId: 1, sourceIds: [Number(source.object_id)] };
  const reposted = await lineOf(repostJobs, again, admin);
  expect(object(reposted)).toEqual(['target', '1']);
  expect(reposted.detail).toMatchObject({ jobs: 0, sources: again.sourceIds });
});

test('audit lines of mapping: a new facility, the premap, runs', async () => {
  const form = { name: 'Mercy', address: '1 Main St', city: 'Reno', state: 'NV', zip: '89501', status: 'Active' };
  expect(await lineOf(addFacility, { ...form, cust: north, targetId: 2 }, admin)).toMatchObject({ object_kind: 'atsValue' });
  const lines = [{ jrDegree: 'RN', atsDegree: 'Registered Nurse' }];
  expect(await lineOf(commitPremap, { me: north, targetId: 1, lines }, admin)).toMatchObject({ detail: { lines: 1 } });
  // The run queue writes these lines.
  const commands = async () =>
    (await service.services.db.selectFrom('audit').select('command').where('command', 'like', 'mapping.%').execute()).map(
      ({ command }) => command,
    );
  await service.services.db.updateTable('run').set({ state: 'done', ended_at: service.services.now() }).execute();
  const { id } = await service.call(startMapRun, { cust: north, targetId: 1, kind: 'automap', kinds: ['degree'] }, admin);
  await service.call(cancelMapRun, { cust: north, id }, admin);
  await service.call(undoMapRun, { cust: north, id }, admin);
  await service.services.db.updateTable('run').set({ state: 'done', ended_at: service.services.now() }).execute();
  await service.call(refreshData, { cust: north, targetId: 1, mode: '2' }, admin);
  expect(await commands()).toEqual(['mapping.run', 'mapping.run', 'mapping.run.cancel', 'mapping.run.undo', 'mapping.run']);
  const recomputed = await lineOf(refreshJobData, { jobId: 7, targetId: 1 }, admin);
  expect(recomputed).toMatchObject({ customer_id: north, object_id: '7', detail: { values: 1 } });
});

test('audit lines of pay, field definitions and system settings', async () => {
  const pay = { id: north, cust: north, calcType: 1, regularPayRate: 40, hoursPerWeek: 36 };
  expect(changed(await lineOf(savePaySettings, pay, admin))).toMatchObject({ regular_pay_rate: [null, 40] });
  expect(changed(await lineOf(savePaySettings, { ...pay, regularPayRate: 42 }, admin))).toEqual({ regular_pay_rate: [40, 42] });
  await lineOf(saveFee, { id: 3, cust: north, vmsFee: 3, billOvertime: true }, admin);
  // A degree that still exists after the sync of the ATS's lists.
  const [degree] = await rowsOf(service.services.db, north, 'atsValue', { where: sql`kind = 'degree'` });
  const degreeId = degree?.id ?? 0;
  await lineOf(saveDegreePay, { cust: north, id: degreeId, payRate: 50 }, admin);
  expect(changed(await lineOf(saveDegreePay, { cust: north, id: degreeId, payRate: null }, admin))).toEqual({
    pay_rate: [50, null],
  });
  await lineOf(saveBurden, { id: 0, cust: north, state: 'NV', burden: 12 }, admin);
  const field = { id: 1, title: 'Work', isRequired: false, isVisibleToCustomers: true, isAdvanced: false };
  expect(changed(await lineOf(updateProductField, field, admin))).toMatchObject({ title: [expect.any(String), 'Work'] });
  const ai = { url: 'https://ai.example/v1', model: 'small', allow: [], key: 'geheim-key-1' };
  expect(await lineOf(saveSystemSettings, { ai }, admin)).toMatchObject({
    detail: { newKey: true, changed: { model: [null, 'small'], hasKey: [null, true] } },
  });
  await service.call(saveSystemSettings, { ai: null }, admin);
});

test('audit lines of rules: runs, drafts, feedback', async () => {
  const run = await lineOf(reprocessJobs, { cust: north, mode: 1, ids: [7] }, admin);
  await lineOf(cancelRuleRun, { cust: north, id: Number(run.object_id) }, admin);
  const { db } = service.services;
  const ended = await lineOf(reprocessJobs, { cust: north, mode: 1, ids: [7] }, admin);
  const id = Number(ended.object_id);
  await db.updateTable('run').set({ state: 'done' }).where('id', '=', id).execute();
  const note = { before: JSON.stringify({ note: null }), after: JSON.stringify({ note: 'Call' }) };
  await db
    .insertInto('run_job')
    .values({ customer_id: north, run_id: id, job_id: 7, outcome: 'changed', ...note })
    .execute();
  await lineOf(undoRuleRun, { cust: north, id }, admin);
  const other = await lineOf(reprocessJobs, { cust: north, mode: 1, ids: [7] }, admin);
  await lineOf(stopLongWork, { cust: north, id: Number(other.object_id) }, admin);
  await db.updateTable('run').set({ state: 'failed', fault: 'a bug' }).where('id', '=', Number(other.object_id)).execute();
  const { rows } = await service.call(listFailedWork, {}, admin);
  const [failed] = rows;
  const again = await lineOf(retryFailedWork, { what: 'run', id: `${north}/${other.object_id}` }, admin);
  expect(failed?.id).toBe(`${north}/${other.object_id}`);
  expect([again.customer_id, object(again)]).toEqual([north, ['run', other.object_id]]);
  await db.updateTable('run').set({ state: 'cancelled' }).where('id', '=', Number(other.object_id)).execute();
  expect(await lineOf(readOpenJobs, { cust: north }, admin)).toMatchObject({ object_kind: 'ruleRun' });
  expect(await lineOf(reprocessTask, { cust: north, crawlerId: -1 }, admin)).toMatchObject({ object_kind: 'ruleRun' });
  await lineOf(draftRule, { cust: north, description: 'Cancel jobs of Mercy Hospital' }, admin);
  await lineOf(sendFeedback, { cust: north, success: true }, admin);
});

test('audit lines of devices: kill, wipe, lost work', async () => {
  const clientId = 'device-of-the-chief-1';
  const hello = {
    protocol: 1,
    clientId,
    customerId: north,
    deviceLabel: 'Phone',
    appVersion: '1',
    unsent: 0,
    oldestUnsentAt: null,
    persisted: true,
  };
  await service.call(sendHello, hello, chief);
  expect(object(await lineOf(killDevice, { cust: north, clientId }, admin))).toEqual(['device', clientId]);
  await lineOf(confirmWipe, { customerId: north, clientId, unsent: 2 });
  await lineOf(reportLostWork, { customerId: north, clientId, unsent: 2, maxSeq: 2 });
});

test('audit lines of users: preferences, disclaimer, notices, working as another user, passwords, sessions', async () => {
  expect(changed(await lineOf(savePrefs, { userDuration: 'days' }))).toHaveProperty('userDuration');
  await lineOf(acceptDisclaimer, { ack: 'The chief' });
  const acting = await lineOf(loginAs, { cust: north, user: service.people.viewer, reason: 'Support' }, admin);
  expect(acting).toMatchObject({ customer_id: north, actor_id: service.people.administrator, subject_id: service.people.viewer });
  const { db } = service.services;
  const again = await service.signIn('administrator');
  const { accessToken } = await service.call(loginAs, { cust: north, user: service.people.viewer }, again);
  await lineOf(returnFromLoginAs, {}, accessToken);
  const notice = await db.selectFrom('notification').select('id').executeTakeFirstOrThrow();
  expect(
    changed(await lineOf(updateNotification, { cust: north, id: notice.id, isRead: true }, await service.signIn('viewer'))),
  ).toEqual({
    read: [false, true],
  });
  await service.call(requestReset, { email: emails.viewer }, '');
  await expect
    .poll(() => db.selectFrom('audit').select('command').where('command', '=', 'user.password.link').execute())
    .toHaveLength(1);
  const mail = await db.selectFrom('mail').select('text').orderBy('id', 'desc').executeTakeFirstOrThrow();
  const c = /reset\/(\S+)/.exec(mail.text)?.[1] ?? '';
  secrets.push(c);
  await lineOf(changePassword, { c, name: `${emails.viewer}${changeSeparator}Another-horse-42-battery` }, '');
  await lineOf(changeOwnPassword, { current: testPassword, password: 'Other-horse-43-battery' });
  const session = await lineOf(login, { username: emails.recruiter, password: testPassword, refreshIn: 'body' }, '');
  expect(session).toMatchObject({ actor_id: service.people.recruiter, object_kind: 'session' });
  const opened = await service.call(login, { username: emails.recruiter, password: testPassword, refreshIn: 'body' });
  await lineOf(logout, { refreshToken: opened.refreshToken ?? '' }, '');
  const [mine, other] = [await service.signIn('recruiter'), await service.signIn('recruiter')];
  const id = (await service.call(listSessions, {}, other)).find(({ isCurrent }) => isCurrent)?.id ?? '';
  expect(object(await lineOf(endSession, { id }, mine))).toEqual(['session', id]);
  await lineOf(endOtherSessions, {}, mine);
});

test('audit lines of second factors: set up, confirmed, used, removed, required', async () => {
  const { people } = service;
  const recruiter = await service.signIn('recruiter');
  const line = (endpoint: Endpoint, args: Record<string, unknown>) => lineOf(endpoint, args, recruiter);
  const { db } = service.services;
  expect(object(await line(startAuthenticator, {}))).toEqual(['user', String(people.recruiter)]);
  const { secret } = await service.call(startAuthenticator, {}, recruiter);
  secrets.push(secret);
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  // The step before, so that the current one is unused at the confirmation.
  await line(confirmAuthenticator, { code: totp.generate({ timestamp: Date.now() - 30_000 }) });
  expect(await line(confirmIdentity, { code: totp.generate() })).toMatchObject({ object_kind: 'session' });
  const { recoveryCodes } = await service.call(renewRecoveryCodes, {}, recruiter);
  secrets.push(...recoveryCodes);
  const { body } = await service.send(login, { username: emails.recruiter, password: testPassword });
  const proof = { pending: (body as { pending: string }).pending, recoveryCode: recoveryCodes[0], refreshIn: 'body' };
  expect(await lineOf(loginWithFactor, proof, '')).toMatchObject({
    actor_id: people.recruiter,
    detail: { factor: 'recoveryCode' },
  });
  await db.updateTable('session').set({ confirmed_at: '2999-01-01' }).where('user_id', '=', people.recruiter).execute();
  const double = new PasskeyDouble('http://localhost:80');
  const { options } = await service.call(startPasskey, {}, recruiter);
  const passkey = double.create({ challenge: String(options['challenge']) });
  expect(await line(addPasskey, { name: 'Laptop', passkey })).toMatchObject({ detail: { name: 'Laptop', host: 'localhost' } });
  expect(changed(await line(renamePasskey, { id: double.id, name: 'Phone' }))).toEqual({ name: ['Laptop', 'Phone'] });
  await line(removePasskey, { id: double.id });
  await line(renewRecoveryCodes, {});
  await line(removeSecondFactor, {});
  const provider = await service.signIn('administrator');
  const required = await lineOf(setSecondFactorRule, { cust: north, required: true }, provider);
  expect([object(required), changed(required)]).toEqual([['customer', String(north)], { required: [false, true] }]);
  await service.call(setSecondFactorRule, { cust: north, required: false }, provider);
});

test('audit lines of service items and of a file of the activity', async () => {
  const provider = await service.signIn('administrator');
  const item = { id: 0, code: 'notices.listed', value: 50, customerId: north };
  const added = await lineOf(saveServiceItem, item, provider);
  expect(added).toMatchObject({ customer_id: north, object_kind: 'serviceItem' });
  expect(changed(added)).toEqual({ code: [null, 'notices.listed'], value: [null, 50] });
  const id = Number(added.object_id);
  expect(changed(await lineOf(saveServiceItem, { ...item, id, value: 60 }, provider))).toEqual({ value: [50, 60] });
  expect(await lineOf(removeServiceItem, { id }, provider)).toMatchObject({
    customer_id: north,
    detail: { name: 'notices.listed' },
  });
  const exported = await lineOf(exportActivity, { cust: north, kind: 'task' }, provider);
  expect(exported).toMatchObject({ customer_id: north, object_kind: 'activity', detail: { kind: 'task' } });
});

test('audit lines of error configurations and of the webhook of Slack', async () => {
  const provider = await service.signIn('administrator');
  const draft = {
    crawlerId: null,
    parserId: null,
    errorCode: 2,
    threshold: 10,
    bySlack: true,
    byMail: false,
    silenceMinutes: 30,
  };
  const added = await lineOf(addErrorConfiguration, { ...draft, customerId: north }, provider);
  expect(added).toMatchObject({ customer_id: north, object_kind: 'errorConfiguration' });
  const id = Number(added.object_id);
  const saved = await lineOf(saveErrorConfiguration, { ...draft, customerId: north, id, threshold: 12 }, provider);
  expect(changed(saved)).toEqual({ threshold: [10, 12] });
  expect(await lineOf(removeErrorConfiguration, { id }, provider)).toMatchObject({ detail: { threshold: 12 } });
  secrets.push('secretpath');
  const set = await lineOf(saveSlackSettings, { webhook: 'https://hooks.slack.com/services/T1/B1/secretpath' }, provider);
  expect([object(set), changed(set)]).toEqual([['setting', 'slack'], { isSet: [false, true], host: [null, 'hooks.slack.com'] }]);
  secrets.push('jiratokenpath');
  const jira = {
    site: 'https://a.atlassian.net',
    account: 'a@example.org',
    project: 'SUP',
    issueType: 'Task',
    token: 'jiratokenpath',
  };
  const connected = await lineOf(saveJiraSettings, { jira }, provider);
  expect([object(connected), changed(connected)]).toMatchObject([['setting', 'jira'], { project: [null, 'SUP'] }]);
});

test('the tests above cover every call that declares an audit line', () => {
  const named = routes.filter(({ audit }) => audit !== null && !audit.startsWith('none: ')).map(({ endpoint }) => endpoint);
  expect(
    named.filter((endpoint) => !reader.done.has(endpoint) && !auditedElsewhere.has(endpoint)).map(({ route }) => route),
  ).toEqual([]);
});

test('no audit line contains a password, key or token', async () => {
  const lines = await service.services.db.selectFrom('audit').select('detail').execute();
  const text = JSON.stringify(lines);
  expect(lines.length).toBeGreaterThan(50);
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
});

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { addErrorConfiguration, saveErrorConfiguration } from '#contract/support/error-configurations.ts';
import { saveSlackSettings } from '#contract/system/slack-settings.ts';
import { listenOnLoopback } from '#server/demo/loopback/loopback.ts';
import { createSlackDouble, readable, type SlackFault, slackDoublePath } from '#server/demo/slack/slack-double.ts';
import { noteError } from '#server/kit/lib/error-events.ts';
import { aConfiguration, type ConfigurationDraft } from '#tests/support/factories/error-configuration-factory.ts';
import { runJobs } from '#tests/support/run-jobs.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { slackJobs } from '../deliveries/send-slack.ts';
import { errorAlertJobs } from './alert-jobs.ts';
import { alertRecipients, providerId } from './alert-recipients.ts';
import { countNewErrors } from './count-new-errors.ts';

/** 10,000 by hand: `ERROR_EVENTS=10000`. */
const burst = Number(process.env.ERROR_EVENTS ?? 1000);
const minute = 60_000;

let service: TestService;
let admin: string;
let slack: ReturnType<typeof createSlackDouble>;
let clock = Date.parse('2026-11-21T09:00:00.000Z');
const now = () => new Date(clock);
beforeAll(async () => {
  slack = createSlackDouble(now);
  const url = await listenOnLoopback(slack.server);
  service = await startTestService({ allowHosts: [new URL(url).host], at: now() });
  admin = await service.signIn('administrator');
  await service.call(saveSlackSettings, { webhook: `${url}${slackDoublePath}` }, admin);
});
afterAll(async () => {
  slack.server.close();
  await service.close();
});
afterEach(async () => {
  const { db } = service.services;
  for (const table of ['error_event', 'error_configuration', 'slack_message', 'slack_pace', 'mail'] as const)
    await db.deleteFrom(table).execute();
  (slack.messages as unknown[]).length = 0;
  (slack.calledAt as number[]).length = 0;
  slack.faults.length = 0;
  clock += 24 * 60 * minute;
});

const add = (changed: Partial<ConfigurationDraft> = {}) => service.call(addErrorConfiguration, aConfiguration(changed), admin);
const ports = () => ({ ...service.services, now });
/** Time passes by the clock of the test alone. */
const wait = async (milliseconds: number) => void (clock += milliseconds);
const jobs = () => [...errorAlertJobs(ports()), ...slackJobs(ports(), wait)];
const run = () => runJobs(service.services.db, jobs());
const note = (times = 1, more: Partial<Parameters<typeof noteError>[1]> = {}) =>
  noteError(service.services.db, {
    customerId: service.people.north,
    kind: 'sign_in',
    at: now(),
    times,
    crawlerId: 3,
    about: 'Task “Medloop”',
    words: 'The vendor refused the password.',
    ...more,
  });
const firstLines = () => slack.messages.map(({ text }) => text.split('\n')[0]);
const slacked = () => service.services.db.selectFrom('slack_message').selectAll().orderBy('id').execute();

test(`${burst.toLocaleString('en-US')} errors in a minute, counted by two processes: one message, the others silent, then “recovered”`, async () => {
  await add();
  const others = await add({ customerId: service.people.south });
  const start = clock;
  const portion = burst / 10;
  for (let i = 0; i < burst; i += 1) {
    clock = start + Math.floor((i * minute) / burst);
    await note();
    if (i % portion === portion - 1) await Promise.all([run(), run()]);
  }
  expect(slack.messages).toHaveLength(1);
  clock = start + 32 * minute;
  await Promise.all([run(), run()]);
  clock += 31 * minute;
  await Promise.all([run(), run()]);
  clock += 31 * minute;
  await run();
  const first = Number(/^([\d,]+) errors/.exec(firstLines()[0] ?? '')?.[1]?.replaceAll(',', ''));
  expect(first).toBeGreaterThanOrEqual(10);
  expect(firstLines()).toEqual([
    `${first.toLocaleString('en-US')} errors: any kind, all customers, since ${new Date(start).toISOString().slice(0, 16).replace('T', ' ')} UTC.`,
    `And ${(burst - first).toLocaleString('en-US')} more errors: any kind, all customers.`,
    `Recovered after ${burst.toLocaleString('en-US')} errors: any kind, all customers.`,
  ]);
  expect(await slacked()).toMatchObject(Array.from({ length: 3 }, () => ({ state: 'sent', tries: 1, in_doubt: 0 })));
  const row = await service.services.db
    .selectFrom('error_configuration')
    .select('messages')
    .where('id', '=', others.id)
    .execute();
  expect(row).toEqual([{ messages: 0 }]);
}, 120_000);

test('an error of a transaction that is rolled back does not count', async () => {
  await add({ threshold: 1 });
  const rolledBack = service.services.db.transaction().execute(async (tx) => {
    await noteError(tx, { customerId: service.people.north, kind: 'internal', at: now(), about: '', words: '' });
    throw new Error('no');
  });
  await expect(rolledBack).rejects.toThrow('no');
  expect(await run()).toBe(0);
});

test('two processes that count at the same moment send one message', async () => {
  await add({ threshold: 5 });
  await note(7);
  const stopping = new AbortController().signal;
  await Promise.all(Array.from({ length: 4 }, () => countNewErrors(ports(), stopping)));
  expect(await slacked()).toHaveLength(1);
  await Promise.all([run(), run()]);
  expect(firstLines()).toEqual([expect.stringContaining('7 errors')]);
});

test('each configuration counts its customer, crawler, parser and kind alone', async () => {
  const { north, south } = service.people;
  await add({ threshold: 2, customerId: north });
  await add({ threshold: 2, crawlerId: null, errorCode: 2 });
  await add({ threshold: 2, errorCode: 22 });
  await note(1);
  await note(1, { customerId: south });
  await note(1, { kind: 'mail_refused', crawlerId: null });
  await run();
  expect(firstLines()).toEqual([
    expect.stringContaining('2 errors: any kind, North Staffing'),
    expect.stringContaining('2 errors: Sign-in refused, all customers'),
  ]);
});

test('a change of what is counted starts the count again; one of how it is sent does not', async () => {
  const { id } = await add({ threshold: 10 });
  await note(9);
  await run();
  const same = await service.call(saveErrorConfiguration, { ...aConfiguration(), id, byMail: true }, admin);
  expect(same.errors).toBe(9);
  const other = await service.call(saveErrorConfiguration, { ...aConfiguration(), id, threshold: 11 }, admin);
  expect(other.errors).toBe(0);
});

test('an email goes once to each administrator who gets system alerts', async () => {
  const { db } = service.services;
  await db.updateTable('app_user').set({ alerts: '{"system": true}' }).where('id', '=', service.people.administrator).execute();
  const recipients = await alertRecipients(db, await providerId(db));
  await add({ threshold: 1, bySlack: false, byMail: true });
  await note(3);
  await Promise.all([run(), run()]);
  const mails = await db.selectFrom('mail').select(['to_address', 'subject', 'text']).execute();
  expect(mails.map(({ to_address: to }) => to)).toEqual(recipients.map(({ email }) => email));
  expect(mails[0]).toMatchObject({
    subject: 'Jobdock: 3 errors: any kind, all customers',
    text: expect.stringContaining('The latest: Task “Medloop”: The vendor refused the password.'),
  });
  expect(slack.messages).toEqual([]);
});

type Case = readonly [fault: SlackFault, arrived: number, end: object];
const cases: readonly Case[] = [
  ['busy', 1, { state: 'sent', tries: 2, in_doubt: 0 }],
  ['rollup_error', 1, { state: 'sent', tries: 2, in_doubt: 0 }],
  ['torn', 2, { state: 'sent', tries: 2, in_doubt: 1 }],
  ['lost', 1, { state: 'sent', tries: 2, in_doubt: 1 }],
  ['unsure', 2, { state: 'sent', tries: 2, in_doubt: 1 }],
  ['channel_is_archived', 0, { state: 'failed', tries: 1, answer: expect.stringContaining('is archived') }],
  ['no_service', 0, { state: 'failed', tries: 1, answer: expect.stringContaining('removed or disabled') }],
];
test.each(cases)('after “%s” a message arrives %i times and ends as %j', async (fault, arrived, end) => {
  slack.faults.push(fault);
  await add({ threshold: 1 });
  await note();
  await run();
  clock += 10_000;
  await run();
  await run();
  expect(slack.messages).toHaveLength(arrived);
  // A message that may be there already says so.
  if (arrived === 2) expect(slack.messages[1]?.text).toContain('goes again, as Slack did not confirm it');
  expect(await slacked()).toMatchObject([end]);
});

test('messages are a second apart and in their order, also with two processes and after a pause that Slack asks for', async () => {
  for (const errorCode of [2, 18, 22]) await add({ threshold: 1, errorCode });
  await note();
  await note(1, { kind: 'row_refused' });
  await note(1, { kind: 'mail_refused' });
  slack.faults.push('busy');
  await Promise.all([run(), run()]);
  clock += 5000;
  await run();
  expect(firstLines().map((line) => /: ([^,]+),/.exec(line ?? '')?.[1])).toEqual([
    'Sign-in refused',
    'Row refused',
    'Email refused',
  ]);
  const gaps = slack.calledAt.slice(1).map((at, i) => at - (slack.calledAt[i] ?? 0));
  expect(gaps).toHaveLength(3);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1000);
  expect(gaps[0]).toBeGreaterThanOrEqual(2000);
});

test('a message whose process was killed goes again after its lease, counted as in doubt', async () => {
  await add({ threshold: 1 });
  await note();
  await countNewErrors(ports(), new AbortController().signal);
  await service.services.db
    .updateTable('slack_message')
    .set({ state: 'sending', tries: 1, lease_until: new Date(clock + minute) })
    .execute();
  await run();
  expect(slack.messages).toEqual([]);
  clock += minute + 1;
  await run();
  expect(await slacked()).toMatchObject([{ state: 'sent', tries: 2, in_doubt: 1 }]);
});

test('while Slack is away messages wait with growing pauses, and fail after a day', async () => {
  await add({ threshold: 1 });
  await note();
  slack.faults.push(...Array<SlackFault>(40).fill('rollup_error'));
  for (let i = 0; i < 6; i += 1) {
    await run();
    clock += 11 * minute;
  }
  const [alert] = await slacked();
  expect(alert).toMatchObject({ state: 'waiting', answer: expect.stringContaining('tries again') });
  const gaps = slack.calledAt.slice(1).map((at, i) => at - (slack.calledAt[i] ?? 0));
  expect(gaps[0]).toBeGreaterThanOrEqual(5000);
  expect(Math.min(...gaps.slice(1))).toBeGreaterThanOrEqual(30_000);
  clock += 24 * 60 * minute;
  await run();
  expect((await slacked())[0]).toMatchObject({ state: 'failed', answer: expect.stringContaining('Not sent within 24 hours') });
  expect(slack.messages).toEqual([]);
});

test('without a webhook a message fails at once, and says what to do', async () => {
  const { db } = service.services;
  const stored = await db.selectFrom('secret').selectAll().where('owner', '=', 'slack').execute();
  await db.deleteFrom('secret').where('owner', '=', 'slack').execute();
  await add({ threshold: 1 });
  await note();
  await run();
  expect(await slacked()).toMatchObject([{ state: 'failed', answer: expect.stringContaining('No webhook of Slack is set') }]);
  await db.insertInto('secret').values(stored).execute();
});

test('text of jobs and vendors stays text in Slack', async () => {
  await add({ threshold: 1 });
  const hostile = '<!channel> <@U123> <https://evil.test|Jobdock> & \u202Egnp\r\n@everyone';
  await note(1, { about: hostile, words: `${hostile}\0` });
  await run();
  const [text] = slack.messages.map((message) => message.text);
  expect(text).not.toMatch(/<[!@#h]|[\0\r\u202E]/);
  expect(readable(text ?? '')).toContain('<!channel> <@U123> <https://evil.test|Jobdock> & gnp @everyone');
});

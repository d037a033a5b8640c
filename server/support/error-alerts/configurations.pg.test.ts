import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { listErrorTypes } from '#contract/collecting/error-types.ts';
import type { SentArgsOf } from '#contract/kit/endpoint.ts';
import {
  addErrorConfiguration,
  listErrorConfigurations,
  removeErrorConfiguration,
  saveErrorConfiguration,
} from '#contract/support/error-configurations.ts';
import { aConfiguration, type ConfigurationDraft } from '#tests/support/factories/error-configuration-factory.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';

let service: TestService;
let admin: string;
let crawlerId: number;
let parserId: number;
beforeAll(async () => {
  service = await startTestService();
  admin = await service.signIn('administrator');
  const { db } = service.services;
  const crawler = await sql<{ id: number }>`
    insert into crawler_setup (name, site, about, kind, settings) values ('Walked crawler', 'x', 'x', 'feed', '{}') returning id`.execute(
    db,
  );
  const parser = await sql<{ id: number }>`insert into parser (name) values ('Walked parser') returning id`.execute(db);
  [crawlerId, parserId] = [crawler.rows[0]?.id ?? 0, parser.rows[0]?.id ?? 0];
});
afterAll(() => service.close());
afterEach(() => service.services.db.deleteFrom('error_configuration').execute());

const add = (changed: Partial<ConfigurationDraft> = {}) => service.call(addErrorConfiguration, aConfiguration(changed), admin);
const list = (filters: SentArgsOf<typeof listErrorConfigurations> = {}) => service.call(listErrorConfigurations, filters, admin);

test('a configuration is added, listed with its names, changed and removed', async () => {
  const { north } = service.people;
  const added = await add({ customerId: north, crawlerId, parserId, errorCode: 2 });
  expect(added).toMatchObject({
    customer: 'North Staffing',
    crawler: 'Walked crawler',
    parser: 'Walked parser',
    error: 'Sign-in refused',
    state: 'quiet',
    errors: 0,
    silentUntil: null,
  });
  expect((await list()).rows).toEqual([added]);
  const saved = await service.call(saveErrorConfiguration, { ...aConfiguration(), id: added.id, silenceMinutes: 5 }, admin);
  expect(saved).toMatchObject({
    id: added.id,
    customerId: null,
    customer: 'All customers',
    crawler: 'Any crawler',
    silenceMinutes: 5,
  });
  expect(await service.call(removeErrorConfiguration, { id: added.id }, admin)).toEqual(saved);
  expect((await list()).rows).toEqual([]);
  for (const call of [saveErrorConfiguration, removeErrorConfiguration])
    expect((await service.send(call, { ...aConfiguration(), id: added.id }, admin)).status).toBe(404);
});

test('the documented names travel: the filter’s in requests, the configuration’s in replies', async () => {
  const { response } = await service.send(addErrorConfiguration, aConfiguration(), admin);
  expect(response.json()).toMatchObject({
    Customer_ID: null,
    ErrorThreshold: 10,
    SlackNotification: true,
    CacheTimeThreshold: 30,
  });
  const asked = await service.app.inject({
    method: 'POST',
    url: '/api/notificationconfigs/list',
    headers: { authorization: `Bearer ${admin}` },
    payload: { id: null, customerId: null, crawlerId: null, parseId: null, errorTypeCode: null, errorThreshold: 10 },
  });
  expect([asked.statusCode, asked.json<{ total: number }>().total]).toEqual([200, 1]);
});

test('every field filters; 0 finds those that count any', async () => {
  const { north, south } = service.people;
  const one = await add({ customerId: north, crawlerId, parserId, errorCode: 2, threshold: 3, byMail: true, silenceMinutes: 7 });
  const any = await add();
  await add({ customerId: south, bySlack: false, byMail: true });
  const found = async (filters: SentArgsOf<typeof listErrorConfigurations>) => (await list(filters)).rows.map(({ id }) => id);
  const filters: SentArgsOf<typeof listErrorConfigurations>[] = [
    { id: one.id },
    { customerId: north },
    { crawlerId },
    { parserId },
    { errorCode: 2 },
    { threshold: 3 },
    { silenceMinutes: 7 },
    { bySlack: true, byMail: true },
    { query: 'walked crawler' },
    { query: 'walked parser' },
    { query: 'north st' },
    { query: 'sign-in' },
  ];
  for (const filter of filters) expect([filter, await found(filter)]).toEqual([filter, [one.id]]);
  expect(await found({ customerId: 0 })).toEqual([any.id]);
  expect(await found({ crawlerId: 0, byMail: false })).toEqual([any.id]);
  expect(await list({ sort: '-threshold', page: 2, pageSize: 2 })).toMatchObject({ total: 3, totalPages: 2, rows: [one] });
});

test.each([
  [{ threshold: 0 }, 'threshold', 'Enter a whole number of errors from 1 to 10,000'],
  [{ threshold: 1.5 }, 'threshold', 'Enter a whole number of errors from 1 to 10,000'],
  [{ silenceMinutes: 10_081 }, 'silenceMinutes', 'Enter a whole number of minutes from 1 to 10,080'],
  [{ errorCode: 99 }, 'errorCode', 'Choose one of the error codes 1 to 27'],
  [{ bySlack: false }, 'bySlack', 'Choose Slack, email or both: without one no message is sent.'],
  [{ crawlerId: 987_654 }, 'crawlerId', 'This crawler does not exist. Choose another one, or any crawler.'],
  [{ parserId: 987_654 }, 'parserId', 'This parser does not exist. Choose another one, or any parser.'],
])('%j is refused at %s', async (changed, field, words) => {
  for (const [call, id] of [
    [addErrorConfiguration, {}],
    [saveErrorConfiguration, { id: (await add()).id }],
  ] as const)
    expect(await service.send(call, { ...aConfiguration(), ...changed, ...id }, admin)).toMatchObject({
      status: 400,
      body: { kind: 'invalid', fields: { [field]: words } },
    });
  expect((await list()).rows).toHaveLength(1);
});

test('a customer that does not exist is not found, in a filter as well', async () => {
  const { id } = await add();
  for (const [call, args] of [
    [addErrorConfiguration, aConfiguration()],
    [saveErrorConfiguration, { ...aConfiguration(), id }],
  ] as const)
    expect(await service.send(call, { ...args, customerId: 987_654 }, admin)).toMatchObject({
      status: 404,
      body: { kind: 'not_found', what: 'This customer does not exist. Choose another one, or all customers.' },
    });
  expect((await service.send(listErrorConfigurations, { customerId: 987_654 }, admin)).status).toBe(404);
});

test('the list says what became of the messages to Slack, and who gets emails', async () => {
  const { db } = service.services;
  const at = service.services.now();
  const provider = await db.selectFrom('customer').select('id').where('provider', '=', true).executeTakeFirstOrThrow();
  const message = { customer_id: provider.id, text: 'x', at };
  await db
    .insertInto('slack_message')
    .values([
      { ...message, cause: '1', state: 'failed', answer: 'An old failure.', ended_at: at },
      { ...message, cause: '2', state: 'sent', in_doubt: 2, ended_at: at },
      { ...message, cause: '3', state: 'failed', answer: 'The channel is archived.', ended_at: at },
      { ...message, cause: '4' },
    ])
    .execute();
  expect((await list()).slack).toEqual({
    isSet: false,
    waiting: 1,
    sent: 1,
    failed: 2,
    inDoubt: 2,
    problem: 'The channel is archived.',
  });
  await db.updateTable('app_user').set({ alerts: '{}' }).execute();
  expect((await list()).mailRecipients).toBe(0);
});

test('the list of error types has each kind once, those of collections under their codes', async () => {
  const types = await service.call(listErrorTypes, {}, admin);
  expect(new Set(types.map(({ code }) => code)).size).toBe(types.length);
  expect(types).toEqual(
    expect.arrayContaining([
      { code: 2, name: 'Sign-in refused' },
      { code: 24, name: 'AI call failed' },
    ]),
  );
});

test('only administrators of the provider see or change configurations', async () => {
  const chief = await service.signIn('chief');
  const calls = [listErrorConfigurations, addErrorConfiguration, saveErrorConfiguration, removeErrorConfiguration];
  const answers = await Promise.all(calls.map((call) => service.send(call, { ...aConfiguration(), id: 1 }, chief)));
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
});

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import { rightIds } from '#contract/kit/rights.ts';
import { submissionAttemptEndpoints } from '#contract/submissions/attempts.ts';
import { submissionContactEndpoints } from '#contract/submissions/contacts.ts';
import { submissionDictionaryEndpoints } from '#contract/submissions/dictionaries.ts';
import { submissionDocumentEndpoints } from '#contract/submissions/documents.ts';
import { submissionExpiryEndpoints } from '#contract/submissions/expiries.ts';
import { submissionListEndpoints } from '#contract/submissions/lists.ts';
import { submissionLoginEndpoints } from '#contract/submissions/logins.ts';
import { submissionMappingEndpoints } from '#contract/submissions/mapping.ts';
import { submissionPackageEndpoints } from '#contract/submissions/packages.ts';
import { submissionPacketEndpoints } from '#contract/submissions/packet.ts';
import {
  listSubmissionStatuses,
  listSubmissions,
  readSubmissionHistory,
  resendSubmission,
  settleSubmission,
  submissionEndpoints,
  syncSubmissionStatus,
} from '#contract/submissions/submissions.ts';
import { submissionTargetEndpoints } from '#contract/submissions/targets.ts';
import { submissionWorkEndpoints } from '#contract/submissions/work.ts';
import { attacked, customerKeys, sampleWith } from '#tests/attack/schema-places.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';

// Every call of submissions by who asks. Owners of single rows are in `owners.pg.test.ts`, and ids of other customers in every place of every
// call are in `tests/attack`.

const endpoints: readonly Endpoint[] = [
  submissionAttemptEndpoints,
  submissionContactEndpoints,
  submissionDictionaryEndpoints,
  submissionDocumentEndpoints,
  submissionExpiryEndpoints,
  submissionListEndpoints,
  submissionLoginEndpoints,
  submissionMappingEndpoints,
  submissionPackageEndpoints,
  submissionPacketEndpoints,
  submissionEndpoints,
  submissionTargetEndpoints,
  submissionWorkEndpoints,
].flat();
const use = rightIds['submissions.use'];
const everyones = rightIds['submissions.all'];

let service: TestService;
let recruiter: string;
let stranger: string;
/** Submissions of North, by who asked: the recruiter of North, its chief, and the stranger, who works for South and is linked to North. */
const ids = { recruiter: 0, chief: 0, stranger: 0 };

beforeAll(async () => {
  service = await startTestService();
  const { db } = service.services;
  const { people } = service;
  const { rows } = await sql<{ id: number }>`insert into submission_target (customer_id, system_id, name)
    values (${people.north}, 61, 'north') returning id`.execute(db);
  const to = rows[0]?.id ?? 0;
  for (const who of ['recruiter', 'chief', 'stranger'] as const) {
    const canary = `canary-${who}`;
    const { rows: made } = await sql<{
      id: number;
    }>`insert into submission (customer_id, from_id, to_id, provider_job_id, caregiver_id, reference, state, user_id, created_at, status)
      values (${people.north}, ${to}, ${to}, ${canary}, ${canary}, ${canary}, 'sent', ${people[who]}, now(), ${canary}) returning id`.execute(
      db,
    );
    ids[who] = made[0]?.id ?? 0;
  }
  recruiter = await service.signIn('recruiter');
  stranger = await service.signIn('stranger');
});
afterAll(() => service.close());

const rightsOf = async (who: 'recruiter' | 'stranger', rights: readonly number[]) => {
  const { db } = service.services;
  await db
    .updateTable('app_user')
    .set({ rights: [...rights] })
    .where('id', '=', service.people[who])
    .execute();
  service.advance(10_000);
};
/** The stranger's link to North with these rights there; null: no link. */
const linked = async (rights: readonly number[] | null) => {
  const { db, now } = service.services;
  await db.deleteFrom('user_link').execute();
  const link = { customer_id: service.people.south, user_id: service.people.stranger, linked_customer_id: service.people.north };
  if (rights !== null)
    await db
      .insertInto('user_link')
      .values({ ...link, asked_at: now(), agreed_at: now(), rights: [...rights] })
      .execute();
  service.advance(10_000);
};

/** Arguments of a call that can be read, about North. */
function argsOf(endpoint: Endpoint): Record<string, unknown> {
  const call = attacked.find((one) => one.endpoint === endpoint);
  if (!call) throw new Error(`no schema of ${endpoint.route}`);
  const args = sampleWith(call.schema, 999_999) as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(args).map(([key, value]) => [key, customerKeys.has(key) ? service.people.north : value]),
  );
}
const statusOf = async (endpoint: Endpoint, token?: string) => {
  const { status, body } = await service.send(endpoint, argsOf(endpoint), token);
  return { status, text: JSON.stringify(body ?? '') };
};
const open = endpoints.filter(({ needs }) => needs !== 'public');

test('there are calls of each kind', () => {
  expect(open.length).toBeGreaterThan(60);
  for (const needs of ['submissions.use', 'targets.write', 'admin', 'session'])
    expect([needs, open.some((one) => one.needs === needs)]).toEqual([needs, true]);
});

test.each([
  ['no right', []],
  ['everyone’s submissions alone', [everyones]],
  ['the right to send', [use]],
  ['the right to send and to see everyone’s', [use, everyones]],
  ['the right to set targets', [rightIds['targets.write']]],
])('with %s exactly the calls that need no more are let in', async (_name, rights) => {
  await rightsOf('recruiter', rights);
  const held = new Set<number>(rights);
  for (const endpoint of open) {
    const { needs } = endpoint;
    const isAllowed = needs === 'session' || (needs !== 'admin' && held.has(rightIds[needs as keyof typeof rightIds]));
    const { status } = await statusOf(endpoint, recruiter);
    // A person's own sign-ins are theirs alone, and the person named here is no one.
    const others = submissionLoginEndpoints.some((one) => one === endpoint) ? [] : [403];
    if (isAllowed) expect([endpoint.route, [401, 500, ...others].includes(status)]).toEqual([endpoint.route, false]);
    else expect([endpoint.route, status]).toEqual([endpoint.route, 403]);
  }
});

test('without a sign-in, and of a person of another customer, no call is let in and no answer has a row', async () => {
  await rightsOf('stranger', [use, everyones, rightIds['targets.write']]);
  await linked(null);
  for (const endpoint of open) {
    expect([endpoint.route, (await statusOf(endpoint)).status]).toEqual([endpoint.route, 401]);
    const { status, text } = await statusOf(endpoint, stranger);
    expect([endpoint.route, status >= 500]).toEqual([endpoint.route, false]);
    expect([endpoint.route, text.includes('canary-')]).toEqual([endpoint.route, false]);
    const namesCustomer = Object.keys(argsOf(endpoint)).some((key) => customerKeys.has(key));
    if (namesCustomer) expect([endpoint.route, status >= 400]).toEqual([endpoint.route, true]);
  }
});

const seenBy = async (token: string) => {
  const texts = await Promise.all(
    [listSubmissions, listSubmissionStatuses].map(async (endpoint) => {
      const { status, body } = await service.send(endpoint, { me: service.people.north }, token);
      return [status, JSON.stringify(body)] as const;
    }),
  );
  return texts.map(([status, text]) =>
    status === 200 ? (['recruiter', 'chief', 'stranger'] as const).filter((who) => text.includes(`canary-${who}`)) : status,
  );
};

test('at a linked customer the rights of the link count, not those at home', async () => {
  await rightsOf('stranger', [use, everyones]);
  await linked([use]);
  expect(await seenBy(stranger)).toEqual([['stranger'], ['stranger']]);
  const named: readonly (readonly [Endpoint, Record<string, unknown>])[] = [
    [readSubmissionHistory, {}],
    [resendSubmission, {}],
    [settleSubmission, { decision: 'withdraw' }],
    [syncSubmissionStatus, {}],
  ];
  for (const [endpoint, more] of named) {
    const asked = async (id: number) =>
      (await service.send(endpoint, { ...more, me: service.people.north, id }, stranger)).status;
    expect([endpoint.route, await asked(ids.chief)]).toEqual([endpoint.route, 404]);
    expect([endpoint.route, (await asked(ids.stranger)) === 404]).toEqual([endpoint.route, false]);
  }
  await linked([use, everyones]);
  const all = ['recruiter', 'chief', 'stranger'];
  expect(await seenBy(stranger)).toEqual([all, all]);
  await linked([]);
  expect(await seenBy(stranger)).toEqual([403, 403]);
  await rightsOf('stranger', []);
  await linked([use]);
  expect(await seenBy(stranger)).toEqual([['stranger'], ['stranger']]);
});

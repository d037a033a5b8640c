import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import { reportSubmissionFunnel } from '#contract/reports/submission-funnel.ts';
import { listSubmissionAttempts } from '#contract/submissions/attempts.ts';
import { listExpiringDocuments } from '#contract/submissions/expiries.ts';
import { previewPacket } from '#contract/submissions/packet.ts';
import {
  checkBeforeSending,
  listCaregivers,
  listSubmissionStatuses,
  listSubmissions,
  readSubmissionHistory,
  resendSubmission,
  sendSubmission,
  settleSubmission,
  syncSubmissionStatus,
} from '#contract/submissions/submissions.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';

// Calls of submissions by whose row they name: one's own, another person's of the same customer, one of a customer that the caller is linked
// to, a foreign one, and none. Rows without systems behind them are enough: what is refused is refused before anything is asked.

let service: TestService;
const tokens: Record<string, string> = {};
/** Submissions by whose they are to the recruiter of North. */
const ids = { own: 0, other: 0, foreign: 0, absent: 999_999 };
let targets: { readonly north: number; readonly south: number };

beforeAll(async () => {
  service = await startTestService();
  const { db } = service.services;
  const { people } = service;
  const { rows } = await sql<{
    customer: number;
  }>`select customer_id as customer from app_user where id = ${people.stranger}`.execute(db);
  const south = rows[0]?.customer ?? 0;
  if (south === people.north) throw new Error('the stranger must work for another customer');
  await sql`update app_user set rights = array_append(rights, 26) where id in (${people.recruiter}, ${people.stranger})`.execute(
    db,
  );
  for (const who of ['chief', 'recruiter', 'stranger'] as const) tokens[who] = await service.signIn(who);
  const target = async (customerId: number, name: string) => {
    const { rows: made } = await sql<{ id: number }>`insert into submission_target (customer_id, system_id, name)
      values (${customerId}, 61, ${name}) returning id`.execute(db);
    return made[0]?.id ?? 0;
  };
  targets = { north: await target(people.north, 'north-canary'), south: await target(south, 'south-canary') };
  const add = async (customerId: number, userId: number, to: number, canary: string) => {
    const { rows: made } = await sql<{
      id: number;
    }>`insert into submission (customer_id, from_id, to_id, provider_job_id, caregiver_id,
        reference, state, user_id, created_at, ext_id, status, error_text)
      values (${customerId}, ${to}, ${to}, ${canary}, ${canary}, ${canary}, 'refused', ${userId}, now(), ${canary}, ${canary}, ${canary})
      returning id`.execute(db);
    const id = made[0]?.id ?? 0;
    await sql`insert into submission_attempt (customer_id, submission_id, target_id, at, kind, answer, words)
      values (${customerId}, ${id}, ${to}, now(), 'submit', 'refused', ${canary})`.execute(db);
    await sql`insert into submission_expiry (customer_id, target_id, caregiver_id, document, expires_on, found_at)
      values (${customerId}, ${to}, ${canary}, ${canary}, '2099-01-01', now())`.execute(db);
    return id;
  };
  // The number of a foreign row must not be one of North's.
  await sql`select setval(pg_get_serial_sequence('replicated_submission', 'id'), 70001, false)`.execute(db);
  ids.own = await add(people.north, people.recruiter, targets.north, 'canary-own');
  ids.other = await add(people.north, people.chief, targets.north, 'canary-other');
  ids.foreign = await add(south, people.stranger, targets.south, 'canary-foreign');
});
afterAll(() => service.close());

const named: readonly (readonly [string, Endpoint, Record<string, unknown>])[] = [
  ['history', readSubmissionHistory, {}],
  ['resubmit', resendSubmission, {}],
  ['decide', settleSubmission, { decision: 'withdraw' }],
  ['status', syncSubmissionStatus, {}],
];

test.each(named)(
  '%s: one’s own row alone is found; another person’s, a foreign and an absent one answer alike',
  async (_name, endpoint, more) => {
    const asked = async (id: number, who: string) => service.send(endpoint, { ...more, id }, tokens[who]);
    const others = await Promise.all((['other', 'foreign', 'absent'] as const).map((which) => asked(ids[which], 'recruiter')));
    expect(others.map(({ status }) => status)).toEqual([404, 404, 404]);
    // Nothing but the number tells the three answers apart.
    const texts = others.map(({ body }) => JSON.stringify(body).replaceAll(/\d+/g, '#'));
    expect(new Set(texts).size).toBe(1);
    expect((await asked(ids.own, 'recruiter')).status).not.toBe(404);
    expect((await asked(ids.other, 'chief')).status).not.toBe(404);
    expect((await asked(ids.own, 'stranger')).status).toBe(404);
  },
);

test('lists, attempts, warnings and the funnel show a recruiter their own, who sees everyone’s all of the customer, and never others’', async () => {
  const { db } = service.services;
  const restore = sql`update submission set state = 'sent' where id in (${ids.own}, ${ids.other}, ${ids.foreign})`;
  await restore.execute(db);
  const lists: readonly (readonly [Endpoint, Record<string, unknown>])[] = [
    [listSubmissions, {}],
    [listSubmissionStatuses, {}],
    [listSubmissionAttempts, { targetId: targets.north }],
    [listExpiringDocuments, {}],
  ];
  for (const [endpoint, args] of lists) {
    const seen = async (who: string) => {
      const answer = await service.send(endpoint, args, tokens[who]);
      expect([endpoint.route, answer.status]).toEqual([endpoint.route, 200]);
      const text = JSON.stringify(answer.body);
      return ['own', 'other', 'foreign'].filter((which) => text.includes(`canary-${which}`));
    };
    expect([endpoint.route, await seen('recruiter')]).toEqual([endpoint.route, ['own']]);
    expect([endpoint.route, await seen('chief')]).toEqual([endpoint.route, ['own', 'other']]);
  }
  const lines = async (who: string) => (await service.call(reportSubmissionFunnel, { cust: 'me' }, tokens[who])).rows;
  expect((await lines('recruiter')).map(({ contact }) => contact)).toEqual(['The recruiter']);
  expect((await lines('chief')).map(({ contact }) => contact)).toEqual(['The chief', 'The recruiter']);
});

test('targets of another customer are as absent as those that do not exist, in every call that names one', async () => {
  const calls: readonly (readonly [Endpoint, (id: number) => Record<string, unknown>])[] = [
    [listSubmissionAttempts, (targetId) => ({ targetId })],
    [listCaregivers, (fromId) => ({ fromId, lastName: 'A' })],
    ...[checkBeforeSending, previewPacket, sendSubmission].flatMap((endpoint) => [
      [endpoint, (fromId: number) => ({ caregiverId: '1', providerJobId: '1', fromId, toId: targets.north })] as const,
    ]),
  ];
  for (const [endpoint, args] of calls) {
    const answers = await Promise.all([targets.south, 999_999].map((id) => service.send(endpoint, args(id), tokens['chief'])));
    expect([endpoint.route, answers.every(({ status }) => status === 400 || status === 404)]).toEqual([endpoint.route, true]);
    const texts = answers.map(({ body }) => JSON.stringify(body).replaceAll(/\d+/g, '#'));
    expect([endpoint.route, new Set(texts).size]).toEqual([endpoint.route, 1]);
    expect(texts.join(' ')).not.toContain('south-canary');
  }
});

test('without the right no call of submissions is answered, and another customer cannot be named', async () => {
  const viewer = await service.signIn('viewer');
  const calls: readonly (readonly [Endpoint, Record<string, unknown>])[] = [
    [listSubmissions, {}],
    [listSubmissionAttempts, { targetId: targets.north }],
    [listExpiringDocuments, {}],
    [previewPacket, { caregiverId: '1', jobId: 1 }],
  ];
  for (const [endpoint, args] of calls) {
    expect([endpoint.route, (await service.send(endpoint, args, viewer)).status]).toEqual([endpoint.route, 403]);
    expect([endpoint.route, (await service.send(endpoint, args)).status]).toEqual([endpoint.route, 401]);
    const foreign = await service.send(endpoint, { ...args, me: service.people.north }, tokens['stranger']);
    expect([endpoint.route, foreign.status >= 400]).toEqual([endpoint.route, true]);
  }
  expect((await service.send(reportSubmissionFunnel, { cust: service.people.north }, tokens['stranger'])).status).toBeGreaterThan(
    399,
  );
});

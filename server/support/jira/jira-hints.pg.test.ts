import { afterAll, beforeAll, expect, test } from 'vitest';
import { listComments } from '#contract/support/tickets.ts';
import { saveJiraSettings } from '#contract/system/jira-settings.ts';
import { readJiraWebhook, receiveJiraHint, renewJiraWebhook } from '#contract/system/jira-webhook.ts';
import { createJiraDouble } from '#server/demo/jira/jira-double.ts';
import { jiraDoubleAccess } from '#server/demo/jira/jira-state.ts';
import { closeNow, listenOnLoopback } from '#server/demo/loopback/loopback.ts';
import { writeRows } from '#server/feed/publish.ts';
import { hintSignature } from '#server/system/jira/jira-webhook.ts';
import { createLineReader } from '#tests/contract/audit/audit-lines.ts';
import { aTicket } from '#tests/support/factories/ticket-factory.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { workOnIssues } from './jira-jobs.ts';

/** A search that is an hour behind: without the webhook, a change would not be seen in this test. */
const jira = createJiraDouble({ now: () => service.services.now(), indexLagMs: 3_600_000 });
let service: TestService;
let admin: string;
let recruiter: string;
let draft: typeof jiraDoubleAccess & { site: string };
const ticketId = 5000;
let key: string;

beforeAll(async () => {
  const site = await listenOnLoopback(jira.server);
  draft = { ...jiraDoubleAccess, site };
  service = await startTestService({ at: new Date('2026-11-21T09:00:00Z'), allowHosts: [new URL(site).host] });
  [admin, recruiter] = [await service.signIn('administrator'), await service.signIn('recruiter')];
  await service.call(saveJiraSettings, { jira: draft }, admin);
  const { db } = service.services;
  const row = aTicket({ id: ticketId });
  await db.transaction().execute((tx) => writeRows(tx, service.people.north, [{ collection: 'ticket', row }]));
  await work();
  key = jira.issues[0]?.key ?? '';
});
afterAll(async () => {
  await service.close();
  await closeNow(jira.server);
});

const work = () => workOnIssues(service.services, new AbortController().signal);
const body = (over: object = {}) => JSON.stringify({ webhookEvent: 'comment_created', issue: { key, fields: {} }, ...over });
const hint = async (address: string | null, payload: string, signature: string) => {
  const key = new URL(address ?? '').pathname.split('/').at(-1) ?? '';
  const headers = { 'content-type': 'application/json; charset=UTF-8', 'x-hub-signature': signature };
  return (await service.send(receiveJiraHint, { key }, undefined, { headers, payload })).status;
};
const signed = (secret: string | null, payload: string) => hintSignature(secret ?? '', Buffer.from(payload));
const texts = async () => (await service.call(listComments, { id: ticketId, cust: 'me' }, recruiter)).map(({ text }) => text);
const isDue = async () =>
  (await service.services.db.selectFrom('ticket_issue').select('due').where('ticket_id', '=', ticketId).executeTakeFirstOrThrow())
    .due;

test('a hint makes the issue read at once; forged, repeated, old and broken ones change nothing', async () => {
  const { address, secret } = await service.call(renewJiraWebhook, {}, admin);
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:4180\/api\/jira\/hints\/[\w-]{43}$/);
  const stored = JSON.stringify(await service.services.db.selectFrom('secret').selectAll().where('owner', '=', 'jira').execute());
  expect(stored).not.toContain(secret);
  jira.comment(key, 'Which shift?');
  await work();
  expect(await texts()).toEqual([]);

  for (const bad of [
    '',
    'sha256=00',
    signed('other', body()),
    signed(secret, `${body()} `),
    signed(secret, body()).replace('sha256', 'sha1'),
  ])
    expect(await hint(address, body(), bad), bad).toBe(403);
  expect(await hint(`${address?.slice(0, -1)}${address?.endsWith('A') ? 'B' : 'A'}`, body(), signed(secret, body()))).toBe(404);
  expect(await isDue()).toBe(false);

  // What a hint says is not believed: the text of this comment is not in Jira.
  const lie = body({ comment: { body: 'Pay here: https://evil.example' } });
  expect(await hint(address, lie, signed(secret, lie))).toBe(202);
  expect(await isDue()).toBe(true);
  await work();
  expect(await texts()).toEqual(['Which shift?']);

  for (const payload of [
    lie,
    lie,
    body({ issue: { key: 'SUP-999' } }),
    '{}',
    'not json',
    '[]',
    body({ issue: { key, fields: { labels: 'x' } } }),
  ]) {
    expect(await hint(address, payload, signed(secret, payload))).toBe(202);
    await work();
  }
  expect(await texts()).toEqual(['Which shift?']);
  expect(await service.call(readJiraWebhook, {}, admin)).toMatchObject({ address, secret, lastAt: expect.any(String) });
});

test('a hint that names the label finds an issue that moved to another key', async () => {
  const { address, secret } = await service.call(readJiraWebhook, {}, admin);
  const labels = jira.issues[0]?.labels ?? [];
  const moved = body({ issue: { key: 'OTHER-1', fields: { labels } } });
  expect(await hint(address, moved, signed(secret, moved))).toBe(202);
  expect(await isDue()).toBe(true);
  await work();
});

test('a new address ends the former one, and disconnecting Jira ends both', async () => {
  const before = await service.call(readJiraWebhook, {}, admin);
  const after = await service.call(renewJiraWebhook, {}, admin);
  expect(await hint(before.address, body(), signed(before.secret, body()))).toBe(404);
  expect(await hint(after.address, body(), signed(before.secret, body()))).toBe(403);
  expect(await hint(after.address, body(), signed(after.secret, body()))).toBe(202);
  const { lineOf } = createLineReader(service);
  const line = await lineOf(renewJiraWebhook, {}, admin);
  const newest = await service.call(readJiraWebhook, {}, admin);
  expect(line).toMatchObject({ object_kind: 'setting', object_id: 'jira' });
  expect(JSON.stringify(line)).not.toContain(newest.secret);
  await service.call(saveJiraSettings, { jira: null }, admin);
  expect(await hint(newest.address, body(), signed(newest.secret, body()))).toBe(404);
  expect(await service.call(readJiraWebhook, {}, admin)).toEqual({ address: null, secret: null, lastAt: null });
  expect((await service.send(renewJiraWebhook, {}, admin)).body).toMatchObject({ fields: { site: 'Connect Jira first' } });
});

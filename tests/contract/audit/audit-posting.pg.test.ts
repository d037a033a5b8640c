import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import { decideDrift } from '#contract/posting/drift.ts';
import { renewFeedAddress } from '#contract/posting/feeds.ts';
import { checkTarget, decidePost, removeTarget, saveTarget, syncTarget } from '#contract/posting/posting.ts';
import { setPostingMode } from '#contract/posting/posting-mode.ts';
import {
  beginTargetSignIn,
  endTargetSignIn,
  refreshTargetToken,
  revealTargetSecret,
} from '#contract/posting/target-connection.ts';
import { clearLastSyncDate } from '#contract/posting/target-lists.ts';
import { decideWaitingList } from '#contract/posting/waiting-lists.ts';
import { type BullhornDouble, createBullhornDouble, doubleCredentials } from '#server/demo/bullhorn/bullhorn-double.ts';
import { closeNow, listenOnLoopback } from '#server/demo/loopback/loopback.ts';
import { createSalesforceDouble, salesforcePlace } from '#server/demo/salesforce/salesforce-double.ts';
import { salesforceApp } from '#server/demo/salesforce/salesforce-oauth.ts';
import { writeRows } from '#server/feed/publish.ts';
import { routes } from '#server/routes.ts';
import { aJob, aTarget } from '#tests/support/factories/job-factory.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { seedMapping } from '#tests/support/worlds/mapping-world.ts';
import { changed, createLineReader, type LineReader } from './audit-lines.ts';
import { callsAboutPosting } from './audited-elsewhere.ts';

// As audit.pg.test.ts, for the calls about targets and posts: each is made once, and its line read.
let service: TestService;
let double: BullhornDouble;
const salesforce = createSalesforceDouble();
let salesforceUrl: string;
let admin: string;
let chief: string;
let north: number;
let reader: LineReader;

beforeAll(async () => {
  double = createBullhornDouble({ facilities: 3 });
  await new Promise<void>((resolve) => void double.server.listen(0, '127.0.0.1', resolve));
  const atsUrl = `http://127.0.0.1:${(double.server.address() as AddressInfo).port}`;
  salesforceUrl = await listenOnLoopback(salesforce.server);
  service = await startTestService({ bullhornDoubleUrl: atsUrl, allowHosts: [new URL(salesforceUrl).host] });
  [admin, chief] = await Promise.all([service.signIn('administrator'), service.signIn('chief')]);
  north = service.people.north;
  reader = createLineReader(service);
  const { db } = service.services;
  await seedMapping(db, north, [], []);
  await db.transaction().execute((tx) =>
    writeRows(tx, north, [
      { collection: 'target', row: aTarget({ id: 2, typeId: 4, name: 'Plain', maps: [] }), extra: { settings: {} } },
      { collection: 'job', row: aJob({ id: 7 }) },
    ]),
  );
});
afterAll(async () => {
  await service.close();
  double.server.close();
  await closeNow(salesforce.server);
});

/** Like `lineOf` of the reader, as the customer's administrator if no one else is named. */
const lineOf = (endpoint: Endpoint, args: Record<string, unknown>, token: string = chief) => reader.lineOf(endpoint, args, token);

test('audit lines of targets: save, check, sync of lists, a decision on a post', async () => {
  const { username, password, clientId, clientSecret } = doubleCredentials;
  const targetUrl = `${service.services.config.bullhornDoubleUrl ?? ''}/rest-services/loginInfo`;
  const settings = { clientId, ownerId: 1, contactId: 2 };
  const target = {
    id: 1,
    name: 'ATS',
    isDisabled: false,
    username,
    password,
    clientSecret,
    url: targetUrl,
    settings,
  };
  const saved = await lineOf(saveTarget, target, admin);
  expect(saved).toMatchObject({
    customer_id: north,
    detail: {
      changed: { name: ['Bullhorn', 'ATS'], ownerId: [null, 1], loginInfoUrl: [null, 'hidden'] },
      newPassword: true,
      newClientSecret: true,
    },
  });
  expect(changed(await lineOf(checkTarget, { id: 1 }, admin))).toEqual({ checkState: ['unchecked', 'ok'] });
  await lineOf(syncTarget, { cust: north, target: 1 }, admin);
  expect(await lineOf(clearLastSyncDate, { cust: north, target: 1 }, admin)).toMatchObject({
    object_kind: 'target',
    object_id: '1',
  });
  const mode = await lineOf(setPostingMode, { cust: north, target: 1, posting: 'off' }, admin);
  expect(changed(mode)).toMatchObject({ posting: [expect.any(String), 'off'] });
  const revealed = await lineOf(revealTargetSecret, { id: 1 }, admin);
  expect(revealed).toMatchObject({ customer_id: north, object_kind: 'target', detail: { secret: 'password' } });
  expect(await lineOf(refreshTargetToken, { id: 1 }, admin)).toMatchObject({ object_kind: 'target', object_id: '1' });
  const read_at = '2026-12-01T00:00:00.000Z';
  const aside = { customer_id: north, target_id: 1, kind: 'facility' as const, listed: '[]', read_at };
  await service.services.db.insertInto('waiting_list').values(aside).execute();
  const kept = { cust: north, target: 1, kind: 'facility', readAt: read_at, choice: 'keep' } as const;
  expect(await lineOf(decideWaitingList, kept, admin)).toMatchObject({ detail: { list: 'facility', choice: 'keep' } });
  await lineOf(renewFeedAddress, { cust: north, target: 2 }, admin);
  const foundAt = '2026-11-20T12:00:00.000Z';
  const post = { customer_id: north, target_id: 1, job_id: 7, reference: 'REF7', state: 'human' as const, next_at: new Date() };
  await service.services.db.insertInto('post').values(post).execute();
  const decided = await lineOf(decidePost, { cust: north, target: 1, job: 7, choice: 'there', externalId: '4711' });
  expect(decided).toMatchObject({
    object_kind: 'post',
    object_id: 'REF7',
    detail: { changed: { state: ['human', 'done'], externalId: [null, '4711'] }, choice: 'there' },
  });
  const drifted = { customer_id: north, target_id: 1, job_id: 7, generation: 1, kind: 'deleted' as const, found_at: foundAt };
  await service.services.db.insertInto('post_drift').values(drifted).execute();
  expect(await lineOf(decideDrift, { cust: north, target: 1, job: 7, choice: 'theirs', foundAt })).toMatchObject({
    object_kind: 'post',
    object_id: 'REF7',
    detail: { choice: 'theirs' },
  });
  expect(await lineOf(removeTarget, { id: 2, name: 'Plain' }, admin)).toMatchObject({ object_kind: 'target', object_id: '2' });
});

test('the audit line of a sign-in at the own page of a target names the target and holds no token', async () => {
  const id = 3;
  const settings = { loginInfoUrl: salesforceUrl, clientId: salesforceApp.clientId, ...salesforcePlace };
  const row = aTarget({ id, typeId: 9, name: 'Salesforce' });
  await service.services.db
    .transaction()
    .execute((tx) => writeRows(tx, north, [{ collection: 'target', row, extra: { settings } }]));
  const { authorizeUrl } = await service.call(beginTargetSignIn, { id }, chief);
  const page = await fetch(`${authorizeUrl}&allow=1`, { redirect: 'manual' });
  const back = Object.fromEntries(new URL(page.headers.get('location') ?? '').searchParams);
  const line = await lineOf(endTargetSignIn, { code: back['code'], state: back['state'] });
  expect(line).toMatchObject({
    customer_id: north,
    object_kind: 'target',
    object_id: String(id),
    detail: { name: 'Salesforce' },
  });
  expect(JSON.stringify(line)).not.toContain('5Aep.');
});

test('the tests above cover every call about posting that declares an audit line', () => {
  const named = routes.filter(
    ({ endpoint, audit }) => callsAboutPosting.has(endpoint) && audit !== null && !audit.startsWith('none: '),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(({ endpoint }) => !reader.done.has(endpoint)).map(({ endpoint: { route } }) => route)).toEqual([]);
});

test('no audit line contains a password or a secret of a target', async () => {
  const lines = await service.services.db.selectFrom('audit').select('detail').execute();
  const text = JSON.stringify(lines);
  expect(lines.length).toBeGreaterThan(10);
  expect([doubleCredentials.password, doubleCredentials.clientSecret].filter((secret) => text.includes(secret))).toEqual([]);
});

import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkFeed, readFeed, readOfferedJob, renewFeedAddress } from '#contract/posting/feeds.ts';
import { readTarget, saveTarget } from '#contract/posting/posting.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import { canConnect, firstTarget, pickable, targetKind } from '#domain/targets/target-kinds.ts';
import { writeRows } from '#server/feed/publish.ts';
import { forgetOldSync } from '#server/feed/retention.ts';
import { aJob, aTarget } from '#tests/support/factories/job-factory.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { shortened } from './feed-readers.ts';

const key = 'unguessable-address-of-the-feed';
const place = { city: 'Reno', state: 'NV', zip: '89501' };
const hostile = '</script><script>alert(1)</script><img src=x onerror=alert(1)> ]]> \u202e';

let service: TestService;
let chief: string;
let recruiter: string;
let stranger: string;
beforeAll(async () => {
  service = await startTestService();
  [chief, recruiter, stranger] = await Promise.all([
    service.signIn('chief'),
    service.signIn('recruiter'),
    service.signIn('stranger'),
  ]);
  const { north } = service.people;
  await service.services.db.transaction().execute((tx) =>
    writeRows(tx, north, [
      { collection: 'target', row: aTarget({ typeId: 8, maps: ['facility'] }), extra: { settings: {} } },
      { collection: 'target', row: aTarget({ id: 2, typeId: 4, name: 'Feed', maps: [] }), extra: { settings: {} } },
      { collection: 'target', row: aTarget({ id: 3, typeId: 26, name: 'Boards', maps: [] }), extra: { settings: {} } },
    ]),
  );
  await service.services.db.insertInto('feed_address').values({ key, customer_id: north, target_id: 2 }).execute();
  await putJobs(
    { id: 1, title: 'RN ICU nights', ...place, payPerHour: 61.5, billRate: 777.25, note: 'SECRET', coordinator: 'SECRET' },
    { id: 2, title: hostile, ...place, description: `<p onclick=x>One ${hostile}</p><ul><li>Two` },
    { id: 3, title: 'No place', city: null, state: null },
  );
});
afterAll(() => service.close());

async function putJobs(...jobs: Partial<JobRow>[]): Promise<void> {
  const rows = jobs.map((over) => ({
    collection: 'job' as const,
    row: aJob({
      providerJobId: `HV-${over.id}`,
      facilityValueId: null,
      degreeValueId: null,
      specialtyValueId: null,
      shiftValueId: null,
      ...over,
    }),
  }));
  await service.services.db.transaction().execute((tx) => writeRows(tx, service.people.north, rows));
}

const at = { cust: 'me', target: 2 } as const;
const settings = (over: object, feedAllJobs?: boolean) =>
  service.call(saveTarget, { id: 2, name: 'Feed', isDisabled: false, feedAllJobs, settings: over }, chief);
const feedText = async () => String((await service.send(readFeed, { key })).body);
const referenceOf = async (job: number) => {
  const { reference } = await service.services.db
    .selectFrom('feed_listing')
    .select('reference')
    .where('job_id', '=', job)
    .where('target_id', '=', 2)
    .executeTakeFirstOrThrow();
  return reference;
};
const pageOf = async (reference: string) => (await service.send(readOfferedJob, { reference })).response;

test('[T17] a feed lists its open jobs to a caller with the secret address only, under references that stay', async () => {
  const { status, body, response } = await service.send(readFeed, { key });
  expect(status).toBe(200);
  expect(response.headers['content-type']).toContain('application/xml');
  expect(String(body).match(/<job>/g)).toHaveLength(3);
  const reference = await referenceOf(1);
  expect(reference).toMatch(/^[0-9a-f]{32}$/);
  expect(String(body)).toContain(`<referencenumber><![CDATA[${reference}]]></referencenumber>`);
  expect(String(body)).toContain(`http://127.0.0.1:4180/apply/${reference}`);
  await service.send(readFeed, { key });
  expect(await referenceOf(1)).toBe(reference);
  expect((await service.send(readFeed, { key: key.replace('un', 'in') })).status).toBe(404);
});

test('the page of a job is complete without a script, shows what its markup says, and nothing that the vendor keeps secret', async () => {
  const page = await pageOf(await referenceOf(1));
  expect(page.statusCode).toBe(200);
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'/);
  expect(page.headers['cache-control']).toBe('public, max-age=300');
  expect(page.headers['x-robots-tag']).toBeUndefined();
  expect(page.body).not.toMatch(/SECRET|777\.25|Harbor VMS|HV-1/);
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page.body) ?? [];
  const posting = JSON.parse(json) as Record<string, unknown>;
  expect(posting).toMatchObject({
    '@type': 'JobPosting',
    title: 'RN ICU nights',
    identifier: { value: await referenceOf(1) },
    jobLocation: { address: { addressLocality: 'Reno', addressRegion: 'NV', postalCode: '89501', addressCountry: 'US' } },
    baseSalary: { currency: 'USD', value: { value: 61.5, unitText: 'HOUR' } },
  });
  const seen = page.body.replace(/<script.*?<\/script>|<style>.*?<\/style>/gs, '');
  for (const shown of ['RN ICU nights', 'Reno, NV 89501', '$61.50 / hour', 'Travel contract', await referenceOf(1)])
    expect(seen).toContain(shown);
  const same = await service.send(readOfferedJob, { reference: await referenceOf(1) }, undefined, {
    headers: { 'if-none-match': String(page.headers['etag']) },
  });
  expect(same.status).toBe(304);
});

test('hostile texts of a vendor stay text on the page, also in its markup', async () => {
  const { body } = await pageOf(await referenceOf(2));
  expect(body.match(/<script/g)).toHaveLength(1);
  expect(body.match(/<\/script>/g)).toHaveLength(1);
  expect(body).not.toMatch(/<img|<p onclick/);
  expect(body).toContain('&lt;/script&gt;&lt;script&gt;alert(1)');
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(body) ?? [];
  expect((JSON.parse(json) as { title: string }).title).toBe(hostile);
});

test('a job without a place has a page and no markup, and a reference that no feed listed has neither', async () => {
  const { statusCode, body } = await pageOf(await referenceOf(3));
  expect(statusCode).toBe(200);
  expect(body).not.toContain('ld+json');
  for (const unknown of ['0'.repeat(32), 'x', "' or 1=1 --"]) {
    const page = await pageOf(unknown);
    expect(page.statusCode).toBe(404);
    expect(page.headers['x-robots-tag']).toBe('noindex');
    expect(page.headers['content-type']).toContain('text/html');
  }
});

test('a job that is held, closed or off in the feed is gone from its page, and comes back under the same reference', async () => {
  const reference = await referenceOf(1);
  await putJobs({ id: 1, title: 'RN ICU nights', status: 'Closed' });
  const gone = await pageOf(reference);
  expect(gone.statusCode).toBe(410);
  expect(gone.headers['x-robots-tag']).toBe('noindex');
  expect(gone.body).not.toMatch(/ld\+json|RN ICU/);
  await putJobs({ id: 1, title: 'RN ICU nights', ...place, payPerHour: 61.5 });
  expect((await pageOf(reference)).statusCode).toBe(200);
  await service.call(saveTarget, { id: 2, name: 'Feed', isDisabled: true }, chief);
  expect((await pageOf(reference)).statusCode).toBe(410);
  await settings({});
  expect((await pageOf(reference)).statusCode).toBe(200);
});

test('the page says how to reach the agency as its feed does, and shows pay only if the feed does', async () => {
  const reference = await referenceOf(1);
  expect((await pageOf(reference)).body).not.toContain('mailto:');
  await settings({ contactEmail: 'jobs@agency.example', contactPhone: '(555) 010-0199', feedShowsPay: false });
  const { body } = await pageOf(reference);
  expect(body).toContain('href="mailto:jobs@agency.example?subject=');
  expect(body).toContain('href="tel:5550100199"');
  expect(body).not.toMatch(/61\.5|baseSalary/);
  expect(await feedText()).not.toContain('61.50');
  await settings({ contactEmail: null, contactPhone: null, feedShowsPay: true });
});

test('a feed is XML with the elements that were chosen, JSON or CSV; elements are refused by name', async () => {
  const feedElements = [
    { field: 'title', name: 'JobTitle' },
    { field: 'custom3', name: 'Bonus' },
  ] as const;
  await putJobs({ id: 1, title: '=1+1', ...place, extra: { customField3: '$500' } });
  await settings({ feedFormat: 'xml', feedElements });
  expect(await feedText()).toContain('<JobTitle><![CDATA[=1+1]]></JobTitle>\n    <Bonus><![CDATA[$500]]></Bonus>');
  await settings({ feedFormat: 'json' });
  const json = await service.send(readFeed, { key });
  expect(json.response.headers['content-type']).toContain('application/json');
  expect((JSON.parse(json.response.body) as { jobs: object[] }).jobs[0]).toEqual({ JobTitle: '=1+1', Bonus: '$500' });
  await settings({ feedFormat: 'csv' });
  const csv = await service.send(readFeed, { key });
  expect(csv.response.headers['content-type']).toContain('text/csv');
  expect(csv.response.body.split('\r\n').slice(0, 2)).toEqual(['JobTitle,Bonus', "'=1+1,$500"]);
  for (const wrong of [
    [{ field: 'billRate', name: 'Rate' }],
    [{ field: 'title', name: 'a b' }],
    [feedElements[0], feedElements[0]],
  ]) {
    const { status } = await service.send(
      saveTarget,
      { id: 2, name: 'Feed', isDisabled: false, settings: { feedElements: wrong } },
      chief,
    );
    expect(status).toBe(400);
  }
  await settings({ feedFormat: 'indeed' });
});

test('a caller who has the feed already gets 304 until a job changes; the feed is compressed', async () => {
  const first = await service.send(readFeed, { key });
  const etag = String(first.response.headers['etag']);
  const again = (tag: string) => service.send(readFeed, { key }, undefined, { headers: { 'if-none-match': tag } });
  service.advance(60_000);
  expect(await again(etag)).toMatchObject({ status: 304, response: { body: '' } });
  expect((await again('"other"')).status).toBe(200);
  await putJobs({ id: 1, title: 'New title', ...place });
  const changed = await again(etag);
  expect(changed.status).toBe(200);
  expect(changed.response.headers['etag']).not.toBe(etag);
  const zipped = await service.send(readFeed, { key }, undefined, { headers: { 'accept-encoding': 'gzip' } });
  expect(zipped.response.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(zipped.response.rawPayload).toString()).toContain('New title');
});

test('the page of a feed names its readers by shortened addresses for 30 days, its first job, and the jobs that boards drop', async () => {
  await service.send(readFeed, { key }, undefined, { headers: { 'user-agent': 'Indeed' }, remoteAddress: '203.0.113.77' });
  const feed = await service.call(checkFeed, at, chief);
  expect(feed).toMatchObject({ format: 'indeed', jobs: 3, dropped: { total: 1 } });
  expect(feed.preview).toMatch(/^<job>\n {4}<title><!\[CDATA\[New title\]\]>/);
  expect(feed.dropped.rows).toEqual([
    {
      jobId: 3,
      title: 'No place',
      words: [
        'The job has no city. Add it, or map the facility to a client with a city.',
        'The job has no state. Add it, or map the facility to a client with a state.',
      ],
    },
  ]);
  expect(feed.readers.rows).toContainEqual(
    expect.objectContaining({ agent: 'Indeed', address: '203.0.113.0', times: 1, jobs: 3 }),
  );
  expect(shortened('2001:db8:85a3::8a2e:370:7334')).toBe('2001:db8:85a3::');
  expect(shortened('::1')).toBe('0:0:0::');
  expect(shortened('::ffff:203.0.113.9')).toBe('203.0.113.0');
  const now = new Date(service.services.now().getTime() + 31 * 86_400_000);
  await forgetOldSync(service.services.db, now);
  expect((await service.call(checkFeed, at, chief)).readers).toEqual({ total: 0, rows: [] });
});

test('a feed of mapped jobs leaves out those whose facility is not mapped', async () => {
  expect(await service.call(readTarget, { id: 2 }, chief)).toMatchObject({ feedAllJobs: true });
  expect(await settings({}, false)).toMatchObject({ feedAllJobs: false });
  expect(await feedText()).not.toContain('<job>');
  await putJobs({ id: 1, title: 'Mapped', ...place, facilityMap: '77' });
  expect((await feedText()).match(/<job>/g)).toHaveLength(1);
  expect(await settings({})).toMatchObject({ feedAllJobs: false });
  await settings({}, true);
  expect((await feedText()).match(/<job>/g)).toHaveLength(3);
});

test('a renewed address replaces the old one, which says so; only who may change targets renews it', async () => {
  for (const token of [recruiter, stranger])
    expect([403, 404]).toContain((await service.send(renewFeedAddress, at, token)).status);
  expect((await service.send(checkFeed, at, recruiter)).status).toBe(403);
  const { xmlFeedUrl } = await service.call(renewFeedAddress, at, chief);
  expect((await service.call(readTarget, { id: 2 }, chief)).xmlFeedUrl).toBe(xmlFeedUrl);
  const old = await service.send(readFeed, { key });
  expect(old.status).toBe(410);
  expect(old.response.body).toBe('This feed has a new address. Ask the agency for it.\n');
  expect((await service.send(readFeed, { key: xmlFeedUrl.replace('/feeds/', '') })).status).toBe(200);
  expect(await service.send(renewFeedAddress, { ...at, target: 1 }, chief)).toMatchObject({
    status: 400,
    body: { fields: { target: 'Choose a target that is a feed' } },
  });
});

test('a job board feed (26) is connected like the XML feed, with references of its own, and neither is picked before an ATS', async () => {
  expect(canConnect(targetKind(26))).toBe(true);
  const { xmlFeedUrl } = await service.call(renewFeedAddress, { ...at, target: 3 }, chief);
  const { status, body } = await service.send(readFeed, { key: xmlFeedUrl.replace('/feeds/', '') });
  expect(status).toBe(200);
  expect(String(body).match(/<job>/g)).toHaveLength(3);
  expect(String(body)).not.toContain(await referenceOf(1));
  const feeds = [aTarget({ id: 2, typeId: 4 }), aTarget({ id: 3, typeId: 26 })];
  const ats = aTarget({ id: 1, typeId: 8 });
  expect(pickable([...feeds, ats])).toEqual([ats]);
  expect(firstTarget([...feeds, { ...ats, disabled: true }])).toMatchObject({ id: 1 });
  expect(pickable(feeds)).toEqual(feeds);
});

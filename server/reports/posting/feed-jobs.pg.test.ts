import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SentArgsOf } from '#contract/kit/endpoint.ts';
import { checkFeed, readFeed } from '#contract/posting/feeds.ts';
import { saveTarget } from '#contract/posting/posting.ts';
import { type FeedJobRow, reportFeedJobs } from '#contract/reports/feed-jobs.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import { flag } from '#domain/jobs/flags.ts';
import { writeRows } from '#server/feed/publish.ts';
import type { Publication } from '#server/kit/db/publication.ts';
import { aJob, aTarget } from '#tests/support/factories/job-factory.ts';
import { aStoredRule } from '#tests/support/factories/rule-factory.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';

const boards = { target: 2, key: 'unguessable-address-of-all-jobs' };
const mapped = { target: 3, key: 'unguessable-address-of-mapped-jobs' };

let service: TestService;
let chief: string;
beforeAll(async () => {
  service = await startTestService();
  chief = await service.signIn('chief');
  const { north } = service.people;
  await write(
    { collection: 'target', row: aTarget({ typeId: 8, maps: ['facility'] }), extra: { settings: {} } },
    feedTarget({ id: boards.target, name: 'Boards', maps: [] }),
    feedTarget({ id: mapped.target, name: 'Mapped jobs', maps: ['facility'] }),
    { collection: 'rule', row: aStoredRule({ name: 'No hospice', source: '[Title] contains "Hospice"', ...notPosted }) },
    { collection: 'rule', row: aStoredRule({ id: 22, name: 'Our title', source: '[Title] contains "RN"', ...newTitle }) },
  );
  for (const { target, key } of [boards, mapped])
    await service.services.db.insertInto('feed_address').values({ key, customer_id: north, target_id: target }).execute();
  await write(
    job(1, { extra: { customField1: 'Bonus', customField20: 'Last' }, payPerHour: 61.5, positions: 3 }),
    job(2, { facilityMap: '77', description: '<p onclick=x>Nights</p><ul><li>ICU</ul>' }),
    job(3, { chgMap: flag.onHold | flag.hidden }),
    job(4, { title: 'Hospice RN' }),
    job(5, { status: 'Closed' }),
    job(6, { city: null, state: null }),
  );
});
afterAll(() => service.close());

/** No title, and nothing that a summary of the job could say. */
const nothing = { title: null, degree: null, specialty: null, shift: null, durationDays: null };
const notPosted = { actionType: 11, fieldId: null, operand: null, runOnExport: true } as const;
const newTitle = { actionType: 1, fieldId: 3, operand: 'A job of the agency', runOnExport: true, ord: 20 } as const;
const write = (...rows: Publication[]) =>
  service.services.db.transaction().execute((tx) => writeRows(tx, service.people.north, rows));
const feedTarget = (over: Parameters<typeof aTarget>[0]): Publication => ({
  collection: 'target',
  row: aTarget({ typeId: 4, ...over }),
  extra: { settings: { feedFormat: 'json', feedElements: elements } },
});
const elements = [
  { field: 'reference', name: 'ref' },
  { field: 'requisition', name: 'requisition' },
  { field: 'title', name: 'JobTitle' },
  { field: 'description', name: 'text' },
  { field: 'payPerHour', name: 'pay' },
  { field: 'positions', name: 'openings' },
  { field: 'url', name: 'url' },
  { field: 'custom1', name: 'Bonus' },
  { field: 'custom20', name: 'Last' },
];
const job = (id: number, over: Partial<JobRow>): Publication => ({
  collection: 'job',
  row: aJob({
    id,
    providerJobId: `HV-${id}`,
    city: 'Reno',
    state: 'NV',
    facilityValueId: null,
    degreeValueId: null,
    specialtyValueId: null,
    shiftValueId: null,
    ...over,
  }),
});

const report = (args: Partial<SentArgsOf<typeof reportFeedJobs>> = {}, token = chief) =>
  service.call(reportFeedJobs, { cust: 'me', ...args }, token);
/** What a reader of the feed gets. */
const feedOf = async (key: string) => {
  const { response } = await service.send(readFeed, { key });
  return (JSON.parse(response.body) as { jobs: Record<string, string>[] }).jobs;
};
const listedOf = (rows: readonly FeedJobRow[], targetId: number) =>
  rows.filter((row) => row.targetId === targetId && row.isListed);
const jobIds = (rows: readonly FeedJobRow[]) => rows.map(({ jobId }) => jobId);

describe('jobs in feeds', () => {
  test('the rows that are in a feed are the jobs that the feed itself lists, value by value', async () => {
    const { rows, feeds } = await report();
    expect(feeds).toEqual([
      { id: 2, name: 'Boards' },
      { id: 3, name: 'Mapped jobs' },
    ]);
    for (const { target, key } of [boards, mapped]) {
      const read = (await feedOf(key)).map(({ ref, requisition, JobTitle, text, url, Bonus, Last }) => [
        ref,
        requisition,
        JobTitle,
        text,
        url,
        Bonus,
        Last,
      ]);
      const listed = listedOf(rows, target).map(({ reference, requisition, title, description, url, custom1, custom20 }) => [
        reference,
        requisition,
        title,
        description,
        url,
        custom1,
        custom20,
      ]);
      expect(listed).toEqual(read);
    }
    expect(jobIds(listedOf(rows, boards.target))).toEqual([1, 2, 6]);
    expect(listedOf(rows, boards.target)[0]).toMatchObject({ title: 'A job of the agency', custom1: 'Bonus', custom20: 'Last' });
    expect(jobIds(listedOf(rows, mapped.target))).toEqual([2]);
  });

  test('each other open job has its reasons in words, and nothing that only a listed job has', async () => {
    const { rows, total } = await report();
    expect(total).toBe(10);
    const refused = rows.filter(({ isListed }) => !isListed);
    for (const row of refused) {
      expect(row.why, `${row.feed} ${row.providerJobId}`).toMatch(/^[A-Z].*\.$/);
      expect(row.codes.length).toBeGreaterThan(0);
      expect({ reference: row.reference, url: row.url, dropped: row.dropped }).toEqual({ reference: '', url: '', dropped: '' });
    }
    const reasons = refused.map(({ targetId, jobId, reason, codes }) => [targetId, jobId, reason, codes]);
    expect(reasons).toEqual([
      [2, 3, 'On hold', ['on_hold', 'hidden']],
      [2, 4, 'Kept by a rule', ['kept_by_rule']],
      [3, 1, 'Facility is not mapped', ['unmapped_facility']],
      [3, 3, 'On hold', ['on_hold', 'hidden', 'unmapped_facility']],
      [3, 4, 'Facility is not mapped', ['unmapped_facility']],
      [3, 6, 'Facility is not mapped', ['unmapped_facility']],
    ]);
    expect(refused[1]?.why).toBe('Rule 21 “No hospice” keeps the job from being posted.');
    expect(refused[1]?.title).toBe('Hospice RN');
  });

  test('an element that the feed does not write is null, one without a value is blank, and long texts are cut', async () => {
    await write(job(1, { description: 'long '.repeat(400), payPerHour: 61.5, positions: 3, extra: { customField1: 'Bonus' } }));
    const [row] = (await report({ feed: boards.target })).rows;
    expect(row).toMatchObject({ custom1: 'Bonus', custom2: null, custom20: '', city: null, payPerHour: 61.5, positions: 3 });
    expect(row?.description).toMatch(/^.{500}…$/s);
  });

  test('filters, search, order and pages are those of the service', async () => {
    expect(jobIds((await report({ feed: mapped.target, listed: 'no' })).rows)).toEqual([1, 3, 4, 6]);
    expect(jobIds((await report({ listed: 'dropped' })).rows)).toEqual([6]);
    expect(jobIds((await report({ reason: 'hidden' })).rows)).toEqual([3, 3]);
    expect(jobIds((await report({ query: 'hv-4 boards' })).rows)).toEqual([4]);
    const backwards = await report({ sort: '-providerJobId', pageSize: 3 });
    expect(backwards.total).toBe(10);
    expect(jobIds(backwards.rows)).toEqual([6, 6, 4]);
    expect(jobIds((await report({ sort: '-providerJobId', pageSize: 3, page: 4 })).rows)).toEqual([1]);
    expect((await report({ sort: 'isListed', pageSize: 1 })).rows).toMatchObject([{ isListed: false, jobId: 3 }]);
  });

  test('a feed that is switched off lists nothing and says so for each job', async () => {
    const turn = (isDisabled: boolean) => service.call(saveTarget, { id: 3, name: 'Mapped jobs', isDisabled }, chief);
    await turn(true);
    const { rows } = await report({ feed: mapped.target });
    expect(await feedOf(mapped.key)).toEqual([]);
    expect(rows.map(({ reason }) => reason)).toEqual(Array.from({ length: 5 }, () => 'Feed is switched off'));
    await turn(false);
    expect(jobIds(listedOf((await report()).rows, mapped.target))).toEqual([2]);
  });

  test('what Indeed drops is what the page of the feed says, also for a job whose only text is its description', async () => {
    await write(job(7, { ...nothing, description: 'Only words' }), job(8, { ...nothing, description: '<br>' }));
    const { dropped } = await service.call(checkFeed, { cust: 'me', target: boards.target }, chief);
    const { rows } = await report({ feed: boards.target, listed: 'dropped' });
    expect(rows.map(({ jobId, dropped: why }) => ({ jobId, why }))).toEqual(
      dropped.rows.map(({ jobId, words }) => ({ jobId, why: words.join(' ') })),
    );
    expect(jobIds(rows)).toEqual([6, 7, 8]);
    expect(rows.map(({ description }) => description)).toEqual([expect.any(String), '<p>Only words</p>', '']);
  });

  test('only who may change targets reads it, for their customer; a target that is no feed is refused by name', async () => {
    expect((await service.send(reportFeedJobs, { cust: 'me' }, await service.signIn('recruiter'))).status).toBe(403);
    expect((await service.send(reportFeedJobs, { cust: service.people.south }, chief)).status).toBe(404);
    expect(await service.send(reportFeedJobs, { cust: 'me', feed: 1 }, chief)).toMatchObject({
      status: 400,
      body: { fields: { feed: 'Choose a target that is a feed, or 0 for all feeds' } },
    });
    const administrator = await service.signIn('administrator');
    expect(await service.call(reportFeedJobs, { cust: service.people.south }, administrator)).toEqual({
      total: 0,
      rows: [],
      feeds: [],
    });
  });
});

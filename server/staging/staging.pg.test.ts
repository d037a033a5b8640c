import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { acceptAutoMap, markUnique, saveMapping, unbindJobs } from '#contract/mapping/values.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import { formatDescription } from '#contract/staging/descriptions.ts';
import { readJobHistory } from '#contract/staging/job-history.ts';
import {
  cancelJobs,
  getPostData,
  hideJobs,
  holdJobs,
  openJobs,
  postToTarget,
  releaseJobs,
  removeManual,
  showJobs,
  updateManually,
} from '#contract/staging/staging.ts';
import { listChildren, listStaging } from '#contract/staging/staging-list.ts';
import { flag } from '#domain/jobs/flags.ts';
import { withReceipt } from '#domain/posting/receipts.ts';
import { aJob } from '#tests/support/factories/job-factory.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { stage } from '#tests/support/worlds/sync-world.ts';
import { writeRows } from '../feed/publish.ts';

let service: TestService;
let recruiter: string;
let viewer: string;
let administrator: string;
let stranger: string;
let north: number;
beforeAll(async () => {
  service = await startTestService();
  north = service.people.north;
  await stage(service.services.db, north, 40);
  [recruiter, viewer, administrator, stranger] = await Promise.all([
    service.signIn('recruiter'),
    service.signIn('viewer'),
    service.signIn('administrator'),
    service.signIn('stranger'),
  ]);
});
afterAll(() => service.close());

const jobRow = async (id: number): Promise<JobRow> =>
  (
    await service.services.db
      .selectFrom('job')
      .select('row')
      .where('customer_id', '=', north)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).row as JobRow;
const put = (row: JobRow) =>
  service.services.db.transaction().execute((tx) => writeRows(tx, north, [{ collection: 'job', row }]));
const list = (filter: Record<string, unknown> = {}, over: Record<string, unknown> = {}) =>
  service.call(listStaging, { cust: 'me', targetId: 1, pageSize: 10, page: 1, sourceId: -1, ...over, ...filter }, recruiter);

describe('holding, hiding, canceling', () => {
  test.each([
    [holdJobs, releaseJobs, flag.onHold],
    [hideJobs, showJobs, flag.hidden],
  ] as const)('%# a bit is set and cleared by its documented calls', async (set, clear, bit) => {
    const args = { cust: 'me', targetId: 1, ids: [1, 2] };
    expect(await service.call(set, args, recruiter)).toEqual({ done: [1, 2], refused: [] });
    expect((await jobRow(1)).chgMap & bit).toBe(bit);
    await service.call(clear, args, recruiter);
    expect((await jobRow(1)).chgMap & bit).toBe(0);
  });
  test('a canceled job reopens, and a missing one is reported beside it', async () => {
    await service.call(cancelJobs, { cust: 'me', ids: [3] }, recruiter);
    expect((await jobRow(3)).status).toBe('Cancelled');
    const reply = await service.call(openJobs, { cust: 'me', ids: [3, 4711] }, recruiter);
    expect(reply).toMatchObject({ done: [3], refused: [{ id: 4711, code: 'not_found' }] });
    expect((await jobRow(3)).status).toBe('Open');
  });
  test('a user without the right is forbidden; another customer’s jobs are not found', async () => {
    expect((await service.send(holdJobs, { cust: 'me', targetId: 1, ids: [1] }, viewer)).status).toBe(403);
    expect((await service.send(holdJobs, { cust: 'me', targetId: 1, ids: [1] }, stranger)).status).toBe(404);
    expect((await service.send(holdJobs, { cust: north, targetId: 1, ids: [1] }, stranger)).status).toBe(404);
  });
  test('an administrator must name one customer, not all', async () => {
    expect((await service.send(holdJobs, { cust: -1, targetId: 1, ids: [1] }, administrator)).status).toBe(400);
    expect((await service.send(holdJobs, { cust: north, targetId: 1, ids: [1] }, administrator)).status).toBe(200);
  });
});

describe('[promises 11 and 12] an idempotency key', () => {
  const send = (key: string, ids: number[]) =>
    service.send(holdJobs, { cust: 'me', targetId: 1, ids }, recruiter, {
      headers: { authorization: `Bearer ${recruiter}`, 'idempotency-key': key },
    });
  test('gives a retry the first response without a second effect', async () => {
    const first = await send('hold-5', [5, 4711]);
    await service.call(releaseJobs, { cust: 'me', targetId: 1, ids: [5] }, recruiter);
    const again = await send('hold-5', [5, 4711]);
    expect(again.body).toEqual(first.body);
    expect((await jobRow(5)).chgMap).toBe(0);
  });
  test('also stores a refusal', async () => {
    expect([(await send('hold-none', [4711])).status, (await send('hold-none', [4711])).status]).toEqual([404, 404]);
  });
  test('is rejected with a different request', async () => {
    await send('hold-6', [6]);
    expect(await send('hold-6', [7])).toMatchObject({ status: 422, body: { kind: 'key_reused' } });
  });
  test('sent five times at once takes effect once', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => send('hold-8', [8])));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const { rows } = { rows: await service.services.db.selectFrom('job_history').select('id').where('job_id', '=', 8).execute() };
    expect(rows).toHaveLength(1);
  });
});

describe('editing by hand', () => {
  test('the documented code selects the field, and the body carries its value', async () => {
    await service.call(updateManually, { cust: 'me', fieldCode: '1', id: 9, billRate: 99 }, recruiter);
    expect(await jobRow(9)).toMatchObject({ billRate: 99, chgMap: flag.billRateManual });
    await service.call(updateManually, { cust: 'me', fieldCode: '32768', id: 9, startDate: '2027-01-04' }, recruiter);
    expect(await jobRow(9)).toMatchObject({ startDate: '2027-01-04', endDate: '2027-04-05' });
    await service.call(removeManual, { cust: 'me', fieldCode: '1', id: 9 }, recruiter);
    expect(await jobRow(9)).toMatchObject({ billRate: 92.5, chgMap: flag.startDateManual });
  });
  test('a blank rate is 0, a negative one clears, and text is rejected', async () => {
    await service.call(updateManually, { cust: 'me', fieldCode: '64', id: 9, otRate: '' }, recruiter);
    expect((await jobRow(9)).otRate).toBe(0);
    await service.call(updateManually, { cust: 'me', fieldCode: '64', id: 9, otRate: -1 }, recruiter);
    expect((await jobRow(9)).otRate).toBeNull();
    const refused = await service.send(updateManually, { cust: 'me', fieldCode: '64', id: 9, otRate: 'much' }, recruiter);
    expect(refused).toMatchObject({ status: 400, body: { fields: { otRate: expect.any(String) as string } } });
    expect((await service.send(updateManually, { cust: 'me', fieldCode: '64', id: 9 }, recruiter)).status).toBe(400);
  });
  test('the history shows who changed what, newest first', async () => {
    const { total, rows: lines } = await service.call(readJobHistory, { cust: 'me', jobId: 9 }, recruiter);
    expect(total).toBe(lines.length);
    expect(lines.at(-1)).toMatchObject({ who: 'The recruiter', how: 'manual', field: 'billRate', before: 92.5, after: 99 });
    expect((await service.send(readJobHistory, { cust: 'me', jobId: 4711 }, recruiter)).status).toBe(404);
  });
});

describe('mapping', () => {
  const row = { cust: 'me', targetId: 1, jobId: 0 } as const;
  test('a text is mapped for all its jobs, for one job alone, and unmapped', async () => {
    await service.call(saveMapping, { ...row, type: 'F', chosenId: 'B-9', valueId: 11, certainty: 90 }, recruiter);
    await service.call(saveMapping, { ...row, type: '1', jobId: 10, chosenId: 'A-facility' }, recruiter);
    const jobs = await list({ jid: 'HV-1' });
    expect(jobs.find(({ id }) => id === 10)).toMatchObject({
      mappedFacilityId: 'A-facility',
      facilityCertainty: null,
      mappedFacility: 'A-facility',
    });
    expect(jobs.find(({ id }) => id === 11)).toMatchObject({
      mappedFacilityId: 'B-9',
      facilityCertainty: 90,
      mappedFacility: 'B-9',
    });
    await service.call(unbindJobs, { cust: 'me', targetId: 1, ids: [10] }, recruiter);
    expect((await list({ jid: 'HV-10' }))[0]).toMatchObject({ mappedFacilityId: 'B-9' });
    await service.call(saveMapping, { ...row, type: '1', chosenId: '-1', valueId: 11 }, recruiter);
    expect((await list({ jid: 'HV-10' }))[0]).toMatchObject({ mappedFacilityId: null });
    await service.call(saveMapping, { ...row, type: '1', chosenId: 'A-facility', valueId: 11 }, recruiter);
  });
  test('a choice outside the list, a missing row and a missing right are rejected', async () => {
    const save = (args: Record<string, unknown>, who = recruiter) =>
      service.send(saveMapping, { ...row, type: '1', ...args }, who);
    expect((await save({ chosenId: 'nowhere', valueId: 11 })).status).toBe(400);
    expect((await save({ chosenId: 'B-9' })).status).toBe(400);
    expect((await save({ chosenId: 'B-9', valueId: 11 }, viewer)).status).toBe(403);
  });
  test('suggestions are accepted and values marked unique', async () => {
    expect((await service.send(acceptAutoMap, { cust: 'me', targetId: 1, type: 'F', ids: [11] }, recruiter)).status).toBe(400);
    await service.call(markUnique, { cust: 'me', targetId: 1, ids: [11] }, recruiter);
    expect((await list({ jid: 'HV-10' }))[0]).toMatchObject({ isUnique: true });
  });
});

describe('posting', () => {
  test('queues jobs that may be posted, names those already there, and gives the reason if none is queued', async () => {
    const there = withReceipt(await jobRow(21), {
      targetId: 1,
      state: 'done',
      reference: 'R',
      externalId: '4711',
      words: null,
      at: '2026-11-20T00:00:00.000Z',
      tries: 1,
    });
    await put(there);
    await put({ ...(await jobRow(22)), chgMap: flag.onHold });
    const args = { cust: 'me', targetId: 1, recreate: 0 } as const;
    expect(await service.call(postToTarget, { ...args, ids: [20, 21, 22] }, recruiter)).toEqual([
      'jobsAddedToQueue|20',
      'x|21|4711',
    ]);
    expect(await service.call(postToTarget, { ...args, ids: [21] }, recruiter)).toEqual([
      'Every chosen job is in the target already.',
      'x|21|4711',
    ]);
    expect((await service.send(postToTarget, { ...args, ids: [22] }, recruiter)).body).toMatchObject({
      fields: { body: 'The job is on hold: release it first.' },
    });
    const posts = await service.services.db.selectFrom('post').select(['job_id', 'state', 'generation']).execute();
    expect(posts).toEqual([{ job_id: 20, state: 'wanted', generation: 1 }]);
  });
  test('re-creating raises the generation and needs an administrator', async () => {
    await service.services.db
      .insertInto('post')
      .values({ customer_id: north, target_id: 1, job_id: 21, reference: 'R', state: 'done', external_id: '4711' })
      .execute();
    expect((await service.send(postToTarget, { cust: 'me', targetId: 1, recreate: 1, ids: [21] }, recruiter)).status).toBe(403);
    expect(await service.call(postToTarget, { cust: north, targetId: 1, recreate: 1, ids: [21] }, administrator)).toEqual([
      'jobsAddedToQueue|21',
    ]);
    const posts = await service.services.db
      .selectFrom('post')
      .select(['generation', 'state', 'reference'])
      .where('job_id', '=', 21)
      .orderBy('generation')
      .execute();
    expect(posts).toMatchObject([
      { generation: 1, state: 'done', reference: 'R' },
      { generation: 2, state: 'wanted' },
    ]);
    expect((await jobRow(21)).posts[0]?.reference).toBe(posts[1]?.reference);
  });
  test('the check before posting returns every reason', async () => {
    const verdicts = await service.call(getPostData, { cust: 'me', targetId: 1, ids: [23, 22, 4711] }, recruiter);
    expect(verdicts).toMatchObject([
      { id: 23, ok: true, reasons: [] },
      { id: 22, ok: false, reasons: [{ code: 'on_hold' }] },
      { id: 4711, ok: false, reasons: [{ code: 'not_found' }] },
    ]);
    expect((await service.send(getPostData, { cust: 'me', targetId: 99, ids: [23] }, recruiter)).status).toBe(404);
  });
});

describe('the list', () => {
  beforeAll(async () => {
    await put(
      aJob({
        id: 31,
        providerJobId: 'HV-31',
        facility: 'Zion 100%_Clinic',
        city: 'Reno',
        state: 'NV',
        zip: '89501-1234',
        status: 'Filled',
        billRate: 10,
        startDate: '2027-06-01',
      }),
    );
    await put(
      aJob({
        id: 32,
        providerJobId: 'HV-32',
        city: 'Sparks',
        state: 'NV',
        zip: '89431',
        billRate: 300,
        workType: 2,
        facilityValueId: null,
      }),
    );
    await put(aJob({ id: 33, providerJobId: 'HV-33', chgMap: flag.hidden, zip: '10001', state: 'NY' }));
  });
  const ids = async (filter: Record<string, unknown>) =>
    (await list(filter, { pageSize: 200 })).map(({ id }) => id).sort((a, b) => a - b);

  test('pages with totals in each row, as documented', async () => {
    const page = await list({}, { page: 2 });
    expect(page).toHaveLength(10);
    expect(page[0]).toMatchObject({ totalPages: 4, total: 39 }); // 40 without the hidden one
  });
  test.each([
    [{ client: '100%_c' }, [31]],
    [{ state: 'nv' }, [31, 32]],
    [{ vendorStatus: 'filled, Closed' }, [31]],
    [{ wt: 2 }, [32]],
    [{ fmapped: 2 }, [32]],
    [{ mappingStatus: '2' }, [32]],
    [{ imported: 2, all: 1, state: 'NV' }, []],
    [{ jstatus: 5 }, [33]],
    [{ jstatus: '5', newjobs: '10', sdate: '2026-10-01', state: 'NY', all: true }, [33]],
    [{ all: 1, state: 'NY' }, [33]],
    [{ state: 'NY' }, []],
    [{ zip: '894' }, [32]],
    [{ zip: '89501', distance: 10 }, [31, 32]],
    [{ sdate: '2027-01-05', edate: '2027-12-31' }, [31]],
    [{ sid: 999 }, []],
    [{ certainty: 'low' }, []],
    [{ cert: 'crna' }, []],
    [{ zip: '894', distance: 0, jstatus: 0, newjobs: '', imported: '0', mappingStatus: null }, [32]],
  ])('filters by %j', async (filter, expected) => {
    expect(await ids(filter)).toEqual(expected);
  });
  test.each([
    [{ jstatus: 6 }, { jstatus: expect.stringContaining('5 for hidden') as string }],
    [{ jstatus: 'open' }, { jstatus: expect.stringContaining('2 for open') as string }],
    [{ newjobs: 1 }, { newjobs: expect.stringContaining('9 for those of the last day') as string }],
    [{ imported: 1 }, { imported: expect.stringContaining('2 for those that are in the target') as string }],
    [{ mappingStatus: 'mapped' }, { mappingStatus: expect.stringContaining('1 for the mapped ones') as string }],
    [
      { fmapped: 3, all: 2 },
      { fmapped: expect.stringContaining('not mapped') as string, all: expect.stringContaining('hidden') as string },
    ],
    [{ vendorStatus: 'Open, Lost' }, { vendorStatus: expect.stringContaining('Open, Filled') as string }],
    [{ certainty: 'lowest' }, { certainty: expect.stringContaining('low for below 80') as string }],
    [{ sdate: '12/01/2026' }, { sdate: expect.stringContaining('yyyy-MM-dd') as string }],
    [{ distance: 1001 }, { distance: expect.stringContaining('0 to 1000') as string }],
    [{ zip: '895', distance: 10 }, { zip: 'A distance needs a whole zip code, such as 89501' }],
    [{ zip: '00000', distance: 10 }, { zip: expect.stringContaining('no zip code 00000') as string }],
  ])('refuses %j with the field and its remedy', async (filter, fields) => {
    const asked = { cust: 'me', targetId: 1, pageSize: 10, page: 1, sourceId: -1, ...filter };
    expect(await service.send(listStaging, asked, recruiter)).toMatchObject({ status: 400, body: { kind: 'invalid', fields } });
  });
  test('sorts by a listed field and rejects any other', async () => {
    expect((await list({ sort: '-BillRate' }))[0]?.id).toBe(32);
    expect((await list({ sort: 'BillRate' }))[0]?.id).toBe(31);
    expect(
      (
        await service.send(
          listStaging,
          { cust: 'me', targetId: 1, pageSize: 10, page: 1, sourceId: -1, sort: 'password' },
          recruiter,
        )
      ).status,
    ).toBe(400);
  });
  test('is hidden from other customers', async () => {
    const asked = { cust: 'me', targetId: 1, pageSize: 10, page: 1, sourceId: -1 };
    const { status, body } = await service.send(listStaging, asked, stranger);
    expect({ status, body }).toEqual({ status: 404, body: { kind: 'not_found', what: 'There is no target with the id 1.' } });
  });
});

test('a description is answered as clean HTML; a longer one than is formatted is refused', async () => {
  const description = 'Shift: 3x12 nights<ul><li onclick="run()">BLS</ul><script>run()</script>';
  const { html } = await service.call(formatDescription, { description }, viewer);
  expect(html).toBe('<p><strong>Shift:</strong> 3x12 nights</p><ul><li>BLS</li></ul>');
  const long = await service.send(formatDescription, { description: 'x'.repeat(100_001) }, viewer);
  expect(long).toMatchObject({ status: 400, body: { fields: { description: 'Send at most 100,000 characters' } } });
});

describe('shifts and positions of an order', () => {
  test('are listed to those who may see staging, in any order of arrival', async () => {
    const source = { sourceId: 3, source: 'Harbor VMS' };
    const order = { id: 901, providerJobId: 'ORDER-1', ...source };
    await put(aJob({ id: 902, providerJobId: 'ORDER-1-A', parentJobId: 'ORDER-1', ...source }));
    await put(aJob({ id: 903, providerJobId: 'ORDER-1-B', parentJobId: 'ORDER-1', ...source, sourceId: 4 }));
    await put(aJob(order));
    const children = await service.call(listChildren, { cust: 'me', jobId: 901 }, viewer);
    expect(children).toMatchObject([{ id: 902, providerJobId: 'ORDER-1-A', targetId: 1, total: 1, totalPages: 1 }]);
    expect(await service.call(listChildren, { cust: 'me', jobId: 902 }, viewer)).toEqual([]);
    expect((await service.send(listChildren, { cust: 'me', jobId: 901 })).status).toBe(401);
    expect((await service.send(listChildren, { cust: 'me', jobId: 901 }, stranger)).status).toBe(404);
    expect((await service.send(listChildren, { cust: north, jobId: 901 }, stranger)).status).toBe(404);
  });
});

import { expect, test } from 'vitest';
import { type CollectOptions, collectRecords } from './collect-records.ts';
import { headerSignature, learnedFor } from './header-signature.ts';

async function collect(text: string, options: Partial<CollectOptions> = {}) {
  const read = await collectRecords(new TextEncoder().encode(text), { today: '2026-11-23', ...options });
  if (!read.ok) throw new Error(read.error.words);
  return read.value;
}

const file = 'Job ID,Where,Rate,Notes\nA-1,TX,81.50,Call first\nA-2,NV,79.00,\n';

test('[P23] a mapping decides what each column fills, and a column that is not read stays in `extra`', async () => {
  const { jobs } = await collect(file, { mapping: { Where: 'state', Rate: 'billRate', Notes: null } });
  expect(jobs[0]).toMatchObject({
    providerJobId: 'A-1',
    state: 'TX',
    billRate: 81.5,
    note: null,
    extra: { Notes: 'Call first' },
  });
});

test('a feed is read as before where no one chose otherwise: proposals are for previews', async () => {
  const { jobs, columns, flags } = await collect(file);
  expect(jobs[0]).toMatchObject({ state: null, billRate: null, note: 'Call first', extra: { Where: 'TX', Rate: '81.50' } });
  expect([columns, flags]).toEqual([undefined, undefined]);
  const preview = await collect(file, { propose: true });
  expect(preview.jobs[0]).toMatchObject({ state: 'TX', billRate: null });
  expect(preview.columns?.map(({ field, suggested }) => field ?? suggested)).toEqual([
    'providerJobId',
    'state',
    'billRate',
    'note',
  ]);
});

test('a column of a person’s choice goes before those of known names, which fill the gaps', async () => {
  const text = 'Job ID,Facility,Campus\n1,Mercy,East\n2,Mercy,\n';
  const { jobs } = await collect(text, { mapping: { Campus: 'facility' } });
  expect(jobs.map(({ facility }) => facility)).toEqual(['East', 'Mercy']);
});

test('a mapping whose columns the file lacks changes nothing', async () => {
  const { jobs } = await collect(file, { mapping: { Elsewhere: 'state', Job: 'city' } });
  expect(jobs).toEqual((await collect(file)).jobs);
});

test('headers give one signature in any order, case and punctuation', () => {
  expect(headerSignature(['Job ID', 'Hrs/Wk'])).toBe(headerSignature(['HRS WK', 'job_id']));
  expect(headerSignature(['Job ID', '$/hr'])).not.toBe(headerSignature(['Job ID', 'hr']));
});

test('learned: the same headers first, else each column from the newest file that had it', async () => {
  const signature = headerSignature(['Job ID', 'Where', 'Rate', 'Notes']);
  const remembered = [
    { signature: 'other', mapping: { Where: 'city', Rate: 'payPerHour' } },
    { signature, mapping: { Where: 'state', Notes: null } },
  ] as const;
  expect(learnedFor(['Job ID', 'Where'], signature, remembered)).toEqual({ mapping: remembered[1].mapping, sameFile: true });
  expect(learnedFor(['Where', 'Notes', 'City'], 'new', remembered)).toEqual({
    mapping: { Where: 'city', Notes: null },
    sameFile: false,
  });
  expect(learnedFor(['City'], 'new', remembered)).toBeUndefined();
  const { jobs } = await collect(file, { learned: remembered });
  expect(jobs[0]).toMatchObject({ state: 'TX', city: null, payPerHour: null, note: null });
});

test('[P24] starts long past and amounts out of range are flagged with their rows', async () => {
  const rows = ['Job ID,Start Date,Bill Rate,$wk', '1,1/20/2025,81.50,2669', '2,10/24/2026,4000,2500', '3,10/23/2026,0,95'];
  const { flags } = await collect(rows.join('\n'), { propose: true });
  expect(flags).toEqual([
    {
      kind: 'past_start',
      field: 'startDate',
      count: 2,
      expected: '2026-10-24',
      rows: [
        { row: 1, providerJobId: '1', value: '2025-01-20' },
        { row: 3, providerJobId: '3', value: '2026-10-23' },
      ],
    },
    {
      kind: 'rate_range',
      field: 'billRate',
      count: 1,
      expected: '$20 to $400 an hour',
      rows: [{ row: 2, providerJobId: '2', value: 4000 }],
    },
    {
      kind: 'rate_range',
      field: 'payPerWeek',
      count: 1,
      expected: '$300 to $12,000 a week',
      rows: [{ row: 3, providerJobId: '3', value: 95 }],
    },
  ]);
});

test('[P22] a bad cell of an optional field is a warning of its row', async () => {
  const { jobs, refused, warned } = await collect('Job ID,State,Openings\n1,TX,many\n2,TX,2\n3,Willits,1\n');
  expect(jobs.map(({ positions }) => positions)).toEqual([null, 2]);
  expect(warned).toMatchObject([{ row: 1, providerJobId: '1', problems: [{ column: 'Openings', value: 'many' }] }]);
  expect(refused).toMatchObject([{ row: 3, problems: [{ field: 'state' }] }]);
});

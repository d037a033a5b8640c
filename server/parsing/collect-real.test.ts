import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CollectedJob } from '#domain/jobs/collected-job.ts';
import { type Collection, type CollectOptions, collectRecords } from './collect-records.ts';

const folder = join(process.env['JOBDOCK_DATA'] ?? resolve(import.meta.dirname, '../../../shared/data'), 'jobs');
const present = existsSync(folder);
if (!present) process.stdout.write(`no real data at ${folder}: real feeds are not measured\n`);

async function collect(file: string, options: Partial<CollectOptions> = {}): Promise<Collection | undefined> {
  if (!present) return undefined;
  const result = await collectRecords(readFileSync(join(folder, file)), { today: '2025-01-10', ...options });
  if (!result.ok) throw new Error(`${file}: ${result.error.words}`);
  const { jobs, refused, format } = result.value;
  const reasons = new Set(refused.flatMap(({ problems }) => problems.map(({ field, problem }) => `${field}: ${problem}`)));
  process.stdout.write(
    `${file} (${format}): ${jobs.length} jobs, ${refused.length} refused ${[...reasons].slice(0, 5).join(' | ')}\n`,
  );
  return result.value;
}

const told = (jobs: readonly CollectedJob[], field: keyof CollectedJob): number =>
  jobs.filter((job) => job[field] !== null).length;

describe('every real feed is read row by row', () => {
  test('the VMS export of 314 travel jobs', async () => {
    const read = await collect('vms-export-travel-jobs-314.csv');
    if (!read) return;
    expect([read.jobs.length, read.refused.length]).toEqual([314, 0]);
    expect(read.jobs.filter((job) => job.workType === 1)).toHaveLength(238);
    expect(read.jobs.filter((job) => job.workType === 3)).toHaveLength(76);
    expect(told(read.jobs, 'facility')).toBe(0);
    for (const field of [
      'degree',
      'specialty',
      'city',
      'state',
      'shift',
      'startDate',
      'endDate',
      'durationDays',
      'payPerHour',
      'payPerWeek',
      'hoursPerWeek',
      'guaranteedHours',
      'hoursPerShift',
      'shiftsPerWeek',
    ] as const) {
      expect([field, told(read.jobs, field)]).toEqual([field, 314]);
    }
    expect(read.jobs[0]).toMatchObject({
      providerJobId: '2578540',
      degree: 'Radiology / Cardiology',
      specialty: 'Cath Lab Tech',
      payPerHour: 66.7368,
      startDate: '2025-01-20',
      endDate: '2025-04-21',
      durationDays: 91,
      shift: 'Days',
      shiftsPerWeek: 5,
      idDerived: false,
      extra: { Type: 'Clinical', Resume: 'TRUE' },
    });
  });

  test.each(['travel-nurse-jobs-api-100.csv', 'travel-nurse-jobs-api-100.json'])('the travel-nurse API: %s', async (file) => {
    const read = await collect(file);
    if (!read) return;
    // One of its rows has a street in the city column and a city in the state column.
    expect([read.jobs.length, read.refused.length]).toEqual([99, 1]);
    expect(read.refused[0]?.problems).toMatchObject([{ field: 'state', value: 'Willits' }]);
    for (const field of ['facility', 'city', 'state', 'specialty'] as const)
      expect([field, told(read.jobs, field)]).toEqual([field, 99]);
    // Two rows say "--None--".
    expect(told(read.jobs, 'shift')).toBe(97);
    expect(read.jobs[1]).toMatchObject({
      facility: 'Southeast Georgia Health System - Brunswick Campus',
      shiftStart: '19:00',
      shiftEnd: '07:00',
    });
  });

  test('the appcast XML feed', async () => {
    const read = await collect('appcast-feed-healthtrust-100.xml', { today: '2018-05-01' });
    if (!read) return;
    expect([read.jobs.length, read.refused.length]).toEqual([100, 0]);
    expect(told(read.jobs, 'zip')).toBe(94);
    expect(read.jobs.every((job) => job.workType === 3)).toBe(true);
    expect(read.jobs[0]).toMatchObject({
      providerJobId: '63_Apr47337',
      city: 'Aurora',
      state: 'CO',
      postedAt: '2018-04-21',
      degree: null,
    });
    expect(read.jobs[0]?.jobUrl).toMatch(/&exch=1a&/);
  });

  test('one record of the aggregator feed', async () => {
    const read = await collect('vms-aggregator-record-medefis5.json', { today: '2024-02-01' });
    expect(read?.jobs ?? [undefined]).toHaveLength(1);
    if (!read) return;
    expect(read.jobs[0]).toMatchObject({
      providerJobId: '47915739',
      billRate: 130,
      minBillRate: 130,
      otRate: 140,
      callbackRate: 130,
      holidayRate: 140,
      onCallRate: 2,
      degree: 'RN',
      specialty: 'Med Surg Peds Adult',
      vms: 'Medefis5',
      winterPlanNeed: false,
      workType: 1,
      status: 'Open',
    });
  });

  test('a list that is not a job feed gives no job and refuses each row', async () => {
    const read = await collect('vms-aggregator-feed-fields.json');
    if (!read) return;
    expect([read.jobs.length, read.refused.length]).toEqual([0, 124]);
    expect(read.refused[0]?.problems[0]?.problem).toBe('Nothing in this row says which job it is.');
  });

  test('job titles of a public board, some with unknown work types', async () => {
    const read = await collect('linkedin-health-titles-2023.csv');
    if (!read) return;
    expect([read.jobs.length, read.refused.length]).toEqual([2734, 0]);
    expect(read.warned).toHaveLength(16);
    expect(new Set(read.warned.flatMap(({ problems }) => problems.map(({ field }) => field)))).toEqual(new Set(['workType']));
  });

  test('every field name of the aggregator feed is known or kept as extra', async () => {
    if (!present) return;
    const fields = JSON.parse(readFileSync(join(folder, 'vms-aggregator-feed-fields.json'), 'utf8')) as {
      name: string;
      type: string;
    }[];
    const sample: Record<string, string> = { Integer: '7', Double: '7.5', Boolean: 'true', String: '' };
    const record = Object.fromEntries(fields.map(({ name, type }) => [name, sample[type] || `said ${name}`]));
    Object.assign(record, {
      jobURL: 'https://vms.example/1',
      startDate: '2025-02-03',
      endDate: '2025-05-05',
      postDate: '2025-01-05',
      workType: '1',
      statusString: 'Open',
      state: 'TX',
      zip: '78738',
      duration: '13 weeks',
      guaranteedHours: '36',
    });
    for (const rate of ['oTRate', 'chargeRate', 'callbackRate', 'holidayRate']) record[rate] = '70 (flat)';
    const result = await collectRecords(new TextEncoder().encode(JSON.stringify([record])), { today: '2025-01-10' });
    if (!result.ok) throw new Error(result.error.words);
    expect(result.value.refused).toEqual([]);
    const [job] = result.value.jobs;
    expect(job).toMatchObject({ asap: true, hot: true, status: 'On Hold', durationDays: 49, mealStipend: 7.5, payPerHour: 7.5 });
    const unknown = Object.keys(job?.extra ?? {});
    expect(unknown).toContain('customField19');
    expect(unknown).not.toContain('jobURL');
    expect(fields.length - unknown.length).toBeGreaterThanOrEqual(45);
  });
});

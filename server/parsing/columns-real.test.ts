import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { CollectedJob } from '#domain/jobs/collected-job.ts';
import { type Collection, type CollectOptions, collectRecords } from './collect-records.ts';

const folder = join(process.env['JOBDOCK_DATA'] ?? resolve(import.meta.dirname, '../../../shared/data'), 'jobs');
const files = existsSync(folder) ? readdirSync(folder) : [];

async function collect(file: string, options: Partial<CollectOptions>): Promise<Collection | string> {
  const read = await collectRecords(readFileSync(join(folder, file)), { today: '2026-11-23', ...options });
  return read.ok ? read.value : read.error.words;
}

/** Fields that come from a column: not those that every job has, and not what is computed from other fields. */
const filledFields = (jobs: readonly CollectedJob[]): number => {
  const given = new Set(['idDerived', 'extra', 'status', 'workType', 'currency', 'asap', 'hot', 'winterPlanNeed']);
  const fields = new Set(jobs.flatMap((job) => Object.entries(job).flatMap(([key, value]) => (value === null ? [] : [key]))));
  return [...fields].filter((field) => !given.has(field)).length;
};

// The figures of every real file: what is read by known names only, and with the proposals.
test.each(files)('%s: proposals read at least the fields that known names read', async (file) => {
  const [named, proposed] = await Promise.all([collect(file, {}), collect(file, { propose: true })]);
  if (typeof named === 'string' || typeof proposed === 'string') {
    process.stdout.write(`${file}: ${typeof named === 'string' ? named : 'read'}\n`);
    expect(named).toEqual(proposed);
    return;
  }
  const { columns = [], flags = [], jobs, refused, warned } = proposed;
  const unread = columns.filter(({ field, filled }) => field === null && filled > 0);
  const parts = [
    `${jobs.length} jobs (${named.jobs.length} by names), ${refused.length} refused, ${warned.length} with warnings`,
    `fields ${filledFields(named.jobs)} -> ${filledFields(jobs)}`,
    `columns read ${columns.filter(({ field }) => field !== null).length} of ${columns.length}`,
    `not read: ${unread.map(({ column, seems }) => `${column} (${seems})`).join(', ') || 'none'}`,
    `flags: ${flags.map(({ field, count }) => `${field} ${count}`).join(', ') || 'none'}`,
  ];
  process.stdout.write(`${file}: ${parts.join('; ')}\n`);
  expect(jobs.length).toBeGreaterThanOrEqual(named.jobs.length);
  // A known name whose values are all of another form is not read: times are no start dates.
  const doubted = columns.filter(({ suggested, why }) => suggested !== null && why !== 'values').length;
  expect(filledFields(jobs)).toBeGreaterThanOrEqual(filledFields(named.jobs) - doubted);
});

test('the export of 314 travel jobs names all that it does not read', async () => {
  const file = 'vms-export-travel-jobs-314.csv';
  if (!files.includes(file)) {
    process.stdout.write(`no real data at ${folder}: ${file} is not measured\n`);
    return;
  }
  const read = await collect(file, { propose: true });
  if (typeof read === 'string') throw new Error(read);
  const columns = Object.fromEntries((read.columns ?? []).map(({ column, field, seems }) => [column, { field, seems }]));
  expect(columns).toMatchObject({
    '$/hr': { field: 'payPerHour' },
    $wk: { field: 'payPerWeek', seems: 'weekly gross: $/hr × Hrs/Wk' },
    Type: { field: null, seems: 'always “Clinical”' },
    Resume: { field: null, seems: 'always “TRUE”' },
  });
  expect(read.flags).toMatchObject([{ kind: 'past_start', count: 314 }]);
});

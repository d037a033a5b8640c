import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { connectionOf } from '#domain/targets/connection-forms/connections.ts';
import type { AdapterName } from '#domain/targets/target-kinds.ts';
import { doubles } from '#server/demo/doubles.ts';
import { postExport, readExport } from './export-trial.ts';

const kinds = (Object.keys(doubles) as AdapterName[]).filter((kind) => connectionOf(kind).can.post);
const longTitle = `Registered nurse of the cardiac unit ${'and of another unit '.repeat(4)}`.trim();
const made = `Job ID,Title,Facility,City,State,Profession,Specialty,Start Date,Work Type
1,${longTitle},Harbor Clinic,Reno,NV,RN,ICU,12/01/2026,Travel
2,Nurse,Harbor Clinic,,,,ICU,12/02/2026,Travel
`;
const perDiemWords =
  'CTM’s fields of per-diem orders are not documented, so Jobdock posts long-term orders only: enter this one in CTM.';

test('an export is posted to each kind: what is refused says why, what is cut names its field and length', async () => {
  const { jobs, unread } = await readExport(Buffer.from(made));
  expect(unread).toBe(0);
  const ends = Object.fromEntries(await Promise.all(kinds.map(async (kind) => [kind, await postExport(kind, jobs)] as const)));
  expect(ends['bullhorn']).toEqual({ jobs: 2, accepted: 2, refused: {}, truncated: { 'title, 100': 1 } });
  expect(ends['salesforce']).toEqual({ jobs: 2, accepted: 2, refused: {}, truncated: { 'Name, 80': 1 } });
  expect(ends['crelate']).toEqual({ jobs: 2, accepted: 2, refused: {}, truncated: {} });
  expect(ends['ctm']).toMatchObject({ accepted: 1, refused: { 'nursetype: no such certification': 1 } });
  const noCity = 'city: Invalid input: expected string, received undefined';
  expect(ends['travelNurseSource']).toMatchObject({ accepted: 1, refused: { [noCity]: 1 } });
});

const real = join(
  process.env['JOBDOCK_DATA'] ?? resolve(import.meta.dirname, '../../../shared/data'),
  'jobs/vms-export-travel-jobs-314.csv',
);

const present = existsSync(real);
if (!present) process.stdout.write(`no real data at ${real}: no real export is posted\n`);

test('a real export of 314 travel jobs is taken by each kind, except per-diem orders by CTM', async () => {
  if (!present) return;
  const { jobs, unread } = await readExport(readFileSync(real));
  expect([jobs.length, unread]).toEqual([314, 0]);
  for (const kind of kinds) {
    const isCtm = kind === 'ctm';
    const refused = isCtm ? { [perDiemWords]: 76 } : {};
    const end = { jobs: 314, accepted: isCtm ? 238 : 314, refused, truncated: {} };
    expect([kind, await postExport(kind, jobs)]).toEqual([kind, end]);
  }
}, 120_000);

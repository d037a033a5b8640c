import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { safeFetch } from '#server/kit/lib/safe-fetch.ts';
import { collectRecords } from '../parsing/collect-records.ts';
import { createVendorSite, vendorFeedPaths } from './vendor-site.ts';

const now = new Date('2025-01-10T12:00:00Z');
const site = createVendorSite(() => now);
beforeAll(async () => await new Promise<void>((resolve) => void site.listen(0, '127.0.0.1', resolve)));
afterAll(() => void site.close());

test.each(Object.entries(vendorFeedPaths))(
  'every offer of the built-in vendor %s is fetched and becomes a job',
  async (_vendor, path) => {
    const { port } = site.address() as AddressInfo;
    const reply = await safeFetch(`http://127.0.0.1:${port}${path}`, { allow: [`127.0.0.1:${port}`] });
    if (!reply.ok) throw new Error(reply.error.words);
    const read = await collectRecords(reply.value.bytes, { today: '2025-01-10' });
    if (!read.ok) throw new Error(read.error.words);
    expect(read.value.refused).toEqual([]);
    expect(read.value.jobs.length).toBeGreaterThan(20);
    for (const job of read.value.jobs) {
      expect(job).toMatchObject({ idDerived: false, workType: 1 });
      for (const field of [
        'facility',
        'city',
        'state',
        'degree',
        'specialty',
        'shift',
        'billRate',
        'startDate',
        'endDate',
      ] as const) {
        expect([field, job[field]]).not.toEqual([field, null]);
      }
    }
  },
);

test('each fourth order of Careline has two shifts that name it, and no other vendor has any', async () => {
  const { port } = site.address() as AddressInfo;
  const jobsOf = async (path: string) => {
    const reply = await safeFetch(`http://127.0.0.1:${port}${path}`, { allow: [`127.0.0.1:${port}`] });
    const read = reply.ok ? await collectRecords(reply.value.bytes, { today: '2025-01-10' }) : reply;
    if (!read.ok) throw new Error(read.error.words);
    return read.value.jobs;
  };
  const jobs = await jobsOf(vendorFeedPaths.careline);
  const shifts = jobs.filter(({ parentJobId }) => parentJobId);
  const orders = jobs.filter(({ parentJobId }) => !parentJobId);
  const staffed = orders.filter(({ providerJobId }) => Number(providerJobId.replace(/\D/g, '')) % 4 === 0);
  expect(staffed.length).toBeGreaterThan(5);
  expect(shifts.map(({ parentJobId }) => parentJobId)).toEqual(
    staffed.flatMap(({ providerJobId }) => [providerJobId, providerJobId]),
  );
  expect(shifts.length).toBeLessThan(50);
  for (const path of [vendorFeedPaths.medloop, vendorFeedPaths.nightingale])
    expect((await jobsOf(path)).filter(({ parentJobId }) => parentJobId)).toEqual([]);
});

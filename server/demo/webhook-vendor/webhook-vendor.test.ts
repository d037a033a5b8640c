import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { collectRecords } from '#server/parsing/collect-records.ts';
import { closeNow, listenOnLoopback } from '../loopback/loopback.ts';
import { offersAt } from '../vendors/vendor-offers.ts';
import { bodyOf } from '../vendors/vendor-system.ts';
import { startWebhookVendor } from './webhook-vendor.ts';

test('the vendor sends all of its jobs once, and each of them is read as it is meant', async () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const bodies: string[] = [];
  const service = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      bodies.push(body);
      response.writeHead(202).end();
    });
  });
  const end = startWebhookVendor({ address: await listenOnLoopback(service), now: () => now });
  await end();
  await closeNow(service);
  expect(bodies).toHaveLength(1);

  const read = await collectRecords(Buffer.from(bodies[0] ?? ''), { today: '2026-11-20' });
  if (!read.ok) throw new Error(read.error.words);
  const offers = offersAt('redwood', now);
  expect(offers.length).toBeGreaterThan(5);
  expect(offers.length).toBeLessThan(15);
  expect([read.value.refused, read.value.jobs.length]).toEqual([[], offers.length]);
  for (const offer of offers)
    expect(read.value.jobs.find(({ providerJobId }) => providerJobId === offer.id)).toMatchObject({
      facility: offer.facilityText,
      city: offer.facility.city,
      state: offer.facility.state,
      degree: offer.degree,
      specialty: offer.specialty,
      startDate: offer.start.toISOString().slice(0, 10),
      durationDays: offer.weeks * 7,
      guaranteedHours: offer.hoursPerWeek,
      billRate: offer.billRate,
      workType: 1,
    });
});

import { expect, test } from 'vitest';
import { shippedParsers } from '#domain/parsers/shipped-parsers.ts';
import { collectMail } from '#server/parsing/collect-mail.ts';
import { offersAt } from '../vendors/vendor-offers.ts';
import { requisitionId, requisitionMail } from './requisition-mail.ts';

test('every requisition of the vendor that emails is read as it is meant', async () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const parsers = shippedParsers.map((parser, at) => ({ ...parser, id: at + 1 }));
  const offers = offersAt('lakeside', now);
  expect(offers.length).toBeGreaterThan(3);
  for (const offer of offers) {
    const { subject, html } = requisitionMail(offer);
    const bytes = Buffer.from(
      `From: orders@lakeside-vms.example\r\nSubject: ${subject}\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}`,
    );
    const read = await collectMail(bytes, { parsers, customerId: 1, today: '2026-11-20' });
    if (!read.ok) throw new Error(read.error.words);
    expect([read.value.mail.parser, read.value.refused]).toEqual(['HWL requisition', []]);
    expect(read.value.jobs).toMatchObject([
      {
        providerJobId: requisitionId(offer),
        facility: offer.facilityText,
        city: offer.facility.city,
        state: offer.facility.state,
        startDate: offer.start.toISOString().slice(0, 10),
        durationDays: offer.weeks * 7,
        guaranteedHours: offer.hoursPerWeek,
        billRate: offer.billRate,
        workType: 1,
      },
    ]);
  }
});

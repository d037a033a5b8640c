import { everyMinute } from '../loopback/every-minute.ts';
import { offersAt, type VendorOffer } from '../vendors/vendor-offers.ts';
import { day } from '../vendors/vendor-system.ts';

type WebhookVendor = {
  /** The address of the task, at the service's own port. */
  readonly address: string;
  readonly now: () => Date;
};

/** A job as the vendor sends it. */
const sentJob = (o: VendorOffer) => ({
  jobId: o.id,
  status: o.status,
  workType: 'Travel',
  facility: o.facilityText,
  address: o.facility.address,
  city: o.facility.city,
  state: o.facility.state,
  zip: o.facility.zip,
  degree: o.degree,
  specialty: o.specialty,
  shift: o.shift,
  billRate: o.billRate,
  guaranteedHours: o.hoursPerWeek,
  durationWeeks: o.weeks,
  startDate: day(o.start),
  positions: o.positions,
});

/**
 * The demo's vendor that sends: all of its jobs when it starts, and each one again as it opens, changes or is filled. Returns what ends
 * it.
 */
export function startWebhookVendor({ address, now }: WebhookVendor): () => Promise<void> {
  /** Each job as it was last sent. */
  const sent = new Map<string, string>();

  return everyMinute(async () => {
    const jobs = offersAt('redwood', now()).map((offer) => ({ id: offer.id, text: JSON.stringify(sentJob(offer)) }));
    const fresh = jobs.filter(({ id, text }) => sent.get(id) !== text);
    if (fresh.length === 0) return;
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `[${fresh.map(({ text }) => text).join(',\n')}]`,
    });
    if (!answer.ok) throw new Error(`the service answered ${answer.status}`);
    for (const { id, text } of fresh) sent.set(id, text);
  });
}

import type { JobRow } from '#contract/rows/jobs.ts';
import type { FieldChange } from './changes.ts';

const hourlyRates: ReadonlySet<string> = new Set([
  'billRate',
  'localRate',
  'otRate',
  'minBillRate',
  'holidayRate',
  'callbackRate',
]);

/**
 * The moments of a job's last rate change and of its cancellation by the vendor, which tell a person what happened meanwhile. `at`
 * is the instant of collection, `changes` what the vendor changed. Empty when neither happened.
 */
export function vendorMoments(
  changes: readonly Pick<FieldChange, 'field' | 'after'>[],
  at: string,
): Partial<Pick<JobRow, 'rateChangedAt' | 'canceledAt'>> {
  return {
    ...(changes.some(({ field }) => hourlyRates.has(field)) && { rateChangedAt: at }),
    ...(changes.some(({ field, after }) => field === 'status' && after === 'Cancelled') && { canceledAt: at }),
  };
}

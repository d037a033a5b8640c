import type { AcceptedRate, JobRow } from '#contract/rows/jobs.ts';
import type { RateFloorRow } from '#contract/rows/rate-floor.ts';

/** The lowest rates that the agency accepts; null where there is none. */
export type RateFloor = Pick<RateFloorRow, 'billRate' | 'marginPerHour' | 'marginPercent' | 'preventsPosting' | 'purged'>;

/** The key of a customer's only row. */
export const rateFloorKey = { collection: 'rateFloor', id: 1 } as const;

/** What the floor looks at: rates per hour in `currency`. */
export type FlooredJob = Pick<JobRow, 'billRate' | 'payPerHour' | 'currency' | 'acceptedRate'>;

/** A figure of a job that is below the floor. Money is per hour, `marginPercent` in percent of the bill rate. */
type Shortfall = {
  readonly figure: 'billRate' | 'marginPerHour' | 'marginPercent';
  readonly is: number;
  readonly floor: number;
};

/**
 * A job below the floor: every figure, and one sentence for each. `warn`: it may be posted; `block`: a person must accept its rates
 * first; `accepted`: a person did.
 */
export type BelowFloor = {
  readonly state: 'warn' | 'block' | 'accepted';
  readonly shortfalls: readonly Shortfall[];
  readonly words: readonly string[];
};

/**
 * Why a job is below the floor; null if it is not, or if nothing can be judged. The margin is the bill rate minus the job's own pay
 * per hour: without one of them, or with a bill rate of 0 for the percentage, it is not judged. Amounts of the floor are US dollars,
 * so that jobs in another currency are judged by the percentage alone.
 */
export function belowFloor(job: FlooredJob, floor: RateFloor | null): BelowFloor | null {
  if (floor === null || floor.purged) return null;
  const shortfalls = shortfallsOf(job, floor);
  if (shortfalls.length === 0) return null;
  const state = covers(job.acceptedRate ?? null, job) ? 'accepted' : floor.preventsPosting ? 'block' : 'warn';
  return { state, shortfalls, words: shortfalls.map(wordsOf) };
}

/** Whether an earlier acceptance no longer counts, because the bill rate is lower now or the pay higher. */
export const acceptanceLapsed = (job: FlooredJob): boolean =>
  (job.acceptedRate ?? null) !== null && !covers(job.acceptedRate, job);

function shortfallsOf({ billRate, payPerHour, currency }: FlooredJob, floor: RateFloor): Shortfall[] {
  const shortfalls: Shortfall[] = [];
  const add = (figure: Shortfall['figure'], is: number, lowest: number) => shortfalls.push({ figure, is, floor: lowest });
  if (billRate === null) return [];
  const bill = units(billRate);
  const isDollars = currency === 'USD';
  if (isDollars && floor.billRate !== null && bill < units(floor.billRate)) add('billRate', billRate, floor.billRate);
  if (payPerHour === null) return shortfalls;
  const margin = bill - units(payPerHour);
  if (isDollars && floor.marginPerHour !== null && margin < units(floor.marginPerHour))
    add('marginPerHour', margin / unit, floor.marginPerHour);
  // Both sides are whole numbers: a percentage is compared without a division.
  if (floor.marginPercent !== null && bill > 0 && margin * 100 * unit < units(floor.marginPercent) * bill)
    add('marginPercent', (margin * 100) / bill, floor.marginPercent);
  return shortfalls;
}

/** What a person accepted holds for the same rates and for better ones. An unknown rate holds for an unknown one alone. */
function covers(accepted: AcceptedRate | null, { billRate, payPerHour }: FlooredJob): boolean {
  if (accepted === null || billRate === null || accepted.billRate === null) return false;
  const isPayCovered = payPerHour === null || (accepted.payPerHour !== null && units(payPerHour) <= units(accepted.payPerHour));
  return units(billRate) >= units(accepted.billRate) && isPayCovered;
}

/** Rates and percentages are compared as whole numbers of ten-thousandths: sums of binary fractions are not exact. */
const unit = 10_000;
const units = (amount: number): number => Math.round(amount * unit);

const labels = { billRate: 'Bill rate', marginPerHour: 'Margin per hour', marginPercent: 'Margin' } as const;

/** A figure is rounded down, so that it never reads as if it were on the floor. */
function wordsOf({ figure, is, floor }: Shortfall): string {
  const [now, lowest] =
    figure === 'marginPercent'
      ? [`${(Math.floor(is * 10) / 10).toFixed(1)}%`, `${floor}%`]
      : [(Math.floor(units(is) / 100) / 100).toFixed(2), floor.toFixed(2)];
  return `${labels[figure]} ${now} is below the floor of ${lowest}.`;
}

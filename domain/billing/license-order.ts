import { type Cents, shareOf } from './money.ts';
import { daysBetween, type Period } from './periods.ts';

/** Most licenses of all requests of a customer's own people. */
const mostLicenses = 10;

/** Why a customer that added `added` licenses so far may not add so many more; null if it may. */
export function licenseProblem(added: number, licenses: number): string | null {
  if (added >= mostLicenses) return `All ${mostLicenses} licenses that you can add here are added. Ask Jobdock for more.`;
  const left = mostLicenses - added;
  return licenses > left ? `Only ${left} more can be added here. Ask Jobdock for more.` : null;
}

/** What added licenses cost: each month, and for the days that are left of the period, `today` among them. */
export function licenseCost(
  licenses: number,
  connectionCents: Cents,
  { fromOn, untilOn }: Period,
  today: string,
): { readonly month: Cents; readonly thisPeriod: Cents } {
  const month = licenses * connectionCents;
  return { month, thisPeriod: shareOf(month, daysBetween(today, untilOn), daysBetween(fromOn, untilOn)) };
}

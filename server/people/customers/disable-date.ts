import { isoOfUsDay } from '#contract/people/account.ts';

/** Days of notice before a disable date acts. */
export const noticeDays = 7;

/** The calendar day in a time zone, `yyyy-MM-dd`. */
export const dayIn = (timeZone: string, at: Date): string => new Intl.DateTimeFormat('en-CA', { timeZone }).format(at);

export function daysLater(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/**
 * The first day on which no one of a customer signs in: its disable date, or the day after "keep active till" if that is later.
 * Null without a disable date.
 */
export function firstDayOut(account: {
  readonly disableDate: string | null;
  readonly keepActiveTill: string | null;
}): string | null {
  const { disableDate, keepActiveTill } = account;
  if (disableDate === null) return null;
  const kept = keepActiveTill === null ? disableDate : daysLater(isoOfUsDay(keepActiveTill), 1);
  return kept > disableDate ? kept : disableDate;
}

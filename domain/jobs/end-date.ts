import { addDays } from '../parsing/calendar.ts';

/** End date of an assignment: start date plus duration in days. Null if either is unknown. */
export function endDateOf(startDate: string | null, durationDays: number | null): string | null {
  if (startDate === null || durationDays === null) return null;
  return addDays(startDate, Math.trunc(durationDays)) ?? null;
}

/** A duration as shown to people: whole days under a week, otherwise weeks to one decimal. */
export type ShownDuration = { readonly count: number; readonly unit: 'day' | 'week' };

/** How a duration in days is shown. Null if it is unknown. */
export function shownDuration(durationDays: number | null): ShownDuration | null {
  if (durationDays === null) return null;
  const days = Math.trunc(durationDays);
  return days < 7 ? { count: days, unit: 'day' } : { count: Math.round((days / 7) * 10) / 10, unit: 'week' };
}

import type { Timing } from '../reports/schedules/timing.ts';

/** When an alert is sent, as the documents number it: 1 daily, 2 on days of the week (Monday is 1), 3 on a day of the month. */
export type AlertWhen = { readonly frequency: 1 | 2 | 3; readonly days: readonly number[]; readonly time: string };

const names = { 1: 'daily', 2: 'weekly', 3: 'monthly' } as const;
const numbers = { daily: 1, weekly: 2, monthly: 3 } as const;

/** The same as the timing of schedules. Day 31 of the month is its last one. */
export const timingOfAlert = ({ frequency, days, time }: AlertWhen): Timing => ({
  frequency: names[frequency],
  days: frequency === 2 ? days : [],
  day: frequency === 3 ? (days[0] ?? 1) : 1,
  time,
});

/** What the documents call a stored timing. */
export const whenOf = ({ frequency, days, day, time }: Timing): AlertWhen => ({
  frequency: numbers[frequency],
  days: frequency === 'weekly' ? [...days] : frequency === 'monthly' ? [day] : [],
  time,
});

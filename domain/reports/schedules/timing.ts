/** How often a schedule sends. */
type Frequency = 'daily' | 'weekly' | 'monthly';

/** Days of the week by their number, from Monday (1) to Sunday (7). */
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** The day of a month that means its last one, however long it is. */
const lastDay = 31;

/**
 * When a schedule sends, on the clock of its customer. `days` are the days of the week, for a weekly one; `day` is the day of the month, for
 * a monthly one: a month that is shorter sends on its last day. `time` is `HH:mm`.
 */
export type Timing = {
  readonly frequency: Frequency;
  readonly days: readonly number[];
  readonly day: number;
  readonly time: string;
};

/**
 * The timing as cron lines of five fields; it is due at the instants of all of them together. Days of months that some months lack need
 * two lines, because cron leaves those months out.
 */
export function cronLines({ frequency, days, day, time }: Timing): string[] {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const at = `${minute} ${hour}`;
  if (frequency === 'daily') return [`${at} * * *`];
  if (frequency === 'weekly') return [`${at} * * ${[...days].sort((a, b) => a - b).join(',')}`];
  if (day >= lastDay) return [`${at} L * *`];
  const isInFebruary = day <= 28;
  return isInFebruary ? [`${at} ${day} * *`] : [`${at} ${day} 1,3-12 *`, `${at} L 2 *`];
}

/** When a schedule sends as words, such as `Weekly on Monday and Thursday at 8:00 AM`. */
export function timingWords({ frequency, days, day, time }: Timing): string {
  const at = `at ${clockWords(time)}`;
  if (frequency === 'daily') return `Daily ${at}`;
  if (frequency === 'weekly') return `Weekly on ${dayNames(days)} ${at}`;
  return day >= lastDay ? `Monthly on the last day ${at}` : `Monthly on day ${day} ${at}`;
}

/** When a schedule sends in few words, such as `Mondays 8:00 AM` or `Mon, Thu 8:00 AM`. */
export function shortTiming({ frequency, days, day, time }: Timing): string {
  const at = clockWords(time);
  if (frequency === 'daily') return `Daily ${at}`;
  if (frequency === 'monthly') return day >= lastDay ? `Last day of the month ${at}` : `Day ${day} of the month ${at}`;
  const names = [...days].sort((a, b) => a - b).map((one) => weekdays[one - 1] ?? '');
  return names.length === 1 ? `${names[0]}s ${at}` : `${names.map((name) => name.slice(0, 3)).join(', ')} ${at}`;
}

function dayNames(days: readonly number[]): string {
  const names = [...days].sort((a, b) => a - b).map((day) => weekdays[day - 1] ?? '');
  const last = names.pop() ?? '';
  return names.length === 0 ? last : `${names.join(', ')} and ${last}`;
}

/** A time, `HH:mm`, as people read it, such as `8:00 AM`. */
export function clockWords(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return `${hour % 12 === 0 ? 12 : hour % 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** The numbers of rows below which nothing is sent that a form offers; people may choose others. 0 always sends. */
export const thresholdPresets = [0, 1, 5, 10, 15, 20] as const;

/** Whether a report with so many rows is sent. */
export const isWorthSending = (rows: number, threshold: number): boolean => rows >= threshold;

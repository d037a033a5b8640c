import { TZDate } from '@date-fns/tz';

/** The first instant of a day in a time zone, as an ISO text in UTC with milliseconds. `day` is `yyyy-MM-dd`. */
export function startOfDay(day: string, zone: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(new TZDate(year, month - 1, date, zone).getTime()).toISOString();
}

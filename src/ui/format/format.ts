/** One user's date and time formats. Patterns use date-fns tokens; `timeZone` is an IANA name. */
export type FormatPreferences = { timeZone: string; dateFormat: string; timeFormat: string; duration: 'weeks' | 'days' };

export const defaultFormat: FormatPreferences = {
  timeZone: 'America/New_York',
  dateFormat: 'MM/dd/yyyy',
  timeFormat: 'hh:mm a',
  duration: 'weeks',
};

/** Shown for an unknown value. Zero is known and shows as a number. */
export const blank = '—';

/** `1 job`, `24 jobs`, `1,204 jobs`: a count with its noun. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? noun : plural}`;
}

/** A number of bytes in the largest unit that fits: `1.5 kB`. */
export function bytes(count: number): string {
  if (count < 1000) return `${count} B`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  const power = Math.min(Math.floor(Math.log10(count) / 3), units.length);
  const value = count / 1000 ** power;
  return `${value >= 100 ? Math.round(value) : Math.round(value * 10) / 10} ${units[power - 1]}`;
}

import { clockOf } from '#server/runs/due/late-words.ts';
import type { DataColumn } from '../data/saved-data.ts';

const number = new Intl.NumberFormat('en-US');
const money = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** A value of a report as its page shows it: days as `11/25/2026`, times on the clock of `zone`; blank for an unknown one. */
export function mailCell({ type }: DataColumn, value: unknown, zone: string): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return type === 'money' ? money.format(value) : number.format(value);
  if (typeof value !== 'string') return '';
  const day = type === 'date' ? /^(\d{4})-(\d\d)-(\d\d)$/.exec(value) : null;
  if (day) return `${day[2]}/${day[3]}/${day[1]}`;
  return type === 'instant' ? clockOf(value, zone) : value;
}

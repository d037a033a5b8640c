import type { FieldValue, JobRow } from '#contract/rows/jobs.ts';
import { dayOfIso, epochDays } from '../parsing/calendar.ts';
import { weekdayOf } from '../parsing/weekday.ts';
import { type PaidJob, type Pay, type PaySetup, paidFrom, payOf } from '../pay/pay.ts';
import { expandedStatuses, type StatusBook, vendorStatusKey } from '../statuses/expanded-status.ts';

type Read = (key: string) => FieldValue;

/**
 * The other inputs of derived values: the customer's local day, `yyyy-MM-dd`, its pay setup, null if not known, and the rows that
 * say what statuses of vendors mean to it.
 */
export type Around = { readonly today: string; readonly pay: PaySetup | null; readonly statuses?: StatusBook };

/** A value computed from other fields of the job: their keys, and the computation. */
type Derived = { readonly from: readonly string[]; readonly of: (read: Read, around: Around) => FieldValue };

const numberIn = (value: FieldValue): number | null => (typeof value === 'number' ? value : null);
const textIn = (value: FieldValue): string | null => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null);
const round = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;

const stipends = ['travelStipend', 'mealStipend', 'lodgingStipend'] as const;

function totalStipend(read: Read): number | null {
  const given = stipends.map((key) => numberIn(read(key))).filter((amount) => amount !== null);
  return given.length === 0
    ? null
    : round(
        given.reduce((sum, amount) => sum + amount, 0),
        2,
      );
}

function perHour(amount: number | null, hours: FieldValue): number | null {
  return amount === null || typeof hours !== 'number' || hours <= 0 ? null : round(amount / hours, 2);
}

function daysBetween(from: FieldValue, to: FieldValue): number | null {
  const [a, b] = [from, to].map((value) => dayOfIso(typeof value === 'string' ? value.slice(0, 10) : ''));
  return a && b ? epochDays(b) - epochDays(a) : null;
}

const weekday = (value: FieldValue): string | null =>
  typeof value === 'string' ? (weekdayOf(value.slice(0, 10)) ?? null) : null;

/** An amount of the job's pay. Empty if the setup is not known or the job lacks an input of the pay calculation. */
const paid = (amount: keyof Pay): Derived => ({
  from: paidFrom,
  of(read, { pay }) {
    if (!pay) return null;
    const worked = payOf(Object.fromEntries(paidFrom.map((key) => [key, read(key)])) as PaidJob, pay);
    return 'missing' in worked ? null : worked[amount];
  },
});

const books = new WeakMap<StatusBook, ReturnType<typeof expandedStatuses>>();

/** The statuses of a book, which is read once for many jobs. */
function statusesIn(book: StatusBook): ReturnType<typeof expandedStatuses> {
  const known = books.get(book) ?? expandedStatuses(book);
  books.set(book, known);
  return known;
}

/** Every derived field of the catalog by its key. Money is per week unless the name says per hour. */
export const derivedValues: Readonly<Record<string, Derived>> = {
  expandedStatus: {
    from: ['sourceId', 'status', vendorStatusKey],
    of(read, { statuses }) {
      const [sourceId, status, text] = [numberIn(read('sourceId')), read('status'), textIn(read(vendorStatusKey))];
      if (!statuses || sourceId === null || typeof status !== 'string') return null;
      return statusesIn(statuses)({ sourceId, status: status as JobRow['status'], text })?.name ?? null;
    },
  },
  inclusivePayPerHour: paid('inclusivePayPerHour'),
  regularPayPerHour: paid('regularPayPerHour'),
  marginPerWeek: paid('marginPerWeek'),
  marginPerHour: paid('marginPerHour'),
  marginPercent: paid('marginPercent'),
  durationWeeks: {
    from: ['durationDays'],
    of: (read) => {
      const days = numberIn(read('durationDays'));
      return days === null ? null : round(days / 7, 1);
    },
  },
  totalStipend: { from: stipends, of: totalStipend },
  stipendPerHour: {
    from: [...stipends, 'hoursPerWeek'],
    of: (read) => perHour(totalStipend(read), read('hoursPerWeek')),
  },
  grossBillPerWeek: {
    from: ['billRate', 'hoursPerWeek'],
    of: (read) => {
      const [rate, hours] = [numberIn(read('billRate')), numberIn(read('hoursPerWeek'))];
      return rate === null || hours === null ? null : round(rate * hours, 2);
    },
  },
  startWeekday: { from: ['startDate'], of: (read) => weekday(read('startDate')) },
  endWeekday: { from: ['endDate'], of: (read) => weekday(read('endDate')) },
  daysToStart: { from: ['startDate'], of: (read, { today }) => daysBetween(today, read('startDate')) },
  daysSincePosted: { from: ['postedAt'], of: (read, { today }) => daysBetween(read('postedAt'), today) },
  isPosted: {
    from: ['postState', 'externalJobId'],
    of: (read) => read('postState') === 'done' || read('externalJobId') !== null,
  },
  place: {
    from: ['city', 'state'],
    of: (read) => [textIn(read('city')), textIn(read('state'))].filter((part) => part !== null).join(', ') || null,
  },
};

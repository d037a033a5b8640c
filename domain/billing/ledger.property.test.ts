import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Asked, balanceOf, type Entry, judgeEntry } from './ledger.ts';
import { shareOf } from './money.ts';
import { type Line, periodLines, type Terms, termsOn, totalOf } from './period-lines.ts';
import { daysAfter, daysBetween, monthsAfter, type Period, periodAt } from './periods.ts';

/** What a ledger consists of, so that a fault can be planted in each part. */
type Ledger = {
  readonly periodAt: (startOn: string, index: number) => Period;
  readonly lines: (period: Period, history: readonly Terms[]) => Line[];
  readonly balanceOf: typeof balanceOf;
  readonly judge: typeof judgeEntry;
};
const real: Ledger = { periodAt, lines: periodLines, balanceOf, judge: judgeEntry };

/** A wish of a person: a payment or credit of this share of the total in percent, or a void of the entry at this place, or of the rest. */
type Wish = { readonly kind: Entry['kind']; readonly percent: number; readonly extra: number; readonly at: number | null };
type Month = {
  readonly startOn: string;
  readonly index: number;
  readonly changes: readonly (Omit<Terms, 'fromOn' | 'plan'> & { readonly at: number; readonly plan: string })[];
  readonly wishes: readonly Wish[];
};

const cents = fc.oneof(fc.integer({ min: 0, max: 500_000 }), fc.constantFrom(1, 3, 5, 15, 31, 155, 9999));
const startOn = fc.oneof(
  fc.constantFrom('2024-01-31', '2023-01-31', '2024-02-29', '2023-12-31', '2099-12-31', '2000-01-30', '2027-08-29'),
  fc.integer({ min: 0, max: 30_000 }).map((days) => daysAfter('2000-01-01', days)),
);
const count = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 10 }));
const month: fc.Arbitrary<Month> = fc.record({
  startOn,
  index: fc.integer({ min: 0, max: 60 }),
  changes: fc.array(
    fc.record({
      // Days after the start of the period; below 0 is before it.
      at: fc.oneof(fc.integer({ min: -40, max: 34 }), fc.constantFrom(0, 0, 1, 15)),
      plan: fc.constantFrom('Starter', 'Team', ''),
      monthCents: cents,
      connections: count,
      connectionCents: cents,
      users: count,
      userCents: cents,
    }),
    { minLength: 1, maxLength: 5 },
  ),
  wishes: fc.array(
    fc.record({
      kind: fc.constantFrom('payment', 'payment', 'credit', 'void'),
      percent: fc.constantFrom(10, 33, 50, 100, 101),
      extra: fc.integer({ min: -1, max: 2 }),
      at: fc.option(fc.integer({ min: 0, max: 5 }), { freq: 4 }),
    }),
    { maxLength: 8 },
  ),
});

/** What is wrong with a month of this ledger; null if nothing is. Sums are computed day by day and in exact integers here. */
function fault(ledger: Ledger, { startOn: start, index, changes, wishes }: Month): string | null {
  const period = ledger.periodAt(start, index);
  const right = { fromOn: monthsAfter(start, index), untilOn: monthsAfter(start, index + 1) };
  if (ledger.periodAt(start, index + 1).fromOn !== period.untilOn) return 'a day is in no period, or in two';
  if (period.fromOn !== right.fromOn || period.untilOn !== right.untilOn) return 'the days of the months moved';
  const history = changes.map(({ at, ...terms }) => ({ ...terms, fromOn: daysAfter(period.fromOn, at) }));
  const lines = ledger.lines(period, history);
  const total = totalOf(lines);
  if (BigInt(total) !== exactTotal(period, history)) return `lines of ${total} and a total of ${exactTotal(period, history)}`;
  if (lines.some(({ amountCents }) => amountCents < 0 || !Number.isSafeInteger(amountCents))) return 'a line is no amount';
  return total === 0 ? null : entriesFault(ledger, total, wishes);
}

/** The sum of all days, rounded once: half a cent up. */
function exactTotal({ fromOn, untilOn }: Period, history: readonly Terms[]): bigint {
  const days = daysBetween(fromOn, untilOn);
  let sum = 0n;
  for (let day = 0; day < days; day++) {
    const terms = termsOf(history, daysAfter(fromOn, day));
    if (!terms) continue;
    const { plan, monthCents, connections, connectionCents, users, userCents } = terms;
    sum += BigInt((plan === '' ? 0 : monthCents) + connections * connectionCents + users * userCents);
  }
  return (2n * sum + BigInt(days)) / BigInt(2 * days);
}

/** The terms of a day, by sorting: the newest of those that hold. */
const termsOf = (history: readonly Terms[], day: string): Terms | undefined =>
  history
    .map((terms, at) => ({ terms, at }))
    .filter(({ terms }) => terms.fromOn <= day)
    .sort((a, b) => (a.terms.fromOn === b.terms.fromOn ? b.at - a.at : a.terms.fromOn < b.terms.fromOn ? 1 : -1))[0]?.terms;

/** Lets people enter what they wish, and keeps the sums beside it. */
function entriesFault(ledger: Ledger, total: number, wishes: readonly Wish[]): string | null {
  const entries: Entry[] = [];
  let open = total;
  for (const wish of wishes) {
    const asked = askedOf(wish, total, entries);
    const judged = ledger.judge(total, entries, asked);
    const before = open;
    if ('cents' in judged) {
      if (asked.kind !== 'void' && judged.cents > open) return `a payment of ${judged.cents} with ${open} open`;
      if (asked.kind === 'void' && asked.voids !== null && entries.some(({ voids }) => voids === asked.voids))
        return 'void twice';
      open += asked.kind === 'void' && asked.voids !== null ? judged.cents : -judged.cents;
      entries.push({ ...asked, cents: judged.cents, id: entries.length + 1 });
    } else if (asked.kind === 'payment' && asked.cents !== null && asked.cents > 0 && asked.cents <= before)
      return `a payment of ${asked.cents} with ${before} open was refused`;
    const balance = ledger.balanceOf(total, entries);
    if (balance.open !== open || open < 0 || open > total) return `${balance.open} open in place of ${open}`;
    if (balance.paid + balance.credited + balance.voided + balance.open !== total) return 'the parts are not the total';
  }
  return null;
}

const askedOf = ({ kind, percent, extra, at }: Wish, total: number, entries: readonly Entry[]): Asked =>
  kind === 'void'
    ? { kind, cents: null, voids: at === null ? null : (entries[at]?.id ?? 99) }
    : { kind, cents: shareOf(total, percent, 100) + extra, voids: null };

const numRuns = Number(process.env['LEDGER_MONTHS'] ?? 1000);

test(`lines are the total, and the total is paid and open, to the cent, in ${numRuns} random months`, () => {
  let [changed, leap, paid] = [0, 0, 0];
  fc.assert(
    fc.property(month, (one) => {
      const { fromOn, untilOn } = periodAt(one.startOn, one.index);
      changed += Number(one.changes.length > 1);
      leap += Number(fromOn.endsWith('-02-29') || untilOn.endsWith('-02-29') || one.startOn.endsWith('-31'));
      paid += Number(one.wishes.length > 0);
      expect(fault(real, one)).toBeNull();
    }),
    { numRuns },
  );
  expect(Math.min(changed, leap, paid)).toBeGreaterThan(numRuns / 50);
});

/** The lines with amounts of their own. */
const priced =
  (amount: (line: Line, days: number, whole: number) => number): Ledger['lines'] =>
  (period, history) =>
    periodLines(period, history).map((line) => {
      const days = daysBetween(line.fromOn, line.untilOn);
      return { ...line, amountCents: amount(line, days, daysBetween(period.fromOn, period.untilOn)) };
    });

const planted: Readonly<Record<string, Partial<Ledger>>> = {
  'each line rounded by itself': {
    lines: priced(({ quantity, unitCents }, days, whole) => shareOf(quantity * unitCents, days, whole)),
  },
  'cents cut off': { lines: priced(({ quantity, unitCents }, days, whole) => Math.floor((quantity * unitCents * days) / whole)) },
  'months of 30 days': { lines: priced(({ quantity, unitCents }, days) => shareOf(quantity * unitCents, days, 30)) },
  'the day of a change counted twice': {
    lines: priced(({ quantity, unitCents, amountCents }, days, whole) =>
      days === whole ? amountCents : shareOf(quantity * unitCents, days + 1, whole),
    ),
  },
  'a month counted from the month before': {
    periodAt: (start, index) => {
      let fromOn = start;
      for (let at = 0; at < index; at++) fromOn = monthsAfter(fromOn, 1);
      return { fromOn, untilOn: monthsAfter(fromOn, 1) };
    },
  },
  'the last change of a month for all of it': {
    lines: (period, history) => {
      const last = termsOn(history, daysAfter(period.untilOn, -1));
      return periodLines(period, last ? [{ ...last, fromOn: period.fromOn }] : []);
    },
  },
  'of two changes on a day the first': { lines: (period, history) => periodLines(period, [...history].reverse()) },
  'a payment up to the total, not to the rest': {
    judge: (total, entries, asked) =>
      asked.kind === 'payment' && asked.cents !== null && asked.cents > 0 && asked.cents <= total
        ? { cents: asked.cents }
        : judgeEntry(total, entries, asked),
  },
  'a payment above the rest by a cent': {
    judge: (total, entries, asked) => {
      const { open } = balanceOf(total, entries);
      return asked.cents === open + 1 ? { cents: asked.cents } : judgeEntry(total, entries, asked);
    },
  },
  'a void that opens nothing again': {
    balanceOf: (total, entries) =>
      balanceOf(
        total,
        entries.filter(({ voids }) => voids === null),
      ),
  },
  'a payment that is void twice': {
    judge: (total, entries, asked) => {
      const entry = entries.find(({ id, kind }) => id === asked.voids && kind !== 'void');
      return asked.kind === 'void' && entry ? { cents: entry.cents } : judgeEntry(total, entries, asked);
    },
  },
};

describe('a planted fault is found', () => {
  test.each(Object.entries(planted))('%s', (_name, part) => {
    const ledger = { ...real, ...part };
    expect(
      fc.check(
        fc.property(month, (one) => fault(ledger, one) === null),
        { numRuns: 3000, seed: 19 },
      ).failed,
    ).toBe(true);
  });
});

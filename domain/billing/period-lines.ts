import { type Cents, shareOf } from './money.ts';
import { daysBetween, type Period } from './periods.ts';

/** What a customer has subscribed to from a day on. Prices are for a month; `connections` and `users` are beyond the plan's. */
export type Terms = {
  readonly fromOn: string;
  readonly plan: string;
  readonly monthCents: Cents;
  readonly connections: number;
  readonly connectionCents: Cents;
  readonly users: number;
  readonly userCents: Cents;
};

/** A line of an invoice: so many units at a price for a month, for the days from `fromOn` to before `untilOn`. */
export type Line = Period & {
  readonly text: string;
  readonly quantity: number;
  readonly unitCents: Cents;
  readonly amountCents: Cents;
};

type Part = Pick<Line, 'text' | 'quantity' | 'unitCents'>;

/** What a month costs under these terms. */
export const monthlyCents = (terms: Terms): Cents =>
  terms.monthCents + terms.connections * terms.connectionCents + terms.users * terms.userCents;

/** The terms that hold on a day: of several from one day, the last of the list. Undefined before the first. */
export const termsOn = (history: readonly Terms[], day: string): Terms | undefined =>
  history.reduce<Terms | undefined>(
    (found, terms) => (terms.fromOn <= day && (!found || terms.fromOn >= found.fromOn) ? terms : found),
    undefined,
  );

/**
 * The lines of a period under the terms of a customer (`history` in the order in which they were made). Each part of the subscription
 * has a line for every stretch of days in which it stayed the same, in proportion to the days of the period. Cents are rounded over the
 * whole invoice: the lines add up to the exact sum, rounded once, and a part that stays for the period costs exactly its price.
 */
export function periodLines(period: Period, history: readonly Terms[]): Line[] {
  const whole = daysBetween(period.fromOn, period.untilOn);
  const stretches = stretchesOf(period, history);
  const rows = partNames.flatMap((part) => joined(stretches.flatMap(({ terms, ...days }) => partOf(part, terms, days))));
  let exact = 0;
  return rows.map((row) => {
    const before = shareOf(exact, 1, whole);
    exact += row.quantity * row.unitCents * daysBetween(row.fromOn, row.untilOn);
    return { ...row, amountCents: shareOf(exact, 1, whole) - before };
  });
}

/** The sum of lines. */
export const totalOf = (lines: readonly Pick<Line, 'amountCents'>[]): Cents =>
  lines.reduce((sum, { amountCents }) => sum + amountCents, 0);

type Stretch = Period & { readonly terms: Terms };

/** The days of a period under one and the same terms each. */
function stretchesOf({ fromOn, untilOn }: Period, history: readonly Terms[]): Stretch[] {
  const changes = history.map((terms) => terms.fromOn).filter((day) => day > fromOn && day < untilOn);
  const begins = [...new Set([fromOn, ...changes])].sort();
  return begins.flatMap((day, at) => {
    const terms = termsOn(history, day);
    return terms ? [{ fromOn: day, untilOn: begins[at + 1] ?? untilOn, terms }] : [];
  });
}

const partNames = ['plan', 'connections', 'users'] as const;

/** What a part of the subscription is under these terms; nothing where it has no units. */
function partOf(part: (typeof partNames)[number], terms: Terms, days: Period): (Part & Period)[] {
  const { plan, monthCents, connections, connectionCents, users, userCents } = terms;
  const parts: Readonly<Record<typeof part, Part>> = {
    plan: { text: `Plan ${plan}`, quantity: plan === '' ? 0 : 1, unitCents: monthCents },
    connections: { text: 'Added VMS connections', quantity: connections, unitCents: connectionCents },
    users: { text: 'Added users', quantity: users, unitCents: userCents },
  };
  return parts[part].quantity === 0 ? [] : [{ ...parts[part], ...days }];
}

/** Stretches of one part in which nothing about it changed, as one. */
function joined(rows: readonly (Part & Period)[]): (Part & Period)[] {
  return rows.reduce<(Part & Period)[]>((found, row) => {
    const last = found.at(-1);
    const isSame =
      last?.untilOn === row.fromOn &&
      last.text === row.text &&
      last.quantity === row.quantity &&
      last.unitCents === row.unitCents;
    return isSame ? [...found.slice(0, -1), { ...last, untilOn: row.untilOn }] : [...found, row];
  }, []);
}

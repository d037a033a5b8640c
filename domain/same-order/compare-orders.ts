import { type OrderFacts, plain } from './order-facts.ts';

/** How well two jobs of different sources agree: 0 to 100 before rivals are looked at. */
export type Agreement = {
  readonly score: number;
  /** The order number that both carry; null if they share none. */
  readonly number: string | null;
};

type Field = 'specialty' | 'degree' | 'shift' | 'start date' | 'end date' | 'hours per week' | 'bill rate' | 'positions' | 'unit';
type Verdict = 'same' | 'different' | 'unknown';

/**
 * What each difference costs. Without a common order number, facility, specialty, shift and start date must be the same, and a bill
 * rate that is the same as well makes it certain. With one, resellers may state another rate or a later start.
 */
const withNumber: Readonly<Record<Field, { readonly different: number; readonly unknown: number }>> = {
  specialty: { different: 100, unknown: 6 },
  degree: { different: 100, unknown: 2 },
  shift: { different: 8, unknown: 2 },
  'start date': { different: 6, unknown: 2 },
  'end date': { different: 2, unknown: 0 },
  'hours per week': { different: 2, unknown: 0 },
  'bill rate': { different: 2, unknown: 0 },
  positions: { different: 1, unknown: 0 },
  unit: { different: 4, unknown: 0 },
};
const withoutNumber: Readonly<Record<Field, { readonly same: number; readonly different: number; readonly unknown: number }>> = {
  specialty: { same: 0, different: 100, unknown: 100 },
  shift: { same: 0, different: 100, unknown: 100 },
  'start date': { same: 0, different: 100, unknown: 100 },
  degree: { same: 0, different: 100, unknown: 4 },
  'bill rate': { same: 12, different: 10, unknown: 0 },
  'end date': { same: 3, different: 10, unknown: 0 },
  'hours per week': { same: 2, different: 10, unknown: 0 },
  unit: { same: 1, different: 10, unknown: 0 },
  positions: { same: 0, different: 4, unknown: 0 },
};
const fields = Object.keys(withNumber) as Field[];
const numberScore = 99;
const agreedScore = 80;
const namedScore = 3;
/** Only a common number is better than this. */
const mostWithoutNumber = 97;

/**
 * The field in which two jobs contradict each other, so that they cannot be one order; null if none. A text that is not mapped and reads
 * differently is no contradiction: vendors write the same thing in different ways.
 */
export function contradiction(a: OrderFacts, b: OrderFacts): string | null {
  for (const field of ['facility', 'degree', 'specialty'] as const)
    if (keysAgree(a[field], b[field]) === 'different') return field;
  return a.workType !== b.workType ? 'work type' : null;
}

/** How well two jobs agree. Null if they are of one source, not at one facility, or contradict each other. */
export function compareOrders(a: OrderFacts, b: OrderFacts): Agreement | null {
  if (a.sourceId === b.sourceId || a.facility === null || a.facility !== b.facility || contradiction(a, b) !== null) return null;
  const verdicts = verdictsOf(a, b);
  const number = commonNumber(a, b);
  const score = number === null ? scoreWithoutNumber(a, b, verdicts) : scoreWithNumber(verdicts);
  return score <= 0 ? null : { score, number };
}

/** The fields that two jobs at one facility agree in, and those that differ. */
export function agreedFields(
  a: OrderFacts,
  b: OrderFacts,
): { readonly same: readonly string[]; readonly different: readonly string[] } {
  const verdicts = verdictsOf(a, b);
  const of = (verdict: Verdict) => fields.filter((field) => verdicts[field] === verdict);
  return { same: ['facility', ...of('same')], different: of('different') };
}

function scoreWithNumber(verdicts: Readonly<Record<Field, Verdict>>): number {
  return fields.reduce((score, field) => {
    const verdict = verdicts[field];
    return verdict === 'same' ? score : score - withNumber[field][verdict];
  }, numberScore);
}

function scoreWithoutNumber(a: OrderFacts, b: OrderFacts, verdicts: Readonly<Record<Field, Verdict>>): number {
  const points = fields.reduce((score, field) => {
    const verdict = verdicts[field];
    const of = withoutNumber[field];
    return verdict === 'same' ? score + of.same : score - of[verdict];
  }, agreedScore);
  return Math.min(points + (isNamedBy(a, b) || isNamedBy(b, a) ? namedScore : 0), mostWithoutNumber);
}

const verdictsOf = (a: OrderFacts, b: OrderFacts): Readonly<Record<Field, Verdict>> => ({
  specialty: keysAgree(a.specialty, b.specialty),
  degree: keysAgree(a.degree, b.degree),
  shift: keysAgree(a.shift, b.shift),
  'start date': agree(a.startDate, b.startDate),
  'end date': agree(a.endDate, b.endDate),
  'hours per week': agree(a.hoursPerWeek, b.hoursPerWeek),
  'bill rate': agree(a.billRate, b.billRate),
  positions: agree(a.positions, b.positions),
  unit: agree(a.unit, b.unit),
});

const agree = (a: string | number | null, b: string | number | null): Verdict => {
  if (a === null || b === null) return 'unknown';
  return a === b ? 'same' : 'different';
};

/** Two mapped keys agree or differ; a text that is not mapped can only agree. */
const keysAgree = (a: string | null, b: string | null): Verdict => {
  const verdict = agree(a, b);
  return verdict === 'different' && !(a?.startsWith('=') && b?.startsWith('=')) ? 'unknown' : verdict;
};

const commonNumber = (a: OrderFacts, b: OrderFacts): string | null =>
  a.numbers.find((number) => b.numbers.includes(number)) ?? null;

/** Whether a job names the other one's source as the VMS or MSP that it comes from. */
const isNamedBy = (a: OrderFacts, b: OrderFacts): boolean =>
  [a.vms, a.msp].some((name) => name !== null && plain(name) === plain(b.source)) && plain(a.source) !== plain(b.source);

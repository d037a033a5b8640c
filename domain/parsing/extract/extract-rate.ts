import type { RateReading } from '../../ai/reading.ts';
import type { Clause } from './clauses.ts';
import type { PlainText } from './plain-text.ts';
import { labelIn, type RateLabel, unitAfter } from './rate-words.ts';

/** A bill rate with the certainty of the built-in reader, 0 to 100. */
export type CertainRate = RateReading & { readonly certainty: number };

type Found = {
  readonly label: RateLabel;
  readonly amount: number;
  readonly upTo: number | undefined;
  readonly clear: boolean;
  readonly from: number;
  readonly to: number;
};

const NUMBER = String.raw`(\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?|\d{1,6}(?:\.\d{1,2})?)(?![\d,]*\d)`;
const MONEY = new RegExp(
  String.raw`(?<![\d.,£€#:\w-])(?:us)?(\$\s?)?${NUMBER}(?:\s?(?:/|per\b)\s?(?:hr|hour|h)\b)?(?:\s?(?:-|–|—|to|and)\s?(\$\s?)?${NUMBER})?`,
  'gi',
);
const LOWEST = 15;
const HIGHEST = 400;

/** The bill rate that the clauses of a description name. Null: none, or two different ones. */
export function extractRate(plain: PlainText, clauses: readonly Clause[]): CertainRate | null {
  const found = clauses.flatMap(ratesIn);
  const billed = found.filter(({ label }) => label === 'bill' || label === 'least' || label === 'most');
  const plainRates = found.filter(({ label }) => label === 'rate');
  const decided = billed.length > 0 ? billed : plainRates;
  const [first] = decided;
  if (!first) return null;
  const range = rangeOf(decided);
  // A plain "Rate" that differs from the bill rate leaves open which of them is right.
  if (!range || plainRates.some(({ amount, upTo }) => (upTo ?? amount) !== range.rate)) return null;
  const near = decided.filter((each) => Math.abs(each.from - first.from) < 150);
  const whole = decided.length > 1 && range.joined ? near : [first];
  return {
    substring: plain.raw(first.from, Math.max(...whole.map(({ to }) => to))),
    rate: range.rate,
    minRate: range.minRate,
    certainty: certaintyOf(first, decided),
  };
}

type Range = { readonly rate: number; readonly minRate: number | null; readonly joined: boolean };

/** One rate, or a lowest and a highest one. Undefined: two different rates. */
function rangeOf(found: readonly Found[]): Range | undefined {
  const least = found.filter(({ label }) => label === 'least');
  const others = found.filter(({ label }) => label !== 'least');
  const rates = new Set((others.length > 0 ? others : least).map(({ amount, upTo }) => `${amount}-${upTo ?? ''}`));
  const [one] = others.length > 0 ? others : least;
  if (rates.size !== 1 || !one) return undefined;
  if (one.upTo !== undefined)
    return others.length > 0 && least.length > 0 ? undefined : { rate: one.upTo, minRate: one.amount, joined: false };
  if (others.length === 0 || least.length === 0) return { rate: one.amount, minRate: null, joined: false };
  const lows = new Set(least.map(({ amount }) => amount));
  const [low] = lows;
  const fits = lows.size === 1 && low !== undefined && low <= one.amount && least.every(({ upTo }) => upTo === undefined);
  return fits ? { rate: one.amount, minRate: low, joined: true } : undefined;
}

// Measured on the seeds that the reader was built with, rounded.
function certaintyOf(first: Found, decided: readonly Found[]): number {
  if (first.label === 'rate') return 92;
  return first.clear || decided.length > 1 ? 99 : 98;
}

function ratesIn(clause: Clause): Found[] {
  if (!/\d/.test(clause.text)) return [];
  const low = clause.text.toLowerCase();
  const text = low.length === clause.text.length ? low : clause.text;
  const hits = [...text.matchAll(MONEY)];
  return hits.flatMap((hit, index) => {
    const before = text.slice(endOf(hits[index - 1]), hit.index);
    const after = text.slice(hit.index + hit[0].length, hits[index + 1]?.index);
    return rateOf({ hit, before, after, heading: index === 0 ? clause.heading : '', clause }) ?? [];
  });
}

const endOf = (hit: RegExpExecArray | undefined): number => (hit ? hit.index + hit[0].length : 0);

type Around = {
  readonly hit: RegExpExecArray;
  readonly before: string;
  readonly after: string;
  readonly heading: string;
  readonly clause: Clause;
};

function rateOf({ hit, before, after, heading, clause }: Around): Found | undefined {
  const [whole, dollar, digits, secondDollar, secondDigits] = hit;
  const amount = amountOf(digits);
  const unit = /(?:hr|hour|h)$/.test(whole) && !secondDigits ? 'hour' : unitAfter(after);
  const marked = dollar !== undefined || secondDollar !== undefined || unit === 'hour' || /\.\d\d$/.test(whole);
  if (amount === undefined || unit === 'other') return undefined;
  const label = labelOf(before, after, heading);
  if (label === 'none' || label === 'other') return undefined;
  if (label === 'rate' && !(dollar !== undefined && unit === 'hour')) return undefined;
  if (
    !marked &&
    !/(?:rates?|br|bill|billing)\s?\W{0,3}\s?(?:is|of|at|up to|max)?\s?$/.test(before.trim() === '' ? heading : before)
  )
    return undefined;
  const second = amountOf(secondDigits);
  const upTo = second !== undefined && second >= amount ? second : undefined;
  if (secondDigits !== undefined && upTo === undefined) return undefined;
  if (amount < LOWEST || (upTo ?? amount) > HIGHEST) return undefined;
  const trailing = unit === 'hour' ? (/^\s*(?:\/|per\b|an\b)?\s?(?:hourly|hour|hrs?|h)\b/.exec(after)?.[0].length ?? 0) : 0;
  const start = clause.from + hit.index;
  return {
    label,
    amount,
    upTo,
    clear: dollar !== undefined && unit === 'hour',
    from: start,
    to: start + whole.length + trailing,
  };
}

const amountOf = (digits: string | undefined): number | undefined => {
  const amount = Number(digits?.replaceAll(',', ''));
  return digits === undefined || !Number.isFinite(amount) ? undefined : amount;
};

/** The label right before an amount decides; else the one right after it ("$78.50/hr bill rate"); else all words before it, or the line above. */
function labelOf(before: string, after: string, heading: string): RateLabel {
  const label = ownLabel(before, after);
  if (label === 'none') return before.trim() === '' ? labelIn(heading) : 'none';
  // "Overtime:" in a line of its own is about the lines below it.
  return heading.endsWith(':') && labelIn(heading) === 'other' ? 'other' : label;
}

function ownLabel(before: string, after: string): RateLabel {
  const last = before.split(/[,;()]|\s[-–—/]\s|\band\b/).at(-1) ?? '';
  const near = labelIn(last);
  const behind =
    /^\s*(?:usd\s?)?(?:\/|per\b|an\b)?\s?(?:hourly|hour|hrs?|h)?\s?\(?((?:[a-z'-]+\s?){1,3})(?!\s?[:=$]|\s?(?:is|of)\b)/.exec(
      after,
    )?.[1];
  const trailing = labelIn(behind ?? '');
  if (near === 'other') return 'other';
  if (near !== 'none') return trailing === 'other' && near === 'rate' ? 'other' : near;
  if (trailing !== 'none') return trailing;
  return labelIn(before);
}

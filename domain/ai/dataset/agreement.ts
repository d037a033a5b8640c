import type { DatasetRow } from '#contract/rows/dataset-row.ts';
import { rateValue, shiftValue } from './same-reading.ts';

/** How far two people agree: in how many of `rows`, and Cohen's kappa, 1 for always and 0 for as often as by chance. */
export type Agreement = { readonly rows: number; readonly agreed: number; readonly kappa: number | null };

/**
 * Cohen's kappa of pairs of answers: (observed - expected) / (1 - expected), where the expected share of equal pairs comes from how
 * often each side gives each answer. Null without pairs, or if both sides always give one and the same answer.
 */
export function agreementOf(pairs: readonly (readonly [first: string, second: string])[]): Agreement {
  const rows = pairs.length;
  const agreed = pairs.filter(([first, second]) => first === second).length;
  if (rows === 0) return { rows, agreed, kappa: null };
  const [left, right] = [countsOf(pairs.map(([first]) => first)), countsOf(pairs.map(([, second]) => second))];
  const expected = [...left].reduce((sum, [value, count]) => sum + (count * (right.get(value) ?? 0)) / rows ** 2, 0);
  return { rows, agreed, kappa: expected === 1 ? null : (agreed / rows - expected) / (1 - expected) };
}

function countsOf(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** Agreement about the shift and about the bill rate over the rows that two people labeled: the first two labels of each. */
export function agreementOn(rows: readonly Pick<DatasetRow, 'labels'>[]): {
  readonly shift: Agreement;
  readonly rate: Agreement;
} {
  const pairs = rows.flatMap(({ labels: [first, second] }) =>
    first && second ? [[first.reading, second.reading] as const] : [],
  );
  return {
    shift: agreementOf(pairs.map(([a, b]) => [shiftValue(a.shift), shiftValue(b.shift)])),
    rate: agreementOf(pairs.map(([a, b]) => [rateValue(a.rate), rateValue(b.rate)])),
  };
}

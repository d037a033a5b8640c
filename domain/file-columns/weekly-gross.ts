import { numberOf } from './value-look.ts';

/** A column of a file with all of its cells, in the order of the rows. */
export type FileColumn = { readonly column: string; readonly cells: readonly string[] };

/** Most columns of numbers that are compared with each other. */
const mostCompared = 20;
const mostRows = 60;
const enoughRows = 5;
/** Less is no pay of a week: shifts times hours are below. */
const leastGross = 150;

/**
 * Names the columns that are another column of the file times its hours: "weekly gross: $/hr × Hrs/Wk". At least 5 rows must
 * have all values, and 9 of 10 rows must agree within half a percent.
 */
export function weeklyGross(columns: readonly FileColumn[]): ReadonlyMap<string, string> {
  const numeric = columns.flatMap(({ column, cells }) => {
    const numbers = cells.slice(0, mostRows).map((cell) => numberOf(cell.trim()));
    return numbers.filter((n) => n !== undefined).length >= enoughRows ? [{ column, numbers }] : [];
  });
  const compared = numeric.slice(0, mostCompared);
  const found = new Map<string, string>();
  for (const total of compared) {
    for (const rate of compared) {
      const factors = total.numbers.map((n, row) => ratio(n, rate.numbers[row]));
      if (total === rate || found.has(total.column) || !plausible(factors)) continue;
      const hours = compared.find((other) => agree(factors, other.numbers, other !== total && other !== rate));
      const [fixed] = [36, 40, 48].filter((h) =>
        agree(
          factors,
          factors.map(() => h),
          true,
        ),
      );
      const by = hours?.column ?? fixed;
      if (by !== undefined) found.set(total.column, `weekly gross: ${rate.column} × ${by}`);
    }
  }
  return found;
}

const ratio = (total: number | undefined, rate: number | undefined): number | undefined =>
  total === undefined || rate === undefined || rate < 5 || total < leastGross ? undefined : total / rate;

/** Weekly hours, so that two columns of hours are not taken for pay. */
const plausible = (factors: readonly (number | undefined)[]): boolean => {
  const known = factors.filter((factor) => factor !== undefined);
  return known.length >= enoughRows && known.filter((factor) => factor >= 8 && factor <= 84).length >= known.length * 0.9;
};

function agree(factors: readonly (number | undefined)[], hours: readonly (number | undefined)[], apart: boolean): boolean {
  if (!apart) return false;
  const pairs = factors.flatMap((factor, row) => {
    const other = hours[row];
    return factor === undefined || other === undefined ? [] : [Math.abs(factor - other) <= other * 0.005];
  });
  return pairs.length >= enoughRows && pairs.filter(Boolean).length >= pairs.length * 0.9;
}

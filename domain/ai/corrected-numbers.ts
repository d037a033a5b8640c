/** A number as typed or sent; null for none. */
type Typed = number | string | null;

const numberOf = (typed: Typed): number | null => {
  if (typed === null || (typeof typed === 'string' && typed.trim() === '')) return null;
  const number = Number(typed);
  return Number.isFinite(number) ? number : null;
};

/** The temperature of a prompt, 0 to 1: text becomes none, a negative number positive, a larger one 1. */
export function correctedTemperature(typed: Typed): number | null {
  const number = numberOf(typed);
  return number === null ? null : Math.min(Math.abs(Math.round(number * 1000) / 1000), 1);
}

/** The most characters that a prompt can demand of a text. */
const mostLength = 1_000_000;

/** The fewest characters of a text that is asked about: text and 0 become none, a negative number positive. */
export function correctedMinLength(typed: Typed): number | null {
  const number = numberOf(typed);
  const length = number === null ? 0 : Math.min(Math.abs(Math.round(number)), mostLength);
  return length === 0 ? null : length;
}

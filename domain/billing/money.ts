/** An amount of US dollars in integer cents. */
export type Cents = number;

/** `cents` × `part` ÷ `whole` in cents, half a cent rounded up (0.005 becomes 0.01). All three are integers, `whole` is above 0. */
export function shareOf(cents: Cents, part: number, whole: number): Cents {
  return Math.floor((2 * cents * part + whole) / (2 * whole));
}

/** The cents of an amount in dollars as people write it (12.5 is 1250); null if it has more than two decimals, such as 0.005. */
export function centsOf(dollars: number): Cents | null {
  const cents = Math.round(dollars * 100);
  return Number.isSafeInteger(cents) && cents / 100 === dollars ? cents : null;
}

/** Cents as the wire has them: `1250.00`. */
export const amountOf = (cents: Cents): string => {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/** Cents as people read them: `$1,250.00`. */
export const usd = (cents: Cents): string => {
  const [whole = '', decimals = ''] = amountOf(Math.abs(cents)).split('.');
  return `${cents < 0 ? '−' : ''}$${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${decimals}`;
};

/** An amount of the wire as people read it. */
export const shownAmount = (amount: string): string => usd(Math.round(Number(amount) * 100));

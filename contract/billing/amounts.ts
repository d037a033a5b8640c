import * as z from 'zod';

/** An amount of US dollars with two decimals, such as `1250.00`. A text, so that no cent is lost on the way. */
export const Amount = z.string().regex(/^-?\d+\.\d\d$/);

/** An amount in a request, in dollars: above 0 and at most to the cent, so that 0.005 is refused. */
export const SentAmount = z
  .number('Write an amount in dollars, such as 12.50')
  .positive('Write an amount above 0')
  .max(1_000_000, 'Write at most 1,000,000')
  .refine((dollars) => Math.round(dollars * 100) / 100 === dollars, 'Write an amount with at most two decimals');

/** A price in a request, in dollars: 0 or more, at most to the cent. */
export const SentPrice = z
  .number('Write a price in dollars, such as 45.00')
  .min(0, 'Write 0 or more')
  .max(1_000_000, 'Write at most 1,000,000')
  .refine((dollars) => Math.round(dollars * 100) / 100 === dollars, 'Write a price with at most two decimals');

import * as z from 'zod';

const cents = 'Write two decimals at most';
const dollars = z.number('Write an amount').min(0, 'Write 0 or more').max(10_000, 'Write 10,000 or less').multipleOf(0.01, cents);

/** What people may set as the lowest rates; null: no floor for this figure. Amounts are in US dollars per hour. */
export const RateFloorFigures = z.object({
  billRate: dollars.nullable(),
  marginPerHour: dollars.nullable(),
  /** In percent of the bill rate. */
  marginPercent: z
    .number('Write a number')
    .min(0, 'Write 0 or more')
    .lt(100, 'Write less than 100')
    .multipleOf(0.01, cents)
    .nullable(),
  preventsPosting: z.boolean(),
});
export type RateFloorFigures = z.infer<typeof RateFloorFigures>;

/** Arguments of the change of a customer's lowest rates, by wire name. Without any figure there is no floor. */
export const rateFloorCommandArgs = { 'rateFloor.save.v1': RateFloorFigures } as const;

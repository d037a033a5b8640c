import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id } from '../kit/ids.ts';

/** Calls that were made. `allowed` null: no limit is known. `asOf`: when it was counted, or when the target said it; null: never. */
const Used = z.object({ used: z.number().int(), allowed: z.number().int().nullable(), asOf: z.string().nullable() });

export const targetLimits = endpoint('GET /api/posting/limits/:cust/:target', {
  about:
    'The calls that Jobdock made to a target in this minute and this month (UTC), and what the target itself says of its day, with what is allowed. `pausedUntil`: the target asked for a pause.',
  args: z.object({ cust: CustomerRef, target: Id }),
  reply: z.object({ minute: Used, month: Used, day: Used.nullable(), pausedUntil: z.string().nullable() }),
  fails: ['not_found', 'forbidden'],
  needs: 'targets.write',
  offline: 'cached',
  example: {
    minute: { used: 12, allowed: 1500, asOf: '2026-12-01T00:00:00.000Z' },
    month: { used: 4200, allowed: 100_000, asOf: '2026-12-01T00:00:00.000Z' },
    day: null,
    pausedUntil: null,
  },
});

export const targetLimitEndpoints = [targetLimits];

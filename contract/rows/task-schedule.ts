import * as z from 'zod';

/** A task runs again after so many minutes. Null: not by itself. */
export const EveryMinutes = z.number().int().min(5, 'Every 5 minutes at most').max(1440, 'At least once a day').nullable();

/** Times of the customer's day at which a task runs instead, as `HH:mm`. */
export const RunAt = z
  .array(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Write times as 06:30 or 18:00'))
  .max(24, '24 times a day at most');

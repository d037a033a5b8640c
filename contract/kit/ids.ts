import * as z from 'zod';

/** Row id that the database assigned: a positive integer. */
export const Id = z.coerce.number().int().positive();

/** A customer in a path: its id, or `me` (any letter case) for the caller's own. -1 means all; for administrators only. */
export const CustomerRef = z.union([z.literal('me'), z.coerce.number().int()]).or(
  z
    .string()
    .regex(/^me$/i)
    .transform(() => 'me' as const),
);
export type CustomerRef = z.infer<typeof CustomerRef>;

/** A calendar day as `yyyy-MM-dd`. Time zones never shift it. */
export const LocalDate = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'Write the date as yyyy-MM-dd');

/** An instant in UTC, ISO 8601. */
export const Instant = z.string();

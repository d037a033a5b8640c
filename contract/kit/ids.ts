import * as z from 'zod';

/** Whole positive number that the database gave. */
export const Id = z.coerce.number().int().positive();

/** A customer in a path: its id, or `me` for the caller's own (any letter case). -1 means all, administrators only. */
export const CustomerRef = z.union([z.literal('me'), z.coerce.number().int()]).or(
  z
    .string()
    .regex(/^me$/i)
    .transform(() => 'me' as const),
);
export type CustomerRef = z.infer<typeof CustomerRef>;

/** A local calendar day, `yyyy-MM-dd`, never shifted by a time zone. */
export const LocalDate = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'Write the date as yyyy-MM-dd');

/** An instant in UTC, ISO 8601. */
export const Instant = z.string();

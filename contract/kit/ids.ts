import * as z from 'zod';

/** The largest number that an integer column of the database holds. */
const maxInteger = 2_147_483_647;

/** Row id that the database assigned: a positive integer. */
export const Id = z.coerce.number().int().positive().max(maxInteger);

/** Row id in JSON. */
export const RowId = z.number().int().positive().max(maxInteger);

/** Row id in JSON, or the negative one of a row that a device created and the service does not know yet: 48 bits of its UUID. */
export const RowOrLocalId = z
  .number()
  .int()
  .min(-(2 ** 48))
  .max(maxInteger);

/** Row id, or 0 for none, a new row, or all rows, as the call says. */
export const IdOrNone = z.coerce.number().int().min(0).max(maxInteger);

/** Number of a page, from 1. */
export const PageNumber = z.coerce.number().int().min(1).max(maxInteger);

/** An integer in JSON that a column can hold. */
export const Integer = z.number().int().min(-maxInteger).max(maxInteger);

/** A count in JSON. */
export const Count = z.number().int().min(0).max(maxInteger);

/** Row id, or -1 for all rows. */
export const IdOrAll = z.coerce.number().int().min(-1).max(maxInteger);

/** A customer by number; -1 means all. Unlike `CustomerRef` it has no name for the caller's own. */
export const CustomerNumber = IdOrAll;

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

/** A calendar day in a request that the database compares, so it must exist. */
export const SentDate = LocalDate.refine((day) => z.iso.date().safeParse(day).success, 'The calendar has no such day');

/** An instant in UTC, ISO 8601. */
export const Instant = z.string();

/** An instant in a request: ISO 8601 with `Z` or an offset. */
export const SentInstant = z.iso.datetime({ offset: true, error: 'Write the time as yyyy-MM-ddTHH:mm:ssZ' });

/** The name of a device's lane, drawn by the device. */
export const ClientId = z.string().min(16).max(100);

import * as z from 'zod';

/** Text that may be blank: trimmed, and `null` if empty. A field shows `null` as blank. */
export const optionalText = (max: number, problem = `Shorten this to ${max} characters`) =>
  z
    .string()
    .trim()
    .max(max, problem)
    .nullable()
    .transform((text) => (text === '' ? null : text));

/** A time of day such as `19:00`; blank is `null`. */
export const optionalTime = () =>
  optionalText(5).refine((time) => time === null || /^([01]?\d|2[0-3]):[0-5]\d$/.test(time), 'Enter the time as 19:00');

/** A secret that the service stores encrypted. Blank keeps the stored one, so it is not sent. */
export const keptSecret = (max = 1000) =>
  z
    .string()
    .trim()
    .max(max)
    .transform((secret) => (secret === '' ? undefined : secret));

/** True for an existing calendar day, `yyyy-MM-dd`. */
export const isDay = (text: string | null): text is string => z.iso.date().safeParse(text).success;

/** True for an instant in UTC. */
export const isInstant = (text: string | null): text is string => z.iso.datetime().safeParse(text).success;

/** A calendar day, `yyyy-MM-dd`; blank is `null`. Its field is `DateField`. */
export const optionalDay = () =>
  z
    .string()
    .nullable()
    .transform((text) => (text === '' ? null : text))
    .refine((text) => text === null || isDay(text), 'Enter a date such as 06/14/2026, today or +2w');

/** A row's id that a person may choose, in a field of text such as `ReferenceField`; blank is `null`. */
export const optionalId = () => z.string().transform((text) => (text === '' ? null : Number(text)));

/** The text of an optional id in its field. */
export const idText = (id: number | null): string => (id === null ? '' : String(id));

import type * as z from 'zod';
import { messages } from '#contract/kit/messages.ts';
import { rightIds } from '#contract/kit/rights.ts';
import { isPersonAddress } from '#contract/people/address.ts';
import { type Contact, ContactFields, enabledRights, type SomeContactFields } from '#contract/people/contact-fields.ts';
import { dateFormats, timeFormats, UserPrefs } from '#contract/people/users.ts';

/** A person's fields with the rights as sorted ids, as they are merged, judged and stored. */
export type PersonFields = Omit<ContactFields, 'rights'> & { rights: number[] };
export type Problems = Record<string, string>;

const names = Object.keys(ContactFields.shape) as (keyof ContactFields)[];

/** The fields of a person out of a call's arguments or out of the stored person. Addresses ignore case. */
export function personFields(stored: Contact): PersonFields;
export function personFields(sent: z.infer<typeof SomeContactFields>): Partial<PersonFields>;
export function personFields(from: z.infer<typeof SomeContactFields>): Partial<PersonFields> {
  const fields: Record<string, unknown> = {};
  for (const name of names) if (from[name] !== undefined) fields[name] = from[name];
  if (from.rights) fields['rights'] = enabledRights(from.rights);
  if (from.email !== undefined) fields['email'] = from.email.toLowerCase();
  if (from.phone === '') fields['phone'] = null;
  return fields;
}

const knownRights: ReadonlySet<number> = new Set(Object.values(rightIds));
const isOneOf = (list: readonly string[], value: string) => list.includes(value);

/** What is wrong with fields that a save changes: one sentence for each. The address of a linked person is not judged. */
export function fieldProblems(fields: Partial<PersonFields>, isLinked: boolean): Problems {
  const problems: Problems = {};
  const { email, rights, timezone, dateFormat, timeFormat } = fields;
  if (email !== undefined && (/[\r\n]/.test(email) || email === '' || !(isLinked || isPersonAddress(email)))) {
    problems['email'] = messages.invalidEmail;
  }
  const unknown = rights?.find((id) => !knownRights.has(id));
  if (unknown !== undefined) problems['rights'] = `There is no right ${unknown}. Send ids of GET /api/rights`;
  if (timezone !== undefined && !isTimeZone(timezone)) problems['timezone'] = 'Choose a time zone of the list';
  if (dateFormat !== undefined && !isOneOf(dateFormats, dateFormat)) problems['dateFormat'] = 'Choose a date format of the list';
  if (timeFormat !== undefined && !isOneOf(timeFormats, timeFormat)) problems['timeFormat'] = 'Choose a time format of the list';
  return problems;
}

/** The columns of a person. `prefs` are the stored ones: those that the form does not show stay. */
export const columnsOf = (fields: PersonFields, prefs: Record<string, unknown>) => ({
  name: fields.name,
  email: fields.email,
  phone: fields.phone,
  role_id: fields.roleId,
  rights: fields.rights,
  alerts: JSON.stringify({
    collection: fields.getsCollectionNotices,
    billing: fields.getsBillingAlerts,
    system: fields.getsSystemAlerts,
    tickets: fields.getsTickets,
  }),
  prefs: JSON.stringify({
    ...prefs,
    userTimezone: fields.timezone,
    userDuration: fields.duration,
    userDateFormat: fields.dateFormat,
    userTimeFormat: fields.timeFormat,
    noFeedback: fields.noFeedback,
  }),
});

/** What a new person has where the call says nothing. */
export function newPersonFields(): Omit<PersonFields, 'name' | 'email' | 'roleId' | 'rights'> {
  const prefs = UserPrefs.parse({});
  return {
    phone: null,
    getsCollectionNotices: false,
    getsBillingAlerts: false,
    getsSystemAlerts: false,
    getsTickets: false,
    noFeedback: prefs.noFeedback,
    timezone: prefs.userTimezone,
    duration: prefs.userDuration,
    dateFormat: prefs.userDateFormat,
    timeFormat: prefs.userTimeFormat,
  };
}

export function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

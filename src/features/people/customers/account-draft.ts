import * as z from 'zod';
import { Account, isoOfUsDay, type StoredAccount, usDayOfIso } from '#contract/people/account.ts';
import { optionalDay } from '#src/ui/form/optional.ts';

const { shape } = Account;
/** A choice of a list by number, as its field holds it. */
const choice = z
  .string()
  .nullable()
  .transform((text) => (text === null || text === '' ? null : Number(text)));
const needed = (problem: string) => choice.refine((id) => id !== null, problem).transform((id) => id ?? 0);
const wholeNumber = (schema: z.ZodType<number, number>, problem: string) =>
  z
    .number({ error: problem })
    .nullable()
    .transform((n) => n ?? Number.NaN)
    .pipe(schema);
const keptDay = optionalDay().transform((day) => day && usDayOfIso(day));

/** The drafts of an account's fields: choices as text, days as their fields hold them. */
export const ownDraft = {
  name: shape.name,
  email: shape.email,
  notify: shape.notify,
  industry: needed('Choose an industry'),
  timeZone: shape.timeZone,
  cleanupDegree: wholeNumber(shape.cleanupDegree, 'Write 0, 1 or 2'),
  gsaMethod: wholeNumber(shape.gsaMethod, 'Write a number'),
  readsDescriptions: shape.readsDescriptions,
};
export const providedDraft = {
  status: z.string().pipe(shape.status),
  since: optionalDay().refine((day) => day !== null, 'Write since when it is a customer'),
  implementedSince: optionalDay(),
  disableDate: optionalDay(),
  keepActiveTill: keptDay,
  accountManager: shape.accountManager,
};
export const planDraft = {
  plan: needed('Choose a plan'),
  connections: wholeNumber(shape.connections, 'Write a number above 0'),
  userLimit: wholeNumber(shape.userLimit, 'Write 0 or more'),
  parent: choice,
  extId: shape.extId,
};

/** A stored account as the fields of its forms. */
export const draftOf = (account: StoredAccount) => ({
  ...account,
  industry: String(account.industry),
  keepActiveTill: account.keepActiveTill && isoOfUsDay(account.keepActiveTill),
  plan: account.plan === null ? '' : String(account.plan),
  parent: account.parent === null ? '' : String(account.parent),
});

export const newAccount: StoredAccount = {
  name: '',
  email: '',
  notify: '',
  industry: 2,
  timeZone: 'America/New_York',
  cleanupDegree: 0,
  gsaMethod: 0,
  readsDescriptions: true,
  status: 'active',
  since: null,
  implementedSince: null,
  disableDate: null,
  keepActiveTill: null,
  accountManager: '',
  plan: null,
  connections: 0,
  userLimit: 0,
  parent: null,
  extId: '',
};

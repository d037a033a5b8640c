import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id, IdOrNone, RowId, SentDate } from '../kit/ids.ts';
import { messages } from '../kit/messages.ts';
import { wire } from '../kit/wire-names.ts';
import { basicsExample, CustomerBasics } from './customers.ts';

/** `suspended`: nothing is collected or posted. `inactive`: no one signs in, either. */
export const AccountStatus = z.enum(['active', 'trial', 'suspended', 'inactive'], 'Choose a status');
export type AccountStatus = z.infer<typeof AccountStatus>;

/** A day as the documents send `KeepActiveTill`: MM/dd/yyyy. */
export const UsDay = z
  .string()
  .refine((text) => z.iso.date().safeParse(isoOfUsDay(text)).success, 'Write an existing date as MM/dd/yyyy');

/** `11/30/2026` as `2026-11-30`; any other text is not changed. */
export const isoOfUsDay = (text: string): string => text.replace(/^(\d{2})\/(\d{2})\/(\d{4})$/, '$3-$1-$2');
export const usDayOfIso = (day: string): string => day.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2/$3/$1');

const max = (length: number) => z.string().trim().max(length, `Shorten this to ${length} characters`);
const Address = z.email('Write an email address such as office@agency.com').max(200, 'Shorten this to 200 characters');
/** Several addresses, separated by commas. */
const Addresses = max(1000).refine(
  (text) => text.split(/[,;\s]+/).every((one) => one === '' || Address.safeParse(one).success),
  'Write email addresses, separated by commas',
);
const count = (least: number, problem: string) => z.number(problem).int(problem).min(least, problem).max(100_000, problem);

/** The fields of an account that its own people may change. */
const own = {
  name: wire('CustomerName', max(200).min(1, 'Write the name of the customer')),
  email: wire('EMail', z.string().trim().min(1, 'Write the email address of the customer').pipe(Address)),
  /** Addresses that get the customer’s notices, besides its people. */
  notify: wire('Notify', Addresses),
  industry: wire('Industry', z.number().int().min(0).max(1000)),
  timeZone: max(100).refine(isTimeZone, 'Choose a time zone of the list'),
  /** How far texts of degrees are cleaned before they are mapped: 0 to 2. */
  cleanupDegree: wire('CleanupDegreeSpec', z.number().int().min(0).max(1000)),
  gsaMethod: wire('GSAMethod', z.number().int().min(0).max(1000)),
  /** Shift and bill rate that no feed gives are read from descriptions. */
  readsDescriptions: z.boolean(),
};

/** The fields that only the provider changes. */
const provided = {
  status: wire('CustomerStatus', AccountStatus),
  since: wire('CustomerSince', SentDate.nullable()),
  implementedSince: wire('ImplementedSince', SentDate.nullable()),
  /** From this day on, no one of the customer signs in, in the customer’s time zone. */
  disableDate: wire('DisableDate', SentDate.nullable()),
  /** The disable date does not act before the day after this one. MM/dd/yyyy. */
  keepActiveTill: wire('KeepActiveTill', UsDay.nullable()),
  accountManager: wire('AccountManager', max(200)),
  plan: wire('PlanSubscribed', RowId.nullable()),
  connections: wire('NumberOfAgentsIncluded', count(1, 'Write a number above 0')),
  userLimit: wire('UserLicensesLimit', count(0, 'Write 0 or more')),
  parent: wire('pID', RowId.nullable()),
  /** The id at the accounting provider. */
  extId: wire('ExtID', max(100)),
};
export const providedFields = Object.keys(provided) as (keyof typeof provided)[];

export const Account = z.object({ ...own, ...provided });
export type Account = z.infer<typeof Account>;

/** An account as it is stored: one that was made before accounts had an address has a blank one. */
export const StoredAccount = Account.extend({ email: wire('EMail', z.string().max(200)) });
export type StoredAccount = z.infer<typeof StoredAccount>;

export const accountExample: Account = {
  name: 'Harborview Staffing',
  email: 'office@harborview.example',
  notify: '',
  industry: 2,
  timeZone: 'America/New_York',
  cleanupDegree: 0,
  gsaMethod: 0,
  readsDescriptions: true,
  status: 'active',
  since: '2025-03-01',
  implementedSince: '2025-03-15',
  disableDate: null,
  keepActiveTill: null,
  accountManager: 'Alex Admin',
  plan: 2,
  connections: 15,
  userLimit: 25,
  parent: null,
  extId: '',
};

/** What an account needs when it is added; the other fields have defaults. */
const required = Account.pick({ name: true, email: true, status: true, connections: true });
const Added = z.object({
  ...Account.partial().shape,
  ...required.shape,
  since: wire('CustomerSince', SentDate),
  plan: wire('PlanSubscribed', z.number('Choose a plan').pipe(RowId)),
});

const saved = {
  reply: z.object({ message: z.string(), id: wire('data', z.number()) }),
  offline: 'online',
  example: { message: messages.clientSaved, id: 2 },
} as const;

export const getCustomer = endpoint('GET /api/customer/:cust', {
  about:
    'A customer. Its account (addresses, dates, plan, limits) is included for administrators, and for people of the customer who may edit it.',
  args: z.object({ cust: CustomerRef }),
  reply: z.object({
    ...StoredAccount.partial().shape,
    ...CustomerBasics.shape,
    name: StoredAccount.shape.name,
    parent: StoredAccount.shape.parent,
    /** The same number under the name that the documents use elsewhere. */
    industryId: wire('Industry', z.number()),
    /** An invoice is past due. */
    isPastDue: wire('PastDue_Fl', z.boolean()),
    /** What the customer’s people see about that. */
    pastDueNotice: wire('PastNotif', z.string()),
  }),
  fails: ['not_found'],
  needs: 'session',
  // Debt and addresses are never stored on a device. What screens need without a connection is in `readCustomerBasics`.
  offline: 'online',
  example: { ...accountExample, ...basicsExample, industryId: 2, isPastDue: false, pastDueNotice: '' },
});

export const addCustomer = endpoint('POST /api/customer', {
  about: 'Adds a customer. A name, an email address, a status, a start date, connections and a plan are needed.',
  args: Added,
  ...saved,
  fails: ['invalid'],
  needs: 'admin',
});

export const saveCustomer = endpoint('PUT /api/customer', {
  about:
    'Saves the fields that are sent. Without administrator rights, only one’s own customer, and not what the provider decides: status, dates, account manager, plan, limits, parent, accounting id. With `base`, the values that the form began with, a field that somebody else has changed meanwhile is refused as a conflict.',
  args: z.object({
    /** 0 is the caller’s own customer. */
    id: wire('objID', IdOrNone.default(0)),
    ...Account.partial().shape,
    base: StoredAccount.partial().optional(),
  }),
  ...saved,
  fails: ['invalid', 'forbidden', 'not_found', 'conflict'],
  needs: 'account.write',
});

export const removeCustomer = endpoint('DELETE /api/customer/:cust', {
  about:
    'Deletes a customer whose name is typed. The caller confirms who they are. Sign-in, collection, posts, runs and mail stop at once. It can be restored for 30 days.',
  args: z.object({ cust: CustomerRef, name: z.string().max(500) }),
  reply: z.object({ message: z.string(), restorableUntil: z.string() }),
  fails: ['invalid', 'not_found', 'confirm_identity'],
  needs: 'admin',
  offline: 'online',
  example: { message: messages.saved, restorableUntil: '2026-12-21T08:00:00.000Z' },
});

export const restoreCustomer = endpoint('POST /api/customer/restore/:id', {
  about: 'Restores a customer that was deleted within the last 30 days, with everything it had.',
  args: z.object({ id: Id }),
  reply: z.object({ message: z.string() }),
  fails: ['invalid', 'not_found'],
  needs: 'admin',
  offline: 'online',
  example: { message: messages.clientSaved },
});

export const accountEndpoints = [getCustomer, addCustomer, saveCustomer, removeCustomer, restoreCustomer] as const;

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

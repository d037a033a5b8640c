import * as z from 'zod';
import { Id, Instant } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';

/** One right of a person: the documents list every right, enabled or not. */
const ContactRight = z.object({
  id: wire('ID', z.number().int().optional()),
  rightId: wire('Right_ID', z.number().int()),
  isEnabled: wire('Enable_Fl', z.boolean()),
});

/** What an editor of a person may send. The service judges the address: one of a linked person is taken as it is. */
const fields = {
  name: wire('ContactName', z.string().trim().min(1, 'Enter a name').max(200, 'Shorten this to 200 characters')),
  email: wire('EMail', z.string().trim().max(320, 'Shorten this to 320 characters')),
  phone: wire('Phone', z.string().trim().max(40, 'Shorten this to 40 characters').nullable()),
  roleId: wire('UserRole', Id),
  rights: wire('UserRights', z.array(ContactRight).max(200)),
  getsCollectionNotices: wire('ReceiveDCNotification', z.boolean()),
  getsBillingAlerts: wire('ReceiveBillingAlerts', z.boolean()),
  getsSystemAlerts: wire('ReceiveSystemAlerts', z.boolean()),
  getsTickets: wire('SupportTicketsDefault', z.boolean()),
  noFeedback: wire('UserFeedbackOptOut_Fl', z.boolean()),
  timezone: wire('PrefTimezone', z.string().max(60)),
  duration: wire('PrefDuration', z.enum(['days', 'weeks'])),
  dateFormat: wire('PrefDateFormat', z.string().max(40)),
  timeFormat: wire('PrefTimeFormat', z.string().max(40)),
};

/** The fields of a person that a form edits. */
export const ContactFields = z.object(fields);
export type ContactFields = z.infer<typeof ContactFields>;
/** Some of them: what a call sends, and what its form started with. */
export const SomeContactFields = ContactFields.partial();

/** Whether a person can work here. `invited`: no password yet, and never signed in. */
export const PersonState = z.enum(['invited', 'active', 'passwordExpired', 'disabled']);
export type PersonState = z.infer<typeof PersonState>;

/** The state of a link: 1 asked, 2 approved, 3 rejected. Only 2 gives access. */
const LinkedCustomer = z.object({ customerId: wire('Customer_ID', z.number()), name: z.string(), status: z.number() });

/** A person of a customer, as the documents' Contact, and what the screens show besides. */
export const Contact = z.object({
  id: wire('objID', z.number()),
  customerId: wire('Customer_ID', z.number()),
  ...fields,
  role: wire('Role', z.string()),
  /** 1: the password has expired. */
  status: wire('Status', z.number()),
  /** Customers that the person is linked to, or asked to be. */
  linkedCustomers: wire('LinkedCustomers', z.array(LinkedCustomer)),
  /** 2: linked on. Else the state of a request: 1 asked, 3 rejected, 0 none. */
  linkedStatus: wire('LinkedStatus', z.number()),
  state: PersonState,
  /** The rights of the role, and what they bring besides: an administrator's, or every right of a customer. */
  roleRights: z.array(z.number()),
  administrator: z.boolean(),
  authorisesEverything: z.boolean(),
  lastActiveAt: Instant.nullable(),
  openSessions: z.number(),
  /** The newest invitation that no one used: until when it works, and when its mail left; null while it waits. */
  invitation: z.object({ until: Instant, sentAt: Instant.nullable() }).nullable(),
  hasSecondFactor: z.boolean(),
  /** An administrator may work as this person. */
  canLoginAs: z.boolean(),
});
export type Contact = z.infer<typeof Contact>;

export const contactExample: z.input<typeof Contact> = {
  id: 1,
  customerId: 2,
  name: 'Ann Reyes',
  email: 'ann@example.org',
  phone: '(555) 010-0199',
  roleId: 3,
  rights: [{ id: 6, rightId: 6, isEnabled: true }],
  getsCollectionNotices: false,
  getsBillingAlerts: false,
  getsSystemAlerts: true,
  getsTickets: false,
  noFeedback: false,
  timezone: 'America/New_York',
  duration: 'weeks',
  dateFormat: 'MM/dd/yyyy',
  timeFormat: 'hh:mm a',
  role: 'Recruiter',
  status: 0,
  linkedCustomers: [{ customerId: 3, name: 'Bayside Travel Nurses', status: 2 }],
  linkedStatus: 2,
  state: 'active',
  roleRights: [6, 8],
  administrator: false,
  authorisesEverything: false,
  lastActiveAt: '2026-11-21T09:30:00.000Z',
  openSessions: 1,
  invitation: null,
  hasSecondFactor: false,
  canLoginAs: true,
};

/** The ids of a person's rights, in order. */
export const enabledRights = (rights: ContactFields['rights']): number[] =>
  [...new Set(rights.filter(({ isEnabled }) => isEnabled).map(({ rightId }) => rightId))].sort((a, b) => a - b);

/** Right ids as the documents write a person's rights. */
export const asContactRights = (ids: readonly number[]): ContactFields['rights'] =>
  ids.map((id) => ({ id, rightId: id, isEnabled: true }));

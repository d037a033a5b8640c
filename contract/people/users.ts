import * as z from 'zod';
import { endpoint, type SentArgsOf } from '../kit/endpoint.ts';
import { CustomerRef, Id, Instant } from '../kit/ids.ts';
import { messages } from '../kit/messages.ts';
import { wire } from '../kit/wire-names.ts';

/** The documented session and role information. `rights` are right ids. */
export const UserRole = z.object({
  name: z.string(),
  email: z.string(),
  customerName: wire('customername', z.string()),
  userId: z.number(),
  userRoleId: z.number(),
  userRoleName: z.string(),
  instance: z.string(),
  alias: z.string(),
  /** 1 means that the password has expired and must be changed. */
  status: wire('Status', z.number()),
  rights: z.array(z.number()),
  needsDisclaimer: wire('dscl', z.boolean()),
  /** The user’s customer is past due or suspended, and the user sees billing or gets its alerts. Never stored on a device. */
  hasBillingProblem: wire('billn', z.boolean().default(false)),
  customerId: z.number(),
  /** The customer's parent; customers with a parent have no task list. */
  parent: z.number().nullable(),
  industry: z.number(),
  administrator: z.boolean(),
  authorisesEverything: z.boolean(),
  /** The administrator who works as this user, and until when; else null. */
  actingAs: z.object({ by: z.string(), until: Instant }).nullable(),
  /** The user must add a second factor before any other call works. */
  mustAddFactor: z.boolean().default(false),
});
export type UserRole = z.infer<typeof UserRole>;

export const getRole = endpoint('GET /api/user/role', {
  about: 'The signed-in user with role and rights.',
  args: z.object({}),
  reply: UserRole,
  fails: [],
  needs: 'session',
  withExpiredPassword: true,
  offline: 'cached',
  example: {
    name: 'Ann Reyes',
    email: 'ann@example.org',
    customerName: 'Harborview Staffing',
    userId: 1,
    userRoleId: 3,
    userRoleName: 'Recruiter',
    instance: '',
    alias: 'HS',
    status: 0,
    rights: [6, 8],
    needsDisclaimer: false,
    hasBillingProblem: false,
    customerId: 2,
    parent: null,
    industry: 2,
    administrator: false,
    authorisesEverything: false,
    actingAs: null,
    mustAddFactor: false,
  },
});

/** Formats of dates and times that a user can choose, as date-fns tokens: the documented ones and three more. */
export const dateFormats = [
  'MM/dd/yyyy',
  'M/d/yyyy',
  'dd/MM/yyyy',
  'dd-MM-yyyy',
  'yyyy/MM/dd',
  'yyyy-MM-dd',
  'dd MMM yyyy',
  'MMM d, yyyy',
] as const;
export const timeFormats = ['hh:mm a', 'h:mm a', 'HH:mm'] as const;
const dateTimeFormats = dateFormats.flatMap((date) => timeFormats.map((time) => `${date} ${time}` as const));
const chosenOf = (what: string, formats: readonly string[]) => `Choose a ${what} format: ${formats.join(' or ')}`;
const dateTimeProblem = `Write a date format, a space and a time format. ${chosenOf('date', dateFormats)}. ${chosenOf('time', timeFormats)}`;

const CardIds = z.array(z.string().min(1).max(40)).max(40);
/** How a person arranges the cards of the dashboard, by their ids: in which order, which are removed, and which are folded. */
export const DashboardLayout = z.object({ order: CardIds, removed: CardIds, closed: CardIds });
export type DashboardLayout = z.infer<typeof DashboardLayout>;

/** The documented preferences and the arrangement of the dashboard. Formats are date-fns tokens; `userDuration` is the unit for lengths of assignments. */
export const UserPrefs = z.object({
  userTimezone: z.string().default('America/New_York'),
  userDuration: z.enum(['days', 'weeks']).default('weeks'),
  userDateFormat: z.string().max(40).default('MM/dd/yyyy'),
  userTimeFormat: z.string().max(40).default('hh:mm a'),
  userDateTimeFormat: z.string().max(80).default('MM/dd/yyyy hh:mm a'),
  noFeedback: z.boolean().default(false),
  dashboard: DashboardLayout.default({ order: [], removed: [], closed: [] }),
});
export type UserPrefs = z.infer<typeof UserPrefs>;
const defaultPrefs = UserPrefs.parse({});

export const getPrefs = endpoint('GET /api/user/prefs', {
  about: 'Preferences of the signed-in user; values never set have their defaults.',
  args: z.object({}),
  reply: UserPrefs,
  fails: [],
  needs: 'session',
  withExpiredPassword: true,
  offline: 'cached',
  example: defaultPrefs,
});

export const savePrefs = endpoint('POST /api/user/prefs', {
  about: 'Changes the preferences that are sent and keeps the others.',
  args: z.object({
    userTimezone: z.string().max(60).optional(),
    userDuration: z.enum(['days', 'weeks']).optional(),
    userDateFormat: z.enum(dateFormats, chosenOf('date', dateFormats)).optional(),
    userTimeFormat: z.enum(timeFormats, chosenOf('time', timeFormats)).optional(),
    userDateTimeFormat: z.enum(dateTimeFormats, dateTimeProblem).optional(),
    noFeedback: z.boolean().optional(),
    dashboard: DashboardLayout.optional(),
  }),
  reply: UserPrefs,
  fails: ['invalid', 'forbidden'],
  needs: 'session',
  offline: 'online',
  example: defaultPrefs,
});

type Sent = SentArgsOf<typeof savePrefs>;
export type PrefsChange = { [K in keyof Sent]?: NonNullable<Sent[K]> };

const Switched = z.object({
  accessToken: wire('access_token', z.string()),
  expiresInSeconds: wire('expires_in', z.number()),
  userId: z.number(),
  customerId: z.number(),
});
const switchedExample = { accessToken: 'eyJ…', expiresInSeconds: 600, userId: 1, customerId: 2 };

export const loginAs = endpoint('POST /api/user/loginas/:cust/:user', {
  about:
    'Lets an administrator work as another user for up to an hour. It stays the administrator’s session, so that they can return.',
  args: z.object({ cust: CustomerRef, user: Id, reason: z.string().trim().max(300).default('') }),
  reply: Switched,
  fails: ['forbidden', 'not_found', 'confirm_identity'],
  needs: 'admin',
  offline: 'online',
  example: switchedExample,
});

export const returnFromLoginAs = endpoint('POST /api/user/loginas/return', {
  about: 'Ends working as another user.',
  args: z.object({}),
  reply: Switched,
  fails: ['not_found'],
  needs: 'session',
  offline: 'online',
  example: switchedExample,
});

export const Done = z.object({ message: z.string() });

export const acceptDisclaimer = endpoint('POST /api/user/disclaimer', {
  about: 'Accepts the disclaimer with the name of the person who read it.',
  args: z.object({ ack: z.string().trim().min(1, 'Enter your name').max(200) }),
  reply: Done,
  fails: ['invalid', 'forbidden'],
  needs: 'session',
  withExpiredPassword: true,
  offline: 'online',
  example: { message: messages.saved },
});

export const usersEndpoints = [getRole, getPrefs, savePrefs, loginAs, returnFromLoginAs, acceptDisclaimer];

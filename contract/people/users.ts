import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id, Instant, LocalDate } from '../kit/ids.ts';
import { messages } from '../kit/messages.ts';
import { newestOf } from '../kit/newest.ts';
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
  customerId: z.number(),
  /** The customer's parent; customers with a parent have no task list. */
  parent: z.number().nullable(),
  industry: z.number(),
  administrator: z.boolean(),
  authorisesEverything: z.boolean(),
  /** The administrator who works as this user, and until when; else null. */
  actingAs: z.object({ by: z.string(), until: Instant }).nullable(),
});
export type UserRole = z.infer<typeof UserRole>;

export const getRole = endpoint('GET /api/user/role', {
  about: 'The signed-in user with role and rights.',
  args: z.object({}),
  reply: UserRole,
  fails: [],
  needs: 'session',
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
    customerId: 2,
    parent: null,
    industry: 2,
    administrator: false,
    authorisesEverything: false,
    actingAs: null,
  },
});

/** The documented preferences. Formats are date-fns tokens; `userDuration` is the unit for lengths of assignments. */
export const UserPrefs = z.object({
  userTimezone: z.string().default('America/New_York'),
  userDuration: z.enum(['days', 'weeks']).default('weeks'),
  userDateFormat: z.string().max(40).default('MM/dd/yyyy'),
  userTimeFormat: z.string().max(40).default('hh:mm a'),
  userDateTimeFormat: z.string().max(80).default('MM/dd/yyyy hh:mm a'),
  noFeedback: z.boolean().default(false),
});
export type UserPrefs = z.infer<typeof UserPrefs>;
const defaultPrefs = UserPrefs.parse({});

export const getPrefs = endpoint('GET /api/user/prefs', {
  about: 'Preferences of the signed-in user; values never set have their defaults.',
  args: z.object({}),
  reply: UserPrefs,
  fails: [],
  needs: 'session',
  offline: 'cached',
  example: defaultPrefs,
});

export const savePrefs = endpoint('POST /api/user/prefs', {
  about: 'Changes the preferences that are sent and keeps the others.',
  args: z.object({
    userTimezone: z.string().max(60).optional(),
    userDuration: z.enum(['days', 'weeks']).optional(),
    userDateFormat: z.string().min(1).max(40).optional(),
    userTimeFormat: z.string().min(1).max(40).optional(),
    userDateTimeFormat: z.string().min(1).max(80).optional(),
    noFeedback: z.boolean().optional(),
  }),
  reply: UserPrefs,
  fails: ['invalid', 'forbidden'],
  needs: 'session',
  offline: 'online',
  example: defaultPrefs,
});

/** One user of a customer. `status` 1: the password has expired. */
const UserListItem = z.object({
  id: wire('objID', z.number()),
  customerId: wire('Customer_ID', z.number()),
  name: wire('ContactName', z.string()),
  email: wire('EMail', z.string()),
  roleId: wire('UserRole', z.number()),
  role: wire('Role', z.string()),
  status: wire('Status', z.number()),
  isDisabled: wire('Disabled_Fl', z.boolean()),
  /** An administrator may work as this user. */
  canLoginAs: z.boolean(),
  /** Number of all users; the list contains the first 1,000 by name. */
  total: wire('recCount', z.number()),
});

export const listUsers = endpoint('GET /api/user/list', {
  about: 'Users of a customer.',
  args: z.object({ cust: CustomerRef.default('me') }),
  reply: z.array(UserListItem),
  fails: ['forbidden', 'not_found'],
  needs: 'users.read',
  offline: 'cached',
  example: [
    {
      id: 1,
      customerId: 2,
      name: 'Ann Reyes',
      email: 'ann@example.org',
      roleId: 3,
      role: 'Recruiter',
      status: 0,
      isDisabled: false,
      canLoginAs: true,
      total: 1,
    },
  ],
});

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
  fails: ['forbidden', 'not_found'],
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

const Done = z.object({ message: z.string() });

export const acceptDisclaimer = endpoint('POST /api/user/disclaimer', {
  about: 'Accepts the disclaimer with the name of the person who read it.',
  args: z.object({ ack: z.string().trim().min(1, 'Enter your name').max(200) }),
  reply: Done,
  fails: ['invalid', 'forbidden'],
  needs: 'session',
  offline: 'online',
  example: { message: messages.saved },
});

export const requestReset = endpoint('POST /api/user/reset', {
  about: 'Mails a link to set a new password. The reply is the same for known and unknown addresses.',
  args: z.object({ email: wire('c', z.email(messages.invalidEmail).max(320)), name: z.string().max(200).default('') }),
  reply: Done,
  fails: ['invalid'],
  needs: 'public',
  offline: 'online',
  example: { message: 'If we know this address, an email with a link is on its way.' },
});

export const checkReset = endpoint('POST /api/user/check', {
  about: 'Checks whether the token of a reset link is still valid.',
  args: z.object({ token: wire('c', z.string().min(1).max(200)) }),
  reply: z.object({ email: z.string() }),
  fails: ['invalid'],
  needs: 'public',
  offline: 'online',
  example: { email: 'ann@example.org' },
});

/** Separates address and password in the documented `name` of `POST /api/user/change`. */
export const changeSeparator = '|';

export const changePassword = endpoint('POST /api/user/change', {
  about: 'Sets a new password with the token of a reset link; `name` is address, `|`, password.',
  args: z.object({ token: wire('c', z.string().min(1).max(200)), emailAndPassword: wire('name', z.string().max(1400)) }),
  reply: Done,
  fails: ['invalid'],
  needs: 'public',
  offline: 'online',
  example: { message: messages.passwordReset },
});

export const changeOwnPassword = endpoint('POST /api/user/password', {
  about: 'Changes the password of the signed-in user; all other sessions of that user end.',
  args: z.object({ current: z.string().min(1).max(1000), password: z.string().max(1000) }),
  reply: Done,
  fails: ['invalid', 'forbidden'],
  needs: 'session',
  offline: 'online',
  example: { message: messages.passwordReset },
});

/** One notice. `html` is its escaped text with its link; `text` and `link` are the same without markup. */
export const Notice = z.object({
  id: wire('ID', z.number()),
  isRead: wire('IsRead', z.boolean()),
  isDeleted: wire('IsDeleted', z.boolean()),
  html: wire('Html', z.string()),
  text: z.string(),
  link: z.string().nullable(),
  date: Instant,
});
export type Notice = z.infer<typeof Notice>;

export const listNotifications = endpoint('POST /api/customer/support/notifications/:cust', {
  about: 'Notices, newest first, and whether any changed since `Date`.',
  args: z.object({ cust: CustomerRef, since: wire('Date', Instant.nullish()) }),
  /** `list` contains the newest 200; `total` and `unreadCount` count all. */
  reply: z.object({
    hasChanges: z.boolean(),
    list: z.array(Notice),
    total: z.number(),
    unreadCount: z.number(),
    date: Instant,
  }),
  fails: ['not_found'],
  needs: 'session',
  offline: 'cached',
  example: {
    hasChanges: true,
    list: [
      { id: 1, isRead: false, isDeleted: false, html: 'Welcome', text: 'Welcome', link: null, date: '2026-11-21T00:00:00.000Z' },
    ],
    total: 1,
    unreadCount: 1,
    date: '2026-11-21T00:00:00.000Z',
  },
});

export const updateNotification = endpoint('POST /api/customer/support/notifications/:cust/:id', {
  about: 'Marks a notice as read or removes it.',
  args: z.object({
    cust: CustomerRef,
    id: Id,
    isRead: wire('IsRead', z.boolean().optional()),
    isDeleted: wire('IsDeleted', z.boolean().optional()),
  }),
  reply: z.object({ unreadCount: z.number() }),
  fails: ['not_found'],
  needs: 'session',
  offline: 'online',
  example: { unreadCount: 0 },
});

export const getStats = endpoint('GET /api/user/stats/:cust', {
  about: 'Figures of the dashboard: tasks by state, alerts, open jobs and positions per state and per work type.',
  args: z.object({ cust: CustomerRef, date: LocalDate.optional() }),
  reply: z.object({
    tasks: z.object({ active: z.number(), customerDisabled: z.number(), systemDisabled: z.number() }),
    /** Tasks with an alert, since `date` if given: the number of all, and the newest 100. */
    alertCount: z.number(),
    alerts: z.array(z.object({ taskId: z.number(), name: z.string(), text: z.string(), date: Instant.nullable() })),
    states: z.array(z.object({ state: z.string(), jobs: z.number(), positions: z.number() })),
    workTypes: z.object({ travel: z.number(), permanent: z.number(), perDiem: z.number() }),
    statuses: z.record(z.string(), z.number()),
  }),
  fails: ['not_found'],
  needs: 'session',
  offline: 'replicated',
  example: {
    tasks: { active: 2, customerDisabled: 1, systemDisabled: 0 },
    alertCount: 0,
    alerts: [],
    states: [{ state: 'WA', jobs: 12, positions: 18 }],
    workTypes: { travel: 10, permanent: 1, perDiem: 1 },
    statuses: { Open: 12 },
  },
});

export const countUnmapped = endpoint('GET /api/user/dashboard/unmappedjobs/:cust', {
  about: 'The number of open jobs with an unmapped text.',
  args: z.object({ cust: CustomerRef }),
  reply: z.object({ count: z.number() }),
  fails: ['not_found'],
  needs: 'session',
  offline: 'replicated',
  example: { count: 7 },
});

export const listMail = endpoint('GET /api/admin/mail', {
  about: 'The newest mails of the service, for installations without a mail server.',
  args: z.object({ limit: z.coerce.number().int().min(1).max(200).default(50) }),
  reply: newestOf(
    z.object({ id: z.number(), to: z.string(), subject: z.string(), text: z.string(), at: Instant, sentAt: Instant.nullable() }),
  ),
  fails: ['forbidden'],
  needs: 'admin',
  offline: 'online',
  example: {
    total: 1,
    rows: [
      {
        id: 1,
        to: 'ann@example.org',
        subject: 'Set a new password',
        text: 'Open this link…',
        at: '2026-11-21T00:00:00.000Z',
        sentAt: null,
      },
    ],
  },
});

export const usersEndpoints = [
  getRole,
  getPrefs,
  savePrefs,
  listUsers,
  loginAs,
  returnFromLoginAs,
  acceptDisclaimer,
  requestReset,
  checkReset,
  changePassword,
  changeOwnPassword,
  listNotifications,
  updateNotification,
  getStats,
  countUnmapped,
  listMail,
];

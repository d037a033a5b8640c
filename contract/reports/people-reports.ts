import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { Instant } from '../kit/ids.ts';
import { sortBy } from '../kit/sorting.ts';
import { PersonState } from '../people/contact-fields.ts';
import { ofCustomer, rangeArgs, reportArgs, reportRows } from './report-lists.ts';

/** Reports about people, sign-ins, contacts, subscriptions and risk are for the provider, and no device stores their answers. */
const ofProvider = { fails: ['invalid', 'forbidden', 'not_found'], needs: 'admin', offline: 'online' } as const;

/** Which mails a person gets. */
const alerts = { getsTaskAlerts: z.boolean(), getsBillingAlerts: z.boolean(), getsSystemAlerts: z.boolean() };

/** One person for one task of their customer; without a task if the customer has none. */
export const TaskUserRow = z.object({
  ...ofCustomer,
  isPastDue: z.boolean(),
  /** The names of the customer's targets. */
  target: z.string(),
  taskId: z.number().nullable(),
  task: z.string().nullable(),
  contactId: z.number(),
  contact: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  ...alerts,
});
export const taskUserSorts = ['customer', 'task', 'contact', 'email'] as const;

export const reportTaskUsers = endpoint('GET /api/reports/agentuserlist/:cust', {
  about: 'Whom to reach about each task: customer, targets, task, the people of the customer and the alerts they get.',
  args: z.object({
    ...reportArgs,
    sort: sortBy(TaskUserRow, taskUserSorts).default('customer'),
  }),
  reply: reportRows(TaskUserRow),
  ...ofProvider,
  example: {
    total: 1,
    rows: [
      {
        customerId: 2,
        customer: 'Harborview Staffing',
        isPastDue: false,
        target: 'Bullhorn, XML Feed',
        taskId: 1,
        task: 'Medloop',
        contactId: 4,
        contact: 'Marcus Bell',
        email: 'marcus@harborview.example',
        phone: '(555) 010-0199',
        getsTaskAlerts: true,
        getsBillingAlerts: false,
        getsSystemAlerts: true,
      },
    ],
  },
});

/** One sign-in, or one that failed. Of failures in a row only the first one and the one that locks are kept. */
export const LoginRow = z.object({
  id: z.string(),
  at: Instant,
  customerId: z.number(),
  company: z.string(),
  /** Blank for an account that the sign-on provider named and Jobdock does not know. */
  fullName: z.string(),
  email: z.string(),
  /** Blank if it is unknown. */
  ipAddress: z.string(),
  device: z.string(),
  /** How the person signed in, or `failed`, or `locked`: too many failures. */
  outcome: z.enum(['password', 'factor', 'sign_on', 'failed', 'locked']),
});
export const loginSorts = ['at', 'company', 'fullName', 'email', 'ipAddress'] as const;

export const reportLogins = endpoint('GET /api/reports/userloginhistory/:cust', {
  about:
    'Sign-ins in a range of days of the caller’s time zone, yesterday and today unless given, the newest first. Failed ones are marked.',
  args: z.object({
    ...reportArgs,
    ...rangeArgs,
    sort: sortBy(LoginRow, loginSorts).default('-at'),
  }),
  reply: reportRows(LoginRow),
  ...ofProvider,
  example: {
    total: 1,
    rows: [
      {
        id: '2/812',
        at: '2026-11-21T09:30:00.000Z',
        customerId: 2,
        company: 'Harborview Staffing',
        fullName: 'Marcus Bell',
        email: 'marcus@harborview.example',
        ipAddress: '203.0.113.7',
        device: 'Chrome on Windows',
        outcome: 'password',
      },
    ],
  },
});

export const ContactRow = z.object({
  ...ofCustomer,
  contactId: z.number(),
  contact: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  role: z.string(),
  state: PersonState,
  lastActiveAt: Instant.nullable(),
  ...alerts,
  getsTickets: z.boolean(),
});
export const contactSorts = ['customer', 'contact', 'email', 'role', 'state', 'lastActiveAt'] as const;

export const reportContacts = endpoint('GET /api/reports/customercontacts/:cust', {
  about: 'The people of customers: how to reach them, their role, when they were last active, and what mails they get.',
  args: z.object({
    ...reportArgs,
    sort: sortBy(ContactRow, contactSorts).default('customer'),
  }),
  reply: reportRows(ContactRow),
  ...ofProvider,
  example: {
    total: 1,
    rows: [
      {
        customerId: 2,
        customer: 'Harborview Staffing',
        contactId: 4,
        contact: 'Marcus Bell',
        email: 'marcus@harborview.example',
        phone: '(555) 010-0199',
        role: 'Recruiter',
        state: 'active',
        lastActiveAt: '2026-11-21T09:30:00.000Z',
        getsTaskAlerts: true,
        getsBillingAlerts: false,
        getsSystemAlerts: true,
        getsTickets: false,
      },
    ],
  },
});

/** What a customer has subscribed to, and what it uses. */
export const SubscriptionRow = z.object({
  ...ofCustomer,
  plan: z.string(),
  /** Connections that the customer's account includes, tasks that are switched on, and those of them beyond what is included. */
  bought: z.number(),
  active: z.number(),
  unpaid: z.number(),
  /** Tasks that were switched on or off, added switched on, or removed in the last 7 days. */
  changed: z.number(),
  isPastDue: z.boolean(),
  /** The primary billing contact with its address; blank if there is none. */
  billingContact: z.string(),
});
export const subscriptionSorts = ['customer', 'plan', 'bought', 'active', 'unpaid', 'changed'] as const;

export const reportSubscriptions = endpoint('GET /api/reports/customersubscription/:cust', {
  about: 'Plan and connections of each customer: bought, active, beyond those bought, changed in the last 7 days.',
  args: z.object({ ...reportArgs, sort: sortBy(SubscriptionRow, subscriptionSorts).default('customer') }),
  reply: reportRows(SubscriptionRow),
  ...ofProvider,
  example: {
    total: 1,
    rows: [
      {
        customerId: 2,
        customer: 'Harborview Staffing',
        plan: 'Team',
        bought: 15,
        active: 16,
        unpaid: 1,
        changed: 2,
        isPastDue: false,
        billingContact: 'Dana Cole <dana@harborview.example>',
      },
    ],
  },
});

export const peopleReportEndpoints = [reportTaskUsers, reportLogins, reportContacts, reportSubscriptions];

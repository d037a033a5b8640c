import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { Count, IdOrNone, Instant, PageNumber } from '../kit/ids.ts';
import { sortBy } from '../kit/sorting.ts';
import { wire } from '../kit/wire-names.ts';
import { AccountStatus } from './account.ts';

/** A customer as the provider’s list shows it. */
export const CustomerRow = z.object({
  id: wire('objID', z.number()),
  name: wire('CustomerName', z.string()),
  email: wire('EMail', z.string()),
  isInactive: wire('Inactive_Fl', z.boolean()),
  status: wire('CustomerStatus', AccountStatus),
  since: wire('CustomerSince', z.string().nullable()),
  disableDate: wire('DisableDate', z.string().nullable()),
  plan: wire('PlanName', z.string()),
  /** Tasks that are switched on. */
  connectionsUsed: Count,
  connections: wire('NumberOfAgentsIncluded', Count),
  /** People who are not disabled. */
  usersUsed: Count,
  userLimit: wire('UserLicensesLimit', Count),
  targets: wire('TargetName', z.string()),
  openJobs: Count,
  accountManager: wire('AccountManager', z.string()),
  parent: wire('pID', z.number().nullable()),
  parentName: z.string().nullable(),
  children: Count,
  isPastDue: wire('PastDue_Fl', z.boolean()),
  /** When somebody of the customer last used the product. */
  lastActiveAt: Instant.nullable(),
  deletedAt: Instant.nullable(),
  /** Until then a deleted customer can be restored. */
  restorableUntil: Instant.nullable(),
});
export type CustomerRow = z.infer<typeof CustomerRow>;

export const customerSorts = ['name', 'status', 'since', 'accountManager', 'usersUsed', 'lastActiveAt'] as const;

/** `current`: all but inactive ones. */
export const customerStates = ['current', 'inactive', 'deleted', 'all'] as const;

const filter = z.string().max(200).default('');

export const listAllCustomers = endpoint('GET /api/customers/:all', {
  about: 'One page of all customers, for the provider. A filter takes * at either end; without one, it finds part of a text.',
  args: z.object({
    all: z.enum(['1'], 'Write 1: the list of all customers'),
    customer: filter,
    target: filter,
    manager: filter,
    state: z.enum(customerStates).default('current'),
    /** Only this customer’s children; 0 for all. */
    parent: IdOrNone.default(0),
    /** Children come right after their parent, when sorted by name. */
    tree: z.coerce.number().int().min(0).max(1).default(0),
    sort: sortBy(CustomerRow, customerSorts).default('name'),
    page: PageNumber.default(1),
    pageSize: z.coerce.number().int().min(1).max(1000).default(100),
  }),
  reply: z.object({ total: Count, totalPages: wire('TotalPages', Count), rows: z.array(CustomerRow) }),
  fails: [],
  needs: 'admin',
  // Plans, debts, addresses and last activity are never stored on a device.
  offline: 'online',
  example: {
    total: 1,
    totalPages: 1,
    rows: [
      {
        id: 2,
        name: 'Harborview Staffing',
        email: 'office@harborview.example',
        isInactive: false,
        status: 'active',
        since: '2025-03-01',
        disableDate: null,
        plan: 'Team',
        connectionsUsed: 4,
        connections: 15,
        usersUsed: 6,
        userLimit: 25,
        targets: 'Bullhorn, XML Feed',
        openJobs: 270,
        accountManager: 'Alex Admin',
        parent: null,
        parentName: null,
        children: 0,
        isPastDue: false,
        lastActiveAt: '2026-11-21T08:00:00.000Z',
        deletedAt: null,
        restorableUntil: null,
      },
    ],
  },
});

export const countCustomers = endpoint('GET /api/customers/jobs', {
  about: 'All jobs of all customers, and how many customers there are, inactive and deleted ones apart.',
  args: z.object({}),
  reply: z.object({ jobs: Count, openJobs: Count, customers: Count, inactive: Count, deleted: Count }),
  fails: [],
  needs: 'admin',
  offline: 'online',
  example: { jobs: 5400, openJobs: 270, customers: 3, inactive: 1, deleted: 0 },
});

export const listCustomerNames = endpoint('GET /api/customers/all-instances', {
  about: 'Every customer of this installation by id and name, the provider too.',
  args: z.object({}),
  reply: z.array(z.object({ id: z.number(), name: z.string(), parent: wire('pID', z.number().nullable()) })),
  fails: [],
  needs: 'admin',
  offline: 'cached',
  example: [{ id: 2, name: 'Harborview Staffing', parent: null }],
});

export const listPlans = endpoint('GET /api/CustomerPlans/list', {
  about: 'The plans that a customer can have, with what they include.',
  args: z.object({}),
  reply: z.array(
    z.object({
      id: wire('ID', z.number()),
      name: wire('PlanName', z.string()),
      connections: wire('NumberOfAgentsIncluded', Count),
      userLimit: wire('UserLicensesLimit', Count),
    }),
  ),
  fails: [],
  needs: 'admin',
  offline: 'online',
  example: [{ id: 2, name: 'Team', connections: 15, userLimit: 25 }],
});

export const customerListEndpoints = [listAllCustomers, countCustomers, listCustomerNames, listPlans] as const;

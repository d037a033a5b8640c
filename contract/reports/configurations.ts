import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id, IdOrNone } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';
import { ConfigurationBody, mostNameLength } from '../rows/report-rows.ts';

const cust = CustomerRef;

/** A filter of a report by its name in the address; `q` is the search. */
const SavedFilter = z.object({
  name: z.string().trim().min(1, 'Name the filter').max(60, 'Shorten the name of the filter to 60 characters'),
  value: z.string().trim().min(1, 'Give the filter a value, or remove it').max(200, 'Shorten the value to 200 characters'),
});

/** The documented report configuration without the fields of its schedules. */
const Configuration = z.object({
  id: wire('ID', z.number()),
  reportId: wire('ReportID', z.number()),
  name: wire('ConfigurationName', z.string()),
  body: wire('ConfigurationBody', ConfigurationBody),
  /** The filters of the body's query, one by one. Empty for a view of the staging grid, whose query is in its own language. */
  filters: wire('AdvancedFilters', z.array(z.object({ name: z.string(), value: z.string() }))),
  isPrivate: wire('IsPrivate', z.boolean()),
  /** Whether the report opens with it for its owner. */
  isDefault: wire('IsDefault', z.boolean()),
  ownerId: z.number(),
  owner: z.string(),
});
const example = {
  id: 4,
  reportId: 7,
  name: 'Active rules',
  body: {
    base: 'report',
    query: 'active=yes',
    sort: [{ key: 'ord', descending: false }],
    group: [],
    columns: ['name', 'action', 'ord'],
    start: [],
    end: [],
    widths: { name: 220 },
    density: 'normal' as const,
  },
  filters: [{ name: 'active', value: 'yes' }],
  isPrivate: true,
  isDefault: false,
  ownerId: 5,
  owner: 'Ann Reyes',
};

export const listReportConfigurations = endpoint('GET /api/reports/configuration/list/:cust/:reportId', {
  about: 'The saved configurations of one report: the caller’s own, then those that others share, by name.',
  args: z.object({ cust, reportId: Id }),
  reply: z.array(Configuration),
  fails: ['not_found', 'forbidden'],
  needs: 'staging.read',
  offline: 'replicated',
  example: [example],
});

export const listConfigurations = endpoint('GET /api/reports/configuration/:cust', {
  about: 'The saved configurations of every report: the caller’s own, then those that others share, by name.',
  args: z.object({ cust }),
  reply: z.array(Configuration),
  fails: ['not_found', 'forbidden'],
  needs: 'staging.read',
  offline: 'replicated',
  example: [example],
});

export const listOwnConfigurations = endpoint('GET /api/reports/configuration/my/:cust', {
  about: 'The caller’s own saved configurations with the address that opens each. Null where its report no longer exists.',
  args: z.object({ cust }),
  reply: z.array(
    z.object({
      id: z.number(),
      name: wire('configurationName', z.string()),
      report: z.string().nullable(),
      reportUrl: z.string().nullable(),
      isPrivate: z.boolean(),
      isDefault: z.boolean(),
    }),
  ),
  fails: ['not_found', 'forbidden'],
  needs: 'staging.read',
  offline: 'replicated',
  example: [
    {
      id: 4,
      name: 'Active rules',
      report: 'Rule report',
      reportUrl: '/report_rules?cfid=4',
      isPrivate: true,
      isDefault: false,
    },
  ],
});

export const readConfiguration = endpoint('GET /api/reports/configuration/:cust/:id', {
  about: 'One saved configuration: the caller’s own, or one that is shared.',
  args: z.object({ cust, id: Id }),
  reply: Configuration,
  fails: ['not_found', 'forbidden'],
  needs: 'staging.read',
  offline: 'replicated',
  example,
});

export const saveConfiguration = endpoint('POST /api/reports/configuration/:cust', {
  about:
    'Adds a configuration (ID 0) or changes one. AdvancedFilters, if sent, replace the query of its body. IsDefault makes it the one that the report opens with for the caller, in place of the one before.',
  args: z.object({
    cust,
    id: wire('ID', IdOrNone.default(0)),
    reportId: wire('ReportID', Id),
    name: wire(
      'ConfigurationName',
      z.string().trim().min(1, 'Name the view').max(mostNameLength, `Shorten the name to ${mostNameLength} characters`),
    ),
    body: wire('ConfigurationBody', ConfigurationBody),
    filters: wire('AdvancedFilters', z.array(SavedFilter).max(50, 'Save at most 50 filters').optional()),
    isPrivate: wire('IsPrivate', z.boolean().default(true)),
    isDefault: wire('IsDefault', z.boolean().optional()),
  }),
  reply: Configuration,
  fails: ['invalid', 'conflict', 'forbidden', 'not_found', 'key_reused'],
  needs: 'staging.read',
  offline: 'queued',
  example,
});

export const removeConfiguration = endpoint('DELETE /api/reports/configuration/:cust/:id', {
  about: 'Removes a saved configuration: of the caller, or a shared one for administrators.',
  args: z.object({ cust, id: Id }),
  reply: z.object({ message: z.string() }),
  fails: ['invalid', 'conflict', 'forbidden', 'not_found', 'key_reused'],
  needs: 'staging.read',
  offline: 'queued',
  example: { message: 'View “Active rules” removed' },
});

const Cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);

export const readReportData = endpoint('POST /api/reports/data/:cust/:reportId/:configId', {
  about:
    'The rows of a report with a saved configuration: its columns, filters, search and order. `total` counts all rows found, of which 10,000 are sent; `skipped` names columns and filters that no longer exist. Refused for a report that devices answer from their own rows.',
  args: z.object({ cust, reportId: Id, configId: Id }),
  reply: z.object({
    report: z.string(),
    name: wire('configurationName', z.string()),
    columns: z.array(z.object({ key: z.string(), label: z.string(), type: z.string() })),
    skipped: z.array(z.string()),
    total: z.number(),
    rows: z.array(z.record(z.string(), Cell)),
  }),
  fails: ['invalid', 'not_found', 'forbidden'],
  needs: 'staging.read',
  offline: 'online',
  example: {
    report: 'Rule report',
    name: 'Active rules',
    columns: [{ key: 'name', label: 'Rule', type: 'text' }],
    skipped: [],
    total: 1,
    rows: [{ name: 'Cancel closed units' }],
  },
});

export const configurationEndpoints = [
  listReportConfigurations,
  listConfigurations,
  listOwnConfigurations,
  readConfiguration,
  saveConfiguration,
  removeConfiguration,
  readReportData,
];
